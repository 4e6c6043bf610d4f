// A formula in MathML, as base/mathml.h and the printers above it write it, as LaTeX. MathML is the tree
// of the formula as text; here are the words that LaTeX has for its elements, so that one walk through a
// model serves both.

#pragma once

#include "base/text.h"

// Append an element, <math>...</math> or any inside of it, without $. Names are escaped: whatever they
// contain, they are words of text. What it needs is amsmath.
void latex_from_mathml(text_buffer *t, const char *mathml);

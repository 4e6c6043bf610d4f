// Expressions of the graph as MathML, for equations that derivatives have made.

#pragma once

#include "base/text.h"
#include "expr/node.h"

// Append e as terms of a sum: each with its sign, the first without a plus if `first`. Returns false, and
// has appended nothing of use, if it would take more than `limit` bytes or is nested too deep. Zero
// appends nothing.
bool expr_show_mathml(text_buffer *t, const graph *g, expr e, bool first, size_t limit);

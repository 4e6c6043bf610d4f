// The equations of motion of a model as lines of MathML.

#pragma once

#include "base/text.h"
#include "lang/system.h"

typedef ARRAY_OF(const char *) motion_lines;

// Append them, in the arena. `s` is the model with its parameters as symbols; its graph is changed.
// False: no memory.
bool motion_write(model_system *s, arena *a, motion_lines *out);

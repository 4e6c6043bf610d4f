// The equations of motion of a model as lines of MathML.

#pragma once

#include "base/text.h"
#include "lang/system.h"

typedef ARRAY_OF(const char *) motion_lines;

// Append the general form, in the arena. False: no memory.
bool motion_write(const model_system *s, arena *a, motion_lines *out);

// Is it worth writing them in full: a lagrangian of a few real coordinates?
bool motion_is_short(const model_system *s);

// Append them in full, or nothing if they are too long. `s` is the model with its parameters as symbols;
// its graph grows. False: no memory.
bool motion_write_full(const model_system *s, arena *a, motion_lines *out);

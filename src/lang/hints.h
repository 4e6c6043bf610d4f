// Names from elsewhere: functions of other languages, derivatives written with a dot, units. Each is
// legal as a name, so this is asked only when a name is not known.

#pragma once

#include "base/suggest.h"

#include <stddef.h>

// what to write for a function or constant of another language, as `ln`; NULL: none is known
const char *hint_foreign(const char *name);

// The x in a name that stands for a derivative of x: `x_dot`, `xdot`, `dx`, x with a dot above.
// Returns the order of the derivative, 0 if the name is not of this kind.
int hint_derivative(char *base, size_t size, const char *name);

// what to write for a unit behind a number, as `kg`, `m` or `deg`; NULL: it is none
const char *hint_unit(const char *word);

// "did you mean `restitution`?" of a word that is nearly one that begins a clause; NULL: of none
const char *hint_clause(char question[suggest_room], const char *word);

// Mistakes in a study that show before anything is computed.

#pragma once

#include "script/eval.h"

// Names and functions of all expressions, what may stand in `let` and in items.
bool script_check_all(script_scope *s);

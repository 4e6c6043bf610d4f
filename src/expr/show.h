// Expressions as text, in the model language, with as few parentheses as its grammar needs.

#pragma once

#include "base/text.h"
#include "expr/node.h"

// Append e to `t`. If it would take more than `limit` bytes it is cut and ends in "..."; what is
// nested too deep appears as "...", too.
void expr_show(text_buffer *t, const graph *g, expr e, size_t limit);

// Products multiplied out, and equal terms added: for equations that are read, not computed.

#pragma once

#include "expr/node.h"

// *out = e as a sum of products, if it has no more terms than expand_most on the way; otherwise, or when
// the graph has failed, *out = e and the result is false. Functions and powers of sums stay as they are.
enum { expand_most = 60 };
bool expr_expand(graph *g, expr e, expr *out);

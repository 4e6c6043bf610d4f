// Tokens to tree. Above each function of parse.c and parse_expr.c stands the production it reads.

#pragma once

#include "lang/lex.h"
#include "lang/tree.h"

enum { parse_deepest = 200 };  // nesting of expressions and of `for`

// read a whole model; the first error ends it
noslip_status parse_model(const source *s, arena *a, tree_model **out, failure *why);

// read one expression that fills the whole source: the right side of --set and --init
noslip_status parse_expression(const source *s, arena *a, tree **out, failure *why);

// read a section without its name that fills the whole source: --section
noslip_status parse_section(const source *s, arena *a, tree_section *out, failure *why);

// read a target with an optional prime that fills the whole source: the left side of --init
noslip_status parse_target(const source *s, arena *a, tree_target *out, bool *prime, failure *why);

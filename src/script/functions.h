// Functions of studies, and the directions of values that they take away.

#pragma once

#include "script/eval.h"

// the value of a call, whose name and number of arguments are right
typedef bool script_function(script_scope *s, const tree *e, script_value *out);

// choose.c: norm(v) and largest(v), entry(v, i), blocks(s, n), at(s, t), exact(a.x)
script_function call_norm, call_entry, call_blocks, call_at, call_exact;

typedef enum direction { ALONG_ROWS, ALONG_INDEX, ALONG_METHOD, ALONG_ENTRIES } direction;

// the last direction that a value has
direction direction_last(const script_value *v);

// what is left when a direction is taken away; the cells are not there yet
script_value direction_without(const script_value *v, direction d);

// The numbers of entry k along a direction, for method i and index j, into x if it is not NULL; how
// many there are.
long direction_gather(const script_value *v, direction d, int i, int j, int k, double *x);

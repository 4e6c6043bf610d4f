// The list of bundles (bundles.inl), asked: names, meanings, and sizes for one problem.

#pragma once

#include "base/text.h"
#include "problem/problem.h"

// the name of its function in C: "values"
const char *bundle_name(bundle_kind kind);

// "(t,q,v): p = L_v and f = L_q + F"
void bundle_print_meaning(text_buffer *out, bundle_kind kind, bool lagrangian);

// how many numbers a bundle of this problem has; -1: as many as the model has invariants, ...
int bundle_outputs(const problem *p, bundle_kind kind);

// how many numbers input k of a bundle has; -1: there is no such input
int bundle_input(const problem *p, bundle_kind kind, int k);

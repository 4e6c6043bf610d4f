// What the files that make bundles of a caller's functions share.

#pragma once

#include "problem/callbacks.h"

// callbacks_bundles.c: constraints and their derivatives, the caller's or differences
void callbacks_phi(void *context, const double *const *in, double *out);
void callbacks_g(void *context, const double *const *in, double *out);
void callbacks_phi_q(callback_work *w, callback_place at, double *out);
void callbacks_phi_v(callback_work *w, callback_place at, double *out);
void callbacks_g_q(callback_work *w, callback_place at, double *out);
void callbacks_hidden(callback_work *w, callback_place at, double *out);  // G v + g_t

// callbacks_stage.c: the bundles of a stage
bundle_function callbacks_stage, callbacks_stage_blocks, callbacks_level, callbacks_level_blocks;

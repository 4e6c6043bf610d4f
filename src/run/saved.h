// What a run was made of, written or read: the text of its model, and its options.

#pragma once

#include "run/run.h"

typedef struct saved_model {
  const char *name, *path, *text;  // no text: it is made of functions
  noslip_model_options given;
} saved_model;

// that of a model, whose texts it has
saved_model saved_model_of(const noslip_model *m);

// texts and tables that are read lie in the arena
void saved_transfer_model(saved_model *m, transfer *t, arena *a);
void saved_transfer_given(run_given *g, transfer *t, arena *a);

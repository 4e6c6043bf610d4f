// Systems as text and as functions in C, with all derivatives.

#pragma once

#include "noslip/callbacks.h"

typedef struct callback_system {
  const char *name;
  const char *text;  // NULL: the file models/<name>.noslip
  noslip_callbacks (*make)(void);
  const char *methods[4];  // NULL after the last
  double h;
  long steps;  // as many as a trajectory is compared over
} callback_system;

int callback_system_count(void);
const callback_system *callback_system_at(int i);
const callback_system *callback_system_named(const char *name);

// the same without second derivatives, and without any; what cannot be promised then is not
noslip_callbacks callbacks_without_second(noslip_callbacks c);
noslip_callbacks callbacks_without_first(noslip_callbacks c);

// The pictures of an exported run where the model's own is all that is asked for.

#pragma once

#include "problem/own_picture.h"

typedef struct noslip_pictures {
  bool failed;  // there is nothing that could
} noslip_pictures;

static inline void noslip_bind_pictures(noslip_pictures *s, evaluator *e) {
  s->failed = false;
  e->own = e->velocities = e->momenta = (picture){own_picture_eval, e};
}

// Runs of the problems of index2_models.h.

#pragma once

#include "tests/support/index2_models.h"
#include "tests/support/systems.h"

static inline trial open_one(const char *name, double h) {
  return trial_text(one_part, NULL, name, h);
}

static inline trial open_five(const char *name, double h) {
  return trial_text(five_parts, NULL, name, h);
}

static inline trial open_breathing(const char *name, double h) {
  return trial_text(breathing, NULL, name, h);
}

static inline trial open_driven(const char *name, double h) {
  return trial_text(driven_pendulum, NULL, name, h);
}

// Two systems of the benchmark as functions in C, with all derivatives and all promises that hold:
// what a model made of callbacks costs at its best.

#pragma once

#include "noslip/callbacks.h"

// models/contact_oscillator.noslip and models/chaotic.noslip (n = 3), as the files stand
noslip_callbacks contact_callbacks(void);
noslip_callbacks chaotic_callbacks(void);

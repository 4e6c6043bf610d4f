// What trials say about the methods for a model, for a person and for a program.

#pragma once

#include "noslip.h"

#include <stdio.h>

// one line per method: what a step costs, its errors, why it is there
void recommendation_table(FILE *out, const noslip_recommendation *r);

// The members "trial" and "advice" of an object, from a comma on; the list is left open.
void recommendation_json(FILE *out, const noslip_recommendation *r);

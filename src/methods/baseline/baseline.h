// What the steppers of the baselines have in common. The record of each begins with its `rates`.

#pragma once

#include "methods/baseline/rates.h"
#include "methods/families.h"

// what is integrated of a problem, with or without the multipliers, to the tolerances of the method
rates_shape baseline_rates(const method *m, const problem *p, bool multipliers);

// The rest of a stepper: names of the numbers that it integrates, the bundles that it asks for.
stepper *baseline_complete(stepper *s, rates_shape k);

// a method with its tolerances as they are written
noslip_status baseline_find(arena *a, const method *listed, const spec *s, const method **out,
                            failure *why);

stepper *index1_make(const method *m, evaluator *e, arena *a);
stepper *bdf_make(const method *m, evaluator *e, arena *a);

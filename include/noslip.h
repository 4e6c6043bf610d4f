// noslip: mechanical systems with constraints, integrated so that the constraints hold to rounding
// and the energy does not drift.
//
// The shortest complete program:
//
//   #include <noslip.h>
//   #include <stdio.h>
//
//   int main(void) {
//     noslip_context *ctx = noslip_open(NULL);
//     noslip_model *model;
//     noslip_run *run;
//     if (noslip_model_load(ctx, "models/sleigh.noslip", &model) != NOSLIP_OK ||
//         noslip_run_new(ctx, model, &(noslip_run_options){.method = "spark(3)", .step = 0.05},
//                        &run) != NOSLIP_OK) {
//       fprintf(stderr, "%s\n", noslip_last_error(ctx));
//       return 1;
//     }
//     while (noslip_time(run) < 60.0 && noslip_step(run) == NOSLIP_OK)
//       printf("%g %g %g\n", noslip_time(run), noslip_value(run, "x"), noslip_energy(run));
//     noslip_run_free(run);
//     noslip_model_free(model);
//     noslip_close(ctx);
//   }

#pragma once

#include "noslip/base.h"
#include "noslip/callbacks.h"
#include "noslip/checkpoint.h"
#include "noslip/equations.h"
#include "noslip/event.h"
#include "noslip/force.h"
#include "noslip/formula.h"
#include "noslip/input.h"
#include "noslip/introspect.h"
#include "noslip/method.h"
#include "noslip/model.h"
#include "noslip/parameter.h"
#include "noslip/point.h"
#include "noslip/record.h"
#include "noslip/run.h"
#include "noslip/script.h"
#include "noslip/section.h"
#include "noslip/shape.h"
#include "noslip/structure.h"
#include "noslip/study.h"
#include "noslip/sweep.h"
#include "noslip/verdict.h"

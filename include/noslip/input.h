// noslip/input.h: inputs of a model, numbers that whoever runs it sets between steps.
//
// A model says `input u`; until it is set, u has the value of the model. In a step it is constant.
// What is asked of a run at a node has the inputs of the step that led there, until they are set
// again. Where p of v contains an input that changes, v stays and p changes; of a hamiltonian p
// stays.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// the inputs in the order of the model
NOSLIP_API int noslip_run_input_count(const noslip_run *run);
NOSLIP_API const char *noslip_run_input_name(const noslip_run *run, int i);

// which input has this name; -1: none
NOSLIP_API int noslip_run_input_find(const noslip_run *run, const char *name);

// the value of an input now; NaN if there is none
NOSLIP_API double noslip_run_input(const noslip_run *run, int i);

// Set an input for the steps that follow, by its name or, without a search, by its number. An input
// that follows a signal does so no more. The value must be finite.
NOSLIP_API noslip_status noslip_set_input(noslip_run *run, const char *name, double value);
NOSLIP_API noslip_status noslip_set_input_at(noslip_run *run, int i, double value);

#ifdef __cplusplus
}
#endif

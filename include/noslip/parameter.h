// noslip/parameter.h: live parameters of a model, numbers that each run has for itself.
//
// A parameter that the option `live` of noslip_model_options names stays free when the model is
// loaded: runs of one model, and of one compiled unit, have different values of it. Until it is set it
// has the value of the model. The option `parameters` of noslip_run_options gives values for the start:
// initial values and other parameters that the model computes from it follow. A value lives in the
// run, so threads with a context each may share the model.
//
// A run with a live parameter agrees with one of the model that has the number in its place (the
// option `set`) to rounding, not bit for bit: there numbers are multiplied when the model is loaded.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// the live parameters in the order of the model
NOSLIP_API int noslip_run_parameter_count(const noslip_run *run);
NOSLIP_API const char *noslip_run_parameter_name(const noslip_run *run, int i);

// which live parameter has this name, "g" or "m[2]"; -1: none
NOSLIP_API int noslip_run_parameter_find(const noslip_run *run, const char *name);

// its value now; NaN if there is none
NOSLIP_API double noslip_run_parameter(const noslip_run *run, int i);

// Set a live parameter for the steps that follow, by its name or, without a search, by its number. The
// position stays, and of a lagrangian the velocity, of a hamiltonian the momentum, before the first
// step, too: initial values were made with the options of the run. A parameter in a constraint or in
// the gap of a contact cannot be set here, nor one that such a parameter follows, since the state
// satisfies these with the value it has; the option `parameters` of a new run can. A value that is not finite, or makes a restitution leave [0, 1]
// or a coefficient of friction negative, is refused, and all stays as it was.
NOSLIP_API noslip_status noslip_set_parameter(noslip_run *run, const char *name, double value);
NOSLIP_API noslip_status noslip_set_parameter_at(noslip_run *run, int i, double value);

#ifdef __cplusplus
}
#endif

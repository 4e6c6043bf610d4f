// The run. In a program of your own, with NOSLIP_NO_MAIN defined:
//
//   static noslip run;
//   noslip_start(&run);
//   while (run.state.t < 10 && noslip_step(&run) == KERNEL_DONE)
//     use(run.state.q, run.state.v);
//
// There may be any number of runs, also in different threads; nothing is allocated.

#pragma once

#include "export/memory.h"
#include "problem/observed.h"
#include "real/sine.h"

typedef struct noslip {
  state state;    // where it is: t, q, v, p; angles in (-pi, pi]
  observed seen;  // what is observed there: energy, residuals, invariants and observables
  long taken;     // steps so far

  evaluator evaluator;
  noslip_charts charts;
  noslip_method method;
  consistent consistent;
  noslip_consistent_memory reactions;
  noslip_state_memory now;
  evaluator_inputs inputs;
  double clock[1 + NOSLIP_INPUTS];      // t, then the inputs
  double out[NOSLIP_ROOM(NOSLIP_OUT)];  // of the functions of the model
  double scratch[2*NOSLIP_N], unwrapped[NOSLIP_N];
  double residual[NOSLIP_ROOM(NOSLIP_M)], monitor[NOSLIP_ROOM(NOSLIP_MONITORS)];
} noslip;

static inline void noslip_bind_observed(noslip *s) {
  noslip_bind_consistent(&s->consistent, &s->reactions, &s->evaluator);
  s->seen = (observed){.evaluator = &s->evaluator,
                       .consistent = &s->consistent,
                       .m = NOSLIP_M,
                       .nmonitor = NOSLIP_MONITORS,
                       .mechanical = true,
                       .has_energy = true,
                       .lagrangian = NOSLIP_LAGRANGIAN,
                       .velocities = NOSLIP_VELOCITIES,
                       .delivers = NOSLIP_DELIVERS,
                       .needs_multipliers = NOSLIP_NEEDS_MULTIPLIERS,
                       .has_angles = NOSLIP_HAS_ANGLES,
                       .angle = noslip_angle,
                       .known_motion = true,
                       .known_multipliers = true,
                       .energy = noslip_energy,
                       .residual = s->residual,
                       .unwrapped = s->unwrapped,
                       .monitor = s->monitor};
}

// the start of the run, as noslip has checked and completed it
static inline void noslip_bind_start(noslip *s) {
  noslip_bind_state(&s->state, &s->now);
  s->state.t = NOSLIP_T;
  vec_copy(s->now.q, noslip_q, NOSLIP_N);
  vec_copy(s->now.v, noslip_v, NOSLIP_NV);
  vec_copy(s->now.p, noslip_p, NOSLIP_NV);
#ifdef NOSLIP_TANGENT
  vec_copy(s->now.rho, noslip_rho, NOSLIP_N);
  s->state.reduced = true;
#endif
  vec_copy(s->now.q_low, noslip_q_low, NOSLIP_N);
  vec_copy(s->now.turns, noslip_turns, NOSLIP_N);
  vec_copy(s->now.lambda, noslip_lambda, NOSLIP_M);
  vec_copy(s->now.kept, noslip_lambda, NOSLIP_M);
  vec_copy(s->residual, noslip_residuals, NOSLIP_M);
  vec_copy(s->monitor, noslip_monitors, NOSLIP_MONITORS);
  state_unwrapped(&s->state, noslip_angle, s->unwrapped);
}

#if NOSLIP_INPUTS > 0
// Set input i for the steps that follow; noslip_input_names has their names.
static inline void noslip_set_input(noslip *s, int i, double value) {
  if (s->clock[1 + i] == value)
    return;
  s->clock[1 + i] = value;
  s->inputs.changes++;
  if (NOSLIP_DRIVEN_MOMENTA)
    observed_complete(&s->evaluator, &s->state, NOSLIP_LAGRANGIAN);
  observed_forget(&s->seen);
  s->seen.known_multipliers = false;
  observed_motion(&s->seen, &s->state);
}

static inline void noslip_bind_inputs(noslip *s) {
  vec_copy(s->clock + 1, noslip_inputs, NOSLIP_INPUTS);
  s->inputs.clock = s->clock;
  s->evaluator.inputs = &s->inputs;
}
#else
static inline void noslip_bind_inputs(noslip *s) {
  (void)s;
}
#endif

// Begin. A run that was begun before begins again.
static inline void noslip_start(noslip *s) {
  memset(s, 0, sizeof *s);
  noslip_bind_inputs(s);
  s->evaluator.n = NOSLIP_NV;
  s->evaluator.scratch = s->scratch;
  for (int k = 0; k < BUNDLE_COUNT; k++)
    s->evaluator.bundles[k].out = s->out + noslip_out[k];
  noslip_bind_charts(&s->charts, &s->evaluator);
  noslip_bind_method(&s->method, &s->evaluator);
  noslip_bind_observed(s);
  noslip_bind_start(s);
}

// One step. If it is not KERNEL_DONE, the state is that before it.
static inline kernel_result noslip_step(noslip *s) {
  kernel_result result = noslip_move(&s->method, &s->state);
  if (result != KERNEL_DONE)
    return result;
  s->taken++;
  observed_arrive(&s->seen, &s->state, NOSLIP_T + (double)s->taken*NOSLIP_H);
  observed_motion(&s->seen, &s->state);
  return KERNEL_DONE;
}

// one column of the state; the matrix of a motion of the plane is made of its angle
static inline double noslip_value(const noslip *s, int place) {
  int i = place % NOSLIP_N;
  switch (place/NOSLIP_N) {  // ORDER COLUMN
  case 0: return s->seen.unwrapped[i];
  case 1: return s->state.v[i];
  case 2: return real_cos(s->state.q[i]);
  case 3: return real_sin(s->state.q[i]);
  default: return -real_sin(s->state.q[i]);
  }
}

// the values at the current node, in the order of noslip_columns
static inline void noslip_row(noslip *s, double *row) {
  *row++ = s->state.t;
  for (int i = 0; i < NOSLIP_STATE; i++)
    *row++ = noslip_value(s, noslip_place[i]);
  *row++ = s->seen.energy;
  *row++ = vec_max(s->seen.residual, NOSLIP_M);
#ifdef NOSLIP_TANGENT
  vec_copy(row, s->state.rho, NOSLIP_NV);
#else
  vec_copy(row, s->state.p, NOSLIP_NV);
#endif
  vec_copy(row + NOSLIP_NV, observed_multipliers(&s->seen, &s->state), NOSLIP_M);
  vec_copy(row + NOSLIP_NV + NOSLIP_M, s->seen.monitor, NOSLIP_MONITORS);
}

// what a step that failed came to
static inline const char *noslip_words(kernel_result result) {
  switch (result) {
  case KERNEL_DONE: return "done";
  case KERNEL_UNSOLVED: return "Newton's method did not converge";
  case KERNEL_SINGULAR: return "the equations of the multipliers are singular";
  case KERNEL_NOT_FINITE: return "a coordinate would no longer be finite";
  case KERNEL_JUMPED: return "the step leads to another sheet of the constraints";
  case KERNEL_NO_VELOCITIES: return "the velocities cannot be found from the momenta";
  case KERNEL_NO_MOMENTA: return "the momenta cannot be found from the velocities";
  case KERNEL_NOT_PROJECTED: return "a constraint cannot be kept";
  case KERNEL_NO_FRAME: return "the constraints turn too far in one step";
  case KERNEL_OFF_BRANCH: return "the step left the solution branch";
  case KERNEL_NO_WAY_BACK: return "no state leads here by a step back";
  case KERNEL_TOO_LARGE: return "the step turns a body too far";
  case KERNEL_CROWDED:
  case KERNEL_CONTACT_UNSOLVED:
  case KERNEL_CONTACT_SINGULAR:
  case KERNEL_NO_CONTACT_FRAME:
  case KERNEL_NO_COEFFICIENT:
  case KERNEL_NO_GAP:
  case KERNEL_SINGULAR_MASS:
  case KERNEL_BACKWARDS: break;  // of time stepping, which has no files of its own
  case KERNEL_NO_ACCELERATION: return "the equations of the accelerations are singular";
  case KERNEL_DEPENDENT: return "the constraints are nearly dependent";
  case KERNEL_UNDEFINED: return "a rate is no longer finite";
  case KERNEL_UNDERFLOW: return "the adaptive step has become as short as the rounding of the time";
  case KERNEL_TOO_LONG: return "the next node is too many steps away";
  }
  return "";
}

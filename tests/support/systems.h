// Small runs for tests: a model, a method, a step, and what came out.

#pragma once

#include "noslip.h"

#include <stdbool.h>

enum { trial_most = 64 };

// one model under one method; fails the test if it cannot be made
typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

// A file of models/ with settings such as "m=2 x'=0.7": names with a prime, an index or of a
// coordinate are initial values, all others parameters. NULL: as the file stands.
trial trial_file(const char *file, const char *settings, const char *name, double h);

// the same for a model given as text
trial trial_text(const char *text, const char *settings, const char *name, double h);
void trial_close(trial *t);

// n steps; a step that fails fails the test
void trial_steps(trial *t, long n);

// n steps back: the same stepper with -h
void trial_back(trial *t, long n);

// the state (positions and velocities, or positions and momenta of a hamiltonian) as numbers
int trial_state(trial *t, double *x);
double trial_distance(trial *t, const double *x);

double trial_value(trial *t, const char *name);
noslip_report trial_report(trial *t);

// n steps, after each of which the energy is below that before
void trial_energy_falls(trial *t, long n);

// a model, given as text, that a method refuses with these words
void trial_refused(const char *text, const char *name, const char *words);

// Observed order at time T: log2 of the ratio of the errors with n and 2n steps, against a run with
// 32n steps (whose own error, a thousandth of the first, is extrapolated away).
typedef trial trial_maker(const char *name, double h);
double trial_order(trial_maker *make, const char *name, double T, long n);

// the same against another method, with 200 steps
double trial_order_against(trial_maker *make, const char *name, double T, long n,
                           const char *reference);

// n steps of size h, n steps back: how far from the start? Fails if the system did not move.
double trial_asymmetry(trial_maker *make, const char *name, double h, long n);

// the same with another method for the way back
double trial_way_back(trial_maker *make, const char *forth, const char *back, double h, long n);

// The largest difference between the Jacobian of the last step's equations, away from the solution,
// and central differences with step 1e-5; `spoil` is added to its first entry.
double trial_jacobian_error(trial *t, double spoil);

// Mechanical systems with holonomic constraints, and one without: what rattle and reich are tested on.

#pragma once

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/run.h"

// non-separable Hamiltonian on an axisymmetric surface
static inline trial spheroid(const char *name, double h) {
  return trial_file("spheroid.noslip", NULL, name, h);
}

static inline trial spherical(const char *name, double h) {
  return trial_file("spherical_pendulum.noslip", NULL, name, h);
}

static inline trial twofold(const char *name, double h) {
  return trial_file("double_spherical_pendulum.noslip", NULL, name, h);
}

// a lagrangian with a mass that varies and a gyroscopic term: through the Legendre transform
static inline trial varying(const char *name, double h) {
  return trial_text("model varying\ncoord x, y, z\n"
                    "lagrangian (x'^2 + y'^2 + (1 + x^2/3)*z'^2)/2 + (x*y' - y*x')/4 - z\n"
                    "holonomic sphere: x^2 + y^2 + z^2 = 1\n"
                    "init x = 0.6, z = -0.8, x' = 0.4, y' = 0.7, z' = 0.3\n",
                    NULL, name, h);
}

// no quadratic kinetic energy: the transform needs Newton
static inline trial relativistic(const char *name, double h) {
  return trial_text("model relativistic\ncoord x, y, z\n"
                    "lagrangian -sqrt(1 - (x'^2 + y'^2 + z'^2)/9)*9 - z\n"
                    "holonomic sphere: x^2 + y^2 + z^2 = 1\n"
                    "init x = 0.6, z = -0.8, x' = 0.4, y' = 0.7, z' = 0.3\n",
                    NULL, name, h);
}

// the pivot moves, the rod changes its length, a force depends on time and velocity
static inline trial moving(const char *name, double h) {
  return trial_text("model moving\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                    "holonomic rod: (x - sin(2*t)/5)^2 + y^2 = (1 + t/10)^2\n"
                    "force x = 0.2*cos(3*t) - 0.1*x'\nforce y = -0.1*y'\n"
                    "init x = 0, y = -1, x' = 0.6, y' = -0.1\n",
                    NULL, name, h);
}

// momenta that depend on time by themselves
static inline trial gauge(const char *name, double h) {
  return trial_text("model gauge\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + sin(t)*x' - y\n"
                    "holonomic rod: x^2 + y^2 = 1\ninit x = 0.6, y = -0.8, x' = 0.4, y' = 0.3\n",
                    NULL, name, h);
}

// without constraint: the Stoermer-Verlet method, and its general form
static inline trial free_top(const char *name, double h) {
  return trial_text("model free\ncoord q[1..2] momentum p[1..2]\n"
                    "hamiltonian (1 + q[1]^2/2)*dot(p, p)/2 + q[1]*p[2] + q[2]^4/4 + q[1]^2\n"
                    "init q = [0.3, 0.7], p = [0.5, -0.4]\n",
                    NULL, name, h);
}

static trial_maker *const holonomic[] = {spheroid,     spherical, twofold, varying,
                                         relativistic, moving,    gauge,   free_top};
enum { holonomic_count = sizeof holonomic/sizeof *holonomic };

// a Lie-Poisson system on Sp(2)
static inline trial beam(const char *name, double h) {
  return trial_file("moment_beam.noslip", NULL, name, h);
}

static inline void check_state(trial *t, const double *q, const double *p, double tolerance) {
  const double *momentum = noslip_run_values(t->run, NOSLIP_MOMENTUM);
  for (int i = 0; i < t->run->problem->n; i++) {
    check_near(t->run->state.q[i], q[i], tolerance);
    check_near(momentum[i], p[i], tolerance);
  }
}

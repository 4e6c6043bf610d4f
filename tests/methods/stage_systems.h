// Systems for tests of the stage methods: every kind of constraint, mass and chart they treat.

#pragma once

#include "tests/support/systems.h"

// ---- with reference values

// Chaplygin sleigh, position-dependent mass matrix
static inline trial sleigh(const char *name, double h) {
  return trial_file("sleigh.noslip", "x'=0.7 theta'=0.5", name, h);
}

static inline trial disk(const char *name, double h) {
  return trial_file("disk.noslip", NULL, name, h);
}

static inline trial particle(const char *name, double h) {
  return trial_file("particle.noslip", NULL, name, h);
}

// both kinds of constraints, position-dependent mass matrix
static inline trial mixed(const char *name, double h) {
  return trial_file("mixed.noslip", NULL, name, h);
}

// nonlinear in the velocities: Chetaev
static inline trial cone(const char *name, double h) {
  return trial_file("chetaev.noslip", NULL, name, h);
}

static inline trial holonomic(const char *name, double h) {
  return trial_text("model sphere\ncoord x, y, z\n"
                    "lagrangian (x'^2 + y'^2 + (1 + x^2/3)*z'^2)/2 - z\n"
                    "holonomic sphere: x^2 + y^2 + z^2 = 1\n"
                    "init x = 0.6, z = -0.8, x' = 0.4, y' = 0.7, z' = 0.3\n",
                    NULL, name, h);
}

// ---- with everything

// affine constraint, mass that varies, gyroscopic term
static inline trial affine(const char *name, double h) {
  return trial_text(
      "model affine\ncoord x, y, z\n"
      "lagrangian ((1 + y^2/3)*x'^2 + y'^2 + (1 + cos(x)/4)*z'^2)/2 + x*z'\n"
      "           - x^2/2 - y^2 - z^4/3\n"
      "nonholonomic belt: x' + y*z' = 0.3 + 0.2*z\n"
      "init x = 0.2, y = 0.5, z = -0.1, y' = 0.4, z' = 0.6, x' = 0.3 + 0.2*z - y*z'\n",
      NULL, name, h);
}

// time in the Lagrangian, in its momenta, in forces and in the constraint; friction
static inline trial driven(const char *name, double h) {
  return trial_text("model driven\ncoord x, y, z\n"
                    "lagrangian ((1 + y^2/3)*x'^2 + y'^2 + (1 + cos(x)/4)*z'^2)/2 + x*z'\n"
                    "           + sin(t)*y' - x^2/2*cos(t) - y^2 - z^2/3\n"
                    "nonholonomic belt: x' + y*z' = 0.3*sin(2*t) + 0.1*z\n"
                    "force x = -0.1*x'\nforce z = 0.2*cos(t) - 0.05*z'*z\n"
                    "init x = 0.2, y = 0.5, z = -0.1, y' = 0.4, z' = 0.6, x' = 0.1*z - y*z'\n",
                    NULL, name, h);
}

// the same with a rod whose pivot moves and whose length changes
static inline trial moving(const char *name, double h) {
  return trial_text("model moving\ncoord x, y, z\n"
                    "lagrangian (x'^2 + (1 + x^2/4)*y'^2 + z'^2)/2 + cos(t)*x' - y - z^2\n"
                    "holonomic rod: (x - sin(2*t)/5)^2 + y^2 = (1 + t/10)^2\n"
                    "nonholonomic belt: z' - x*y' = 0.1*sin(t)\n"
                    "force x = 0.2*cos(3*t) - 0.1*x'\nforce y = -0.1*y'\n"
                    "init y = -1, x' = 0.6, y' = -0.1, z = 0.3, z' = 0\n",
                    NULL, name, h);
}

// two constraints of each kind, declared in turns, from rest
static inline trial crowded(const char *name, double h) {
  return trial_text("model crowded\ncoord x, y, z, a, b, c\n"
                    "lagrangian (x'^2 + y'^2 + z'^2 + (1 + x^2/2)*a'^2 + b'^2 + c'^2)/2 + x*b'/3\n"
                    "           - 2*z - a - b*y\n"
                    "holonomic sphere: x^2 + y^2 + z^2 = 1\n"
                    "nonholonomic roll: c' - x*y' + a*z' = 0\n"
                    "holonomic rod: (a - x)^2 + (b - y)^2 = 1\n"
                    "nonholonomic belt: b' - z*c' + y*x' = 0\n"
                    "init x = 0.6, z = 0.8, a = 1.2, b = 0.8\n",
                    NULL, name, h);
}

// no quadratic kinetic energy: the Legendre transform needs Newton
static inline trial relativistic(const char *name, double h) {
  return trial_text("model relativistic\ncoord x, y, z\n"
                    "lagrangian -9*sqrt(1 - (x'^2 + y'^2 + z'^2)/9) - (x^2 + y^2)/2\n"
                    "nonholonomic c: z' - y*x' = 0\n"
                    "init x = 1, y = 0.5, z = -0.3, x' = 0.4, y' = 1, z' = 0.2\n",
                    NULL, name, h);
}

// ---- Hamiltonian forms

static inline trial sleigh_hamiltonian(const char *name, double h) {
  return trial_text("model sleigh\ncoord x momentum px, y momentum py, theta momentum pt\n"
                    "let w = pt + sin(theta)*px - cos(theta)*py\n"
                    "hamiltonian (px^2 + py^2 + w^2)/2 + 0.1*(y + sin(theta))\n"
                    "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\n"
                    "init x = 1, px = 0.7, py = 0.5, pt = 1\n",
                    NULL, name, h);
}

static inline trial mixed_hamiltonian(const char *name, double h) {
  return trial_text("model mixed\n"
                    "coord x momentum px, y momentum py, z momentum pz, u momentum pu\n"
                    "hamiltonian (px^2 + py^2 + pz^2 + pu^2/(1 + x^2/2))/2 + z + u^2/2\n"
                    "nonholonomic heisenberg: u' - x*y' + y*x' = 0\n"
                    "holonomic sphere: x^2 + y^2 + z^2 = 1\n"
                    "init x = 0.6, z = -0.8, u = 0.1, px = 0.4, py = 0.7, pz = 0.3\n"
                    "init pu = 0.42*(1 + 0.18)\n",
                    NULL, name, h);
}

static inline trial cone_hamiltonian(const char *name, double h) {
  return trial_text("model cone\ncoord x momentum px, y momentum py, z momentum pz\n"
                    "hamiltonian (px^2 + py^2/(1 + x^2/4) + pz^2)/2 + z + (x^2 + y^2)/4\n"
                    "nonholonomic cone: z'^2 = x'^2 + y'^2\n"
                    "init x = 0.3, y = -0.2, z = 0.5, px = 0.6, py = 0.8*(1 + 0.0225), pz = 1\n",
                    NULL, name, h);
}

// ---- without constraints

static inline trial oscillator(const char *name, double h) {
  return trial_text("model oscillator\ncoord x\nlagrangian (x'^2 - x^2)/2\ninit x = 1, x' = 0.5\n",
                    NULL, name, h);
}

static inline trial pendulum(const char *name, double h) {
  return trial_text("model pendulum\ncoord th\nlagrangian th'^2/2 + cos(th)\n"
                    "init th = 1, th' = 1.2\n",
                    NULL, name, h);
}

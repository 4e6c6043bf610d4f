// Models on Lie groups that tests of methods share: each goes where the digits of
// group_reference.inl begin, under a method and with a step.

#pragma once

#include "tests/support/systems.h"

static inline trial free_body(const char *name, double h) {
  return trial_file("rigid_body.noslip", NULL, name, h);
}

static inline trial heavy_top(const char *name, double h) {
  return trial_file("heavy_top_group.noslip", NULL, name, h);
}

static inline trial unicycle(const char *name, double h) {
  return trial_file("unicycle.noslip", NULL, name, h);
}

static inline trial suslov(const char *name, double h) {
  return trial_file("suslov_so3.noslip", NULL, name, h);
}

static inline trial sleigh_plane(const char *name, double h) {
  return trial_file("sleigh_se2.noslip", NULL, name, h);
}

static inline trial turntable(const char *name, double h) {
  return trial_file("turntable.noslip", NULL, name, h);
}

static inline trial fixed_point(const char *name, double h) {
  return trial_file("fixed_point_se3.noslip", NULL, name, h);
}

// the turntable as it is printed in the paper, with body components of the angular velocity
static inline trial turntable_body(const char *name, double h) {
  return trial_text("model turntable_body\n"
                    "param r = 0.5, a = 0.4, Om = 0.9\n"
                    "coord R: SO(3) velocity w\n"
                    "coord x, y\n"
                    "lagrangian (x'^2 + y'^2)/2 + a*r^2/2*dot(w, w)\n"
                    "nonholonomic sx: x' + Om*y = r*w[2]\n"
                    "nonholonomic sy: y' - Om*x = -r*w[1]\n"
                    "init x = 0.4, y = -0.2, x' = 0.03, y' = 0.01, w = [0.7, -0.3, 0.5]\n",
                    NULL, name, h);
}

// everything depends on everything, and the constraint is nonlinear
#define GENERAL_REST                                                     \
  "let n = transpose(R)*[0, 0, 1]\n"                                     \
  "let e = transpose(R)*[1, 0, 0]\n"                                     \
  "let T = (1.5*w[1]^2 + 1.2*w[2]^2 + 0.9*w[3]^2 + 0.4*dot(n, w)^2)/2\n" \
  "lagrangian T + 0.3*dot(e, w)*R[3,1] - 0.7*R[3,3]\n"                   \
  "nonholonomic odd: w[3] = 0.3*w[1]^2 + 0.2*dot(e, w) + 0.1*R[3,2]\n"   \
  "init R = [[0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]]\n"                \
  "init w = [0.7, -0.4, 0.23125]\n"

static inline trial general(const char *name, double h) {
  return trial_text("model general\ncoord R: SO(3) velocity w\n" GENERAL_REST, NULL, name, h);
}

// the same driven by a torque of the body, with friction
static inline trial driven_body(const char *name, double h) {
  return trial_text("model driven\ncoord R: SO(3) velocity w\n" GENERAL_REST
                    "force w = [0.3*cos(2*t), -0.2*w[2]*R[3,3], 0.1*w[1]]\n",
                    NULL, name, h);
}

// the heavy top by its momenta
static inline trial top_hamiltonian(const char *name, double h) {
  return trial_text("model top\n"
                    "coord R: SO(3) velocity w momentum m\n"
                    "hamiltonian (m[1]^2/1.5 + m[2]^2/1.44 + m[3]^2/0.94)/2 + R[3,3]\n"
                    "init R = [[0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]], m = [0.7, -0.4, 0.9]\n",
                    NULL, name, h);
}

// Suslov's body by its momenta: the constraint is one of velocities
static inline trial suslov_hamiltonian(const char *name, double h) {
  return trial_text("model suslov\n"
                    "coord R: SO(3) velocity w momentum m\n"
                    "let M = [[2, 0.1, 0.3], [0.1, 1.5, 0.2], [0.3, 0.2, 1]]\n"
                    "hamiltonian dot(m, inv(M)*m)/2\n"
                    "nonholonomic axis: w[3] = 0\n"
                    "init m = M*[0.8, -0.5, 0]\n",
                    NULL, name, h);
}

// a holonomic constraint and two that are not: a ball that rolls in a bowl
static inline trial bowl(const char *name, double h) {
  return trial_file("ball_bowl.noslip", NULL, name, h);
}

// a holonomic constraint that is not quadratic, and gives a coordinate
static inline trial rattleback(const char *name, double h) {
  return trial_file("rattleback.noslip", NULL, name, h);
}

// a body held at a point that moves, by its velocities and by its momenta
#define PIN_REST                                                    \
  "let rho = [0.1, 0.2, -0.5]\n"                                    \
  "holonomic pin: g.R*rho + [g.x, g.y, g.z] = [0.1*sin(t), 0, 0]\n" \
  "init g.x = -rho[1], g.y = -rho[2], g.z = -rho[3]\n"              \
  "let w0 = [0.5, -0.8, 1.1]\n"                                     \
  "let v0 = [0.1, 0, 0] - cross(w0, rho)\n"

static inline trial moving_pin(const char *name, double h) {
  return trial_text("model pin\ncoord g: SE(3) velocity (v, w)\n" PIN_REST
                    "lagrangian (0.3*w[1]^2 + 0.4*w[2]^2 + 0.5*w[3]^2 + dot(v, v))/2 - 9.81*g.z\n"
                    "init w = w0, v = v0\n",
                    NULL, name, h);
}

static inline trial moving_pin_hamiltonian(const char *name, double h) {
  return trial_text("model pin\ncoord g: SE(3) velocity (v, w) momentum (p, m)\n" PIN_REST
                    "hamiltonian (m[1]^2/0.3 + m[2]^2/0.4 + m[3]^2/0.5 + dot(p, p))/2 + 9.81*g.z\n"
                    "init m = [0.3*w0[1], 0.4*w0[2], 0.5*w0[3]], p = v0\n",
                    NULL, name, h);
}

static inline trial body_of_space(const char *name, double h) {
  return trial_file("rigid_body_so4.noslip", NULL, name, h);
}

// a rigid motion of the plane and a rotation, coupled
static inline trial coupled(const char *name, double h) {
  return trial_text(
      "model coupled\n"
      "coord g: SE(2) velocity (v, om), z, R: SO(3) velocity w\n"
      "lagrangian dot(v, v)/2 + 0.3*om^2 + z'^2/2 + dot(w, w)/2 + 0.2*om*w[3]\n"
      "  - (g.x^2 + g.y^2)/2 - z^2*R[3,3] - 0.4*g.x*R[1,2]\n"
      "nonholonomic edge: v[2] = 0.1*z*om + 0.2*w[1]\n"
      "init g.x = 0.4, g.theta = 3, v = [0.5, 0], z' = 0.3, om = 0.8, w = [0, 0.5, 1]\n",
      NULL, name, h);
}

// free, with nonholonomic, holonomic and both kinds of constraints, driven, by momenta, products
static const struct {
  const char *name;
  trial_maker *make;
} group_systems[] = {
    {"free body", free_body},
    {"heavy top", heavy_top},
    {"heavy top, hamiltonian", top_hamiltonian},
    {"unicycle", unicycle},
    {"sleigh", sleigh_plane},
    {"Suslov", suslov},
    {"Suslov, hamiltonian", suslov_hamiltonian},
    {"turntable", turntable},
    {"fixed point", fixed_point},
    {"moving pin", moving_pin},
    {"moving pin, hamiltonian", moving_pin_hamiltonian},
    {"general", general},
    {"driven", driven_body},
    {"bowl", bowl},
    {"SO(4)", body_of_space},
    {"coupled", coupled},
};
enum { group_nsystem = sizeof group_systems/sizeof *group_systems };

// Runs of every kind, for tests of what can be asked of a run at its nodes: bare DAEs, groups, contacts,
// stops, inputs, adaptive methods, multipliers in observables.

#pragma once

#include "tests/support/trial.h"

static const char record_swing[] =
    "model p\nparam g = 9.81\ncoord th: angle, x\n"
    "lagrangian (x'^2 + th'^2 + th'*x'*cos(th))/2 + g*cos(th) - x^2/2\n"
    "init th = 1, x' = 0.5\nobserve height = -cos(th)\n";
static const char record_rolling[] =
    "model r\ncoord x, y, th\nlagrangian (x'^2 + y'^2 + th'^2)/2 - y\n"
    "nonholonomic blade: y'*cos(th) = x'*sin(th), multiplier side\n"
    "init th = 0.3, th' = 1\ninvariant spin = th'\nobserve push = side\n";
static const char record_top[] = "model top\ncoord R: SO(3) velocity w, g: SE(2) velocity (u, o)\n"
                                 "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 - R[3,3] + "
                                 "(u[1]^2 + 2*u[2]^2 + o^2)/2\n"
                                 "init w = [1, 0.5, 2], u = [1, 0.5], o = 2\n";
static const char record_ball[] =
    "model b\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
    "contact floor: y >= 0, restitution 0.7, friction 0.2 along x'\ninit y = 0.3, x' = 1\n";
static const char record_decay[] = "model d\nstate y\ny' = -y*(1 + t)\ninit y = 1\n";
static const char record_dae[] =
    "model one\nstate y[1..2]\nalgebraic z\ny[1]' = y[1]*y[2]^2*z^2\n"
    "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\nconstraint y[1]^2*y[2] = 1\n"
    "init y = [1, 1], z = 1\ninvariant gap = y[1]^2*y[2]\nobserve twice = 2*z\n";
static const char record_fall[] = "model fall\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                                  "init y = 1, x' = 2\nstop ground: y = 0 falling\n";
static const char record_hamilton[] = "model h\ncoord q momentum p\nhamiltonian p^2/2 - cos(q)\n"
                                      "init q = 1\n";
static const char record_driven[] = "model u\ninput f = 0.5\ncoord x\nlagrangian x'^2/2 - x^2/2\n"
                                    "force x = f - x'\ninit x = 1\n";

static const struct {
  const char *text, *method;
} record_runs[] = {
    {record_swing, "dla-mp"},     {record_swing, "lobatto(3)"},
    {record_swing, "rattle"},     {record_swing, "index1"},
    {record_swing, "gonzalez"},   {record_rolling, "dla-cm"},
    {record_rolling, "spark(3)"}, {record_rolling, "index1"},
    {record_rolling, "index0"},   {record_rolling, "lobatto(2, multiplier=carry)"},
    {record_top, "lobatto(2)"},   {record_ball, "lobatto(2)"},
    {record_ball, "moreau"},      {record_decay, "rk-gauss(2)"},
    {record_swing, "bdf"},        {record_dae, "srk-gauss(2)"},
    {record_fall, "dla-mp"},      {record_hamilton, "dla-mp"},
    {record_driven, "dla-mp"},    {record_swing, "compose(dla-mp, suzuki4)"},
};
enum { record_nrun = sizeof record_runs/sizeof *record_runs };

static inline trial record_begin(int i, bool unmonitored) {
  return trial_begin(record_runs[i].text, &(noslip_run_options){.method = record_runs[i].method,
                                                                .step = 0.02,
                                                                .backend = "interpret",
                                                                .unmonitored = unmonitored,
                                                                .visits = true});
}

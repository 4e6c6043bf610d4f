// A cart on a wheel that cannot slip sideways, steered to a goal. The loop is the controller's: it
// looks at the state, sets thrust and torque, lets one step pass. A monitor ends the run at the
// goal.
//
//   L = (m (x'^2 + y'^2) + I th'^2)/2,   y' cos(th) - x' sin(th) = 0,
//   F = (thrust cos(th), thrust sin(th), torque)

#include <math.h>
#include <noslip.h>
#include <stdio.h>

typedef struct cart {
  double m, I;
  double thrust, torque;  // set between steps, constant during one
  double goal_x, goal_y;
} cart;

// ---- the model

static double L(void *context, double t, const double *q, const double *v) {
  const cart *c = context;
  (void)t, (void)q;
  return 0.5*(c->m*(v[0]*v[0] + v[1]*v[1]) + c->I*v[2]*v[2]);
}

static void gradient(void *context, double t, const double *q, const double *v, double *by_q,
                     double *by_v) {
  const cart *c = context;
  (void)t, (void)q;
  by_q[0] = by_q[1] = by_q[2] = 0;
  by_v[0] = c->m*v[0];
  by_v[1] = c->m*v[1];
  by_v[2] = c->I*v[2];
}

static void force(void *context, double t, const double *q, const double *v, double *F) {
  const cart *c = context;
  (void)t, (void)v;
  F[0] = c->thrust*cos(q[2]);
  F[1] = c->thrust*sin(q[2]);
  F[2] = c->torque;
}

static void wheel(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context, (void)t;
  phi[0] = v[1]*cos(q[2]) - v[0]*sin(q[2]);
}

static void wheel_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)v;
  out[0] = -sin(q[2]);
  out[1] = cos(q[2]);
  out[2] = 0;
}

// ---- the controller

static double distance(noslip_run *run, const cart *c) {
  return hypot(c->goal_x - noslip_value(run, "x"), c->goal_y - noslip_value(run, "y"));
}

// called after every step: false ends the run
static bool far_from_goal(void *context, noslip_run *run) {
  return distance(run, context) > 0.05;
}

// turn towards the goal, go slower near it
static void control(cart *c, noslip_run *run) {
  double th = noslip_value(run, "th"),
         speed = noslip_value(run, "x'")*cos(th) + noslip_value(run, "y'")*sin(th);
  double wanted = atan2(c->goal_y - noslip_value(run, "y"), c->goal_x - noslip_value(run, "x"));
  double error = remainder(wanted - th, 6.283185307179586);
  c->torque = 4*error - 2*noslip_value(run, "th'");
  c->thrust = 2*(fmin(1, distance(run, c))*fmax(0, cos(error)) - speed);
}

int main(void) {
  cart c = {.m = 2, .I = 0.5, .goal_x = -3, .goal_y = 2};
  const noslip_callbacks model_of_cart = {
      .name = "cart",
      .context = &c,
      .coordinates = 3,
      .coordinate = (const char *const[]){"x", "y", "th"},
      .angle = (const bool[]){false, false, true},
      .function = L,
      .gradient = gradient,
      .force = force,
      .nonholonomic = {.count = 1,
                       .names = (const char *const[]){"wheel"},
                       .phi = wheel,
                       .phi_v = wheel_v},
      .promises = NOSLIP_AUTONOMOUS | NOSLIP_CONSTANT_MASS | NOSLIP_LINEAR_CONSTRAINTS,
  };
  noslip_run_options options = {
      .method = "dla-mp", .step = 0.01, .monitor = far_from_goal, .monitor_context = &c};
  noslip_context *ctx = noslip_open(NULL);
  noslip_model *model;
  noslip_run *run;
  if (noslip_model_bind(ctx, &model_of_cart, &model) != NOSLIP_OK ||
      noslip_run_new(ctx, model, &options, &run) != NOSLIP_OK) {
    fprintf(stderr, "%s\n", noslip_last_error(ctx));
    return 1;
  }

  noslip_status status = NOSLIP_OK;
  for (long k = 0; status == NOSLIP_OK && k < 2000; k++) {
    if (k % 200 == 0)
      printf("t = %4.1f  x = %7.4f  y = %7.4f  th = %7.4f\n", noslip_time(run),
             noslip_value(run, "x"), noslip_value(run, "y"), noslip_value(run, "th"));
    control(&c, run);
    status = noslip_step(run);
  }
  if (status == NOSLIP_STOPPED)
    printf("at the goal after %.2f s\n", noslip_time(run));
  else
    printf("%s\n", status == NOSLIP_OK ? "out of time" : noslip_last_error(ctx));

  noslip_report report;
  noslip_run_report(run, &report);
  printf("the wheel slipped by less than 1e-13: %s\n",
         report.constraint_max_error < 1e-13 ? "yes" : "no");
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(ctx);
}

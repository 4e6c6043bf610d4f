// A pendulum whose bearing was measured: the torque at five speeds, and straight lines between them.
// The model is text, its friction a function in C.

#include <math.h>
#include <noslip.h>
#include <stdio.h>

static const char text[] = "model pendulum\n"
                           "param m = 1, l = 1, g = 9.81\n"
                           "coord th: angle\n"
                           "lagrangian m*l^2*th'^2/2 + m*g*l*cos(th)\n"
                           "init th = 2\n"
                           "run method spark(2), step 0.01, until 10\n";

typedef struct bearing {
  double torque[5];  // N m, at 0, 2, 4, 6, 8 rad/s
} bearing;

// q: th, v: th'
static void friction(void *context, double t, const double *q, const double *v, double *f) {
  const bearing *b = context;
  double at = fmin(fabs(v[0])/2, 3.999), share = at - floor(at);
  int i = (int)at;
  (void)t, (void)q;
  f[0] = -copysign((1 - share)*b->torque[i] + share*b->torque[i + 1], v[0]);
}

int main(void) {
  bearing measured = {{0, 0.25, 0.35, 0.42, 0.47}};
  noslip_extra_force force = {.on = "th", .force = friction, .context = &measured};
  noslip_model_options options = {.forces = &force, .nforces = 1};
  noslip_context *ctx = noslip_open(NULL);
  noslip_model *model;
  noslip_run *run;
  if (noslip_model_parse(ctx, "pendulum", text, &options, &model) != NOSLIP_OK ||
      noslip_run_new(ctx, model, NULL, &run) != NOSLIP_OK) {
    fprintf(stderr, "%s\n", noslip_last_error(ctx));
    return 1;
  }
  for (int k = 0; k <= 4; k++) {
    printf("t = %4.1f  th = %7.4f  energy = %7.4f\n", noslip_time(run), noslip_value(run, "th"),
           noslip_energy(run));
    if (noslip_advance(run, 250) != NOSLIP_OK)
      break;
  }
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(ctx);
}

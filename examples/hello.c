// A pendulum, written as in the book, followed for ten seconds.

#include <noslip.h>
#include <stdio.h>

static const char text[] = "model pendulum\n"
                           "param m = 1, l = 2, g = 9.81\n"
                           "coord th: angle\n"
                           "lagrangian m*l^2*th'^2/2 + m*g*l*cos(th)\n"
                           "init th = 1\n";

int main(void) {
  noslip_context *ctx = noslip_open(NULL);
  noslip_model *model;
  noslip_run *run;
  if (noslip_model_parse(ctx, "pendulum", text, NULL, &model) != NOSLIP_OK ||
      noslip_run_new(ctx, model, &(noslip_run_options){.method = "dla-mp", .step = 0.01}, &run) !=
          NOSLIP_OK) {
    fprintf(stderr, "%s\n", noslip_last_error(ctx));
    return 1;
  }
  for (int second = 0; second <= 10; second++) {
    printf("%2d s  th = %7.4f  energy = %.4f\n", second, noslip_value(run, "th"),
           noslip_energy(run));
    if (noslip_advance(run, 100) != NOSLIP_OK)
      break;
  }
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(ctx);
}

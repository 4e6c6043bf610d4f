// A cart on a wheel that cannot slip sideways, steered to a goal. Thrust and torque are inputs of
// the model: the loop looks at the state, sets them, lets one step pass.

#include <math.h>
#include <noslip.h>
#include <stdio.h>

static const char cart[] = "model cart\n"
                           "param m = 2, I = 0.5, goal_x = -3, goal_y = 2\n"
                           "input thrust, torque\n"
                           "coord x, y, th: angle\n"
                           "lagrangian m/2*(x'^2 + y'^2) + I/2*th'^2\n"
                           "nonholonomic wheel: y'*cos(th) - x'*sin(th) = 0\n"
                           "force x = thrust*cos(th)\n"
                           "force y = thrust*sin(th)\n"
                           "force th = torque\n"
                           "let way = atan2(goal_y - y, goal_x - x) - th\n"
                           "observe distance = norm([goal_x - x, goal_y - y])\n"
                           "observe error = atan2(sin(way), cos(way))\n"
                           "observe speed = x'*cos(th) + y'*sin(th)\n";

// turn towards the goal, go slower near it
static void control(noslip_run *run) {
  double error = noslip_value(run, "error"), far = fmin(1, noslip_value(run, "distance"));
  noslip_set_input(run, "torque", 4*error - 2*noslip_value(run, "th'"));
  noslip_set_input(run, "thrust", 2*(far*fmax(0, cos(error)) - noslip_value(run, "speed")));
}

int main(void) {
  noslip_context *ctx = noslip_open(NULL);
  noslip_model *model;
  noslip_run *run;
  if (noslip_model_parse(ctx, "cart", cart, NULL, &model) != NOSLIP_OK ||
      noslip_run_new(ctx, model, &(noslip_run_options){.method = "dla-mp", .step = 0.01}, &run) !=
          NOSLIP_OK) {
    fprintf(stderr, "%s\n", noslip_last_error(ctx));
    return 1;
  }
  noslip_status status = NOSLIP_OK;
  for (long k = 0; status == NOSLIP_OK && k < 2000 && noslip_value(run, "distance") > 0.05; k++) {
    if (k % 200 == 0)
      printf("t = %4.1f  x = %7.4f  y = %7.4f  th = %7.4f\n", noslip_time(run),
             noslip_value(run, "x"), noslip_value(run, "y"), noslip_value(run, "th"));
    control(run);
    status = noslip_step(run);
  }
  printf(status == NOSLIP_OK ? "at the goal after %.2f s\n" : "lost after %.2f s\n",
         noslip_time(run));

  noslip_report report;
  noslip_run_report(run, &report);
  printf("the wheel slipped by less than 1e-13: %s\n",
         report.constraint_max_error < 1e-13 ? "yes" : "no");
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(ctx);
}

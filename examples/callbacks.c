// A crank whose moment of inertia is known from measurements only: twelve numbers over one turn,
// and a spline between them. No expression can say that; functions in C can.
//
//   L = J(th) th'^2/2,  J a periodic cubic B-spline with the coefficients of the table

#include <math.h>
#include <noslip.h>
#include <stdio.h>

enum { knots = 12 };

typedef struct crank {
  double J[knots];  // kg m^2
} crank;

// J and its derivative at an angle
static double inertia(const crank *c, double th, double *by_th) {
  double at = th*knots/6.283185307179586, u = at - floor(at), w = 1 - u;
  const double B[] = {w*w*w/6, (3*u*u*u - 6*u*u + 4)/6,
                      (3*w*w*w - 6*w*w + 4)/6, u*u*u/6};
  const double dB[] = {-w*w/2, (3*u*u - 4*u)/2, -(3*w*w - 4*w)/2, u*u/2};
  double J = 0, dJ = 0;
  for (int k = 0; k < 4; k++) {
    int i = (((int)floor(at) + k) % knots + knots) % knots;
    J += c->J[i]*B[k];
    dJ += c->J[i]*dB[k];
  }
  *by_th = dJ*knots/6.283185307179586;
  return J;
}

static double L(void *context, double t, const double *q, const double *v) {
  (void)t;
  double dJ;
  return 0.5*inertia(context, q[0], &dJ)*v[0]*v[0];
}

static void gradient(void *context, double t, const double *q, const double *v, double *by_q,
                     double *by_v) {
  (void)t;
  double dJ, J = inertia(context, q[0], &dJ);
  by_q[0] = 0.5*dJ*v[0]*v[0];
  by_v[0] = J*v[0];
}

static double inertia_now(void *context, const noslip_node *node) {
  double dJ;
  return inertia(context, node->q[0], &dJ);
}

int main(void) {
  crank measured = {{2.1, 2.4, 2.9, 3.1, 2.8, 2.3, 2.0, 1.8, 1.7, 1.7, 1.8, 1.9}};
  const noslip_callbacks c = {
      .name = "crank",
      .context = &measured,
      .coordinates = 1,
      .coordinate = (const char *const[]){"th"},
      .angle = (const bool[]){true},
      .start_x = (const double[]){3},
      .function = L,
      .gradient = gradient,
      .observables = (const noslip_quantity[]){{"J", inertia_now}},
      .nobservable = 1,
      .promises = NOSLIP_AUTONOMOUS | NOSLIP_QUADRATIC,
  };
  noslip_context *ctx = noslip_open(NULL);
  noslip_model *model;
  noslip_run *run;
  if (noslip_model_bind(ctx, &c, &model) != NOSLIP_OK ||
      noslip_run_new(ctx, model, &(noslip_run_options){.method = "dla-mp", .step = 0.01}, &run) !=
          NOSLIP_OK) {
    fprintf(stderr, "%s\n", noslip_last_error(ctx));
    return 1;
  }
  for (int k = 0; k <= 4; k++) {
    printf("t = %4.1f  turns = %8.4f  th' = %.4f  J = %.4f\n", noslip_time(run),
           noslip_value(run, "th")/6.283185307179586, noslip_value(run, "th'"),
           noslip_value(run, "J"));
    if (noslip_advance(run, 500) != NOSLIP_OK)
      break;
  }
  noslip_report report;
  noslip_run_report(run, &report);
  printf("energy within %.0e of %.4f\n", report.energy_max_error, report.energy_initial);
  for (int i = 0; i < report.nwarning; i++)
    printf("note: %s\n", report.warnings[i]);
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(ctx);
}

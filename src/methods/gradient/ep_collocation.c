// Steppers for ep-collocation(s), and their tables.

#include "methods/gradient/ep_collocation.h"

#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

static void ep_collocation_print(const ep_collocation_shape *k, literal *out) {
  int stages = k->of.stages;
  gradient_print(&k->of, out);
  LITERAL_INTEGER(out, k, k);
  LITERAL_NUMBERS(out, k, A, stages*stages);
  LITERAL_NUMBERS(out, k, tau, k->k);
  LITERAL_NUMBERS(out, k, W, stages*k->k);
  LITERAL_NUMBERS(out, k, way, k->k*stages);
}

GRADIENT_SOUND(ep_collocation)

#define FAMILY ep_collocation
#define FAMILY_FILE "methods/gradient/ep_collocation.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_SOLVER 1
#define FAMILY_CARRIED GRADIENT_CARRIED
#define FAMILY_SOUND ep_collocation_is_sound
#include "methods/bind.h"

// ---- tables

// W and alpha of the header block, term by term: P_n and P_(n-1) at the points and at the nodes
static void fill(double *W, double *way, const tableau *gauss, const tableau *points) {
  int s = gauss->s, k = points->s;
  double Px[tableau_most], Py[tableau_most], Qx[tableau_most], Qy[tableau_most];
  for (int n = 0; n <= s; n++) {
    tableau_legendre(Px, points->c, n, k);
    tableau_legendre(Py, gauss->c, n, s);
    for (int m = 0; m < k; m++)
      for (int i = 0; i < s; i++) {
        if (n < s)
          W[i*k + m] += (2*n + 1)*Px[m]*Py[i];
        way[m*s + i] += n == 0 ? 1 : Px[m]*Qy[i] - (n < s ? Qx[m]*Py[i] : 0);
      }
    for (int m = 0; m < k; m++)
      Qx[m] = Px[m];
    for (int i = 0; i < s; i++)
      Qy[i] = Py[i];
  }
  for (int m = 0; m < k; m++)
    for (int i = 0; i < s; i++) {
      W[i*k + m] *= points->b[m];
      way[m*s + i] *= gauss->b[i]/2;
    }
}

stepper *ep_collocation_make(const method *m, evaluator *e, arena *a) {
  int stages = m->number, k = ((const gradient_options *)method_options(m))->points;
  double *W = ARENA_ARRAY(a, double, stages*k), *way = ARENA_ARRAY(a, double, k*stages);
  tableau gauss, points;
  gradient_shape of;
  if (a->failed || !gradient_init(&of, a, e->problem, stages, &gauss) ||
      !tableau_init(&points, a, TABLEAU_GAUSS, k))
    return NULL;
  fill(W, way, &gauss, &points);
  gradient_guard(&of, m, e->problem);
  ep_collocation_shape shape = {of, k, gauss.A, points.c, W, way};
  return gradient_stepper(&ep_collocation_binding, &shape, of, m, e, a);
}

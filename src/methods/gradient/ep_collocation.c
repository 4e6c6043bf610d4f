// Steppers for ep-collocation(s), and their tables.

#include "methods/gradient/ep_collocation.h"

#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

static void evaluate(void *self, const double *x, double *r, double *J) {
  ep_collocation *s = self;
  ep_collocation_evaluate(s->shape, s, x, r, J);
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  ep_collocation_shape k = ((const ep_collocation *)self->self)->shape;
  int stages = k.of.stages;
  (void)local;
  gradient_print_arrays(out, k.of);
  text_c_array(out, "ep_A", k.A, stages*stages);
  text_c_array(out, "ep_tau", k.tau, k.k);
  text_c_array(out, "ep_W", k.W, stages*k.k);
  text_c_array(out, "ep_way", k.way, k.k*stages);
  text_print(out, "#define EP_COLLOCATION_SHAPE {");
  gradient_print(out, k.of);
  text_print(out, ", %d, ep_A, ep_tau, ep_W, ep_way}\n", k.k);
}

static void print_export(const stepper *self, text_buffer *out) {
  gradient_print_export(self, out);
  text_print(out, "#define EP_POINTS %d\n", ((const ep_collocation *)self->self)->shape.k);
}

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
  stepper *step = arena_alloc(a, sizeof *step);
  ep_collocation *s = arena_alloc(a, sizeof *s);
  if (a->failed)
    return NULL;
  int stages = m->number, k = ((const gradient_options *)method_options(m))->points;
  double *W = ARENA_ARRAY(a, double, stages*k), *way = ARENA_ARRAY(a, double, k*stages);
  tableau gauss, points;
  if (a->failed || !gradient_init(&s->of, a, e, stages, &gauss) ||
      !tableau_init(&points, a, TABLEAU_GAUSS, k))
    return NULL;
  int n = s->of.shape.phase.size;
  fill(W, way, &gauss, &points);
  s->of.evaluate = evaluate;
  gradient_guard(&s->of, m);
  s->shape = (ep_collocation_shape){s->of.shape, k, gauss.A, points.c, W, way};
  s->slopes = ARENA_ARRAY(a, double, k*n);
  s->bends = ARENA_ARRAY(a, double, k*n*n);
  *step = gradient_stepper(m, &s->of);
  step->native_file = "methods/gradient/ep_collocation_native.h";
  step->export_file = "methods/gradient/ep_collocation_export.h";
  step->print_shape = print_shape;
  step->print_export = print_export;
  step->bundles |= BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS);
  return a->failed ? NULL : step;
}

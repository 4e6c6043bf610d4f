// Coordinate increments, discrete gradients that keep the energy of z' = P(z) grad H(z) and ask for
// no derivative of H: itoh-abe, its adjoint itoh-abe*, and their mean itoh-abe-sym.
//
//   step       d = z1 - z0 = h P(zm) D,  zm = z0 + d/2                                     [C] (11)
//   itoh-abe   D_i = (H(y_i) - H(y_(i-1)))/d_i, y_i = z1 in the coordinates 1..i, z0 in the others:
//              the coordinates move one after the other. Where d_i = 0: H_i(y_i)               [I]
//   itoh-abe*  the same from the last coordinate to the first, which exchanges z0 with z1
//   -sym       D = (D + D*)/2
//
//   unknown    d, n numbers
//   residual   r = d - h P(zm) D
//   Jacobian   1 - h (1/2 (P D)_z + P D_d); the row i of D_d has zeros for coordinates that move
//              after i, (H_i(y_i) - D_i)/d_i in its place i, (H_j(y_i) - H_j(y_(i-1)))/d_i for j
//              that have moved before. For tiny d_i these are 1/2 H_ii and H_ij, in the middle
//
//   keeps      H, to the rounding of the solve: the increments add up, D.d = H(z1) - H(z0), and P
//              is skew. They are made without cancellation (expr/difference.h)
//   symmetric  itoh-abe-sym, of order 2. itoh-abe has order 1, and depends on the order in which
//              the variables are declared; a step of itoh-abe* with -h undoes one of itoh-abe with
//              h, and compose(itoh-abe, symmetric) is symmetric, of order 2
//   does not   keep other invariants; but parts of H that share no variable it keeps as avf does
//
// [I] Itoh, Abe, J. Comput. Phys. 76 (1988).
// [C] Celledoni, Farre Puiggali, Hoiseth, Martin de Diego, "Energy-preserving integrators applied
//     to nonholonomic systems", sec. 3.

#pragma once

#include "methods/gradient/gradient.h"

// what does not change in a run
typedef struct itoh_abe_shape {
  gradient_shape of;
  bool mean;  // itoh-abe-sym
} itoh_abe_shape;

typedef struct itoh_abe {
  gradient of;
  itoh_abe_shape shape;

  // scratch
  double *before;  // n  grad H where coordinate i has not moved yet, with J
} itoh_abe;

static inline void itoh_abe_lay(itoh_abe_shape k, itoh_abe *s, layout *l) {
  gradient_lay(k.of, &s->of, l);
  s->before = layout_scratch(l, k.of.phase.size);
}

// A d_i that is shorter than this against z_i leaves to quotients in D_d as many digits as the
// limit has: rounding over d_i is d_i again.
static const double itoh_abe_tiny = 1e-8;

// the discrete gradient that a row of D_d belongs to, and its weight
typedef struct itoh_abe_part {
  const double *D;
  bool back;
  double weight;
} itoh_abe_part;

// has coordinate j moved before i?
static inline bool itoh_abe_moved(itoh_abe_part part, int i, int j) {
  return part.back ? j > i : j < i;
}

// row i of D_d in the middle, where d_i is tiny; z is y_i
static inline void itoh_abe_limit(int n, itoh_abe *s, itoh_abe_part part, int i, double d) {
  gradient *of = &s->of;
  double keep = of->z[i], *row = of->Dd + i*n;
  of->z[i] -= 0.5*d;
  const double *Hi = evaluator_run(of->e, BUNDLE_GRADIENT_BLOCKS, gradient_time(of, 0.5), of->z,
                                   of->z, of->phase.frame) +
                     n + i*n;
  for (int j = 0; j < n; j++)
    if (itoh_abe_moved(part, i, j))
      row[j] += part.weight*Hi[j];
  row[i] += part.weight*0.5*Hi[i];
  of->z[i] = keep;
}

// row i of D_d: grad H at y_i is the slope, at y_(i-1) it is in before
static inline void itoh_abe_row(int n, itoh_abe *s, itoh_abe_part part, int i, double d,
                                const double *slope) {
  double *row = s->of.Dd + i*n, factor = part.weight/d;
  for (int j = 0; j < n; j++)
    if (itoh_abe_moved(part, i, j))
      row[j] += factor*(slope[j] - s->before[j]);
  row[i] += factor*(slope[i] - part.D[i]);
}

// from z0 to z1, coordinate by coordinate: D_d += weight dD/dd
static inline void itoh_abe_walk(int n, itoh_abe *s, itoh_abe_part part, const double *d) {
  gradient *of = &s->of;
  double t = gradient_time(of, 0.5);
  const double *slope = gradient_true_slope(of, t, gradient_place(n, of, 0, d));
  for (int k = 0; k < n; k++) {
    int i = part.back ? n - 1 - k : k;
    vec_copy(s->before, slope, n);
    of->z[i] = of->phase.z[i] + d[i];
    slope = gradient_true_slope(of, t, of->z);
    if (fabs(d[i]) <= itoh_abe_tiny*of->base->newton.scale[i])
      itoh_abe_limit(n, s, part, i, d[i]);
    else
      itoh_abe_row(n, s, part, i, d[i], slope);
  }
}

// D, and D_d if asked for; itoh-abe* is the adjoint
static inline void itoh_abe_gradient(itoh_abe_shape k, itoh_abe *s, const double *d, bool blocks) {
  gradient *of = &s->of;
  int n = k.of.phase.size;
  vec_zero(of->D, n);
  if (blocks)
    vec_zero(of->Dd, n*n);
  for (int back = 0; back < 2; back++) {
    if (!k.mean && back != of->base->adjoint)
      continue;
    const double *D = evaluator_run(of->e, back ? BUNDLE_COORDINATES_BACK : BUNDLE_COORDINATES,
                                    gradient_time(of, 0.5), of->phase.z, d, of->phase.frame);
    itoh_abe_part part = {D, back, k.mean ? 0.5 : 1};
    vec_axpy(of->D, part.weight, D, of->D, n);
    if (blocks)
      itoh_abe_walk(n, s, part, d);
  }
}

// r at d, and J = dr/dd unless it is NULL
static inline void itoh_abe_evaluate(itoh_abe_shape k, itoh_abe *s, const double *d, double *r,
                                     double *J) {
  itoh_abe_gradient(k, s, d, J != NULL);
  gradient_close(k.of.phase, &s->of, d, r, J);
}

GRADIENT_FAMILY(itoh_abe)

// Constraints that turn, and whose impulses do no work in a step.
//
//   M (v1 - v0) = h F + Abar^T Lambda + Hbar^T P,      A(q1) v1 + a = 0
//
// changes the energy by Lambda.(Abar v_h), and with A(q_h) for Abar that is not what the constraints
// say: d = A(q_h) v_h + a is of order 2, for A v + a = 0 holds at the ends of the step. Therefore
//
//   Abar = A(q_h) - d (M v_h)^T/(v_h.M v_h + s^2)
//
// which is the discrete gradient of Gonzalez for g between q0 and q0 + h v_h: Abar v_h = -a, of the
// same order. Where a = 0 impulses of constraints do no work at all then, and whips crack without a
// gain.
//
// Velocities of rounding have no direction, and d is rounding there. s is the size of velocities
// below which that may be: 1e-3 of what the forces change in a step, and 1e6 times what is left of
// A v0 + a at q0, both in units of sqrt(energy). A step loses or gains 1e-3 d/|v_h| of M g^2 h^2 by
// it at most.
//
// Gonzalez, "Mechanical systems subject to holonomic constraints: differential-algebraic formulations
// and conservative integration" (1999).

#include "base/vec.h"
#include "methods/moreau/moreau.h"

static const double slow = 1e-3;   // of the change by forces
static const double clean = 1e-6;  // A v + a of a velocity that has a direction, over |A| |v|

// v.M v of a block, with p = M v
static double square(const moreau *s, const unilateral_block *in, const double *v, double *p) {
  mat_vec(p, s->bodies.motion + in->mass, v, in->n, in->n);
  return vec_dot(p, v, in->n);
}

// what is left of A v + a in row k, squared, over A M^-1 A^T
static double left_over(const moreau *s, const unilateral_block *in, int k, const double *v) {
  const moreau_bodies *b = &s->bodies;
  const double *A = b->constraints[1] + in->rows + k*in->n,
               *inverse = b->inverse + in->mass - s->shape.u->nv;
  double left = b->constraints[1][s->shape.u->m + in->constraint[k]] + vec_dot(A, v, in->n);
  double size = 0;
  for (int i = 0; i < in->n; i++)
    size += A[i]*vec_dot(inverse + i*in->n, A, in->n);
  return size > 0 ? left*left/size : 0;
}

void moreau_find_floors(moreau *s, double h) {
  const unilateral *u = s->shape.u;
  moreau_bodies *b = &s->bodies;
  for (int i = 0; i < u->nblock; i++) {
    const unilateral_block *in = &u->blocks[i];
    double *p = b->scratch, *v = p + in->n;
    for (int k = 0; k < in->n; k++)
      v[k] = slow*h*b->rate[in->velocity[k]];
    b->floor[i] = square(s, in, v, p);
    for (int k = 0; k < in->n; k++)
      v[k] = b->v0[in->velocity[k]];
    for (int k = 0; k < in->m; k++)
      b->floor[i] += left_over(s, in, k, v)/(clean*clean);
  }
}

const double *moreau_straighten(moreau *s, const unilateral_block *in) {
  const unilateral *u = s->shape.u;
  moreau_bodies *b = &s->bodies;
  int n = in->n;
  const double *A = b->constraints[0] + in->rows;
  double *p = b->scratch, *v = p + n, *straight = b->straight + in->rows;
  for (int i = 0; i < n; i++)
    v[i] = b->vh[in->velocity[i]];
  double energy = square(s, in, v, p) + b->floor[in - u->blocks];
  for (int k = 0; k < in->m; k++) {
    double d = b->constraints[0][u->m + in->constraint[k]] + vec_dot(A + k*n, v, n);
    vec_axpy(straight + k*n, energy > 0 ? -d/energy : 0, p, A + k*n, n);
  }
  return straight;
}

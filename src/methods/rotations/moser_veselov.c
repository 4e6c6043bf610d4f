// Steppers on rotations: J of each body from its inertia, and what cannot be treated.

#include "methods/rotations/moser_veselov.h"

#include "methods/families.h"
#include "problem/group.h"

#include <stdio.h>

static void rotations_print(const rotations_shape *k, literal *out) {
  LITERAL_INTEGER(out, k, nq);
  LITERAL_INTEGER(out, k, n);
  group_print_factors(out, "factor", k->factor, k->nfactor);
  LITERAL_INTEGER(out, k, nfactor);
  LITERAL_NUMBERS(out, k, alpha, k->nq);
  LITERAL_NUMBERS(out, k, axes, k->nq);
  LITERAL_INTEGERS(out, k, turned, k->nfactor);
  LITERAL_NUMBERS(out, k, W, k->n*k->n);
  LITERAL_NUMBERS(out, k, rest, k->n);
  LITERAL_INTEGER(out, k, unforced);
  LITERAL_NUMBER(out, k, w0);
  LITERAL_NUMBER(out, k, w1);
}

#define FAMILY rotations
#define FAMILY_FILE "methods/rotations/moser_veselov.h"
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const problem *p = ((const rotations *)self->self)->e->problem;
  assert(i >= 0 && i < p->nv);
  snprintf(buffer, size, "momentum balance of `%s`", p->momentum[i]);
  return buffer;
}

// ---- inertia

// n of SO(n)
static int size_of(const group_factor *f) {
  return f->kind == GROUP_SO ? f->n : 3;
}

// The entries of the mass matrix that belong to a factor, for the entries i < j of X; of a
// hamiltonian it is the inverse that is known. False if that is singular.
static bool inertia_of(const problem *p, const group_factor *f, double *M) {
  static const int vector[] = {2, 1, 0};  // X_12 = -w_3, X_13 = w_2, X_23 = -w_1
  double W[son_most*son_most];
  for (int i = 0; i < f->dim; i++)
    for (int j = 0; j < f->dim; j++) {
      bool is_vector = f->kind == GROUP_SO3;
      int row = f->first + (is_vector ? vector[i] : i),
          column = f->first + (is_vector ? vector[j] : j);
      bool minus = is_vector && (i == 1) != (j == 1);
      double entry = p->mechanical.structure.mass[row*p->nv + column];
      M[i*f->dim + j] = minus ? -entry : entry;
    }
  if (p->mechanical.lagrangian)
    return true;
  vec_copy(W, M, f->dim*f->dim);
  mat_scalar(M, 1, f->dim);
  return son_divide(M, W, f->dim);
}

// the place of the entry (i,j), i != j, among those with i < j
static int place(int i, int j, int n) {
  assert(i != j && i >= 0 && i < n && j >= 0 && j < n);
  int low = i < j ? i : j, high = i < j ? j : i;
  return low*n - low*(low + 1)/2 + high - low - 1;
}

// the inertia of the entries (i,j) and (k,l) of X with this J
static double entry_of(const double *J, int i, int j, int k, int l, int n) {
  return (i == k ? J[j*n + l] : 0) + (j == l ? J[i*n + k] : 0) - (i == l ? J[j*n + k] : 0) -
         (j == k ? J[i*n + l] : 0);
}

// J with T = tr(X J X^T)/2 from the inertia M of the entries i < j of X, and by how much T is off
static double find_J(double *J, const double *M, int n) {
  int d = son_dim(n);
  double off = 0;
  assert(n >= 3 && n <= son_largest);  // each axis has two others
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int t = 0;  // another axis; for i = j two of them
      while (t == i || t == j)
        t++;
      int u = t + 1;
      while (u == i || u == j)
        u++;
      int ti = place(t, i, n), tj = place(t, j, n);
      if (i == j) {
        int ui = place(u, i, n), tu = place(t, u, n);
        J[i*n + i] = (M[ti*d + ti] + M[ui*d + ui] - M[tu*d + tu])/2;
      } else {
        J[i*n + j] = (t < i) == (t < j) ? M[ti*d + tj] : -M[ti*d + tj];
      }
    }
  for (int i = 0, row = 0; i < n; i++)
    for (int j = i + 1; j < n; j++, row++)
      for (int k = 0, column = 0; k < n; k++)
        for (int l = k + 1; l < n; l++, column++)
          off = vec_larger(off, fabs(entry_of(J, i, j, k, l, n) - M[row*d + column]));
  return off;
}

// one turn in the plane (k,l) that makes J_kl zero; U takes it in
static void annihilate(double *J, double *U, int k, int l, int n) {
  double theta = (J[l*n + l] - J[k*n + k])/(2*J[k*n + l]);
  double t = (theta >= 0 ? 1 : -1)/(fabs(theta) + sqrt(theta*theta + 1));
  double c = 1/sqrt(t*t + 1), s = t*c;
  for (int i = 0; i < n; i++) {
    double a = J[i*n + k], b = J[i*n + l];
    J[i*n + k] = c*a - s*b;
    J[i*n + l] = s*a + c*b;
    a = U[i*n + k], b = U[i*n + l];
    U[i*n + k] = c*a - s*b;
    U[i*n + l] = s*a + c*b;
  }
  for (int j = 0; j < n; j++) {
    double a = J[k*n + j], b = J[l*n + j];
    J[k*n + j] = c*a - s*b;
    J[l*n + j] = s*a + c*b;
  }
}

// J = U diag(alpha) U^T by Jacobi's sweeps; true if U is not 1
static bool find_axes(double *J, double *U, double *alpha, int n) {
  enum { sweeps = 30 };
  bool turned = false;
  double size = vec_max(J, n*n);
  mat_scalar(U, 1, n);
  for (int sweep = 0; sweep < sweeps; sweep++)
    for (int k = 0; k < n; k++)
      for (int l = k + 1; l < n; l++)
        if (fabs(J[k*n + l]) > DBL_EPSILON/16*size) {
          annihilate(J, U, k, l, n);
          turned = true;
        }
  if (turned)
    son_orthonormalise(U, n);
  for (int i = 0; i < n; i++)
    alpha[i] = J[i*n + i];
  moser_veselov_exact(alpha, n);
  return turned;
}

// ---- what cannot be treated

// the first momentum outside of a factor that its mass matrix couples to it, -1: none
static int coupled_to(const problem *p, const group_factor *f) {
  for (int i = f->first; i < f->first + f->dim; i++)
    for (int j = 0; j < p->nv; j++)
      if ((j < f->first || j >= f->first + f->dim) &&
          p->mechanical.structure.mass[i*p->nv + j] != 0)
        return j;
  return -1;
}

// one rotation
static bool refuses_body(const problem *p, const group_factor *f, char *why, size_t size) {
  double M[son_most*son_most], J[son_square], U[son_square], alpha[son_largest];
  const double loose = 1e-12;  // rounding of what is given, many times over
  int n = size_of(f), other = coupled_to(p, f);
  if (other >= 0) {
    snprintf(why, size,
             "wants a kinetic energy that is a sum over the rotations, and this one couples `%s` "
             "with `%s`",
             p->momentum[f->first], p->momentum[other]);
    return true;
  }
  if (!inertia_of(p, f, M) || !isfinite(vec_max(M, f->dim*f->dim))) {
    snprintf(why, size, "finds no inertia: the kinetic energy of `%s` is degenerate",
             p->momentum[f->first]);
    return true;
  }
  if (find_J(J, M, n) > loose*vec_max(M, f->dim*f->dim)) {
    snprintf(why, size,
             "wants the kinetic energy tr(q'*J*transpose(q'))/2 of a rigid body of R^%d, inertia "
             "alpha[i] + alpha[j] in its planes, and that of `%s` is another",
             n, p->momentum[f->first]);
    return true;
  }
  find_axes(J, U, alpha, n);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (!(alpha[i] + alpha[j] > 0)) {
        snprintf(why, size,
                 "wants an inertia alpha[i] + alpha[j] > 0 in every plane, and of `%s` one is %.4g",
                 p->momentum[f->first], alpha[i] + alpha[j]);
        return true;
      }
  return false;
}

// the energy as a whole
static const char *wrong_energy(const mechanical_structure *s) {
  if (!s->quadratic)
    return "wants a kinetic energy that is quadratic in the velocities";
  if (!s->mass && s->live_momenta)
    return "wants a mass matrix of numbers, and here a live parameter stands in it (leave that out "
           "of the option `live`)";
  if (!s->mass)
    return "wants a constant mass matrix, and here it depends on the place or the time";
  if (!s->plain)
    return "wants a kinetic energy without terms linear in the velocities";
  return s->placed ? NULL : "wants forces that do not depend on velocities";
}

bool moser_veselov_refuses(const problem *p, char *why, size_t size) {
  const char *wrong = wrong_energy(&p->mechanical.structure);
  if (p->m > 0) {
    snprintf(why, size, "has no equations for constraints, and `%s` is one", p->constraint[0]);
    return true;
  }
  for (int i = 0; i < p->group.nfactor; i++)
    if (p->group.factor[i].kind == GROUP_SE2 || p->group.factor[i].kind == GROUP_SE3) {
      snprintf(why, size, "treats rotations only, and here is a rigid motion, with `%s`",
               p->momentum[p->group.factor[i].first]);
      return true;
    }
  if (wrong) {
    snprintf(why, size, "%s", wrong);
    return true;
  }
  for (int i = 0; i < p->group.nfactor; i++)
    if (p->group.factor[i].kind != GROUP_R && refuses_body(p, p->group.factor + i, why, size))
      return true;
  return false;
}

// ---- making one

// H_pp of all that is no rotation
static bool know_mass(const problem *p, arena *a, double *W) {
  int n = p->nv;
  double *M = ARENA_ARRAY(a, double, n*n), *column = ARENA_ARRAY(a, double, n);
  int *pivot = ARENA_ARRAY(a, int, n);
  if (a->failed)
    return false;
  vec_copy(M, p->mechanical.structure.mass, n*n);
  bool done = !p->mechanical.lagrangian || dense_factor(M, pivot, n) < 0;
  for (int j = 0; j < n && p->mechanical.lagrangian && done; j++) {
    vec_zero(column, n);
    column[j] = 1;
    dense_solve(M, pivot, column, n);
    for (int i = 0; i < n; i++)
      W[i*n + j] = column[i];
  }
  if (!p->mechanical.lagrangian)
    vec_copy(W, M, n*n);
  for (int i = 0; i < p->group.nfactor; i++)
    if (p->group.factor[i].kind != GROUP_R)
      vec_zero(W + p->group.factor[i].first*n, p->group.factor[i].dim*n);
  return done;
}

static bool know_bodies(rotations_shape *k, const problem *p, arena *a) {
  double M[son_most*son_most], J[son_square];
  double *alpha = ARENA_ARRAY(a, double, p->n), *axes = ARENA_ARRAY(a, double, p->n);
  double *W = ARENA_ARRAY(a, double, p->nv*p->nv);
  int *turned = ARENA_ARRAY(a, int, p->group.nfactor);
  k->rest = ARENA_ARRAY(a, double, p->nv);
  if (a->failed)
    return false;
  for (int i = 0; i < p->group.nfactor; i++) {
    const group_factor *f = p->group.factor + i;
    if (f->kind == GROUP_R)
      continue;
    inertia_of(p, f, M);
    find_J(J, M, size_of(f));
    turned[i] = find_axes(J, axes + f->from, alpha + f->from, size_of(f));
  }
  k->alpha = alpha;
  k->axes = axes;
  k->turned = turned;
  k->W = W;
  return know_mass(p, a, W);
}

stepper *moser_veselov_make_weighted(const method *m, evaluator *e, arena *a, double w0) {
  const problem *p = e->problem;
  bool adjoint = w0 < 0.5;
  rotations_shape shape = {
      .nq = p->n,
      .n = p->nv,
      .factor = p->group.factor,
      .nfactor = p->group.nfactor,
      .unforced = p->mechanical.structure.unforced,
      .w0 = adjoint ? 1 - w0 : w0,
      .w1 = adjoint ? w0 : 1 - w0,
  };
  assert(w0 >= 0 && w0 <= 1);
  if (!know_bodies(&shape, p, a))
    return NULL;
  stepper *step = rattle_stepper(&rotations_binding, &shape, m, e, a, adjoint);
  if (!step)
    return NULL;
  step->equation = equation;
  step->bundles = BUNDLE_BIT(BUNDLE_VALUES);
  return step;
}

stepper *moser_veselov_make(const method *m, evaluator *e, arena *a) {
  return moser_veselov_make_weighted(m, e, a, 0.5);
}

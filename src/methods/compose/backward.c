// The adjoint of any method, M*(h) = M(-h)^-1: the step is solved backwards, by steps of M.
//
//   problem    y1 with M(-h) y1 = y0, y = (q,p) or (q,v)                                   [H] II.3
//   unknown    a displacement d of the start: y1 = M(h) (y0 + d), on a group q0 tau(d)
//   equation   C(d) = 0, C(d) = y0 - M(-h) M(h) (y0 + d)
//   iteration  d <- d + C(d). As M(-h) M(h) is 1 + O(h^(p+1)), p the order of M, so is its
//              derivative: each turn gains a factor of h^(p+1), and no Jacobian is needed. It ends
//              where C(d) is rounding
//
// y1 is an end of M, so what M keeps is kept; displacements that leave the constraints do no harm,
// since M leads back to them. It costs two steps of M in each turn, of which there are two or
// three. For methods that have no equations of their own for M*, and carry nothing but (q,p) or
// (q,v).
//
// [H] Hairer, Lubich, Wanner, "Geometric Numerical Integration"

#include "methods/families.h"

#include "geometry/product.h"
#include "problem/group.h"

enum { backward_most = 40 };

// C(d), as a part of the state, that no longer shrinks below this is rounding
static const double backward_floor = 1e-11;

typedef struct backward {
  kernel base;
  const problem *problem;
  bool velocities;             //       M carries (q,v), otherwise (q,p)
  stepper **step;              // 2     M, for h and for -h
  state start, end, returned;  //      y0 + d, M(h) of it, M(-h) of that
  double *d, *C;               // 2 nv  by q, then by p or v
  double *inverse, *element;   // n     of a group
} backward;

static double *carried(const backward *s, const state *x) {
  return s->velocities ? x->v : x->p;
}

static double *carried_low(const backward *s, const state *x) {
  return s->velocities ? x->v_low : x->p_low;
}

// y0 + d
static void displace(backward *s, const state *y0) {
  const problem *p = s->problem;
  state *x = &s->start;
  state_copy(x, y0);
  if (p->group.factor)
    group_move(p, x->q, s->d);
  else
    vec_add_compensated(x->q, x->q_low, s->d, p->nv);
  vec_add_compensated(carried(s, x), carried_low(s, x), s->d + p->nv, p->nv);
}

// C = y0 - y, with what rounding took from both
static void differ(backward *s, const double *y0, const double *low0, const double *y,
                   const double *low, double *C) {
  for (int i = 0; i < s->problem->nv; i++)
    C[i] = (y0[i] - y[i]) + (low0[i] - low[i]);
}

// the d with q0 = q tau(d), tau = cay; false if they are half a turn apart
static bool differ_on_group(backward *s, const double *q0, const double *q, double *d) {
  group G = group_of_problem(s->problem, GROUP_CAY);
  group_inverse(&G, s->inverse, q);
  group_compose(&G, s->element, s->inverse, q0);
  return group_tau_inverse(&G, d, s->element);
}

// C(d) of the last two steps, and its size as a part of the state; NaN if there is none
static double compare(backward *s, const state *y0) {
  int n = s->problem->n, nv = s->problem->nv;
  const state *y = &s->returned;
  if (!s->problem->group.factor)
    differ(s, y0->q, y0->q_low, y->q, y->q_low, s->C);
  else if (!differ_on_group(s, y0->q, y->q, s->C))
    return (double)NAN;
  differ(s, carried(s, y0), carried_low(s, y0), carried(s, y), carried_low(s, y), s->C + nv);
  double q = vec_max(s->C, nv)/(1e-3 + vec_max(y0->q, n));
  double x = vec_max(s->C + nv, nv)/(1e-3 + vec_max(carried(s, y0), nv));
  return vec_larger(q, x);
}

// from one state to another, started plainly: every turn repeats about the same step
static kernel_result go(backward *s, int which, const state *from, state *to, double h) {
  assert(which == 0 || which == 1);
  stepper *step = s->step[which];
  state_copy(to, from);
  step->kernel->carried.h = (double)NAN;
  s->base.failed_at = which;
  kernel_result result = step->take(step->self, to, h);
  s->base.newton.last.iterations += step->kernel->newton.last.iterations;
  to->t = from->t + h;
  return result;
}

static kernel_result solve(backward *s, const state *y0, double h) {
  double last = (double)INFINITY;
  vec_zero(s->d, 2*s->problem->nv);
  for (int turn = 0; turn < backward_most; turn++) {
    displace(s, y0);
    kernel_result result = go(s, 0, &s->start, &s->end, h);
    if (result == KERNEL_DONE)
      result = go(s, 1, &s->end, &s->returned, -h);
    if (result != KERNEL_DONE)
      return result;
    double size = compare(s, y0);
    if (size == 0 || (size < backward_floor && size >= last/2))
      return KERNEL_DONE;
    if (!(size < 1e3))
      return KERNEL_NO_WAY_BACK;
    vec_axpy(s->d, 1, s->C, s->d, 2*s->problem->nv);
    last = size;
  }
  return KERNEL_NO_WAY_BACK;
}

static kernel_result take(void *self, state *x, double h) {
  backward *s = self;
  newton *n = &s->base.newton;
  n->last.iterations = 0;
  kernel_result result = solve(s, x, h);
  if (result != KERNEL_DONE)
    return result;
  double t = x->t;
  state_copy(x, &s->end);
  x->t = t;
  if (n->last.iterations > n->carried.max_iterations)
    n->carried.max_iterations = n->last.iterations;
  return KERNEL_DONE;
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  return self->stages[0]->equation(self->stages[0], i, buffer, size);
}

static bool make_arrays(backward *s, arena *a) {
  const problem *p = s->problem;
  s->d = ARENA_ARRAY(a, double, 2*p->nv);
  s->C = ARENA_ARRAY(a, double, 2*p->nv);
  s->inverse = ARENA_ARRAY(a, double, p->n);
  s->element = ARENA_ARRAY(a, double, p->n);
  return !a->failed && state_init(&s->start, a, p) && state_init(&s->end, a, p) &&
         state_init(&s->returned, a, p);
}

stepper *backward_make(const method *as, const method *of, evaluator *e, arena *a) {
  backward *s = arena_alloc(a, sizeof *s);
  stepper *step = arena_alloc(a, sizeof *step);
  stepper **stages = ARENA_ARRAY(a, stepper *, 2);
  if (a->failed)
    return NULL;
  *s = (backward){
      .problem = e->problem, .velocities = method_velocities(of, e->problem), .step = stages};
  for (int i = 0; i < 2; i++) {
    if (!(stages[i] = method_make(of, e, a)))
      return NULL;
    stages[i]->exports = false;
  }
  if (!make_arrays(s, a))
    return NULL;
  *step = (stepper){.method = as,
                    .kernel = &s->base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .coordinate = e->problem->coordinate,
                    .ncoordinate = e->problem->n,
                    .stages = stages,
                    .nstage = 2};
  return step;
}

// Initial values that are not given: those nearest to where they start that satisfy the constraints.

#include "problem/initial.h"

#include "problem/place.h"
#include "solve/nearest.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// a point: positions, and velocities or momenta
typedef struct point {
  double *q, *x;
} point;

typedef struct finder {
  const initial *in;
  const problem *problem;
  evaluator *e;
  state *s;
  double *x;    //        the velocities or momenta of the state; of an index-2 problem none
  int level;    //        0: positions; 1: velocities, or u of an overdetermined problem
  int n;        //        components
  int *row, m;  // m      constraints of the level
  bool *held;   // n
  point start, place[nearest_places];
  constraint_size sizes;
  double *size;          // 2m
  double *W, *width;     // n x n, n
  double *y, *f, *move;  // n
  chart_blocks blocks;
} finder;

static bool is_mechanical(const finder *f) {
  return problem_is_mechanical(f->problem);
}

static point new_point(arena *a, const problem *p) {
  return (point){ARENA_ARRAY(a, double, p->n), ARENA_ARRAY(a, double, p->nv)};
}

static bool finder_init(finder *f, const initial *in, arena *a, state *s) {
  const problem *p = in->evaluator->problem;
  int n = problem_is_mechanical(p) ? p->nv : p->n;
  *f = (finder){
      .in = in,
      .problem = p,
      .e = in->evaluator,
      .s = s,
      .x = p->mechanical.lagrangian ? s->v : s->p,
      .n = n,
      .row = ARENA_ARRAY(a, int, p->m),
      .held = ARENA_ARRAY(a, bool, n),
      .start = new_point(a, p),
      .size = ARENA_ARRAY(a, double, 2*p->m),
      .W = ARENA_ARRAY(a, double, (size_t)n*(size_t)n),
      .width = ARENA_ARRAY(a, double, n),
      .y = ARENA_ARRAY(a, double, n),
      .f = ARENA_ARRAY(a, double, n),
      .move = ARENA_ARRAY(a, double, n),
      .blocks = chart_blocks_new(a, n),
  };
  for (int k = 0; k < nearest_places; k++)
    f->place[k] = new_point(a, p);
  return constraint_size_init(&f->sizes, a, in->evaluator, in->consistent, in->step) && !a->failed;
}

// ---------------------------------------------------------------------------------------------
// what nearest.h asks for

static void keep_point(const finder *f, point to) {
  vec_copy(to.q, f->s->q, f->problem->n);
  vec_copy(to.x, f->x, f->problem->nv);
}

static void take_point(const finder *f, point from) {
  vec_copy(f->s->q, from.q, f->problem->n);
  vec_copy(f->x, from.x, f->problem->nv);
}

static void keep(void *self, int place) {
  finder *f = self;
  keep_point(f, f->place[place]);
}

static void back(void *self, int place) {
  finder *f = self;
  take_point(f, f->place[place]);
}

static void move(void *self, const double *d) {
  finder *f = self;
  if (is_mechanical(f) && f->level == 0)
    place_move(f->problem, f->s->q, d);
  else
    vec_axpy(is_mechanical(f) ? f->x : f->s->q, 1, d, is_mechanical(f) ? f->x : f->s->q, f->n);
}

// number k of a level, of 2m residuals or sizes; of an index-2 problem those of the two levels
static double of_level(const finder *f, const double *out, int k) {
  return is_mechanical(f) ? initial_residual(f->problem, out, k, f->level == 1)
                          : out[f->level*f->problem->m + k];
}

// residuals and rows of all constraints
typedef struct level_rows {
  const double *r, *A;
} level_rows;

// g and g_y, or u and u_y
static level_rows look_index2(finder *f) {
  bundle_kind kind = f->level == 0 ? BUNDLE_GAP_BLOCKS : BUNDLE_RATE_BLOCKS;
  const double *g = evaluator_run(f->e, kind, f->s->t, f->s->q, f->s->lambda, NULL);
  return (level_rows){g, g + f->problem->m};
}

// of the velocities of a hamiltonian w_p, otherwise the directions of the reactions
static level_rows look_mechanical(finder *f) {
  bool momenta = f->level == 1 && !f->problem->mechanical.lagrangian;
  return (level_rows){f->e->bundles[BUNDLE_RESIDUALS].out,
                      momenta ? f->e->bundles[BUNDLE_ACCELERATION].out
                              : consistent_directions(f->in->consistent)};
}

static void find_slope(finder *f, double *c) {
  const double *now = is_mechanical(f) ? f->x : f->s->q;
  if (is_mechanical(f) && f->level == 0) {
    place_slope(f->problem, f->s->q, f->start.q, c);
    return;
  }
  vec_sub(f->move, now, is_mechanical(f) ? f->start.x : f->start.q, f->n);
  mat_vec(c, f->W, f->move, f->n, f->n);
}

static bool look(void *self, double *r, double *A, double *c) {
  finder *f = self;
  const problem *p = f->problem;
  bool mechanical = is_mechanical(f);
  if (mechanical && !observed_complete(f->e, f->s, p->mechanical.lagrangian))
    return false;
  constraint_size_at(&f->sizes, f->s, f->size);
  level_rows at = mechanical ? look_mechanical(f) : look_index2(f);
  for (int a = 0; a < f->m; a++) {
    int k = f->row[a];
    double *row = A + (long)a*f->n;
    double size = of_level(f, f->size, k);
    size = size > 0 ? size : 1;
    r[a] = (mechanical ? of_level(f, at.r, k) : at.r[k])/size;
    for (int i = 0; i < f->n; i++)
      row[i] = at.A[(long)k*f->n + i]/size;
    if (mechanical && f->level == 0)
      place_turn_row(p, f->s->q, row);
    for (int i = 0; !mechanical && f->level == 1 && i < p->overdetermined.ny; i++)
      row[p->overdetermined.y[i]] = 0;  // they stay where level 0 has put them
  }
  find_slope(f, c);
  return true;
}

// ---------------------------------------------------------------------------------------------
// a level

static void choose_rows(finder *f) {
  const bool *imposed = f->in->given->row[f->level];
  f->m = 0;
  for (int k = 0; k < f->problem->m; k++) {
    bool here = !is_mechanical(f) || f->level == 1 || f->problem->mechanical.is_holonomic[k];
    if (here && (!imposed || imposed[k]))
      f->row[f->m++] = k;
  }
}

static void choose_held(finder *f) {
  const initial_given *given = f->in->given;
  const overdetermined_class *of = &f->problem->overdetermined;
  if (is_mechanical(f) && f->level == 0)
    place_hold(f->problem, given->q, f->held);
  else
    memcpy(f->held, is_mechanical(f) ? given->x : given->q, (size_t)f->n*sizeof *f->held);
  for (int i = 0; !is_mechanical(f) && f->level == 1 && i < of->ny; i++)
    f->held[of->y[i]] = true;
}

// the metric and the widths at the start of the level
static void measure(finder *f) {
  const widths *w = &f->sizes.width;
  bool lagrangian = f->problem->mechanical.lagrangian;
  constraint_size_at(&f->sizes, f->s, f->size);
  for (int i = 0; i < f->n; i++)
    f->width[i] = !is_mechanical(f) ? w->position[i] > 0 ? w->position[i] : 1
                  : f->level == 0   ? widths_reach(w, i)
                  : lagrangian      ? widths_speed(w, i)
                                    : widths_reach(w, f->n + i);
  vec_zero(f->W, f->n*f->n);
  for (int i = 0; i < f->n; i++)
    f->W[(long)i*f->n + i] = 1;
  if (is_mechanical(f) && f->level == 0)
    place_metric(f->problem, f->W);
  if (is_mechanical(f) && f->level == 1) {
    chart_eval(&f->e->own, f->s->t, f->s->q, f->x, f->y, f->f, &f->blocks);
    vec_copy(f->W, f->blocks.yx, f->n*f->n);
  }
}

static bool any_free(const finder *f) {
  for (int i = 0; i < f->n; i++)
    if (!f->held[i])
      return true;
  return false;
}

// ---------------------------------------------------------------------------------------------
// in words

// the name and value of a component that is given; NULL: it has no number of its own
static const char *given_name(const finder *f, int i, double *value) {
  const initial_given *given = f->in->given;
  if (is_mechanical(f) && f->level == 1) {
    *value = f->start.x[i];
    return given->x_name[i];
  }
  int place = is_mechanical(f) ? f->sizes.width.place[i] : i;
  *value = place >= 0 ? f->start.q[place] : 0;
  return place >= 0 && given->q[place] ? given->q_name[place] : NULL;
}

// "th' = 5, x' = 1 and y' = 2"
static int name_values(const finder *f, const nearest *s, failure *why) {
  enum { most = 6 };
  static const double rounding = 1e-8;
  int count = 0, named = 0;
  double value;
  for (int i = 0; i < f->n; i++)
    count += f->held[i] && fabs(s->of_component[i]) > rounding && given_name(f, i, &value);
  for (int i = 0; i < f->n && named < most; i++) {
    if (!f->held[i] || !(fabs(s->of_component[i]) > rounding))
      continue;
    const char *name = given_name(f, i, &value);
    if (!name)
      continue;
    fail_more(why, "%s%s = %.10g",
              named == 0           ? ""
              : named == count - 1 ? " and "
                                   : ", ",
              name, value);
    named++;
  }
  if (count > most)
    fail_more(why, ", ...");
  return count;
}

static void name_constraints(const finder *f, const nearest *s, failure *why) {
  enum { most = 4 };
  static const double rounding = 1e-6;
  int named = 0;
  for (int a = 0; a < f->m; a++)
    if (fabs(s->of_equation[a]) > rounding && named++ < most)
      fail_more(why, "%s`%s`", named > 1 ? ", " : "", f->problem->constraint[f->row[a]]);
  if (named > most)
    fail_more(why, ", ...");
}

// where the largest of m numbers stands
static int largest(const double *r, int m) {
  int at = 0;
  assert(m > 0);
  for (int a = 0; a < m; a++)
    at = fabs(r[a]) > fabs(r[at]) ? a : at;
  return at;
}

// the start is as it was given; its residuals against their sizes are in r
static noslip_status refuse(finder *f, arena *a, const nearest *s, failure *why) {
  int worst = largest(s->of_equation, f->m);
  worst = fabs(s->r[worst]) > initial_refused ? worst : largest(s->r, f->m);
  int k = f->row[worst];
  bool hidden = f->level == 1 && (!is_mechanical(f) || f->problem->mechanical.is_holonomic[k]);
  double share = s->r[worst];
  if (is_mechanical(f) && initial_finite(f->in, f->s, why) != NOSLIP_OK)
    return why->status;
  if (!f->in->given->row[0] && is_mechanical(f) && initial_rank(f->in, a, f->s, why) != NOSLIP_OK)
    return why->status;
  initial_refuse(f->problem->constraint[k],
                 !hidden            ? ""
                 : is_mechanical(f) ? "velocity "
                                    : "time derivative's ",
                 share*of_level(f, f->size, k), fabs(share), why);
  failure values;
  fail(&values, NOSLIP_ERROR_MODEL, "%s", "");
  int count = name_values(f, s, &values);
  if (count > 0) {
    fail_more(why, "\n  over-determined: %s contradict%s ", values.sentence, count == 1 ? "s" : "");
    name_constraints(f, s, why);
  }
  return why->status;
}

// ---------------------------------------------------------------------------------------------

// what was given and has moved nevertheless
static void note_given(finder *f, int *lines) {
  const initial_given *given = f->in->given;
  bool positions = !is_mechanical(f) || f->level == 0;
  const bool *fixed = positions ? given->q : given->x;
  int n = positions ? f->problem->n : f->problem->nv;
  double *before = positions ? f->start.q : f->start.x, *after = positions ? f->s->q : f->x;
  for (int i = 0; f->in->notes && i < n; i++) {
    initial_moves one = {before + i, after + i, after + i, NULL, "", 1};
    const char *name = (positions ? given->q_name : given->x_name)[i];
    one.name = &name;
    if (fixed[i])
      initial_note_moves(f->in, &one, lines);
  }
}

// A search may pass full turns on its way: angles are brought next to where they started. True: some
// were, and many turns have cost them digits.
static bool unwind(const finder *f) {
  const problem *p = f->problem;
  bool any = false;
  for (int i = 0; f->level == 0 && p->has_angles && i < p->n; i++) {
    double turns = p->angle[i] ? nearbyint((f->s->q[i] - f->start.q[i])/state_turn) : 0;
    if (turns != 0)
      f->s->q[i] = fma(-turns, state_turn, f->s->q[i]) - turns*state_turn_low;
    any = any || turns != 0;
  }
  return any;
}

static bool find_nearest(const finder *f, nearest *s, bool yield) {
  nearest_result result = nearest_find(s, yield, initial_left);
  if (result == NEAREST_FOUND && unwind(f))
    result = nearest_find(s, yield, initial_left);
  return result == NEAREST_FOUND;
}

static noslip_status find_level(finder *f, arena *a, int *lines, failure *why) {
  nearest solver;
  nearest_problem of = {.self = f,
                        .n = f->n,
                        .m = f->m,
                        .look = look,
                        .move = move,
                        .keep = keep,
                        .back = back,
                        .held = f->held,
                        .W = f->W,
                        .width = f->width};
  if (!nearest_init(&solver, a, &of))
    return fail_memory(why);
  if (!look(f, solver.r, solver.A, solver.c))
    return NOSLIP_OK;  // what is not finite is found later
  int worst = largest(solver.r, f->m);
  double share = fabs(solver.r[worst]);
  bool small = share <= initial_refused;
  if (!(share > initial_left) || (small && !any_free(f)))
    return NOSLIP_OK;
  measure(f);
  if (find_nearest(f, &solver, f->in->project && !small)) {
    note_given(f, lines);
    if (solver.left && f->in->notes)
      text_print(f->in->notes,
                 "`%s` holds in several directions from this start, all as near: one "
                 "of them is taken; give more initial values to choose\n",
                 f->problem->constraint[f->row[worst]]);
    return NOSLIP_OK;
  }
  take_point(f, f->start);
  look(f, solver.r, solver.A, solver.c);
  return small ? NOSLIP_OK : refuse(f, a, &solver, why);
}

noslip_status initial_find(const initial *in, arena *a, state *s, failure *why) {
  const problem *p = in->evaluator->problem;
  finder f;
  int lines = 0, levels = problem_is_mechanical(p) || p->class == PROBLEM_OVERDETERMINED ? 2 : 1;
  assert(in->given && s->n == p->n && s->m == p->m);
  if (p->m == 0)
    return NOSLIP_OK;
  if (!finder_init(&f, in, a, s))
    return fail_memory(why);
  noslip_status status = NOSLIP_OK;
  for (f.level = 0; f.level < levels && status == NOSLIP_OK; f.level++) {
    keep_point(&f, f.start);
    choose_rows(&f);
    choose_held(&f);
    if (f.m > 0)
      status = find_level(&f, a, &lines, why);
  }
  return status;
}

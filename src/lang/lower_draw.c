// draw: shapes for pictures. They are no part of the motion.

#include "lang/lower.h"

#include <string.h>

static const struct {
  const char *form, *roles;
} rules[] = {
#define DRAWING(kind, word, form, roles) [DRAW_##kind] = {form, roles},
#include "lang/drawings.inl"
#undef DRAWING
};

static const char *write_it(lowering *l, const tree_draw *s) {
  return arena_print(l->arena, "write draw %s", rules[s->what].form);
}

// the letter of value i
static char role_of(const tree_draw *s, int i) {
  const char *roles = rules[s->what].roles;
  int n = (int)strlen(roles);
  if (roles[n - 1] == '+')
    return 'P';
  return i < n ? roles[i] : 0;
}

static bool has_count(lowering *l, const tree_draw *s, int at) {
  const char *roles = rules[s->what].roles;
  int n = (int)strlen(roles), most = roles[n - 1] == '+' ? s->nvalue : n;
  int least = roles[n - 1] == '+' || roles[n - 1] == 'A' ? n - 1 : n;
  if (s->nvalue >= least && s->nvalue <= most)
    return true;
  return wrong(l, at, write_it(l, s), "this drawing has %d value%s", s->nvalue,
               s->nvalue == 1 ? "" : "s");
}

// ---------------------------------------------------------------------------------------------
// values by their roles

static bool is_point(lowering *l, const tree *e, const value *v) {
  if (v->shape != SHAPE_VECTOR || (v->rows != 2 && v->rows != 3))
    return wrong(l, e->start, "write it as [x, y] or [x, y, z]",
                 "a point is a vector of length 2 or 3, this is %s", value_describe(l->arena, v));
  if (l->notes.dimension != 0 && l->notes.dimension != v->rows)
    return wrong(l, e->start, "write all with two entries, or all with three",
                 "the points of a model are all in the plane or all in space");
  l->notes.dimension = v->rows;
  return true;
}

static bool is_vector(const value *v, int n) {
  return v->shape == SHAPE_VECTOR && v->rows == n;
}

// a vector, a size or a turn beside a point in the plane or in space
static bool has_role(const lowering *l, char role, const value *v) {
  int d = l->notes.dimension;
  bool scalar = v->shape == SHAPE_SCALAR;
  switch (role) {
  case 'V': return is_vector(v, d);
  case 'r': return scalar;
  case 'b': return scalar || is_vector(v, d);
  case 'c': return is_vector(v, 2);
  default: return d == 2 ? scalar : v->shape == SHAPE_MATRIX && v->rows == 3 && v->cols == 3;
  }
}

static const char *expected(const lowering *l, char role) {
  bool plane = l->notes.dimension == 2;
  switch (role) {
  case 'V': return plane ? "this is a vector of length 2" : "this is a vector of length 3";
  case 'r': return "the size is a scalar";
  case 'b':
    return plane ? "the size is a scalar or a vector of length 2"
                 : "the size is a scalar or a vector of length 3";
  case 'c': return "radius and length are a vector of length 2";
  default: return plane ? "a turn in the plane is an angle" : "a turn in space is a 3x3 matrix";
  }
}

static bool fits(lowering *l, const tree_draw *s, int i, const value *v) {
  char role = role_of(s, i);
  if (role == 'P')
    return is_point(l, s->values[i], v);
  if (role == 'V' && !has_role(l, role, v))
    return wrong(l, s->values[i]->start, write_it(l, s),
                 "the vector has as many entries as the point, this is %s",
                 value_describe(l->arena, v));
  return has_role(l, role, v) || wrong(l, s->values[i]->start, write_it(l, s), "%s, this is %s",
                                       expected(l, role), value_describe(l->arena, v));
}

// ---------------------------------------------------------------------------------------------
// the statement

static void count_value(drawing *d, char role, int n) {
  d->npoint += role == 'P';
  d->nsize += role == 'r' || role == 'b' || role == 'c' ? n : 0;
  d->nturn += role == 'A' ? n : 0;
}

// draw ground floor, P
static bool draw_contact(lowering *l, const tree_draw *s, int at, expr gap) {
  value P;
  drawing d = {.what = DRAW_GROUND, .colour = s->colour, .name = s->name};
  if (s->nvalue != 2)
    return wrong(l, at, "write draw ground floor, P with the point P of the body that touches",
                 "the ground of a contact is drawn under one point");
  l->scope =
      (scope){KIND_COORD | KIND_TIME | KIND_INPUT | KIND_LIVE, "the point of a ground", NULL};
  if (!eval(l, s->values[1], &P) || !is_point(l, s->values[1], &P) ||
      !lower_ground(l, s->values[1], &P, gap, &d))
    return false;
  d.dimension = l->notes.dimension;
  return ARRAY_PUSH(l->arena, l->system->drawings, d) || wrong_memory(l);
}

bool lower_draw(lowering *l, const tree_draw *s, int at) {
  expr gap;
  bool named = false;
  ARRAY_OF(expr) all = {NULL, 0, 0};
  drawing d = {.what = (int)s->what, .colour = s->colour, .name = s->name};
  if (s->what == DRAW_GROUND && !lower_ground_names(l, s->values[0], &named, &gap))
    return false;
  if (named)
    return draw_contact(l, s, at, gap);
  if (!has_count(l, s, at))
    return false;
  for (int i = 0; i < s->nvalue; i++) {
    value v;
    l->scope = (scope){KIND_ANY | KIND_JUMPS, "a drawing", NULL};
    if (!eval(l, s->values[i], &v) || !fits(l, s, i, &v))
      return false;
    count_value(&d, role_of(s, i), value_count(&v));
    for (int k = 0; k < value_count(&v); k++)
      if (!ARRAY_PUSH(l->arena, all, value_item(&v, k)))
        return wrong_memory(l);
  }
  if (s->what == DRAW_CYLINDER && l->notes.dimension == 2)
    return wrong(l, at, "write draw box P, size, turn in the plane",
                 "a cylinder is drawn in space only");
  d.dimension = l->notes.dimension;
  d.nvalue = all.count;
  d.values = all.list;
  return ARRAY_PUSH(l->arena, l->system->drawings, d) || wrong_memory(l);
}

// coord R: SO(3) velocity omega, coord g: SE(2) velocity (v, omega), and families of them: rotations
// and rigid motions. Each member of a family is an item of its own, one after the other: its
// positions, velocities and momenta are together, as methods on groups need them.

#include "lang/coord.h"

#include <assert.h>
#include <string.h>

// a part of a body velocity or momentum: omega of SO(3), v or omega of SE(2) and SE(3)
typedef struct part {
  const char *name;
  int at;
  int offset, width;  // its entries among those of the body
  bool scalar;        // omega of SE(2)
  bool skew;          // of SO(n), n >= 4
} part;

// one member of a family, or the only body
typedef struct member {
  coord_item *c;
  family f;
  int index;  // in the family
} member;

// "R[2,", or "R[" of a single body: what the name of an entry begins with
static const char *opening(lowering *l, const member *m, const char *name) {
  return m->f.given ? arena_print(l->arena, "%s[%d,", name, m->index)
                    : arena_print(l->arena, "%s[", name);
}

// "R[2]", or "R"
static const char *label(lowering *l, const member *m, const char *name) {
  return m->f.given ? arena_print(l->arena, "%s[%d]", name, m->index) : name;
}

// ---------------------------------------------------------------------------------------------
// unknowns

// `open` is "R[" or "g[2].R["
static bool push_matrix(lowering *l, const char *open, int at, int n) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      if (!coord_push(l, &l->system->positions, KIND_COORD,
                      arena_print(l->arena, "%s%d,%d]", open, i, j), at))
        return false;
  return true;
}

static bool push_positions(lowering *l, const member *m) {
  const coord_item *c = m->c;
  static const char *const fields[] = {"x", "y", "z"};
  if (c->kind == COORD_SO)
    return push_matrix(l, c->entry, c->at, c->size);
  for (int i = 0; i < 3; i++) {
    const char *field = c->kind == COORD_SE2 && i == 2 ? "theta" : fields[i];
    if (!coord_push(l, &l->system->positions, KIND_COORD,
                    arena_print(l->arena, "%s.%s", c->name, field), c->at))
      return false;
  }
  return c->kind == COORD_SE2 || push_matrix(l, arena_print(l->arena, "%s.R[", c->name), c->at, 3);
}

// the entries of a part: omega[1..3], omega, or Omega[i,j] for i < j
static bool push_part(lowering *l, unknowns *list, unsigned kind, const member *m, const part *p) {
  const char *open = opening(l, m, p->name);
  int n = m->c->size;
  if (p->scalar)
    return coord_push(l, list, kind, label(l, m, p->name), p->at);
  for (int i = 1; !p->skew && i <= p->width; i++)
    if (!coord_push(l, list, kind, arena_print(l->arena, "%s%d]", open, i), p->at))
      return false;
  for (int i = 1; p->skew && i <= n; i++)
    for (int j = i + 1; j <= n; j++)
      if (!coord_push(l, list, kind, arena_print(l->arena, "%s%d,%d]", open, i, j), p->at))
        return false;
  return true;
}

// the parts of a velocity or momentum; their number
static int parts_of(const tree_names *names, const coord_item *c, part *out) {
  int d = c->size;
  if (c->kind == COORD_SO) {
    out[0] = (part){.name = names->first, .at = names->at, .width = d*(d - 1)/2, .skew = d > 3};
    return 1;
  }
  out[0] = (part){.name = names->first, .at = names->at, .width = d};
  out[1] = (part){.name = names->second,
                  .at = names->second_at,
                  .offset = d,
                  .width = d == 2 ? 1 : 3,
                  .scalar = d == 2};
  return 2;
}

// ---------------------------------------------------------------------------------------------
// rates, and the matrix of a body

// the body velocity of a rotation as a skew matrix: hat(omega) of a vector (n = 3), of an angle's
// rate (n = 2), or from its entries i < j
static value skew_matrix(lowering *l, const unknowns *list, int base, int n) {
  value W = value_new(l->arena, SHAPE_MATRIX, n, n);
  int k = base;
  if (!W.items)
    return W;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      expr w;
      bool minus = false;
      if (n == 3) {  // hat(w)_12 = -w3, hat(w)_13 = w2, hat(w)_23 = -w1
        w = list->list[base + 3 - i - j].symbol;
        minus = (i + j) % 2 == 1;
      } else
        w = list->list[k++].symbol;
      W.items[i*n + j] = minus ? expr_neg(l->graph, w) : w;
      W.items[j*n + i] = minus ? w : expr_neg(l->graph, w);
    }
  return W;
}

// R' = R W for the n x n entries from positions[base]
static bool rotation_rates(lowering *l, int base, int n, const value *W) {
  unknown *R = l->system->positions.list + base;
  if (!W->items)
    return wrong_memory(l);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      expr sum = expr_zero;
      for (int k = 0; k < n; k++)
        sum = expr_add(l->graph, sum, expr_mul(l->graph, R[i*n + k].symbol, W->items[k*n + j]));
      R[i*n + j].rate = sum;
      R[i*n + j].start = i == j;
    }
  l->cost.work += (long)n*n*n;
  return true;
}

// x' = R v for the d positions from `base`
static void translation_rates(lowering *l, int base, int d, const value *R, int velocity) {
  model_system *s = l->system;
  for (int i = 0; i < d; i++) {
    expr sum = expr_zero;
    for (int k = 0; k < d; k++)
      sum = expr_add(
          l->graph, sum,
          expr_mul(l->graph, R->items[i*d + k], s->velocities.list[velocity + k].symbol));
    s->positions.list[base + i].rate = sum;
  }
}

// the matrix [R x; 0 1] of an element of SE(d)
static value motion_matrix(lowering *l, const value *R, int base, int d) {
  value g = value_new(l->arena, SHAPE_MATRIX, d + 1, d + 1);
  for (int i = 0; g.items && i < d; i++) {
    for (int j = 0; j < d; j++)
      g.items[i*(d + 1) + j] = R->items[i*d + j];
    g.items[i*(d + 1) + d] = l->system->positions.list[base + i].symbol;
  }
  if (g.items)
    g.items[(d + 1)*(d + 1) - 1] = expr_one;
  return g;
}

// the n x n entries of a rotation from positions[base], turned by the velocities from `velocity` on
static bool turned_matrix(lowering *l, int base, int n, int velocity, value *R) {
  value W = skew_matrix(l, &l->system->velocities, velocity, n);
  *R = value_new(l->arena, SHAPE_MATRIX, n, n);
  for (int i = 0; R->items && i < n*n; i++)
    R->items[i] = l->system->positions.list[base + i].symbol;
  return R->items ? rotation_rates(l, base, n, &W) : wrong_memory(l);
}

// the rotation of SE(2) from its angle
static bool planar_rotation(lowering *l, const coord_item *c, value *R) {
  unknown *theta = &l->system->positions.list[c->position + 2];
  *R = value_new(l->arena, SHAPE_MATRIX, 2, 2);
  if (!R->items)
    return wrong_memory(l);
  theta->rate = l->system->velocities.list[c->velocity + 2].symbol;
  theta->angle = true;
  expr cosine = expr_call(l->graph, EXPR_COS, theta->symbol);
  expr sine = expr_call(l->graph, EXPR_SIN, theta->symbol);
  R->items[0] = R->items[3] = cosine;
  R->items[1] = expr_neg(l->graph, sine);
  R->items[2] = sine;
  return true;
}

// the rates of a body, and its matrix: R, or g = [R x; 0 1]
static bool body_matrix(lowering *l, const coord_item *c, value *out) {
  int d = c->size;
  value R;
  if (c->kind == COORD_SO)
    return turned_matrix(l, c->position, d, c->velocity, out);
  if (!(d == 2 ? planar_rotation(l, c, &R)
               : turned_matrix(l, c->position + 3, 3, c->velocity + 3, &R)))
    return false;
  translation_rates(l, c->position, d, &R, c->velocity);
  *out = motion_matrix(l, &R, c->position, d);
  return out->items || wrong_memory(l);
}

// ---------------------------------------------------------------------------------------------
// names

// the value of a part, of the body at list[base]
static value part_value(lowering *l, const unknowns *list, const coord_item *c, const part *p,
                        int base) {
  if (p->scalar)
    return value_scalar(list->list[base + p->offset].symbol);
  return p->skew ? skew_matrix(l, list, base, c->size)
                 : coord_vector(l, list, base + p->offset, p->width, 1);
}

// of all members: a vector of scalars, or a matrix with one row for each
static value parts_value(lowering *l, const unknowns *list, const coord_item *c, const part *p,
                         const member *m) {
  int count = m->f.last - m->f.first + 1;
  if (!m->f.given)
    return part_value(l, list, c, p, c->velocity);
  value v = value_new(l->arena, p->scalar ? SHAPE_VECTOR : SHAPE_MATRIX, count, p->width);
  for (int k = 0; v.items && k < count; k++)
    for (int i = 0; i < p->width; i++)
      v.items[k*p->width + i] = list->list[c->velocity + k*c->nvelocity + p->offset + i].symbol;
  v.first = m->f.first;
  v.by_rows = !p->scalar;
  v.first_column = 1;
  return v;
}

static bool declare_parts(lowering *l, const unknowns *list, name_kind kind,
                          const tree_names *names, const coord_item *c, const member *m) {
  part p[2];
  int count = parts_of(names, c, p);
  for (int k = 0; k < count; k++)
    if (!coord_declare(l, p[k].name, p[k].at, kind, parts_value(l, list, c, &p[k], m), -1,
                       c->velocity + p[k].offset))
      return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// the item

// SO(n), SE(n): the size, and what every group coordinate needs
static bool group_size(lowering *l, const tree_item *item, coord_item *c) {
  bool rotations = item->kind == TREE_SO;
  if (!eval_integer(l, item->kind_size, "the size of a group", &c->size))
    return false;
  if (item->columns.given)
    return wrong(l, item->at, "number them with one index",
                 "a family of rotations or rigid motions has one index");
  if (rotations && c->size == 2)
    return wrong(l, item->kind_at, "declare it as `: angle`", "SO(2) is an angle");
  if (rotations && (c->size < 3 || c->size > value_largest))
    return wrong(l, item->kind_at, "the rotations of space are SO(3)", "SO(n) needs n from 3 to %d",
                 value_largest);
  if (rotations && c->size > 3 && item->range.given)
    return wrong(l, item->kind_at, "declare them one by one",
                 "families are of SO(3), SE(2) and SE(3)");
  if (!rotations && c->size != 2 && c->size != 3)
    return wrong(l, item->kind_at, "write SE(2) for the plane, SE(3) for space",
                 "SE(n) is SE(2) or SE(3)");
  if (!item->velocity.given)
    return wrong(l, item->at, rotations ? "write velocity omega" : "write velocity (v, omega)",
                 "`%s` must name its body velocity", item->name);
  c->kind = rotations ? COORD_SO : c->size == 2 ? COORD_SE2 : COORD_SE3;
  c->nposition = rotations ? c->size*c->size : c->size == 2 ? 3 : 12;
  c->nvelocity = rotations ? c->size*(c->size - 1)/2 : c->size == 2 ? 3 : 6;
  return true;
}

// the range behind a name of a family, which is that of the family; behind a name of a single
// rotation it is 1..3, or nothing
static bool name_range(lowering *l, const coord_item *c, const family *f, const tree_range *range,
                       const char *name, int at) {
  int first, last;
  if (!range->given)
    return true;
  if (!eval_range(l, range, &first, &last))
    return false;
  if (f->given && (first != f->first || last != f->last))
    return wrong(l, at, arena_print(l->arena, "write %s[%d..%d]", name, f->first, f->last),
                 "the body velocities of `%s` carry its range", c->name);
  return f->given || (c->kind == COORD_SO && c->size == 3 && first == 1 && last == 3) ||
         wrong(l, at, "delete the range",
               c->kind != COORD_SO ? "the body velocity of a rigid motion has its own entries"
               : c->size == 3      ? "the body velocity of SO(3) has the entries 1..3"
                                   : "the body velocity of SO(n) is a skew matrix");
}

// velocity omega, momentum (p, mu): one name for a rotation, a pair for a rigid motion
static bool check_names(lowering *l, const coord_item *c, const family *f, const tree_names *names,
                        bool momentum) {
  if (!names->given)
    return true;
  if (c->kind == COORD_SO && names->second)
    return wrong(l, names->at, "write one name, as in velocity omega",
                 "a rotation has one body velocity, not a pair");
  if (c->kind != COORD_SO && !names->second)
    return wrong(l, names->at, momentum ? "write momentum (p, mu)" : "write velocity (v, omega)",
                 momentum ? "the momentum of a rigid motion is a pair"
                          : "the body velocity of a rigid motion is a pair");
  if (names->columns.given)
    return wrong(l, names->at, "write one range: the entries of each have the index after it",
                 "the body velocities of `%s` carry its range", c->name);
  return name_range(l, c, f, &names->range, names->first, names->at) &&
         name_range(l, c, f, &names->second_range, names->second, names->second_at);
}

static bool push_parts(lowering *l, unknowns *list, unsigned kind, const tree_names *names,
                       const member *m) {
  part p[2];
  int count = parts_of(names, m->c, p);
  for (int k = 0; k < count; k++)
    if (!push_part(l, list, kind, m, &p[k]))
      return false;
  return true;
}

// the unknowns of one body, its item, and its matrix into *matrix
static bool push_member(lowering *l, const tree_item *item, member *m, value *matrix) {
  model_system *s = l->system;
  coord_item *c = m->c;
  c->position = s->positions.count;
  c->velocity = s->velocities.count;
  c->name = label(l, m, item->name);
  c->entry = opening(l, m, item->name);
  c->named_momentum = item->momentum.given;
  return push_positions(l, m) && push_parts(l, &s->velocities, KIND_VELOCITY, &item->velocity, m) &&
         push_parts(l, &s->momenta, KIND_MOMENTUM,
                    item->momentum.given ? &item->momentum : &item->velocity, m) &&
         body_matrix(l, c, matrix) && (ARRAY_PUSH(l->arena, s->coords, *c) || wrong_memory(l)) &&
         eval_charge(l, c->at);
}

// all members; *value is the matrix of the only one, or all of them
static bool push_members(lowering *l, const tree_item *item, member *m, value *all) {
  int count = m->f.last - m->f.first + 1;
  if (!m->f.given)
    return push_member(l, item, m, all);
  for (int k = 0; k < count; k++) {
    value matrix;
    m->index = m->f.first + k;
    m->c->members = k == 0 ? count : 0;
    if (!push_member(l, item, m, &matrix))
      return false;
    int size = value_count(&matrix);
    if (k == 0) {
      *all = value_new(l->arena, SHAPE_BODIES, count, size);
      all->first = m->f.first;
      all->size = matrix.rows;
    }
    if (!all->items)
      return wrong_memory(l);
    memcpy(all->items + (size_t)k*(size_t)size, matrix.items,
           (size_t)size*sizeof *matrix.items);
  }
  return true;
}

bool coord_group(lowering *l, const tree_item *item, coord_item *c) {
  model_system *s = l->system;
  member m = {.c = c};
  int first = s->coords.count;
  value all;
  if (!group_size(l, item, c) || !coord_family(l, item, c->nposition, &m.f) ||
      !check_names(l, c, &m.f, &item->velocity, false) ||
      !check_names(l, c, &m.f, &item->momentum, true) || !push_members(l, item, &m, &all))
    return false;
  const coord_item head = s->coords.list[first];
  return coord_declare(l, item->name, item->at, NAME_COORD, all, first, head.position) &&
         declare_parts(l, &s->velocities, NAME_VELOCITY, &item->velocity, &head, &m) &&
         (!item->momentum.given ||
          declare_parts(l, &s->momenta, NAME_MOMENTUM, &item->momentum, &head, &m));
}

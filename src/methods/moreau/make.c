// The constants of a run with moreau: forms of its contacts, places for pairs, solvers.

#include "geometry/product.h"
#include "methods/families.h"
#include "methods/moreau/moreau.h"

// ---------------------------------------------------------------------------------------------
// forms

// the blocks of a support, and all their velocities
static bool find_reach(arena *a, const unilateral *u, moreau_form *form) {
  const unilateral_contact *c = form->contact;
  form->block = ARENA_ARRAY(a, int, c->nsupport);
  if (a->failed)
    return false;
  for (int k = 0; k < c->nsupport; k++) {
    int b = u->block_of[c->support[k]], known = 0;
    while (known < form->nblock && form->block[known] != b)
      known++;
    if (known < form->nblock)
      continue;
    form->block[form->nblock++] = b;
    form->nreach += u->blocks[b].n;
  }
  form->reach = ARENA_ARRAY(a, int, form->nreach);
  if (a->failed)
    return false;
  for (int k = 0, at = 0; k < form->nblock; k++)
    for (int j = 0; j < u->blocks[form->block[k]].n; j++)
      form->reach[at++] = u->blocks[form->block[k]].velocity[j];
  return true;
}

// the form of a contact, and its place in the arrays
static moreau_form form_of(moreau_shape *k, const unilateral_contact *c, int law) {
  moreau_form f = {.contact = c, .law = law, .frame = -1, .left = k->nleft, .right = k->nright};
  f.rows = (contact_rows){.row = k->nrow, .nclause = c->nclause};
  for (int j = 0; j < c->nclause; j++) {
    f.rows.clause[j].count = c->count[j] == 3 ? 2 : c->count[j];
    f.frame = c->count[j] == 3 && f.frame < 0 ? j : f.frame;
  }
  f.width = contact_rows_width(&f.rows);
  k->nrow += f.width;
  k->nleft += f.width*c->nsupport;
  k->nnumber = c->at + unilateral_width(c);
  return f;
}

static bool make_forms(moreau_shape *k, arena *a) {
  const unilateral *u = k->u;
  for (int i = 0; i < u->ncontact; i++) {
    moreau_form *f = &k->forms[i];
    *f = form_of(k, &u->contacts[i], -1);
    if (!find_reach(a, u, f))
      return false;
    f->slip = k->nslip;
    k->nslip += f->contact->nslip;
    k->nright += f->width*f->nreach;
    k->ncolumn += f->nreach + f->contact->nsupport;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// pairs

static int range(const pairs_parts *p, int side) {
  return p->last[side] >= p->first[side] ? p->last[side] - p->first[side] + 1 : 0;
}

// Places for pairs that touch, or nearly do. Contacts of discs in the plane are a planar graph: 3
// for each at most; balls have 7 each at most on average, points on a line 1.
static long capacity_of(const pairs_parts *p) {
  static const int each[] = {0, 2, 4, 8};
  long n = range(p, 0), other = p->ordered ? (n - 1)/2 + 1 : range(p, 1);
  long bodies = p->ordered ? n : n + other, most = each[p->naxis]*bodies + 8;
  return other < (most - 1)/(n > 0 ? n : 1) ? n*other : most;
}

// velocities that a pair reaches, at most: all blocks that its slots may be in
static int reach_of(const unilateral *u, const pairs_parts *p) {
  int reach = 0;
  for (int k = 0; k < p->nslot; k++) {
    int largest = 0, n = range(p, p->slots[k].side);
    for (int i = 0; i < n; i++) {
      int size = u->blocks[u->block_of[p->slots[k].velocity + i]].n;
      largest = size > largest ? size : largest;
    }
    reach += largest;
  }
  return reach;
}

// indices are integers: places that would need more numbers are no memory
static bool fits(const moreau_shape *k, const moreau_law *law, int reach) {
  const long most = 1000000000;
  long each =
      (long)contact_width*(reach + law->of->parts->nslot) + unilateral_width(&law->of->law);
  long used = (long)k->nright + k->nleft + k->nnumber;
  return law->capacity <= (most - used)/each;
}

static bool make_law(moreau_shape *k, arena *a, int which) {
  moreau_law *law = &k->room->law[which];
  const pairs_parts *p = law->of->parts;
  law->nfirst = range(p, 0);
  law->npoint = law->nfirst + (p->ordered ? 0 : range(p, 1));
  law->x = ARENA_ARRAY(a, double, (size_t)law->npoint*(size_t)p->naxis);
  law->partner = ARENA_ARRAY(a, int, law->npoint);
  law->q = ARENA_ARRAY(a, double, p->nslot);
  if (!cells_init(&law->cells, a, law->npoint))
    return false;
  int reach = reach_of(k->u, p);
  if (!fits(k, law, reach))
    return false;
  int *ints = ARENA_ARRAY(a, int, (size_t)law->capacity*(size_t)(2*p->nslot + reach));
  for (int i = law->first; !a->failed && i < law->first + law->capacity; i++) {
    unilateral_contact *own = &k->room->own[i - k->u->ncontact];
    *own = law->of->law;
    own->at = k->nnumber;
    own->support = ints;
    k->forms[i] = form_of(k, own, which);
    k->forms[i].block = ints + p->nslot;
    k->forms[i].reach = ints + 2*p->nslot;
    k->nright += k->forms[i].width*reach;
    k->ncolumn += reach + p->nslot;
    ints += 2*p->nslot + reach;
  }
  return !a->failed;
}

// how many forms there are
static bool count_forms(moreau_shape *k, arena *a) {
  const unilateral *u = k->u;
  long count = u->ncontact;
  k->room->law = ARENA_ARRAY(a, moreau_law, u->npairs);
  if (a->failed)
    return false;
  for (int i = 0; i < u->npairs; i++) {
    long capacity = capacity_of(u->pairs[i].parts);
    if (capacity > 100000000)
      return false;
    k->room->law[i] =
        (moreau_law){.of = &u->pairs[i], .first = (int)count, .capacity = (int)capacity};
    count += capacity;
  }
  k->nform = (int)count;
  return true;
}

// ---------------------------------------------------------------------------------------------
// the whole

// which velocities belong to which rotation
static bool find_turns(moreau_shape *k, arena *a) {
  const problem *p = k->problem;
  int *turn = ARENA_ARRAY(a, int, p->nv);
  if (!turn)
    return false;
  for (int i = 0; i < p->nv; i++)
    turn[i] = -1;
  for (int i = 0; i < p->group.nfactor; i++) {
    if (p->group.factor[i].kind != GROUP_SO3)
      continue;
    for (int j = 0; j < 3; j++)
      turn[p->group.factor[i].first + j] = k->nturn;
    k->nturn++;
  }
  k->turn = turn;
  return true;
}

static bool make_room(moreau_shape *k, arena *a) {
  k->room = arena_alloc(a, sizeof *k->room);
  if (!k->room || !count_forms(k, a))
    return false;
  int n = k->nform;
  struct moreau_room *room = k->room;
  k->forms = ARENA_ARRAY(a, moreau_form, n);
  room->own = ARENA_ARRAY(a, unilateral_contact, n - k->u->ncontact);
  room->found = ARENA_UNSET(a, moreau_found, n);
  room->slot = ARENA_UNSET(a, int, n);
  room->candidate = ARENA_UNSET(a, moreau_candidate, n);
  room->rows = ARENA_UNSET(a, contact_rows, n);
  room->left = ARENA_UNSET(a, contact_strip, n);
  room->right = ARENA_UNSET(a, contact_strip, n);
  room->mean = ARENA_UNSET(a, contact_strip, n);
  room->energy = ARENA_UNSET(a, contact_strip, n);
  room->start = ARENA_UNSET(a, contact_strip, n);
  room->closed = ARENA_UNSET(a, contact_rows, n);
  room->closed_left = ARENA_UNSET(a, contact_strip, n);
  room->closed_right = ARENA_UNSET(a, contact_strip, n);
  room->gone = ARENA_UNSET(a, moreau_pair, n);
  room->state = ARENA_UNSET(a, int, n);
  return islands_init(&room->islands, a, (impulse_limits){.ncontact = n, .nvelocity = k->u->nv}) &&
         !a->failed;
}

bool moreau_make_shape(moreau_shape *k, const method *m, evaluator *e, arena *a) {
  const unilateral *u = e->problem->unilateral;
  const unilateral_block *last = &u->blocks[u->nblock - 1];
  const moreau_options *options = method_options(m);
  *k = (moreau_shape){.problem = e->problem, .u = u, .first_order = options->order == 1};
  k->nmotion = last->mass + last->n*last->n;
  k->nmass = k->nmotion - u->nv;
  k->nconstraint = last->rows + last->m*last->n;
  k->evaluator = unilateral_evaluator_of(e, a);
  if (!k->evaluator || !make_room(k, a) || !make_forms(k, a) || !find_turns(k, a))
    return false;
  k->evaluator->inputs = e->inputs;
  for (int i = 0; i < u->npairs; i++)
    if (!make_law(k, a, i))
      return false;
  k->solver = impulse_solver_new(a, (impulse_limits){k->nform, k->nrow, u->nv, k->ncolumn});
  return k->solver != NULL;
}

// What happens to contacts in a step: they close and open, stick and slide.
//
//   touches   g = 0 and u_N+ = 0 at the end of the step; it begins with an impulse, and does not end
//             because the contact carries nothing for a while
//   slides    u_T+ != 0 there, clause by clause
//
// Of a step the states before and after are kept with the candidates; contacts that touched and are
// no candidates any more are listed. The run asks for the differences, if it wants them.

#include "base/vec.h"
#include "contact/strip.h"
#include "methods/families.h"
#include "methods/moreau/moreau.h"

#include <float.h>
#include <math.h>

enum {
  touches = contact_touches,
  slides = contact_slides,
  turned_back = contact_slides << contact_clauses
};

// a bit of a clause
static int of_clause(int bit, int clause) {
  return bit << clause;
}

double moreau_end_velocity(const moreau *s, int k, int i, const double *v, double *size) {
  const contact_strip *left = &s->shape.room->left[k];
  const double *row = left->value + (long)i*left->count;
  double u = s->touch.c_end[s->shape.room->rows[k].row + i];
  *size = fabs(u);
  for (int j = 0; j < left->count; j++) {
    u += row[j]*v[left->column[j]];
    *size += fabs(row[j]*v[left->column[j]]);
  }
  return u;
}

// what a velocity of the step is compared with: below it is rounding, or what the solver has left
static double noise_of(const moreau *s, double size) {
  double share = vec_larger(moreau_rest, 4*s->touch.solved.solved.residual);
  return share*s->touch.size + 16*DBL_EPSILON*size;
}

// ---------------------------------------------------------------------------------------------
// the states of a candidate

// the length of a slip in rows i, ... of the start of the step
static double slip_before(const moreau *s, int k, int i, int count) {
  return vec_max(s->touch.before + s->shape.room->rows[k].row + i, count);
}

// Where nothing is remembered, before the first step: what it looks like at q0.
static int state_at_start(const moreau *s, int k) {
  const struct moreau_room *room = s->shape.room;
  const contact_rows *c = &room->rows[k];
  double noise = noise_of(s, 0);
  int found = touches, row = 1;
  if (!room->candidate[k].near || fabs(s->touch.before[c->row]) > noise)
    return 0;
  for (int i = 0; i < c->nclause; i++) {
    if (slip_before(s, k, row, c->clause[i].count) > noise)
      found |= of_clause(slides, i);
    row += c->clause[i].count;
  }
  return found;
}

// does it slide at the end, and against the direction before?
static int slide_at_end(const moreau *s, int k, int row, int count, int clause) {
  const double *before = s->touch.before + s->shape.room->rows[k].row + row;
  bool moves = false;
  double along = 0, size;
  for (int j = 0; j < count; j++) {
    double u = moreau_end_velocity(s, k, row + j, s->bodies.v1, &size);
    moves |= fabs(u) > noise_of(s, size);
    along += u*before[j];
  }
  return !moves      ? 0
         : along < 0 ? of_clause(slides | turned_back, clause)
                     : of_clause(slides, clause);
}

static int state_at_end(const moreau *s, int k, int was) {
  const struct moreau_room *room = s->shape.room;
  const moreau_candidate *c = &room->candidate[k];
  double size, u = moreau_end_velocity(s, k, 0, s->bodies.v1, &size);
  int found = touches, row = 1;
  bool rests = s->touch.gaps[c->contact]/c->scale <= c->noise && fabs(u) <= noise_of(s, size);
  if (!c->closed && !(was & touches && rests))
    return 0;
  for (int i = 0; i < room->rows[k].nclause; i++) {
    found |= slide_at_end(s, k, row, room->rows[k].clause[i].count, i);
    row += room->rows[k].clause[i].count;
  }
  return found;
}

// what the restitution of a candidate was multiplied with, if it was struck; 1 otherwise
static double factor_of(const moreau *s, int k) {
  const moreau_touch *t = &s->touch;
  int i = s->shape.room->candidate[k].contact;
  double e = unilateral_restitution(s->shape.evaluator, i, s->shape.forms[i].law);
  bool struck = e*t->before[s->shape.room->rows[k].row] < -noise_of(s, 0);
  return struck ? t->factor[k]*t->e[k]/e : 1;
}

// ---------------------------------------------------------------------------------------------
// impacts without a collision

// does a contact approach at the start of the step?
static bool approaches(const moreau *s) {
  double noise = noise_of(s, 0);
  for (int k = 0; k < s->touch.n; k++)
    if (s->touch.before[s->shape.room->rows[k].row] < -noise)
      return true;
  return false;
}

// Where nothing approaches, impulses change relative velocities by what forces and curved rows do in
// a step. A contact at which they do a hundred times as much has jammed (Painleve); -1: there is none.
static int find_jam(moreau *s) {
  static const double jam_ratio = 100;
  const struct moreau_room *room = s->shape.room;
  const moreau_touch *t = &s->touch;
  double usual = 0, most = 0, by_impulses[contact_width], size;
  int where = -1;
  if (t->n == 0 || approaches(s))
    return -1;
  vec_sub(s->bodies.dv, s->bodies.v1, s->bodies.free, s->shape.u->nv);
  for (int k = 0; k < t->n; k++) {
    int row = room->rows[k].row, width = contact_rows_width(&room->rows[k]);
    strip_times(by_impulses, &room->left[k], s->bodies.dv, width);
    double largest = vec_max(by_impulses, width);
    for (int i = 0; i < width; i++) {
      double u = moreau_end_velocity(s, k, i, s->bodies.free, &size);
      usual = vec_larger(usual, fabs(u - t->before[row + i]));
    }
    if (largest > most) {
      most = largest;
      where = room->candidate[k].contact;
    }
  }
  return most > jam_ratio*usual + moreau_rest*t->size ? where : -1;
}

// ---------------------------------------------------------------------------------------------
// the step

// contacts that touched and are no candidates: those of [first, last), from found number *k on
static void list_gone(moreau *s, int first, int last, int *k) {
  struct moreau_room *room = s->shape.room;
  for (int i = first; i < last; i++) {
    while (*k < s->touch.n && room->found[*k].from < i)
      ++*k;
    bool there = *k < s->touch.n && room->found[*k].from == i;
    if (s->memory.state[i] & touches && !there)
      room->gone[room->ngone++] =
          (moreau_pair){i, {s->memory.pair[2*i], s->memory.pair[2*i + 1]}};
  }
}

void moreau_note(moreau *s) {
  struct moreau_room *room = s->shape.room;
  bool first = s->carried->h == 0;
  int k = 0;
  room->ngone = 0;
  s->carried->report.jam = find_jam(s);
  for (int i = 0; i < s->touch.n; i++) {
    moreau_candidate *c = &room->candidate[i];
    c->was = first ? state_at_start(s, i) : c->from >= 0 ? s->memory.state[c->from] : 0;
    c->now = state_at_end(s, i, c->was);
    if (first && c->was & touches)  // a slip that begins with the run is no event
      c->was |= c->now;
    s->carried->report.reduced += factor_of(s, i) < 1;
  }
  list_gone(s, 0, s->shape.u->ncontact, &k);
  for (int i = 0; i < s->shape.u->npairs; i++)
    list_gone(s, room->law[i].first, room->law[i].first + s->memory.npair[i], &k);
}

// ---------------------------------------------------------------------------------------------
// asking

// the kind of event of a normal; false: nothing has happened
static bool normal_event(const moreau_candidate *c, double P, noslip_event_kind *kind) {
  bool was = c->was & touches, now = c->now & touches;
  *kind = now ? NOSLIP_EVENT_LAND : was ? NOSLIP_EVENT_OFF : NOSLIP_EVENT_IMPACT;
  return was != now || (!now && P > 0);
}

// of a clause, while the contact stays closed
static bool clause_event(const moreau_candidate *c, const contact_rows *rows, int clause,
                         noslip_event_kind *kind) {
  bool was = c->was & of_clause(slides, clause), now = c->now & of_clause(slides, clause);
  *kind = was && now ? NOSLIP_EVENT_REVERSE : was ? NOSLIP_EVENT_STICK : NOSLIP_EVENT_SLIP;
  return clause < rows->nclause && rows->clause[clause].mu > 0 && c->was & c->now & touches &&
         (was != now || (now && c->now & of_clause(turned_back, clause)));
}

// what a candidate has, number `which`: its normal, its clauses, its restitution
enum { events_each = 2 + contact_clauses };

static bool candidate_event(const moreau *s, int k, int which, moreau_event *out) {
  const struct moreau_room *room = s->shape.room;
  const moreau_candidate *c = &room->candidate[k];
  const contact_rows *rows = &room->rows[k];
  double P = s->touch.P[rows->row];
  out->clause = 0;
  out->impulse = 0;
  if (which == 0) {
    bool any = normal_event(c, P, &out->kind);
    out->impulse = out->kind == NOSLIP_EVENT_OFF ? 0 : P;
    return any;
  }
  if (which <= contact_clauses) {
    out->clause = which - 1;
    return clause_event(c, rows, which - 1, &out->kind);
  }
  out->kind = NOSLIP_EVENT_REDUCED;
  out->impulse = factor_of(s, k);
  return out->impulse < 1;
}

static void name_event(const moreau *s, int form, const int point[2], moreau_event *out) {
  const moreau_form *f = &s->shape.forms[form];
  out->label = f->contact->label;
  out->is_pair = f->law >= 0;
  for (int side = 0; side < 2; side++)
    out->index[side] =
        out->is_pair ? s->shape.u->pairs[f->law].parts->first[side] + point[side] : 0;
}

bool moreau_next_event(const stepper *from, long *at, moreau_event *out) {
  const moreau *s = from->self;
  const struct moreau_room *room = s->shape.room;
  long own = (long)events_each*s->touch.n;
  while (*at < own) {
    int k = room->slot[*at/events_each], which = (int)((*at)++ % events_each);
    if (!candidate_event(s, k, which, out))
      continue;
    const moreau_form *f = &s->shape.forms[room->candidate[k].contact];
    name_event(s, room->candidate[k].contact, f->point, out);
    return true;
  }
  if (*at >= own + room->ngone)
    return false;
  const moreau_pair *gone = &room->gone[(*at)++ - own];
  *out = (moreau_event){.kind = NOSLIP_EVENT_OFF};
  name_event(s, gone->form, gone->point, out);
  return true;
}

#include "contact/island.h"

bool islands_init(islands *s, arena *a, impulse_limits limits) {
  *s = (islands){
      .first = ARENA_UNSET(a, int, limits.ncontact + 2),
      .list = ARENA_UNSET(a, int, limits.ncontact),
      .parent = ARENA_UNSET(a, int, limits.ncontact),
      .owner = ARENA_UNSET(a, int, limits.nvelocity),
  };
  return !a->failed;
}

static int root(int *parent, int i) {
  for (; parent[i] != i; i = parent[i])
    parent[i] = parent[parent[i]];
  return i;
}

// the tree whose root is first takes in the other
static void join(int *parent, int i, int j) {
  int a = root(parent, i), b = root(parent, j);
  if (a < b)
    parent[b] = a;
  else
    parent[a] = b;
}

// does a row of the strip contain the velocity of this column?
static bool depends(const contact_strip *s, int width, int column) {
  for (int i = 0; i < width; i++)
    if (s->value[(long)i*s->count + column] != 0)
      return true;
  return false;
}

// contact i takes a velocity, or joins the one that has it
static void own_column(islands *s, int column, int i) {
  if (s->owner[column] < 0)
    s->owner[column] = i;
  join(s->parent, s->owner[column], i);
}

static void own(islands *s, const impulse_problem *p, const contact_strip *strip, int i) {
  int width = contact_rows_width(&p->contacts[i]);
  for (int k = 0; k < strip->count; k++) {
    assert(strip->column[k] >= 0 && strip->column[k] < p->nvelocity);
    if (depends(strip, width, k))
      own_column(s, strip->column[k], i);
  }
}

// only velocities of contacts are asked for: there may be far more of others
static void disown(islands *s, const contact_strip *strip) {
  for (int k = 0; k < strip->count; k++)
    s->owner[strip->column[k]] = -1;
}

// number the roots, which come before the others of their island; count, then place
static void number(islands *s, int ncontact) {
  s->count = 0;
  s->first[0] = s->first[1] = 0;
  for (int i = 0; i < ncontact; i++) {
    int r = root(s->parent, i);
    s->parent[i] = r;
    if (r == i)
      s->first[++s->count + 1] = 0;
  }
  int next = 0;
  for (int i = 0; i < ncontact; i++)
    s->list[i] = s->parent[i] == i ? next++ : s->list[s->parent[i]];
  for (int i = 0; i < ncontact; i++)
    s->first[s->list[i] + 2]++;
  for (int k = 2; k <= s->count + 1; k++)
    s->first[k] += s->first[k - 1];
  for (int i = 0; i < ncontact; i++)
    s->parent[s->first[s->list[i] + 1]++] = i;
  for (int i = 0; i < ncontact; i++)
    s->list[i] = s->parent[i];
}

void islands_find(islands *s, const impulse_problem *p) {
  for (int i = 0; i < p->ncontact; i++) {
    disown(s, &p->left[i]);
    disown(s, &p->right[i]);
  }
  for (int i = 0; i < p->ncontact; i++) {
    s->parent[i] = i;
    own(s, p, &p->left[i], i);
    own(s, p, &p->right[i], i);
  }
  number(s, p->ncontact);
}

void islands_of_columns(islands *s, const contact_strip *strips, int ncontact) {
  for (int i = 0; i < ncontact; i++)
    disown(s, &strips[i]);
  for (int i = 0; i < ncontact; i++) {
    s->parent[i] = i;
    for (int k = 0; k < strips[i].count; k++)
      own_column(s, strips[i].column[k], i);
  }
  number(s, ncontact);
}

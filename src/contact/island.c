#include "contact/island.h"

bool islands_init(islands *s, arena *a, impulse_limits limits) {
  *s = (islands){
      .first = ARENA_ARRAY(a, int, limits.ncontact + 2),
      .list = ARENA_ARRAY(a, int, limits.ncontact),
      .parent = ARENA_ARRAY(a, int, limits.ncontact),
      .owner = ARENA_ARRAY(a, int, limits.nvelocity),
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

static void own(islands *s, const impulse_problem *p, const contact_strip *strip, int i) {
  int width = contact_rows_width(&p->contacts[i]);
  for (int k = 0; k < strip->count; k++) {
    int column = strip->column[k];
    assert(column >= 0 && column < p->nvelocity);
    if (!depends(strip, width, k))
      continue;
    if (s->owner[column] < 0)
      s->owner[column] = i;
    join(s->parent, s->owner[column], i);
  }
}

void islands_find(islands *s, const impulse_problem *p) {
  for (int j = 0; j < p->nvelocity; j++)
    s->owner[j] = -1;
  for (int i = 0; i < p->ncontact; i++) {
    s->parent[i] = i;
    own(s, p, &p->left[i], i);
    own(s, p, &p->right[i], i);
  }
  // number the roots, which come before the others of their island; count, then place
  s->count = 0;
  s->first[0] = s->first[1] = 0;
  for (int i = 0; i < p->ncontact; i++) {
    int r = root(s->parent, i);
    s->parent[i] = r;
    if (r == i)
      s->first[++s->count + 1] = 0;
  }
  int next = 0;
  for (int i = 0; i < p->ncontact; i++)
    s->list[i] = s->parent[i] == i ? next++ : s->list[s->parent[i]];
  for (int i = 0; i < p->ncontact; i++)
    s->first[s->list[i] + 2]++;
  for (int k = 2; k <= s->count + 1; k++)
    s->first[k] += s->first[k - 1];
  for (int i = 0; i < p->ncontact; i++)
    s->parent[s->first[s->list[i] + 1]++] = i;
  for (int i = 0; i < p->ncontact; i++)
    s->list[i] = s->parent[i];
}

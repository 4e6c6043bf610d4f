#include "problem/bundles.h"

#include <assert.h>
#include <string.h>

typedef struct description {
  const char *name, *inputs, *meaning, *of_hamiltonian;
} description;

static const description list[BUNDLE_COUNT] = {
#define BUNDLE(kind, name, inputs, outputs, meaning, of_hamiltonian) \
  [BUNDLE_##kind] = {#name, inputs, meaning, of_hamiltonian},
#include "problem/bundles.inl"
#undef BUNDLE
};

const char *bundle_name(bundle_kind kind) {
  assert(kind < BUNDLE_COUNT);
  return list[kind].name;
}

// ---- inputs

// where the word of input k begins; NULL: there is no such input
static const char *input_at(bundle_kind kind, int k) {
  const char *at = list[kind].inputs;
  for (; k > 0 && at; k--) {
    at = strchr(at, ',');
    at = at ? at + 1 : NULL;
  }
  return at;
}

static bool is_input(const char *at, const char *word) {
  size_t length = strlen(word);
  return strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == 0);
}

// how an input is called in print: x by what it is
static const char *shown_input(const char *at, bool lagrangian) {
  if (is_input(at, "x"))
    return lagrangian ? "v" : "p";
  if (is_input(at, "r"))
    return lagrangian ? "a" : "r";
  return at;
}

void bundle_print_meaning(text_buffer *out, bundle_kind kind, bool lagrangian) {
  assert(kind < BUNDLE_COUNT);
  const description *d = &list[kind];
  const char *at;
  for (int k = 0; (at = input_at(kind, k)) != NULL; k++) {
    const char *word = shown_input(at, lagrangian);
    text_print(out, "%s%.*s", k == 0 ? "(" : ",", (int)strcspn(word, ","), word);
  }
  text_print(out, "): %s", !lagrangian && d->of_hamiltonian ? d->of_hamiltonian : d->meaning);
}

// ---- sizes

int bundle_outputs(const problem *p, bundle_kind kind) {
  const mechanical_class *c = &p->mechanical;
  const skew_class *s = &p->skew;
  int n = problem_is_mechanical(p) ? p->nv : p->n, m = p->m, mn = c->mn, mh = c->mh;
  int parts = p->index2.nparts, N = s->nz, zq = s->zq, zm = s->zm, given = p->n - s->zq, any = -1;
  bool lagrangian = c->lagrangian;
  switch (kind) {
#define BUNDLE(kind, name, inputs, outputs, ...) \
  case BUNDLE_##kind:                            \
    return outputs;
#include "problem/bundles.inl"
#undef BUNDLE
  case BUNDLE_COUNT: break;
  }
  assert(false);
  return any;
}

int bundle_input(const problem *p, bundle_kind kind, int k) {
  assert(kind < BUNDLE_COUNT && k >= 0);
  const skew_class *s = &p->skew;
  int signs = s->form == SKEW_STATES ? 0 : s->zm + 1;
  const struct {
    const char *word;
    int size;
  } sizes[] = {
      {"t", 1 + p->ninput},
      {"energy", 1},
      {"q", p->n},
      {"y", p->n},
      {"v", p->nv},
      {"p", p->nv},
      {"x", p->nv},
      {"r", p->nv},
      {"mu", p->m},
      {"z", p->m},
      {"Z", s->nz},
      {"W", s->nz},
      {"k", s->zq},
      {"u", s->zq},
      {"s", signs},
      {"sc", signs + s->zm},
      {"w", p->has_angles ? p->n : 0},
  };
  const char *at = input_at(kind, k);
  for (size_t i = 0; at && i < sizeof sizes/sizeof *sizes; i++)
    if (is_input(at, sizes[i].word))
      return sizes[i].size;
  assert(!at);  // a word of the list that is not known here
  return -1;
}

// Compiled code of modes, kept while a run is restarted: a mode that holds the same rows takes it again.

#include "run/contact/contact.h"

#include <string.h>

typedef struct run_code {
  run_code *next;
  native *native;         // NULL: it is still being made,
  native_making *making;  //   or was not to be made
  int count;
  unsigned char use[];  // count  as that of the mode
} run_code;

static run_code *find(const noslip_run *r, const mode *m) {
  size_t count = (size_t)r->problem->m;
  run_code *k = r->codes;
  while (k && memcmp(k->use, m->use, count) != 0)
    k = k->next;
  return k;
}

// NULL: no memory, and then it is compiled or loaded again
static run_code *make(noslip_run *r, const mode *m) {
  size_t count = (size_t)r->problem->m;
  run_code *k = memory_resize(&r->context->memory, NULL, sizeof *k + count);
  if (!k)
    return NULL;
  *k = (run_code){.next = r->codes, .count = r->problem->m};
  memcpy(k->use, m->use, count);
  return r->codes = k;
}

static void collect(noslip_run *r, mode *m) {
  run_code *k = find(r, m);
  if (!k)
    k = make(r, m);
  if (k && !k->native)
    k->native = native_keep(m->native);
  if (k && !k->native && !k->making) {
    k->making = m->making;
    m->making = NULL;
  }
}

void codes_collect(noslip_run *r) {
  for (mode *m = r->contacts ? r->contacts->modes : NULL; m; m = m->next)
    if (m->native || m->making)
      collect(r, m);
}

bool codes_take(const noslip_run *r, mode *m) {
  run_code *k = find(r, m);
  if (!k || (!k->native && !k->making))
    return false;
  m->native = native_keep(k->native);
  m->making = k->making;
  k->making = NULL;
  if (m->native)
    native_attach(m->native, &m->evaluator, m->stepper);
  return true;
}

void codes_adopt(noslip_run *r) {
  for (mode *m = r->contacts ? r->contacts->modes : NULL; m; m = m->next)
    if (m->stepper && !m->native && !m->making)
      codes_take(r, m);
}

void codes_free(noslip_run *r) {
  for (run_code *k = r->codes, *next; k; k = next) {
    next = k->next;
    native_free(k->native);
    native_give_up(k->making);
    memory_free(&r->context->memory, k);
  }
}

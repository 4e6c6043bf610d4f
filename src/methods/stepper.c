// Steppers: the record of a kernel, its memory, and what a step hands to the next.

#include "methods/method.h"

#include <assert.h>
#include <string.h>

stepper *stepper_new(const binding *b, const void *shape, const method *m, evaluator *e, arena *a) {
  stepper *s = arena_alloc(a, sizeof *s);
  char *record = arena_alloc(a, b->size);
  layout counted = {0};
  if (a->failed)
    return NULL;
  kernel *base = (kernel *)(void *)record;
  base->newton.noise = 1;
  b->open(record, e, shape);
  b->lay(record, &counted);
  base->memory = arena_layout(a, &counted);
  if (a->failed)
    return NULL;
  layout taken = base->memory;
  b->lay(record, &taken);
  assert(layout_agrees(&taken, &counted));
  base->memory = taken;
  *s = (stepper){.method = m,
                 .binding = b,
                 .record = record,
                 .kernel = base,
                 .self = record + b->self,
                 .take = b->take,
                 .equations = b->equations_of(record),
                 .compiles = true,
                 .coordinate = e->problem->coordinate};
  return s;
}

// ---- what is carried

// copy bytes to or from *at, which moves on; NULL: they are only counted
typedef struct passage {
  char *to;
  const char *from;
  size_t count;
} passage;

static void pass(passage *p, void *bytes, size_t size) {
  if (p->to)
    memcpy(p->to + p->count, bytes, size);
  if (p->from)
    memcpy(bytes, p->from + p->count, size);
  p->count += size;
}

static void pass_all(passage *p, const stepper *s) {
  pass(p, &s->kernel->newton.carried, sizeof s->kernel->newton.carried);
  pass(p, &s->kernel->carried, sizeof s->kernel->carried);
  if (s->binding) {
    const layout_memory *m = &s->kernel->memory.area[LAYOUT_CARRIED];
    pass(p, (char *)s->record + s->binding->carried, s->binding->carried_size);
    pass(p, m->numbers, (size_t)m->nnumber*sizeof *m->numbers);
    pass(p, m->integers, (size_t)m->ninteger*sizeof *m->integers);
  }
  for (int i = 0; i < s->nstage; i++)
    pass_all(p, s->stages[i]);
}

size_t stepper_carried_size(const stepper *s) {
  passage p = {0};
  pass_all(&p, s);
  return p.count;
}

void stepper_save(const stepper *s, void *to) {
  passage p = {.to = to};
  pass_all(&p, s);
}

void stepper_restore(stepper *s, const void *from) {
  passage p = {.from = from};
  pass_all(&p, s);
}

void stepper_spoil(stepper *s, evaluator *e) {
  layout_memory *m = &s->kernel->memory.area[LAYOUT_SCRATCH];
  if (s->binding)
    s->binding->spoil(s->record, e);
  for (long i = 0; i < m->nnumber; i++)
    m->numbers[i] = (double)NAN;
  for (long i = 0; i < m->ninteger; i++)
    m->integers[i] = -1;
  for (int i = 0; i < s->nstage; i++)
    stepper_spoil(s->stages[i], e);
}

// The memory of a kernel in an exported file. Before this text are defined the lengths of its
// arrays NOSLIP_CARRIED, NOSLIP_CARRIED_INTEGERS, NOSLIP_OUTPUTS, NOSLIP_SCRATCH, NOSLIP_INTEGERS,
// and NOSLIP_NOISE of its equations.

#pragma once

#include "base/layout.h"

// C has no empty arrays: each has one number more
typedef struct noslip_kernel {
  kernel base;
  entry_self step;
  entry_carried carried;
  double numbers[NOSLIP_CARRIED + 1], outputs[NOSLIP_OUTPUTS + 1], scratch[NOSLIP_SCRATCH + 1];
  int carried_integers[NOSLIP_CARRIED_INTEGERS + 1], integers[NOSLIP_INTEGERS + 1];
} noslip_kernel;

static inline void noslip_bind_kernel(noslip_kernel *s, evaluator *e, bool adjoint) {
  layout_memory *area = s->base.memory.area;
  area[LAYOUT_CARRIED] = (layout_memory){.numbers = s->numbers, .integers = s->carried_integers};
  area[LAYOUT_OUTPUTS] = (layout_memory){.numbers = s->outputs};
  area[LAYOUT_SCRATCH] = (layout_memory){.numbers = s->scratch, .integers = s->integers};
  s->base.adjoint = adjoint;
  s->base.newton.noise = NOSLIP_NOISE;
  entry_open(&s->step, &s->base, &s->carried, e, FAMILY_SHAPE(&s->step));

  layout taken = s->base.memory;
  const layout all = {{{.nnumber = NOSLIP_CARRIED, .ninteger = NOSLIP_CARRIED_INTEGERS},
                       {.nnumber = NOSLIP_OUTPUTS},
                       {.nnumber = NOSLIP_SCRATCH, .ninteger = NOSLIP_INTEGERS}}};
  entry_lay(&s->step, &s->base, &taken);
  if (!layout_agrees(&taken, &all))
    abort();
}

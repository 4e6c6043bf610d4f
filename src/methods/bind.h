// The end of a family's file: its binding, NAME_binding. Before this text are defined
//
//   FAMILY            as in methods/entry.h; NAME_print(shape, literal) prints its shape
//   FAMILY_FILE       the text of its kernel
//
// and, where they are not 0,
//
//   FAMILY_EQUATIONS  as in methods/entry.h
//   FAMILY_SOLVER     likewise
//   FAMILY_COPIES     up to this many numbers of scratch a compiled step of few coordinates works
//                     on a record of its own: a step with more has too many for registers
//   FAMILY_APART      1 if what is not inlined then works on the record itself
//   FAMILY_CARRIED(F) F(NAME_carried, field) for each field of NAME_carried, in order
//   FAMILY_SOUND      a function of its part of the record: are integers in the area `carried`, which may have
//                     been read from anywhere, places that there are?
//
// A family's file is the only place that includes it.

#pragma once

#include "methods/method.h"

#include <string.h>

#ifndef FAMILY_EQUATIONS
#define FAMILY_EQUATIONS 0
#endif
#ifndef FAMILY_SOLVER
#define FAMILY_SOLVER 0
#endif
#ifndef FAMILY_COPIES
#define FAMILY_COPIES 0
#endif
#ifndef FAMILY_APART
#define FAMILY_APART 0
#endif
#ifndef FAMILY_CARRIED
#define FAMILY_CARRIED(F)
#endif
#ifndef FAMILY_SOUND
#define FAMILY_SOUND NULL
#endif
#define FAMILY_DIRECT 0
#define FAMILY_LOCAL 0
#define FAMILY_HOME 0
#define FAMILY_SHAPE(s) ((s)->shape)
#include "methods/entry.h"

// what is carried in single numbers; the last line ends it
#define RECORD_FIELD(type, field) TRANSFER_FIELD(type, field),
static const transfer_field record_fields[] = {FAMILY_CARRIED(RECORD_FIELD){0}};
#undef RECORD_FIELD

static void record_open(void *record, evaluator *e, const void *shape) {
  entry_record *r = record;
  entry_open(&r->self, &r->base, &r->carried, e, *(const entry_shape *)shape);
}

static void record_lay(void *record, layout *l) {
  entry_record *r = record;
  entry_lay(&r->self, &r->base, l);
}

static void record_lay_own(void *record, layout *l) {
  entry_record *r = record;
  entry_self copy = r->self;
  OF(lay)(copy.shape, &copy, l);
}

// nothing of the record but its shape and what is carried
static void record_spoil(void *record, evaluator *e) {
  entry_record *r = record;
  entry_shape shape = r->self.shape;
  layout all = layout_again(&r->base.memory);
  memset(&r->self, 0xff, sizeof r->self);
  entry_open(&r->self, &r->base, &r->carried, e, shape);
  entry_lay(&r->self, &r->base, &all);
}

static newton_equations record_equations(void *record) {
  return entry_equations(&((entry_record *)record)->self);
}

static bool record_has_solver(const void *record) {
#if FAMILY_SOLVER
  return OF(has_solver)(((const entry_record *)record)->self.shape);
#else
  (void)record;
  return false;
#endif
}

static kernel_result record_take(void *self, state *x, double h) {
  return entry_take(self, x, h);
}

static void record_print(const void *record, literal *out) {
  OF(print)(&((const entry_record *)record)->self.shape, out);
}

#define FAMILY_TEXT(name) #name
#define FAMILY_STRING(name) FAMILY_TEXT(name)

static const binding OF(binding) = {
    .family = FAMILY_STRING(FAMILY),
    .file = FAMILY_FILE,
    .equations = FAMILY_EQUATIONS,
    .local = FAMILY_COPIES,
    .home = FAMILY_APART,
    .size = sizeof(entry_record),
    .self = offsetof(entry_record, self),
    .carried = offsetof(entry_record, carried),
    .carried_size = sizeof(entry_carried),
    .fields = record_fields,
    .nfield = (int)(sizeof record_fields/sizeof *record_fields) - 1,
    .sound = FAMILY_SOUND,
    .open = record_open,
    .lay = record_lay,
    .lay_own = record_lay_own,
    .spoil = record_spoil,
    .equations_of = record_equations,
    .has_solver = record_has_solver,
    .take = record_take,
    .print_shape = record_print,
};

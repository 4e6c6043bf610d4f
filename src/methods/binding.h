// What the library knows of the kernel of a family. methods/bind.h makes one from its names.

#pragma once

#include "methods/kernel.h"
#include "methods/literal.h"
#include "problem/evaluator.h"

typedef struct binding {
  const char *family;  // what its names begin with: "dla"
  const char *file;    // the text that has them all: "methods/dla/dla_step.h"
  bool equations;      // its step solves equations by Newton's method
  int local;           // compiled, a step works on a copy of its record, if that has so few numbers
  bool home;           // and what is not inlined works on the record itself

  // the record: a kernel, then the family's own, then what it carries in single numbers
  size_t size, self, carried, carried_size;
  void (*open)(void *record, evaluator *e, const void *shape);
  void (*lay)(void *record, layout *l);       // all arrays
  void (*lay_own)(void *record, layout *l);   // without those of the solver
  void (*spoil)(void *record, evaluator *e);  // all but shape and what is carried
  newton_equations (*equations_of)(void *record);
  bool (*has_solver)(const void *record);
  kernel_step *take;
  void (*print_shape)(const void *record, literal *out);
} binding;

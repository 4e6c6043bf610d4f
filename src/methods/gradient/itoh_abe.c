// Steppers for itoh-abe, itoh-abe* and itoh-abe-sym.

#include "methods/gradient/itoh_abe.h"

#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

static void itoh_abe_print(const itoh_abe_shape *k, literal *out) {
  gradient_print(&k->of, out);
  LITERAL_INTEGER(out, k, mean);
}

GRADIENT_SOUND(itoh_abe)

#define FAMILY itoh_abe
#define FAMILY_FILE "methods/gradient/itoh_abe.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_SOLVER 1
#define FAMILY_CARRIED GRADIENT_CARRIED
#define FAMILY_SOUND itoh_abe_is_sound
#include "methods/bind.h"

static stepper *make(const method *m, evaluator *e, arena *a, bool mean, bool adjoint) {
  itoh_abe_shape shape = {.mean = mean};
  tableau one;
  if (!gradient_init(&shape.of, a, e->problem, 1, &one))
    return NULL;
  stepper *step = gradient_stepper(&itoh_abe_binding, &shape, shape.of, m, e, a);
  if (!step)
    return NULL;
  step->kernel->adjoint = adjoint;
  step->both_ways = true;
  step->bundles |= BUNDLE_BIT(BUNDLE_COORDINATES) | BUNDLE_BIT(BUNDLE_COORDINATES_BACK);
  return step;
}

stepper *itoh_abe_make(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, m->variant == ITOH_ABE_MEAN, m->variant == ITOH_ABE_ADJOINT);
}

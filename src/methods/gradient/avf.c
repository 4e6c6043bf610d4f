// Steppers for gonzalez, avf(k) and avfc(k).

#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

void avf_print(const avf_shape *k, literal *out) {
  gradient_print(&k->of, out);
  LITERAL_INTEGER(out, k, k);
  LITERAL_INTEGER(out, k, corrected);
  LITERAL_NUMBERS(out, k, w, k->k);
  LITERAL_NUMBERS(out, k, c, k->k);
}

GRADIENT_SOUND(avf)

#define FAMILY avf
#define FAMILY_FILE "methods/gradient/avf.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_SOLVER 1
#define FAMILY_CARRIED GRADIENT_CARRIED
#define FAMILY_SOUND avf_is_sound
#include "methods/bind.h"

// ---- making one

bool avf_init(avf_shape *k, const method *m, const problem *p, arena *a) {
  int points = m->number > 0 ? m->number : 1;  // gonzalez has the middle
  tableau one, gauss;
  gradient_shape of;
  if (!gradient_init(&of, a, p, 1, &one) || !tableau_init(&gauss, a, TABLEAU_GAUSS, points))
    return false;
  if (m->variant == GRADIENT_AVF)
    gradient_guard(&of, m, p);
  *k = (avf_shape){
      .of = of, .k = points, .corrected = m->variant != GRADIENT_AVF, .w = gauss.b, .c = gauss.c};
  return true;
}

stepper *avf_make(const method *m, evaluator *e, arena *a) {
  avf_shape shape;
  if (!avf_init(&shape, m, e->problem, a))
    return NULL;
  stepper *step = gradient_stepper(&avf_binding, &shape, shape.of, m, e, a);
  if (step)
    step->bundles |= BUNDLE_BIT(BUNDLE_INCREMENT);
  return step;
}

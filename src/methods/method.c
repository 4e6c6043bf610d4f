// The list of methods, and what is the same for all of them.

#include "methods/method.h"

#include "base/text.h"
#include "methods/compose/schemes.h"
#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

#include <stdio.h>
#include <string.h>

static const method methods[] = {
#define METHOD(written, maker, p, carries_v, what, kept, block, line, cited) \
  {.name = written,                                                          \
   .label = written,                                                         \
   .order = p,                                                               \
   .velocities = carries_v,                                                  \
   .treats = what,                                                           \
   .keeps = kept,                                                            \
   .summary = line,                                                          \
   .source = cited,                                                          \
   .file = block,                                                            \
   .make = maker},
#define FAMILY(base, letter, maker, kind, s, p, what, kept, block, line, cited) \
  {.name = base "(" #s ")",                                                     \
   .label = base "(" letter ")",                                                \
   .order = p,                                                                  \
   .rule = kind,                                                                \
   .stages = s,                                                                 \
   .treats = what,                                                              \
   .keeps = kept,                                                               \
   .summary = line,                                                             \
   .source = cited,                                                             \
   .file = block,                                                               \
   .make = maker},
#define STAGES(base, ...) FAMILY(base, "s", stages_make, __VA_ARGS__)
#define POINTS(base, maker, ...) FAMILY(base, "k", maker, __VA_ARGS__)
#define COLLOCATION(base, ...) FAMILY(base, "s", ep_collocation_make, __VA_ARGS__)
#define ADAPTIVE(written, maker, p, gives, what, kept, block, line, cited) \
  {.name = written,                                                        \
   .label = written,                                                       \
   .order = p,                                                             \
   .delivers = gives,                                                      \
   .treats = what,                                                         \
   .keeps = kept,                                                          \
   .summary = line,                                                        \
   .source = cited,                                                        \
   .file = block,                                                          \
   .make = maker,                                                          \
   .adaptive = true,                                                       \
   .rtol = 1e-6,                                                           \
   .atol = 1e-9},
#include "methods/methods.inl"
#undef METHOD
#undef FAMILY
#undef STAGES
#undef POINTS
#undef COLLOCATION
#undef ADAPTIVE
};

int method_count(void) {
  return (int)(sizeof methods/sizeof *methods);
}

const method *method_at(int i) {
  return &methods[i];
}

// is `a` the name `b` with a star?
static bool is_starred(const char *a, const char *b) {
  size_t length = strlen(b);
  return strncmp(a, b, length) == 0 && strcmp(a + length, "*") == 0;
}

const method *method_adjoint(const method *m) {
  if (m->keeps & KEEPS_REVERSIBLE)
    return m;
  for (int i = 0; !m->other && i < method_count(); i++)
    if (is_starred(methods[i].name, m->name) || is_starred(m->name, methods[i].name))
      return &methods[i];
  return m->other;
}

// On a group the stages of lobatto are expanded about one end of the step.
static bool is_one_sided(const method *m, const problem *p) {
  return m->rule == RULE_LOBATTO && p->class == PROBLEM_GROUP;
}

const method *method_adjoint_on(const method *m, const problem *p) {
  return is_one_sided(m, p) ? m->other : method_adjoint(m);
}

// A composition is symmetric, so that its order is even, and has at least that of its method.
int method_order_free(const method *m) {
  int free = m->rule == RULE_NONE ? m->order : rule_order_free(m->rule, m->stages);
  if (!m->scheme)
    return free;
  int even = free + free % 2;
  return even > m->order ? even : m->order;
}

// The Lobatto IIIA-IIIB pair is symplectic without nonholonomic constraints, Gauss and IIID are
// without any.
static bool is_symplectic(const method *m, const problem *p) {
  if (m->rule == RULE_LOBATTO || m->rule == RULE_SPARK)
    return p->mn == 0;
  return p->m == 0 &&
         (m->rule == RULE_RK_GAUSS || m->rule == RULE_SRK_GAUSS || m->rule == RULE_RK_LOBATTO_3D);
}

static unsigned keeps_on(const method *m, const problem *p) {
  unsigned more = KEEPS_SYMPLECTIC | KEEPS_MOMENTA | KEEPS_ENERGY_NEARLY;
  unsigned own = m->keeps | (gradient_is_exact(m, p) ? KEEPS_ENERGY : 0);
  if (p->class == PROBLEM_MECHANICAL)
    return own | (is_symplectic(m, p) ? more : 0);
  if (p->class == PROBLEM_GROUP && m->treats & (TREATS_ROTATIONS | TREATS_SKEW))
    return own;
  if (p->class == PROBLEM_GROUP) {
    unsigned symmetric = m->scheme ? KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY : 0;
    return (own & (KEEPS_CONSTRAINTS | symmetric)) | (is_symplectic(m, p) ? more : 0);
  }
  unsigned keeps = own & (KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE | KEEPS_ENERGY),
           lopsided = 1U << 2 | 1U << 3;
  if (m->rule == RULE_SPARK && p->index2.parts & lopsided)
    keeps &= ~(unsigned)KEEPS_REVERSIBLE;
  return keeps;
}

// external forces need not leave the symplectic form as it is
unsigned method_keeps(const method *m, const problem *p) {
  return keeps_on(m, p) & ~(p->structure.forces ? (unsigned)KEEPS_SYMPLECTIC : 0);
}

// With h -> 0 a step leaves q and p where they were, but not a multiplier that it carries: compositions
// end at order 4, by measurement. On groups a step and one of the adjoint leave the multiplier, too.
static bool refuses_scheme(const method *m, const problem *p, char *sentence, size_t size) {
  enum { best = 4 };
  bool carries = m->rule == RULE_RK_LOBATTO_3A ||
                 (m->rule == RULE_LOBATTO && m->multiplier == MULTIPLIER_CARRY);
  bool some = p->class == PROBLEM_MECHANICAL ? p->mn > 0 : p->m > 0;
  if (!m->scheme || !carries || !some || m->scheme->order <= best)
    return false;
  snprintf(
      sentence, size,
      "`%s` carries a multiplier, and compositions of it have order %d at most: take `suzuki4`",
      m->of->name, best);
  return true;
}

// is it one of itoh_abe.h, or composed of these?
static bool by_coordinates(const method *m) {
  const method *of = m->of ? m->of : m;
  return of->make == itoh_abe_make || of->make == itoh_abe_make_adjoint ||
         of->make == itoh_abe_make_mean;
}

// Coordinate increments ask for an energy that is written down once for each variable: skew.h leaves
// that out where it is long.
static bool refuses_length(const method *m, const problem *p, char *sentence, size_t size) {
  if (!by_coordinates(m) || p->bundles[BUNDLE_COORDINATES])
    return false;
  snprintf(sentence, size,
           "`%s` needs the energy once for each variable, and this one is too long for that: take "
           "`avfc`",
           m->name);
  return true;
}

// The adjoint of Radau IA has no equation for one of its multipliers.
static bool refuses_adjoint(const method *m, const problem *p, char *sentence, size_t size) {
  bool asks = m->adjoint || (m->scheme && m->scheme->adjoint);
  if (m->rule != RULE_RK_RADAU_1A || !asks || p->m == 0)
    return false;
  snprintf(sentence, size,
           "`%s` is not usable on problems with multipliers: that of the last stage of the adjoint "
           "enters no stage, so its equations are singular; srk-radau1a has an adjoint",
           m->name);
  return true;
}

// `symmetric` of a method that is symmetric, if not on groups
static bool refuses_pair(const method *m, const problem *p, char *sentence, size_t size) {
  if (!m->scheme || !scheme_is_pair(m->scheme) || method_adjoint_on(m->of, p) != m->of)
    return false;
  snprintf(sentence, size,
           "`%s` composes a method with its adjoint, and %s is symmetric already, but on groups",
           m->scheme->name, m->of->name);
  return true;
}

// method_refuses for a problem on a group and a method that treats rotations
static bool refuses_rotations(const method *m, const problem *p, char *sentence, size_t size) {
  char why[300];
  if (m->tangent || m->eliminates) {
    snprintf(sentence, size,
             "`%s` on a group has no multipliers, and its momenta are those of the body: leave out "
             "its options",
             m->name);
    return true;
  }
  if (!moser_veselov_refuses(p, why, sizeof why))
    return false;
  snprintf(sentence, size, "`%s` on a group %s", m->name, why);
  return true;
}

// method_refuses for a problem of index 2
static bool refuses_index2(const method *m, const problem *p, char *sentence, size_t size) {
  bool skew = p->bundles[BUNDLE_ENERGY];
  if (m->treats & TREATS_SKEW && !skew)
    snprintf(sentence, size, "`%s` wants a `hamiltonian` and `bracket`, and here are equations",
             m->name);
  else if (!(m->treats & (TREATS_INDEX2 | TREATS_SKEW)))
    snprintf(sentence, size, "`%s` treats mechanical models, and this is %s", m->name,
             p->m > 0                    ? "an index-2 DAE"
             : p->bundles[BUNDLE_ENERGY] ? "a skew-gradient system"
                                         : "an ordinary differential equation");
  else if (m->rule == RULE_SPARK && p->index2.parts_z & 1)
    snprintf(sentence, size,
             "`%s` wants a part 1 that is free of algebraic variables: write the terms with `%s` "
             "as `part 2`",
             m->name, p->multiplier[0]);
  else if (m->scheme && !(method_keeps(m, p) & KEEPS_REVERSIBLE))
    snprintf(sentence, size,
             "`%s` composes symmetric methods, and %s is not symmetric here: there is something in "
             "part 3 or 4",
             m->scheme->name, m->of->name);
  else
    return refuses_length(m, p, sentence, size) || refuses_scheme(m, p, sentence, size) ||
           refuses_adjoint(m, p, sentence, size);
  return true;
}

reduction_kind method_form(const method *m, const problem *p) {
  if (!(m->treats & (TREATS_SKEW | TREATS_FULL)) || p->class == PROBLEM_INDEX2)
    return REDUCTION_COUNT;
  if (m->treats & TREATS_FULL)
    return REDUCTION_FULL;
  if (by_coordinates(m))
    return m->differences ? REDUCTION_COORDINATES_DIFFERENCES : REDUCTION_COORDINATES;
  return m->differences ? REDUCTION_DIFFERENCES : REDUCTION_FRAME;
}

// method_refuses for a mechanical problem and a method that works with a skew-gradient form
static bool refuses_reduction(const method *m, const problem *p, char *sentence, size_t size) {
  char why[300];
  if (!reduction_refuses(p, method_form(m, p), why, sizeof why))
    return false;
  snprintf(sentence, size, "`%s` cannot be used here: %s", m->name, why);
  return true;
}

// velocities that do not determine the momenta, and a method that works with them
static bool refuses_degenerate(const method *m, const problem *p, char *sentence, size_t size) {
  bool by_velocities =
      m->velocities || m->rule != RULE_NONE || m->treats & (TREATS_SKEW | TREATS_FULL);
  if (!p->structure.degenerate || !by_velocities)
    return false;
  snprintf(sentence, size,
           "`%s` works with velocities, and here they do not determine the momenta: the second "
           "derivatives of the hamiltonian in these are a singular matrix",
           m->name);
  return true;
}

// method_refuses for a problem on a group
static bool refuses_group(const method *m, const problem *p, char *sentence, size_t size) {
  if (!(m->treats & TREATS_GROUP))
    snprintf(sentence, size, "`%s` has no equations on Lie groups, for rotations and rigid motions",
             m->name);
  else if (refuses_degenerate(m, p, sentence, size))
    return true;
  else if (method_form(m, p) != REDUCTION_COUNT)
    return refuses_reduction(m, p, sentence, size);
  else
    return false;
  return true;
}

bool method_refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->class == PROBLEM_INDEX2)
    return refuses_index2(m, p, sentence, size);
  if (p->class == PROBLEM_GROUP && m->treats & TREATS_ROTATIONS)
    return refuses_rotations(m, p, sentence, size);
  if (p->class == PROBLEM_GROUP)
    return refuses_group(m, p, sentence, size);
  if (refuses_pair(m, p, sentence, size))
    return true;
  if (m->treats == TREATS_ROTATIONS) {
    snprintf(sentence, size, "`%s` treats rotations, and here are none%s", m->name,
             p->mn == 0 ? ": `rattle` is the same on R^n" : "");
    return true;
  }
  if (refuses_degenerate(m, p, sentence, size))
    return true;
  if (method_form(m, p) != REDUCTION_COUNT)
    return refuses_reduction(m, p, sentence, size);
  if (p->mh > 0 && !(m->treats & TREATS_HOLONOMIC)) {
    snprintf(sentence, size, "`%s` has no equations for holonomic constraints, and `%s` is one",
             m->name, p->constraint[p->declared_h[0]]);
    return true;
  }
  if (p->mn > 0 && !(m->treats & TREATS_NONHOLONOMIC)) {
    snprintf(sentence, size, "`%s` treats holonomic constraints only, and `%s` is nonholonomic",
             m->name, p->constraint[p->declared_n[0]]);
    return true;
  }
  if (m->make == index0_make && !p->bundles[BUNDLE_ACCELERATION_RATE]) {
    snprintf(sentence, size,
             "`%s` needs the derivatives of the accelerations, which are not known of a model made "
             "of functions",
             m->name);
    return true;
  }
  if (m->eliminates && !p->structure.separable) {
    snprintf(sentence, size,
             "`%s` eliminates the multiplier where H = T(p) + V(q) with forces free of velocities, "
             "and that is not so here: leave out solve=reduced",
             m->name);
    return true;
  }
  if (p->m > 0 && m->scheme && !(m->keeps & KEEPS_CONSTRAINTS)) {
    snprintf(
        sentence, size,
        "`%s` does not end on the constraints, so a composition of it has no higher order here",
        m->of->name);
    return true;
  }
  return refuses_scheme(m, p, sentence, size) || refuses_adjoint(m, p, sentence, size);
}

static void add_counts(const stepper *s, method_work *work) {
  work->iterations += s->kernel->newton.carried.iterations;
  work->factorisations += s->kernel->newton.carried.factorisations;
  for (int i = 0; i < s->nstage; i++)
    add_counts(s->stages[i], work);
}

long method_iterations(const stepper *s) {
  long count = s->kernel->newton.carried.iterations;
  for (int i = 0; i < s->nstage; i++)
    count += method_iterations(s->stages[i]);
  return count;
}

method_work method_counts(const stepper *s) {
  method_work work = {.max_per_step = s->kernel->newton.carried.max_iterations,
                      .evaluations = s->kernel->carried.evaluations,
                      .accepted = s->kernel->carried.accepted,
                      .rejected = s->kernel->carried.rejected};
  add_counts(s, &work);
  return work;
}

// ---------------------------------------------------------------------------------------------
// a step, and the sentence for one that failed

static void explain_newton(const stepper *s, failure *why) {
  const newton *n = &s->kernel->newton;
  char name[160];
  s->equation(s, n->last.worst, name, sizeof name);
  if (s->kernel->solved == NEWTON_SINGULAR) {
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the step are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here, or the mass matrix singular",
         name);
    return;
  }
  if (s->kernel->solved == NEWTON_UNDETERMINED) {
    fail(why, NOSLIP_ERROR_STEP,
         "rounding leaves the step undetermined: its unknowns are known to %.1g of their size "
         "only\n"
         "  try a larger step; if that helps as little as a smaller one, constraints are nearly "
         "dependent here",
         n->last.unknown_to);
    return;
  }
  fail(why, NOSLIP_ERROR_STEP,
       "Newton stopped: %s after %d iterations; largest residual %.3g in "
       "the %s",
       newton_word(s->kernel->solved), n->last.nhistory, n->last.worst_residual, name);
  if (n->last.nhistory > 0)
    fail_more(why, "\n  increments:");
  int from = n->last.nhistory > 8 ? n->last.nhistory - 8 : 0;
  if (from > 0)
    fail_more(why, " ...");
  for (int i = from; i < n->last.nhistory; i++)
    fail_more(why, " %.1e", n->last.history[i]);
  fail_more(why, "\n  try a smaller step");
}

// of an adaptive method: the step that could not be taken, and what to try
static void explain_adaptive(const stepper *s, kernel_result result, failure *why) {
  char name[160];
  s->equation(s, s->kernel->failed_at, name, sizeof name);
  if (result == KERNEL_NO_ACCELERATION)
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the accelerations are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here, or the mass matrix singular",
         name);
  else if (result == KERNEL_UNDEFINED)
    fail(why, NOSLIP_ERROR_STEP,
         "the %s is no longer a finite number, however short the step\n"
         "  the model may not be defined beyond this point",
         name);
  else if (result == KERNEL_UNDERFLOW)
    fail(why, NOSLIP_ERROR_STEP,
         "the adaptive step has become as short as the rounding of the time; the largest error "
         "is that of the %s\n"
         "  the motion may be singular here; otherwise try a larger rtol or atol",
         name);
  else
    fail(why, NOSLIP_ERROR_STEP,
         "the next node is too many steps away; the largest error is that of the %s\n"
         "  the model may be stiff; try a larger rtol or atol",
         name);
}

static void explain(const stepper *s, kernel_result result, failure *why) {
  char name[160];
  int failed_at = s->kernel->failed_at, constraints = s->kernel->newton.shape.n - s->nconstraint;
  switch (result) {
  case KERNEL_DONE: break;
  case KERNEL_UNSOLVED: explain_newton(s, why); break;
  case KERNEL_SINGULAR:
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the multipliers are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here",
         s->equation(s, constraints + failed_at, name, sizeof name));
    break;
  case KERNEL_NOT_FINITE:
    fail(why, NOSLIP_ERROR_STEP, "`%s` would no longer be finite; try a smaller step",
         s->coordinate[failed_at]);
    break;
  case KERNEL_JUMPED:
    fail(why, NOSLIP_ERROR_STEP,
         "the step leads to another sheet of the constraints: the step is too large; try a "
         "smaller one");
    break;
  case KERNEL_NO_VELOCITIES:
    fail(why, NOSLIP_ERROR_STEP,
         "the velocities cannot be found from the momenta; try a smaller step");
    break;
  case KERNEL_NO_MOMENTA:
    fail(why, NOSLIP_ERROR_STEP,
         "the momenta cannot be found from the velocities\n"
         "  H_pp may be singular: leave out solve=reduced; otherwise try a smaller step");
    break;
  case KERNEL_NOT_PROJECTED:
    fail(why, NOSLIP_ERROR_STEP,
         "the %s cannot be kept, by positions and velocities\n"
         "  it may depend on the others here, or the step is too large; try a smaller one",
         s->equation(s, constraints + failed_at, name, sizeof name));
    break;
  case KERNEL_NO_FRAME:
    fail(why, NOSLIP_ERROR_STEP,
         "the constraints turn too far in one step: there is no frame of the velocities that they "
         "allow for all of it; try a smaller step");
    break;
  case KERNEL_OFF_BRANCH:
    fail(why, NOSLIP_ERROR_STEP,
         "the step left the solution branch: with algebraic variables that enter nonlinearly, its "
         "equations have other solutions, too; try a smaller step");
    break;
  case KERNEL_NO_WAY_BACK:
    fail(why, NOSLIP_ERROR_STEP,
         "no state was found from which a step back leads here; try a smaller step");
    break;
  case KERNEL_TOO_LARGE:
    fail(why, NOSLIP_ERROR_STEP,
         "the step is too large: no rotation near 1 solves its equations, for in one step the body "
         "would turn by about a right angle or more; try a smaller one");
    break;
  case KERNEL_NO_ACCELERATION:
  case KERNEL_UNDEFINED:
  case KERNEL_UNDERFLOW:
  case KERNEL_TOO_LONG: explain_adaptive(s, result, why); break;
  }
}

// the stepper that failed: a stage of a composition, the way forth or back of an adjoint
static const stepper *culprit(const stepper *s, kernel_result result) {
  if (s->nstage == 0 || (!s->scheme && result == KERNEL_NO_WAY_BACK))
    return s;
  return culprit(s->stages[s->kernel->failed_at], result);
}

noslip_status method_step(stepper *s, state *x, double h, failure *why) {
  kernel_result result = s->take(s->self, x, h);
  if (result == KERNEL_DONE)
    return NOSLIP_OK;
  explain(culprit(s, result), result, why);
  const scheme *how = s->scheme;
  int stage = s->kernel->failed_at;
  if (how)
    fail_more(why, "\n  in stage %d of %d of %s, of size %.4g", stage + 1, s->nstage, how->name,
              scheme_stage(how, stage)*h);
  return NOSLIP_ERROR_STEP;
}

// The list of methods, and what is the same for all of them.

#include "methods/method.h"

#include "methods/families.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const method methods[] = {
#define LISTED(shown, example, kind, which, has_number, count, p, what, kept, block, line, cited) \
  {.name = example,                                                                               \
   .label = shown,                                                                                \
   .family = &kind##_family,                                                                      \
   .variant = which,                                                                              \
   .numbered = has_number,                                                                        \
   .number = count,                                                                               \
   .order = p,                                                                                    \
   .treats = what,                                                                                \
   .keeps = kept,                                                                                 \
   .summary = line,                                                                               \
   .source = cited,                                                                               \
   .file = block},
#define METHOD(name, kind, which, ...) LISTED(name, name, kind, which, false, 0, __VA_ARGS__)
#define FIXED(name, kind, which, count, ...) \
  LISTED(name, name, kind, which, false, count, __VA_ARGS__)
#define NUMBERED(name, letter, kind, which, count, ...) \
  LISTED(name "(" letter ")", name "(" #count ")", kind, which, true, count, __VA_ARGS__)
#include "methods/methods.inl"
#undef LISTED
#undef METHOD
#undef FIXED
#undef NUMBERED
};

int method_count(void) {
  return (int)(sizeof methods/sizeof *methods);
}

const method *method_at(int i) {
  assert(i >= 0 && i < method_count());
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

const method *method_adjoint_on(const method *m, const problem *p) {
  bool one_sided = m->family->one_sided && m->family->one_sided(p);
  return one_sided ? m->other : method_adjoint(m);
}

method_orders method_orders_of(const method *m) {
  return m->family->orders ? m->family->orders(m) : (method_orders){m->order, m->order, m->order};
}

// A composition is symmetric, so that its order is even, and has at least that of its method.
int method_order_free(const method *m) {
  int free = m->family->order_free ? m->family->order_free(m) : m->order;
  if (!m->scheme)
    return free;
  int even = free + free % 2;
  return even > m->order ? even : m->order;
}

const char *method_order_text(const method *m, bool free) {
  return m->family->order_text ? m->family->order_text(m, free) : "";
}

// a composition with the adjoint in turn ends with a step of that, which does not
bool method_delivers(const method *m) {
  if (m->scheme)
    return method_delivers(m->of) && (!m->scheme->adjoint || m->of->keeps & KEEPS_REVERSIBLE);
  return m->family->delivers && m->family->delivers(m);
}

unsigned method_watches(const method *m, const problem *p) {
  return m->family->watches ? m->family->watches(m, p) : 0;
}

bool method_warns(const method *m, const problem *p, char *sentence, size_t size) {
  return m->family->warns && m->family->warns(m->scheme ? m->of : m, p, sentence, size);
}

bool method_shows_rho(const method *m) {
  return m->family->shows_rho && m->family->shows_rho(m);
}

bool method_is_adaptive(const method *m) {
  return m->family->adaptive;
}

const char *method_missing(const method *m) {
  return m->family->missing ? m->family->missing(m) : NULL;
}

bool method_velocities(const method *m, const problem *p) {
  bool by_form = m->family->adaptive || m->family->by_form;
  return by_form ? p->mechanical.lagrangian : m->family->velocities;
}

stepper *method_make(const method *m, evaluator *e, arena *a) {
  const family *f = m->family;
  assert(f->make && (!m->scheme || (m->make && m->of)));
  if (f->settle && !m->of)
    m = f->settle(m, a, e->problem);
  stepper *s = !m ? NULL : m->make ? m->make(m, e, a) : f->make(m, e, a);
  return s && stepper_find_zeros(s, e, a) ? s : NULL;
}

static unsigned keeps_on(const method *m, const problem *p) {
  if (m->loose > 0)
    return 0;
  unsigned own = m->keeps, gains = m->family->gains ? m->family->gains(m, p) : 0;
  unsigned loses = m->family->loses ? m->family->loses(m, p) : 0;
  if (p->class == PROBLEM_MECHANICAL)
    return (own | gains) & ~loses;
  if (p->class == PROBLEM_GROUP && m->treats & (TREATS_ROTATIONS | TREATS_SKEW))
    return own | gains;
  if (p->class == PROBLEM_GROUP) {
    unsigned symmetric = m->scheme ? KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY : 0;
    return (own & (KEEPS_CONSTRAINTS | symmetric)) | gains;
  }
  return (own | gains) & (KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE | KEEPS_ENERGY) & ~loses;
}

// external forces need not leave the symplectic form as it is
unsigned method_keeps(const method *m, const problem *p) {
  return keeps_on(m, p) & ~(p->mechanical.structure.forces ? (unsigned)KEEPS_SYMPLECTIC : 0);
}

// ---- refusals

static bool family_refuses(const method *m, const problem *p, char *sentence, size_t size) {
  return m->family->refuses && m->family->refuses(m, p, sentence, size);
}

// With h -> 0 a step leaves q and p where they were, but not a multiplier that it carries:
// compositions end at order 4, by measurement. On groups a step and one of the adjoint leave the
// multiplier, too.
static bool refuses_scheme(const method *m, const problem *p, char *sentence, size_t size) {
  enum { best = 4 };
  bool carries = m->family->carries && m->family->carries(m);
  bool some = p->class == PROBLEM_MECHANICAL ? p->mechanical.mn > 0 : p->m > 0;
  if (!m->scheme || !carries || !some || m->scheme->order <= best)
    return false;
  snprintf(
      sentence, size,
      "`%s` carries a multiplier, and compositions of it have order %d at most: take `suzuki4`",
      m->of->name, best);
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

// what a problem that is not mechanical is
static const char *class_words(problem_class class) {
  switch (class) {
  case PROBLEM_INDEX2: return "an index-2 DAE";
  case PROBLEM_SKEW: return "a skew-gradient system";
  case PROBLEM_OVERDETERMINED: return "an overdetermined DAE";
  default: return "an ordinary differential equation";
  }
}

// method_refuses for a problem that is not mechanical
static bool refuses_index2(const method *m, const problem *p, char *sentence, size_t size) {
  bool two = p->class == PROBLEM_OVERDETERMINED;
  if (m->treats & TREATS_SKEW && p->class != PROBLEM_SKEW)
    snprintf(sentence, size, "`%s` wants a `hamiltonian` and `bracket`, and here are equations",
             m->name);
  else if (two && m->treats & TREATS_INDEX2 && !(m->treats & TREATS_OVERDETERMINED))
    snprintf(sentence, size,
             "`%s` treats DAEs of index 2, and this one is overdetermined: the time derivatives of "
             "its constraints hold, too",
             m->name);
  else if (!(m->treats & (two ? TREATS_OVERDETERMINED : TREATS_INDEX2 | TREATS_SKEW)))
    snprintf(sentence, size, "`%s` treats mechanical models%s, and this is %s", m->name,
             m->treats & TREATS_OVERDETERMINED ? " and overdetermined DAEs" : "",
             class_words(p->class));
  else if (family_refuses(m, p, sentence, size))
    return true;
  else if (m->scheme && !(method_keeps(m, p) & KEEPS_REVERSIBLE))
    snprintf(sentence, size,
             "`%s` composes symmetric methods, and %s is not symmetric here: there is something in "
             "part 3 or 4",
             m->scheme->name, m->of->name);
  else
    return refuses_scheme(m, p, sentence, size);
  return true;
}

reduction_kind method_form(const method *m, const problem *p) {
  if (!m->family->form || !problem_is_mechanical(p))
    return REDUCTION_COUNT;
  reduction_kind form = m->family->form(m);
  bool functions = p->callbacks || p->added;
  return form == REDUCTION_MOTION && functions ? REDUCTION_COUNT : form;
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
  if (!p->mechanical.structure.degenerate || !m->family->by_velocities)
    return false;
  snprintf(sentence, size,
           "`%s` works with velocities, and here they do not determine the momenta: the second "
           "derivatives of the hamiltonian in these are a singular matrix",
           m->name);
  return true;
}

// forces that depend on multipliers, and a method whose reactions are ideal
static bool refuses_load(const method *m, const problem *p, char *sentence, size_t size) {
  if (!p->mechanical.structure.loaded || m->treats & TREATS_LOADED)
    return false;
  snprintf(sentence, size,
           "`%s` has equations for ideal reactions only, and here forces depend on multipliers",
           m->name);
  return true;
}

// method_refuses for a problem on a group
static bool refuses_group(const method *m, const problem *p, char *sentence, size_t size) {
  if (m->treats & TREATS_ROTATIONS)
    return refuses_load(m, p, sentence, size) || family_refuses(m, p, sentence, size);
  if (!(m->treats & TREATS_GROUP)) {
    snprintf(sentence, size, "`%s` has no equations on Lie groups, for rotations and rigid motions",
             m->name);
    return true;
  }
  return refuses_load(m, p, sentence, size) || refuses_degenerate(m, p, sentence, size) ||
         (method_form(m, p) != REDUCTION_COUNT && refuses_reduction(m, p, sentence, size));
}

// constraints that a method has no equations for
static bool refuses_constraints(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->mechanical.mh > 0 && !(m->treats & TREATS_HOLONOMIC))
    snprintf(sentence, size, "`%s` has no equations for holonomic constraints, and `%s` is one",
             m->name, p->constraint[p->mechanical.declared_h[0]]);
  else if (p->mechanical.mn > 0 && !(m->treats & TREATS_NONHOLONOMIC))
    snprintf(sentence, size, "`%s` treats holonomic constraints only, and `%s` is nonholonomic",
             m->name, p->constraint[p->mechanical.declared_n[0]]);
  else
    return false;
  return true;
}

// a composition of a method that does not end on the constraints
static bool refuses_drift(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->m == 0 || !m->scheme || m->keeps & KEEPS_CONSTRAINTS)
    return false;
  snprintf(sentence, size,
           "`%s` does not end on the constraints, so a composition of it has no higher order here",
           m->of->name);
  return true;
}

// method_refuses for a mechanical problem on R^n
static bool refuses_mechanical(const method *m, const problem *p, char *sentence, size_t size) {
  if (refuses_pair(m, p, sentence, size))
    return true;
  if (m->treats == TREATS_ROTATIONS) {
    snprintf(sentence, size, "`%s` treats rotations, and here are none%s", m->name,
             p->mechanical.mn == 0 ? ": `rattle` is the same on R^n" : "");
    return true;
  }
  if (refuses_load(m, p, sentence, size) || refuses_degenerate(m, p, sentence, size))
    return true;
  if (method_form(m, p) != REDUCTION_COUNT && method_form(m, p) != REDUCTION_MOTION)
    return refuses_reduction(m, p, sentence, size);
  return refuses_constraints(m, p, sentence, size) || refuses_drift(m, p, sentence, size) ||
         family_refuses(m, p, sentence, size) || refuses_scheme(m, p, sentence, size);
}

// method_refuses of time stepping
static bool refuses_stepping(const method *m, const problem *p, char *sentence, size_t size) {
  return refuses_load(m, p, sentence, size) || refuses_degenerate(m, p, sentence, size) ||
         family_refuses(m, p, sentence, size);
}

// a build without a library
static bool refuses_build(const method *m, char *sentence, size_t size) {
  const char *what = method_missing(m);
  if (what)
    snprintf(sentence, size,
             "`%s` needs %s, and noslip was built without it: install it (libsundials-dev) and "
             "build again, or take `index1`",
             m->name, what);
  return what;
}

bool method_refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (refuses_build(m, sentence, size))
    return true;
  if (p->lean && !(m->treats & TREATS_CONTACT)) {
    snprintf(
        sentence, size,
        "`%s` goes from event to event, and contacts of pairs, or of this many bodies, are for "
        "time stepping",
        m->name);
    return true;
  }
  if (m->treats & TREATS_CONTACT && problem_is_mechanical(p))
    return refuses_stepping(m, p, sentence, size);
  return !problem_is_mechanical(p)   ? refuses_index2(m, p, sentence, size)
         : p->class == PROBLEM_GROUP ? refuses_group(m, p, sentence, size)
                                     : refuses_mechanical(m, p, sentence, size);
}

// ---- documentation

// blocks.inl is made of the kernel files when the build is configured
const char *method_equations(const method *m) {
  static const struct {
    const char *file, *text;
  } blocks[] = {
#define BLOCK(file, text) {file, text},
#include "blocks.inl"
#undef BLOCK
  };
  for (size_t i = 0; i < sizeof blocks/sizeof *blocks; i++)
    if (strcmp(blocks[i].file, m->file) == 0)
      return blocks[i].text;
  return "";
}

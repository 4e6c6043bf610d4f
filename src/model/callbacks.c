// noslip_model_bind: a model from functions of the caller. What was given is checked field by
// field and copied; the rest of the library sees a system without expressions (its graph is NULL).

#include "model/model.h"

#include "problem/callbacks.h"

#include <math.h>
#include <string.h>

// dense blocks of n x n: beyond this a model needs sparse linear algebra
enum { most_coordinates = 1000 };

static const struct {
  unsigned bit;
  const char *words;
} promises[] = {
    {NOSLIP_AUTONOMOUS, "no dependence on time"},
    {NOSLIP_QUADRATIC, "mass matrix without velocities"},
    {NOSLIP_CONSTANT_MASS, "constant mass matrix"},
    {NOSLIP_IDENTITY_MASS, "identity mass matrix"},
    {NOSLIP_SEPARABLE, "separable"},
    {NOSLIP_AFFINE_CONSTRAINTS, "constraints affine in the velocities"},
    {NOSLIP_LINEAR_CONSTRAINTS, "constraints linear in the velocities"},
    {NOSLIP_LINEAR_MULTIPLIERS, "multipliers enter linearly"},
};
enum { npromise = sizeof promises/sizeof *promises };

void model_show_promises(text_buffer *out, unsigned given) {
  text_print(out, "  promised   %s", given ? "" : "nothing");
  bool first = true;
  for (int i = 0; i < npromise; i++)
    if (given & promises[i].bit) {
      text_print(out, "%s%s", first ? "" : ", ", promises[i].words);
      first = false;
    }
  text_print(out, "\n");
}

// ---------------------------------------------------------------------------------------------
// what was given, field by field

static noslip_status refuse(failure *why, const char *field, const char *what) {
  return fail(why, NOSLIP_ERROR_MODEL, "`%s` %s", field, what);
}

// a derivative without its function
static noslip_status check_pair(const char *field, bool there, const char *of, bool base,
                                failure *why) {
  if (!there || base)
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_MODEL, "`%s` is given, but `%s` is not", field, of);
}

// how many there are, and the function that is needed if there are any
static noslip_status check_count(const char *room, const char *function, int count, bool there,
                                 failure *why) {
  if (count < 0 || count > most_coordinates)
    return fail(why, NOSLIP_ERROR_MODEL, "`%s.count` is %d; 0 to %d can be treated", room, count,
                most_coordinates);
  if (count > 0 && !there)
    return fail(why, NOSLIP_ERROR_MODEL, "`%s.%s` is missing: `%s.count` is %d", room, function,
                room, count);
  if (count == 0 && there)
    return fail(why, NOSLIP_ERROR_MODEL, "`%s.%s` is given, but `%s.count` is 0", room, function,
                room);
  return NOSLIP_OK;
}

static noslip_status check_functions(const noslip_callbacks *c, failure *why) {
  const noslip_nonholonomic *p = &c->nonholonomic;
  const noslip_holonomic *h = &c->holonomic;
  if (c->form != NOSLIP_LAGRANGIAN && c->form != NOSLIP_HAMILTONIAN)
    return refuse(why, "form", "is NOSLIP_LAGRANGIAN or NOSLIP_HAMILTONIAN");
  if (!c->function)
    return refuse(why, "function", "is missing: it gives L(t,q,v), or H(t,q,p)");
  noslip_status status = check_count("nonholonomic", "phi", p->count, p->phi, why);
  if (status == NOSLIP_OK)
    status = check_count("holonomic", "g", h->count, h->g, why);
  if (status == NOSLIP_OK)
    status = check_pair("force_derivatives", c->force_derivatives, "force", c->force, why);
  return status;
}

static noslip_status check_numbers(const char *field, const double *x, int n, bool positive,
                                   failure *why) {
  for (int i = 0; x && i < n; i++)
    if (!isfinite(x[i]) || (positive && !(x[i] > 0)))
      return fail(why, NOSLIP_ERROR_MODEL, "`%s[%d]` is %g; it is a %s number", field, i, x[i],
                  positive ? "positive" : "finite");
  return NOSLIP_OK;
}

static noslip_status check_sizes(const noslip_callbacks *c, failure *why) {
  int n = c->coordinates;
  if (n < 1 || n > most_coordinates)
    return fail(why, NOSLIP_ERROR_MODEL, "`coordinates` is %d; 1 to %d can be treated", n,
                most_coordinates);
  if (check_numbers("start_q", c->start_q, n, false, why) != NOSLIP_OK ||
      check_numbers("start_x", c->start_x, n, false, why) != NOSLIP_OK ||
      check_numbers("size_q", c->size_q, n, true, why) != NOSLIP_OK ||
      check_numbers("size_x", c->size_x, n, true, why) != NOSLIP_OK)
    return why->status;
  return NOSLIP_OK;
}

static noslip_status check_promises(const noslip_callbacks *c, failure *why) {
  unsigned known = 0, needed = NOSLIP_SEPARABLE;
  for (int i = 0; i < npromise; i++)
    known |= promises[i].bit;
  if (c->promises & ~known)
    return fail(why, NOSLIP_ERROR_MODEL, "`promises` has an unknown bit: %#x",
                c->promises & ~known);
  if (!(c->promises & NOSLIP_LINEAR_MULTIPLIERS))
    return NOSLIP_OK;
  bool mass = c->promises & (NOSLIP_CONSTANT_MASS | NOSLIP_IDENTITY_MASS);
  bool affine = c->promises & (NOSLIP_AFFINE_CONSTRAINTS | NOSLIP_LINEAR_CONSTRAINTS);
  if (!mass || !affine || !(c->promises & needed))
    return fail(why, NOSLIP_ERROR_MODEL,
                "`promises`: NOSLIP_LINEAR_MULTIPLIERS stands only with constant mass, separable, "
                "and affine or linear constraints");
  if (c->nonholonomic.count > 0 && (!c->nonholonomic.phi_v || !c->nonholonomic.phi_q))
    return fail(why, NOSLIP_ERROR_MODEL,
                "`promises`: NOSLIP_LINEAR_MULTIPLIERS needs `nonholonomic.%s`: with differences "
                "the constraint would not hold to rounding",
                c->nonholonomic.phi_v ? "phi_q" : "phi_v");
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// copies

// the copy of a name; a name that is not there or empty is an error
static noslip_status copy_name(arena *a, const char *name, const char *field, int i,
                               const char **out, failure *why) {
  if (!name || !*name)
    return fail(why, NOSLIP_ERROR_MODEL, "`%s[%d]` is %s; every one has a name", field, i,
                name ? "empty" : "NULL");
  *out = arena_text(a, name, strlen(name));
  return *out ? NOSLIP_OK : fail_memory(why);
}

// names, or stem[1], stem[2], ...
static noslip_status copy_names(arena *a, const char *const **names, int count, const char *stem,
                                const char *field, failure *why) {
  const char **copy = ARENA_ARRAY(a, const char *, count);
  if (!copy)
    return fail_memory(why);
  for (int i = 0; i < count; i++) {
    if (*names && copy_name(a, (*names)[i], field, i, &copy[i], why) != NOSLIP_OK)
      return why->status;
    if (!*names && !(copy[i] = arena_print(a, "%s[%d]", stem, i + 1)))
      return fail_memory(why);
  }
  *names = copy;
  return NOSLIP_OK;
}

static noslip_status copy_quantities(arena *a, const noslip_quantity **list, int count,
                                     const char *field, failure *why) {
  if (count < 0 || (count > 0 && !*list))
    return fail(why, NOSLIP_ERROR_MODEL, "`%s` is NULL, or the number of them negative", field);
  noslip_quantity *copy = ARENA_ARRAY(a, noslip_quantity, count);
  if (!copy)
    return fail_memory(why);
  for (int i = 0; i < count; i++) {
    copy[i].value = (*list)[i].value;
    if (!copy[i].value)
      return fail(why, NOSLIP_ERROR_MODEL, "`%s[%d]` has no function", field, i);
    if (copy_name(a, (*list)[i].name, field, i, &copy[i].name, why) != NOSLIP_OK)
      return why->status;
  }
  *list = copy;
  return NOSLIP_OK;
}

static void copy_array(arena *a, const double **x, int n) {
  double *copy = *x ? ARENA_ARRAY(a, double, n) : NULL;
  if (copy)
    memcpy(copy, *x, (size_t)n*sizeof *copy);
  *x = copy;
}

static noslip_status copy_all(arena *a, noslip_callbacks *c, failure *why) {
  const char *name = c->name ? c->name : "callbacks";
  c->name = arena_text(a, name, strlen(name));
  if (c->title)
    c->title = arena_text(a, c->title, strlen(c->title));
  copy_array(a, &c->start_q, c->coordinates);
  copy_array(a, &c->start_x, c->coordinates);
  copy_array(a, &c->size_q, c->coordinates);
  copy_array(a, &c->size_x, c->coordinates);
  if (a->failed)
    return fail_memory(why);
  if (copy_names(a, &c->coordinate, c->coordinates, "q", "coordinate", why) != NOSLIP_OK ||
      copy_names(a, &c->nonholonomic.names, c->nonholonomic.count, "phi", "nonholonomic.names",
                 why) != NOSLIP_OK ||
      copy_names(a, &c->holonomic.names, c->holonomic.count, "g", "holonomic.names", why) !=
          NOSLIP_OK ||
      copy_quantities(a, &c->invariants, c->ninvariant, "invariants", why) != NOSLIP_OK ||
      copy_quantities(a, &c->observables, c->nobservable, "observables", why) != NOSLIP_OK)
    return why->status;
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// the system that names everything

static bool add_coordinate(arena *a, model_system *s, const noslip_callbacks *c, int i) {
  bool momenta = c->form == NOSLIP_HAMILTONIAN, angle = c->angle && c->angle[i];
  const char *name = c->coordinate[i], *rate = arena_print(a, "%s'", name);
  double q = c->start_q ? c->start_q[i] : 0, x = c->start_x ? c->start_x[i] : 0;
  coord_item item = {.name = name,
                     .kind = angle ? COORD_ANGLE : COORD_REAL,
                     .position = i,
                     .nposition = 1,
                     .velocity = i,
                     .nvelocity = 1};
  return rate && ARRAY_PUSH(a, s->coords, item) &&
         ARRAY_PUSH(a, s->positions, ((unknown){.name = name, .start = q, .angle = angle})) &&
         ARRAY_PUSH(a, s->velocities, ((unknown){.name = rate, .start = momenta ? 0 : x})) &&
         ARRAY_PUSH(a, s->momenta, ((unknown){.name = name, .start = momenta ? x : 0}));
}

static bool add_constraints(arena *a, model_system *s, const char *const *names, int count,
                            constraint_kind kind) {
  for (int k = 0; k < count; k++)
    if (!ARRAY_PUSH(
            a, s->constraints,
            ((constraint){.label = names[k], .kind = kind, .multiplier = -1, .contact = -1})))
      return false;
  return true;
}

static model_system *new_system(arena *a, const noslip_callbacks *c) {
  model_system *s = arena_alloc(a, sizeof *s);
  if (!s)
    return NULL;
  s->name = c->name;
  s->title = c->title;
  s->class = CLASS_MECHANICAL;
  s->form = c->form == NOSLIP_LAGRANGIAN ? FORM_LAGRANGIAN : FORM_HAMILTONIAN;
  bool good = true;
  for (int i = 0; good && i < c->coordinates; i++)
    good = add_coordinate(a, s, c, i);
  for (int i = 0; good && i < c->ninvariant; i++)
    good = ARRAY_PUSH(a, s->invariants, ((monitor){.label = c->invariants[i].name}));
  for (int i = 0; good && i < c->nobservable; i++)
    good = ARRAY_PUSH(a, s->observables, ((monitor){.label = c->observables[i].name}));
  good = good &&
         add_constraints(a, s, c->nonholonomic.names, c->nonholonomic.count,
                         CONSTRAINT_NONHOLONOMIC) &&
         add_constraints(a, s, c->holonomic.names, c->holonomic.count, CONSTRAINT_HOLONOMIC);
  return good ? s : NULL;
}

// ---------------------------------------------------------------------------------------------
// names that noslip_value could not tell apart

static const char *value_name(const model_system *s, int i) {
  int n = s->positions.count, ni = s->invariants.count;
  return i < n            ? s->positions.list[i].name
         : i < 2*n      ? s->velocities.list[i - n].name
         : i < 2*n + ni ? s->invariants.list[i - 2*n].label
                        : s->observables.list[i - 2*n - ni].label;
}

static noslip_status check_names(const model_system *s, failure *why) {
  int count = 2*s->positions.count + s->invariants.count + s->observables.count;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++)
      if (strcmp(value_name(s, i), value_name(s, j)) == 0)
        return fail(why, NOSLIP_ERROR_MODEL, "two values have the name `%s`", value_name(s, i));
  for (int i = 0; i < s->constraints.count; i++)
    for (int j = 0; j < i; j++)
      if (strcmp(s->constraints.list[i].label, s->constraints.list[j].label) == 0)
        return fail(why, NOSLIP_ERROR_MODEL, "two constraints have the name `%s`",
                    s->constraints.list[i].label);
  return NOSLIP_OK;
}

static noslip_status note_missing(noslip_model *m, failure *why) {
  text_buffer out;
  text_init(&out, &m->context->memory);
  callbacks_name_missing(m->problem->callbacks, &out);
  if (out.length > 0)
    m->note = arena_text(&m->arena, out.data, out.length);
  bool good = !out.failed && !m->arena.failed;
  text_free(&out);
  return good ? NOSLIP_OK : fail_memory(why);
}

static noslip_status fill(noslip_model *m, const noslip_callbacks *given) {
  failure *why = &m->context->failure;
  noslip_callbacks c = *given;
  if (check_sizes(&c, why) != NOSLIP_OK || check_functions(&c, why) != NOSLIP_OK ||
      check_promises(&c, why) != NOSLIP_OK || copy_all(&m->arena, &c, why) != NOSLIP_OK)
    return why->status;
  m->path = m->text = "";
  m->monitors_use_multipliers = c.uses_multipliers;
  m->system = new_system(&m->arena, &c);
  if (!m->system || !model_find_columns(m) || !model_find_coordinates(m))
    return fail_memory(why);
  if (check_names(m->system, why) != NOSLIP_OK)
    return why->status;
  problem *p = callbacks_new(&m->arena, &c);
  m->problem = p;
  if (!p)
    return fail_memory(why);
  noslip_status status = callbacks_check(p, &m->arena, why);
  return status == NOSLIP_OK ? note_missing(m, why) : status;
}

noslip_status noslip_model_bind_sized(noslip_context *context, const noslip_callbacks *given,
                                      size_t size, noslip_model **out) {
  noslip_callbacks own;
  if (out)
    *out = NULL;
  if (!context || !given || !out)
    return context_refuse_null(context, given ? "model" : "callbacks");
  if (CONTEXT_TAKE(context, noslip_callbacks, own, given, size) != NOSLIP_OK)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_model *m = model_new(context);
  if (!m)
    return NOSLIP_ERROR_MEMORY;
  noslip_status status = fill(m, &own);
  if (status != NOSLIP_OK)
    noslip_model_free(m);
  else
    *out = m;
  return status;
}

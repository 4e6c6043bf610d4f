// Which methods treat a model, and why the others do not.

#include "run/run.h"

#include "base/shown.h"
#include "methods/families.h"
#include "noslip/method.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { refusal_size = 512 };

// Contacts with friction slide with a force that depends on a multiplier, and stick with a constraint
// on velocities; what moves them from event to event knows one law.
enum { treats_friction = TREATS_LOADED | TREATS_HOLONOMIC | TREATS_NONHOLONOMIC };

static bool refuses_friction(const method *m, const contact *c, char *sentence, size_t size) {
  if ((m->treats & treats_friction) != treats_friction)
    snprintf(sentence, size,
             "`%s` has no equations for bodies that slide and stick, and the contact `%s` has "
             "friction",
             m->name, SHOWN(c->label));
  else if (c->nfriction > 1)
    snprintf(sentence, size, "`%s` treats one law of friction of a contact, and `%s` has %d",
             m->name, SHOWN(c->label), c->nfriction);
  else
    return false;
  return true;
}

// some contact has friction that a method from event to event does not treat
static bool refuses_rough(const method *m, const noslip_model *model, char *sentence, size_t size) {
  const model_system *s = model->system;
  for (int i = 0; i < s->contacts.count; i++)
    if (s->contacts.list[i].nfriction > 0 &&
        refuses_friction(m, &s->contacts.list[i], sentence, size))
      return true;
  return false;
}

// time stepping knows no constraint that comes and goes
static bool refuses_waiting(const method *m, const model_system *s, char *sentence, size_t size) {
  for (int k = 0; m->treats & TREATS_CONTACT && k < s->constraints.count; k++) {
    const constraint *c = &s->constraints.list[k];
    if (c->contact < 0)
      continue;
    snprintf(
        sentence, size,
        "`%s` has no constraints that hold while a contact is closed, and `%s` is one: friction "
        "of the contact can take its place",
        m->name, SHOWN(c->label));
    return true;
  }
  return false;
}

// between contacts a method of order 1 takes its steps with its adjoint (contact/modes.c)
static bool refuses_flight(const method *m, const model_system *s, char *sentence, size_t size) {
  bool steps = m->treats & TREATS_CONTACT;
  if (s->contacts.count == 0 || steps || m->order > 1 || method_adjoint(m))
    return false;
  snprintf(sentence, size,
           "`%s` has order 1 and no adjoint in this version, which flight between contacts needs",
           m->name);
  return true;
}

// why m cannot treat the model; false if it can
static bool refuses(const method *m, const noslip_model *model, char *sentence, size_t size) {
  if (model->unsolved || !model->problem) {
    snprintf(sentence, size, "%s", model->unsolved ? model->unsolved : "no problem");
    return true;
  }
  bool rough = !(m->treats & TREATS_CONTACT) && refuses_rough(m, model, sentence, size);
  return rough || refuses_waiting(m, model->system, sentence, size) ||
         refuses_flight(m, model->system, sentence, size) ||
         method_refuses(m, model->problem, sentence, size);
}

// What a method is taken for: the energy, or the symplectic form, or the constraints if there are
// any. Those of TREATS_SKEW that keep an energy only if it is a polynomial are taken for it, too.
static unsigned asked_for(const method *m, const problem *p) {
  if (m->keeps & KEEPS_ENERGY || m->treats & (TREATS_SKEW | TREATS_FULL))
    return KEEPS_ENERGY;
  if (m->keeps & KEEPS_SYMPLECTIC)
    return KEEPS_SYMPLECTIC;
  return p && p->m > 0 ? m->keeps & KEEPS_CONSTRAINTS : 0;
}

// "`dla-mp`, `dla-cm`": the methods that treat the model and keep all of `wanted`, after `before`;
// returns how many
static int name_those(const noslip_model *model, unsigned wanted, const char *before,
                      failure *why) {
  char unsaid[refusal_size];
  int count = 0;
  for (int i = 0; i < method_count(); i++) {
    const method *m = method_at(i);
    if (refuses(m, model, unsaid, sizeof unsaid) || wanted & ~method_keeps(m, model->problem))
      continue;
    fail_more(why, "%s`%s`", count++ > 0 ? ", " : before, m->label);
  }
  return count;
}

// Only methods that do what was asked for are proposed; if there are none, that is said first.
static void name_others(const noslip_model *model, unsigned wanted, failure *why) {
  if (model->unsolved || !model->problem ||
      name_those(model, wanted, "; methods that can: ", why) > 0)
    return;
  const char *what = wanted & KEEPS_ENERGY       ? "keeps the energy of this model to rounding"
                     : wanted & KEEPS_SYMPLECTIC ? "is symplectic on this model"
                     : wanted                    ? "keeps the constraints of this model to rounding"
                                                 : "of this version can treat this model";
  fail_more(why, "; no method %s", what);
  if (wanted)
    name_those(model, 0, ", and these treat it without: ", why);
}

noslip_status applies_check(const method *m, const noslip_model *model, failure *why) {
  assert(m && model);
  char sentence[refusal_size];
  if (!refuses(m, model, sentence, sizeof sentence))
    return NOSLIP_OK;
  fail(why, NOSLIP_ERROR_ARGUMENT, "%s", sentence);
  name_others(model, asked_for(m, model->problem), why);
  return NOSLIP_ERROR_ARGUMENT;
}

// ---------------------------------------------------------------------------------------------
// the public list

// `keeps`: all that the method does, or what it keeps of a model
static void fill(const method *m, unsigned keeps, noslip_method_info *info) {
  *info = (noslip_method_info){
      .name = m->label,
      .example = m->name,
      .order = m->order,
      .order_text = method_order_text(m, false),
      .order_free = method_order_free(m),
      .order_free_text = method_order_text(m, true),
      .adaptive = method_is_adaptive(m),
      .symmetric = keeps & KEEPS_REVERSIBLE,
      .symplectic = keeps & KEEPS_SYMPLECTIC,
      .holonomic = m->treats & TREATS_HOLONOMIC,
      .nonholonomic = m->treats & TREATS_NONHOLONOMIC,
      .index2 = m->treats & TREATS_INDEX2,
      .bracket = m->treats & (TREATS_INDEX2 | TREATS_SKEW),
      .groups = m->treats & TREATS_GROUP,
      .rotations = m->treats & (TREATS_GROUP | TREATS_ROTATIONS),
      .keeps_energy = keeps & KEEPS_ENERGY,
      .keeps_constraints = keeps & KEEPS_CONSTRAINTS,
      .keeps_momenta = keeps & KEEPS_MOMENTA,
      .bounds_energy = keeps & KEEPS_ENERGY_NEARLY,
      .summary = m->summary,
      .source = m->source,
      .equations = method_equations(m),
      .overdetermined = m->treats & TREATS_OVERDETERMINED,
      .multiplier_forces = m->treats & TREATS_LOADED,
      .missing = method_missing(m),
  };
}

int noslip_method_count(void) {
  return method_count();
}

// fill the struct of a caller
static void give(const method *m, unsigned keeps, noslip_method_info *info, size_t size) {
  noslip_method_info own;
  fill(m, keeps, &own);
  sized_give(info, size, &own, sizeof own);
}

bool noslip_method_get_sized(int i, noslip_method_info *info, size_t size) {
  if (!info || i < 0 || i >= method_count())
    return false;
  give(method_at(i), method_at(i)->keeps, info, size);
  return true;
}

int noslip_scheme_count(void) {
  return scheme_count();
}

bool noslip_scheme_get_sized(int i, noslip_scheme_info *info, size_t size) {
  if (!info || i < 0 || i >= scheme_count())
    return false;
  const scheme *s = scheme_at(i);
  noslip_scheme_info own = {s->name, s->order, s->stages, s->adjoint};
  sized_give(info, size, &own, sizeof own);
  return true;
}

static noslip_status find(noslip_context *context, const char *name, const method **out) {
  return method_find(&context->arena, name, out, &context->failure);
}

// a method with a number by its name alone, "spark", or as it is listed, "spark(s)"
static const method *numbered(const char *name) {
  for (int i = 0; i < method_count(); i++) {
    const method *m = method_at(i);
    size_t length = strcspn(m->label, "(");
    if (m->numbered && strncmp(m->label, name, length) == 0 &&
        (name[length] == 0 || strcmp(m->label, name) == 0))
      return m;
  }
  return NULL;
}

noslip_status noslip_method_find_sized(noslip_context *context, const char *name,
                                       noslip_method_info *info, size_t size) {
  if (!context || !name || !info)
    return context_refuse_null(context, name ? "info" : "name");
  const method *m = numbered(name);
  noslip_status status = m ? NOSLIP_OK : find(context, name, &m);
  if (status == NOSLIP_OK)
    give(m, m->keeps, info, size);
  return status;
}

noslip_status noslip_method_applies(noslip_context *context, const char *name,
                                    const noslip_model *model) {
  const method *m;
  if (!context || !name || !model)
    return context_refuse_null(context, name ? "model" : "name");
  noslip_status status = find(context, name, &m);
  return status == NOSLIP_OK ? applies_check(m, model, &context->failure) : status;
}

noslip_status noslip_method_refusal(noslip_context *context, const char *name,
                                    const noslip_model *model, const char **reason) {
  const method *m;
  char sentence[refusal_size];
  *reason = NULL;
  noslip_status status = find(context, name, &m);
  if (status != NOSLIP_OK || !refuses(m, model, sentence, sizeof sentence))
    return status;
  *reason = arena_text(&context->arena, sentence, strlen(sentence));
  return *reason ? NOSLIP_OK : fail_memory(&context->failure);
}

// Does a multiplier that is carried through a composition gain, too? On groups it does, where there
// are more than a step and its adjoint.
static bool gains(const method *m, const problem *p) {
  return p && p->class == PROBLEM_GROUP && !scheme_is_pair(m->scheme);
}

static method_orders orders_on(const method *m, const problem *p) {
  method_orders o = {m->order, m->order, m->order};
  if (p && p->m == 0)
    o.q = o.p = o.multiplier = method_order_free(m);
  else if (!m->scheme)
    o = method_orders_of(m);
  else if (method_delivers(m) && !gains(m, p))
    o.multiplier = method_orders_of(m).multiplier;
  if (m->adjoint &&
      !method_delivers(m))  // its multipliers are those that are consistent with the node
    o.multiplier = o.p;
  if (!p || !problem_is_mechanical(p))
    o.q = o.p;
  return o;
}

int applies_order(const method *m, const problem *p) {
  return orders_on(m, p).p;
}

noslip_status noslip_method_orders(noslip_context *context, const char *name,
                                   const noslip_model *model, int orders[3]) {
  const method *m;
  if (!context || !name || !model || !orders)
    return context_refuse_null(context, !name ? "name" : !model ? "model" : "orders");
  noslip_status status = find(context, name, &m);
  if (status != NOSLIP_OK)
    return status;
  method_orders o = orders_on(m, model->problem);
  orders[0] = o.q;
  orders[1] = o.p;
  orders[2] = o.multiplier;
  return NOSLIP_OK;
}

void noslip_run_method_sized(const noslip_run *r, noslip_method_info *info, size_t size) {
  if (!info)
    return;
  noslip_method_info own = {0};
  if (r) {
    fill(r->method, method_keeps(r->method, r->problem), &own);
    own.order = applies_order(r->method, r->model->problem);
  }
  sized_give(info, size, &own, sizeof own);
}

// Methods by their text: `dla-mp`, `lobatto(3, multiplier=carry)`, `compose(spark(2), kahan-li8)`.

#include "methods/method.h"

#include "base/shown.h"
#include "base/spec.h"
#include "base/suggest.h"
#include "methods/families.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// the name of an entry of the list without what stands in parentheses, and without a star
static bool is_named(const method *m, const char *name) {
  size_t length = strcspn(m->label, "(*");
  return strlen(name) == length && strncmp(m->label, name, length) == 0;
}

// an adjoint that has a line of its own
static bool is_adjoint(const method *m) {
  return strchr(m->label, '*') != NULL;
}

// the entry of a name, with its star if that has one; NULL if there is none
static const method *entry_of(const spec *s) {
  const method *found = NULL;
  for (int i = 0; i < method_count(); i++)
    if (is_named(method_at(i), s->name) && (!found || is_adjoint(method_at(i)) == s->adjoint))
      found = method_at(i);
  return found;
}

static noslip_status unknown(const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < method_count(); i++)
    suggest(&near, name, method_at(i)->label);
  fail(why, NOSLIP_ERROR_ARGUMENT, "there is no method `%s` in this version", SHOWN(name));
  if (near.count > 0)
    fail_hint(why, "; ", "%s", suggest_text(question, &near, "`"));
  else
    fail_hint(why, " (", "`noslip methods` lists those there are");
  if (near.count == 0)
    fail_more(why, ")");
  return NOSLIP_ERROR_ARGUMENT;
}

static noslip_status find(arena *a, const spec *s, const method **out, failure *why);

static noslip_status unknown_scheme(const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < scheme_count(); i++)
    suggest(&near, name, scheme_at(i)->name);
  fail(why, NOSLIP_ERROR_ARGUMENT, "there is no composition scheme `%s`", SHOWN(name));
  if (near.count > 0)
    fail_hint(why, "; ", "%s", suggest_text(question, &near, "`"));
  for (int i = 0; near.count == 0 && i < scheme_count(); i++)
    fail_more(why, "%s `%s`", i > 0 ? "," : "; there are", scheme_at(i)->name);
  return NOSLIP_ERROR_ARGUMENT;
}

// does a scheme for symmetric methods take compose(M, symmetric) in the place of M?
static bool is_doubled(const method *of, const scheme *how) {
  return !how->adjoint && !(of->keeps & KEEPS_REVERSIBLE);
}

// "`suzuki4` composes ..., and that of M is not in this version"
static noslip_status refuse_without_adjoint(const method *of, const scheme *how, failure *why) {
  fail(why, NOSLIP_ERROR_ARGUMENT,
       how->adjoint ? "`%s` composes a method with its adjoint, and that of %s"
                    : "`%s` composes symmetric methods; %s is not one, and its adjoint",
       how->name, of->name);
  fail_more(why, " is not in this version");
  return NOSLIP_ERROR_ARGUMENT;
}

// Schemes for symmetric methods need order 2: that of M, or of M and its adjoint, which is even.
// Those for a method with its adjoint take any that is lower than what they come to.
static noslip_status check_order(const method *of, const scheme *how, failure *why) {
  bool doubled = is_doubled(of, how);
  int order = of->order + (doubled ? of->order % 2 : 0);
  if (!how->adjoint && order != 2)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "`%s` composes methods of order 2, and %s%s%s has order %d; take one as dla-mp or rattle",
        how->name, doubled ? "compose(" : "", of->name, doubled ? ", symmetric)" : "", order);
  if (how->adjoint && !scheme_is_pair(how) && order >= how->order)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "`%s` makes order %d of methods of a lower order, and %s has order %d; take it alone",
        how->name, how->order, of->name, order);
  return NOSLIP_OK;
}

// what a scheme asks of the method that is composed
static noslip_status check_composed(const method *of, const scheme *how, failure *why) {
  if (of->family->adaptive)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "`%s` cannot be composed: it chooses its steps itself and has none of size h; take a "
        "method of fixed steps, as dla-mp",
        of->name);
  if (of->loose > 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`%s` cannot be composed; write loose(compose(%s, %s), %g)", of->name, of->of->name,
                how->name, of->loose);
  bool one_sided = of->family->one_sided && !of->scheme;  // on groups: method_refuses
  if (scheme_is_pair(how) && of->keeps & KEEPS_REVERSIBLE && !one_sided)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "`%s` composes a method with its adjoint, and %s is symmetric already; take it alone, or "
        "another scheme, as suzuki4",
        how->name, of->name);
  if (!method_adjoint(of))
    return refuse_without_adjoint(of, how, why);
  return check_order(of, how, why);
}

// the scheme of a composition of M and, where M is not symmetric, its adjoint
static const scheme *scheme_of(arena *a, const method *of, const scheme *how) {
  if (!is_doubled(of, how) && !of->scheme)
    return how;
  scheme *nested = arena_alloc(a, sizeof *nested);
  if (nested)
    *nested = scheme_nested(how);
  return nested;
}

// the two parts of compose(M, scheme)
static noslip_status read_composition(arena *a, const spec *s, const method **of,
                                      const scheme **how, failure *why) {
  if (s->nitem != 2 || !s->items[0].method || !s->items[1].method || s->items[0].option ||
      s->items[1].option)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a composition is written compose(METHOD, SCHEME), as in compose(dla-mp, suzuki4)");
  if (find(a, s->items[0].method, of, why) != NOSLIP_OK)
    return why->status;
  const spec *named = s->items[1].method;
  *how = scheme_find(named->name);
  if (named->adjoint)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a star belongs to a method, not to the scheme `%s`; delete it", named->name);
  if (!*how || named->nitem > 0)
    return unknown_scheme(named->name, why);
  return check_composed(*of, *how, why);
}

// compose(M, scheme)
static noslip_status find_composition(arena *a, const spec *s, const method **out, failure *why) {
  const method *of;
  const scheme *how = NULL;
  if (read_composition(a, s, &of, &how, why) != NOSLIP_OK)
    return why->status;
  method *m = arena_alloc(a, sizeof *m);
  const char *name = spec_text(a, s);
  const scheme *all = scheme_of(a, of, how);
  if (!m || !name || !all)
    return fail_memory(why);
  const method *base = of->scheme ? of->of : of;
  bool in_turn = all->adjoint && !(base->keeps & KEEPS_REVERSIBLE);
  *m = *base;
  m->name = m->label = name;
  m->order = scheme_is_pair(how) ? of->order + of->order % 2 : how->order;
  m->keeps |= KEEPS_REVERSIBLE;
  m->make = compose_make;
  m->of = base;
  m->scheme = all;
  m->file = "compose/compose.h";
  m->adjoint = false;
  m->other = NULL;
  m->summary = arena_print(a, "%s composed by %s: %d stages%s%s%s, order %d", of->name, how->name,
                           all->stages, in_turn ? ", " : "", in_turn ? base->name : "",
                           in_turn ? " and its adjoint in turn" : "", m->order);
  *out = m;
  return m->summary ? NOSLIP_OK : fail_memory(why);
}

// ---- solved to a tolerance

// the two parts of loose(M, tolerance)
static noslip_status read_loose(arena *a, const spec *s, const method **of, double *tolerance,
                                failure *why) {
  bool parts = s->nitem == 2 && s->items[0].method && !s->items[0].option &&
               s->items[1].is_number && !s->items[1].option;
  if (!parts || !(s->items[1].number > 0 && s->items[1].number < 1))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a method that is solved to a tolerance only is written loose(METHOD, TOLERANCE), "
                "as in loose(spark(2), 1e-4)");
  *tolerance = s->items[1].number;
  if (find(a, s->items[0].method, of, why) != NOSLIP_OK)
    return why->status;
  if ((*of)->family->adaptive || (*of)->treats & TREATS_CONTACT || (*of)->loose > 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`%s` has no equations that loose(METHOD, TOLERANCE) could solve to a tolerance; "
                "take one as spark(2)",
                (*of)->name);
  return NOSLIP_OK;
}

// loose(M, tolerance): it keeps nothing
static noslip_status find_loose(arena *a, const spec *s, const method **out, failure *why) {
  const method *of;
  double tolerance = 0;
  if (read_loose(a, s, &of, &tolerance, why) != NOSLIP_OK)
    return why->status;
  method *m = arena_alloc(a, sizeof *m);
  const char *name = spec_text(a, s);
  if (!m || !name)
    return fail_memory(why);
  *m = *of;
  m->name = m->label = name;
  m->keeps = 0;
  m->make = loose_make;
  m->of = of;
  m->scheme = NULL;
  m->loose = tolerance;
  m->file = "compose/loose.c";
  m->adjoint = false;
  m->other = NULL;
  m->summary =
      arena_print(a, "%s, residuals below %g count as 0: for comparison", of->name, tolerance);
  *out = m;
  return m->summary ? NOSLIP_OK : fail_memory(why);
}

// ---- numbers and options

// the one item without a name is the number
static noslip_status read_number(method *m, const spec *s, failure *why) {
  const family *f = m->family;
  const spec_item *item = s->nitem > 0 && !s->items[0].option ? &s->items[0] : NULL;
  int least = f->least ? f->least(m) : 1;
  const char *what = f->counted;
  assert(what);
  m->number = 0;
  if (!item && f->settles)
    return NOSLIP_OK;
  if (!item)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` needs a number of %s, as in %s", s->name, what,
                m->name);
  if (!item->is_number || item->number != floor(item->number))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the number of %s of `%s` is an integer, as in %s",
                what, s->name, m->name);
  if (item->number < least)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "there is no %s(%g): its tableau has %d %.*s or more, as in %s", s->name,
                item->number, least, (int)strlen(what) - (least == 1), what, m->name);
  if (item->number > tableau_most)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%s(%g) is beyond the limit of %d %s; give fewer",
                s->name, item->number, tableau_most, what);
  m->number = (int)item->number;
  return NOSLIP_OK;
}

// "`gonzalez` takes no number, but the options `a` and `b`"
static noslip_status refuse_number(const method *m, const spec *s, failure *why) {
  const family *f = m->family;
  if (m->numbered)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` takes one number, its %s, as in %s", s->name,
                f->counted, m->name);
  fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` takes no number, but the option%s", m->name,
       f->noption > 1 ? "s" : "");
  for (int i = 0; i < f->noption; i++)
    fail_more(why, "%s `%s`", i > 0 ? " and" : "", f->options[i].name);
  return NOSLIP_ERROR_ARGUMENT;
}

static noslip_status read_option(const method *m, void *options, const spec *s,
                                 const spec_item *item, failure *why) {
  const family *f = m->family;
  if (!item->option)
    return refuse_number(m, s, why);
  for (int i = 0; i < f->noption; i++)
    if (strcmp(item->option, f->options[i].name) == 0)
      return f->options[i].read(options, m, s, item, why);
  fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` has no option `%s`", s->name, SHOWN(item->option));
  for (int i = 0; i < f->noption; i++)
    fail_more(why, "%s `%s`", i > 0 ? " and" : "; there is", f->options[i].name);
  if (f->noption == 0)
    fail_more(why, "; write %s", m->name);
  return NOSLIP_ERROR_ARGUMENT;
}

// all of them, into options of the method's own; NULL where its family has none
static noslip_status read_options(arena *a, method *m, const spec *s, failure *why) {
  size_t size = m->family->options_size;
  assert(size == 0 || m->family->defaults);
  void *options = size > 0 ? arena_alloc(a, size) : NULL;
  if (size > 0 && !options)
    return fail_memory(why);
  if (size > 0)
    memcpy(options, m->family->defaults, size);
  m->options = options;
  int first = m->numbered && s->nitem > 0 && !s->items[0].option;
  for (int i = first; i < s->nitem; i++) {
    if (i > first && s->items[i].option && s->items[i - 1].option &&
        strcmp(s->items[i].option, s->items[i - 1].option) == 0)
      return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` has the option `%s` twice; delete one of them",
                  s->name, s->items[i].option);
    noslip_status status = read_option(m, options, s, &s->items[i], why);
    if (status != NOSLIP_OK)
      return status;
  }
  return NOSLIP_OK;
}

// ---- adjoints

static noslip_status refuse_adjoint(const spec *s, failure *why) {
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "the adjoint of `%s` is not in this version; leave out the star", s->name);
}

static stepper *make_backward(const method *m, evaluator *e, arena *a) {
  return backward_make(m, m->other, e, a);
}

// An adjoint without equations of its own: steps of M, solved backwards.
static bool by_steps(const method *m) {
  return m->family->by_steps && m->family->by_steps(m);
}

// is there one other than itself, without a line of its own?
static bool has_adjoint(const method *m) {
  return m->family->has_adjoint && m->family->has_adjoint(m);
}

// the adjoint of a method, with the same numbers and options, and each as that of the other;
// `entry` is its line in the list, where its adjoint may have one, too
static bool pair_up(arena *a, method *m, const method *entry, const spec *s) {
  const method *listed = method_adjoint(entry);
  bool by_line = listed && listed != entry;
  if (!by_line && !has_adjoint(m))
    return true;
  method *other = arena_alloc(a, sizeof *other);
  spec starred = *s;
  starred.adjoint = !s->adjoint;
  const char *name = spec_text(a, &starred);
  if (!other || !name)
    return false;
  *other = *m;
  other->name = other->label = name;
  other->other = m;
  m->other = other;
  if (by_line) {
    other->variant = listed->variant;
    other->summary = listed->summary;
    return true;
  }
  other->adjoint = !m->adjoint;
  if (by_steps(m)) {
    method *of = m->adjoint ? m : other;
    of->make = make_backward;
    of->file = "compose/backward.c";
  }
  method *of = m->adjoint ? m : other;
  of->summary =
      arena_print(a, "the adjoint of %s: its step with -h undoes one of that", of->other->name);
  return of->summary;
}

// a method of the list with its number and options
static noslip_status find_listed(arena *a, const method *entry, const spec *s, const method **out,
                                 failure *why) {
  const family *f = entry->family;
  method *m = arena_alloc(a, sizeof *m);
  if (!m)
    return fail_memory(why);
  *m = *entry;
  noslip_status status = m->numbered ? read_number(m, s, why) : NOSLIP_OK;
  if (status == NOSLIP_OK)
    status = read_options(a, m, s, why);
  if (status != NOSLIP_OK)
    return status;
  m->name = m->label = spec_text(a, s);
  m->order = method_orders_of(m).p;
  m->keeps = f->keeps ? f->keeps(m) : m->keeps;
  m->adjoint = s->adjoint && has_adjoint(m);
  if (s->adjoint && !m->adjoint && !is_adjoint(entry) && !(m->keeps & KEEPS_REVERSIBLE))
    return refuse_adjoint(s, why);
  *out = m;
  return m->name && pair_up(a, m, entry, s) ? NOSLIP_OK : fail_memory(why);
}

// methods that are not in the list because their equations are singular
static noslip_status refuse_singular(const spec *s, failure *why) {
  return fail(
      why, NOSLIP_ERROR_ARGUMENT,
      "`%s%s` is not usable on problems with multipliers: that of its last stage enters no "
      "stage, so its equations are singular; rk-lobatto3a, rk-lobatto3c and rk-lobatto3d are",
      s->name, s->adjoint ? "*" : "");
}

static bool is_singular(const spec *s) {
  static const char *const names[] = {"rk-lobatto3b", "rk-lobatto3cstar", "rk-lobatto3c-star"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++)
    if (strcmp(s->name, names[i]) == 0)
      return true;
  return false;
}

// ---- any method

static noslip_status find(arena *a, const spec *s, const method **out, failure *why) {
  if (strcmp(s->name, "compose") == 0)
    return find_composition(a, s, out, why);
  if (strcmp(s->name, "loose") == 0)
    return find_loose(a, s, out, why);
  if (is_singular(s))
    return refuse_singular(s, why);
  const method *m = entry_of(s);
  if (!m)
    return unknown(s->name, why);
  const family *f = m->family;
  if (f->find)
    return f->find(a, m, s, out, why);
  // a symmetric method is its own adjoint
  if (s->adjoint && !is_adjoint(m) && !(m->keeps & KEEPS_REVERSIBLE) && !has_adjoint(m))
    return refuse_adjoint(s, why);
  if (m->numbered || (f->noption > 0 && s->nitem > 0))
    return find_listed(a, m, s, out, why);
  if (s->nitem > 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the method `%s` takes no options; write %s alone",
                m->name, m->name);
  *out = m;
  return NOSLIP_OK;
}

noslip_status method_find(arena *a, const char *spec_text, const method **out, failure *why) {
  int where;
  const char *what;
  const spec *s = spec_read(a, spec_text, &where, &what);
  if (a->failed)
    return fail_memory(why);
  return s ? find(a, s, out, why)
           : fail(why, NOSLIP_ERROR_ARGUMENT,
                  "method `%s`: %s; methods are written as in dla-mp, spark(3), "
                  "compose(dla-mp, suzuki4)",
                  SHOWN(spec_text), what);
}

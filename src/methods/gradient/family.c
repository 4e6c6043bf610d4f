// What discrete gradients are: gonzalez, avf and avfc, the same with multipliers, itoh-abe, and
// ep-collocation. Options, points that a problem asks for, and the forms of a problem they work
// with.

#include "methods/families.h"

#include <stdio.h>
#include <string.h>

static const gradient_options defaults = {.differences = false};

static const gradient_options *options_of(const method *m) {
  return method_options(m);
}

// ---- options

// frame=analytic|fd
static noslip_status read_frame(void *options, const method *m, const spec *s,
                                const spec_item *item, failure *why) {
  gradient_options *o = options;
  const char *word = option_word(item);
  if (strcmp(word, "fd") != 0 && strcmp(word, "analytic") != 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`frame` of `%s` is analytic or fd, as in gonzalez(frame=fd)", s->name);
  o->differences = strcmp(word, "fd") == 0;
  if (o->differences && !(m->keeps & KEEPS_ENERGY))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`%s` needs the derivatives of the frame: with differences in their place it would "
                "lose the energy; gonzalez(frame=fd) and avfc(k, frame=fd) do not",
                s->name);
  return NOSLIP_OK;
}

// quadrature=k
static noslip_status read_quadrature(void *options, const method *m, const spec *s,
                                     const spec_item *item, failure *why) {
  gradient_options *o = options;
  if (!item->is_number || item->number != floor(item->number))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`quadrature` of `%s` is a number of points, as in %s(2, quadrature=4)", s->name,
                s->name);
  if (item->number < m->number)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "%s(%d) wants %d points or more: with %g it would not have order %d; give quadrature=%d",
        s->name, m->number, m->number, item->number, 2*m->number, m->number);
  if (item->number > tableau_most)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "quadrature=%g is beyond the limit of %d points; give fewer", item->number,
                tableau_most);
  o->points = (int)item->number;
  return NOSLIP_OK;
}

// ---- points

int gradient_points(int s, int degree) {
  int points = (s*degree + 1)/2;
  if (degree < 0 || points > tableau_most)
    return 0;
  return points > s ? points : s;
}

// do k points, 0 if the energy decides, integrate the gradient on a way of degree s exactly?
static bool is_exact(const problem *p, int s, int k) {
  int exact = gradient_points(s, p->skew.degree);
  return p->skew.form != SKEW_NONE && exact > 0 && (k == 0 || k >= exact);
}

// `m` with a name that shows a number that it did not come with
static method *settled(arena *a, const method *m, int number, const char *name) {
  method *copy = arena_alloc(a, sizeof *copy);
  if (!copy || !name)
    return NULL;
  *copy = *m;
  copy->number = number;
  copy->name = copy->label = name;
  return copy;
}

// ---- gonzalez, avf, avfc, and with multipliers

static bool averages(const method *m) {
  return m->variant == GRADIENT_AVF;
}

// as many points as make avf exact; without that five, or three and the correction
static const method *settle(const method *m, arena *a, const problem *p) {
  int exact = gradient_points(1, p->skew.degree), points = exact > 0 ? exact : averages(m) ? 5 : 3;
  if (!m->numbered || m->number > 0)
    return m;
  return settled(a, m, points, arena_print(a, "%s(%d)", m->name, points));
}

static unsigned gains(const method *m, const problem *p) {
  return averages(m) && is_exact(p, 1, m->number) ? KEEPS_ENERGY : 0;
}

static unsigned watches(const method *m, const problem *p) {
  (void)p;
  return averages(m) ? WATCH_ENERGY : 0;
}

static void advise(const method *m, const problem *p, char *text, size_t size) {
  int exact = gradient_points(1, p->skew.degree);
  snprintf(text, size,
           exact > 0 ? "avf(%d), which is exact for it"
                     : "avfc(%d), which is exact with any number of points",
           exact > 0 ? exact : m->number);
}

// avf and avfc have order 2 with any number of points
static const char *order_text(const method *m, bool free) {
  (void)free;
  return m->numbered ? "2" : "";
}

static reduction_kind form(const method *m) {
  return options_of(m)->differences ? REDUCTION_DIFFERENCES : REDUCTION_FRAME;
}

static reduction_kind form_full(const method *m) {
  (void)m;
  return REDUCTION_FULL;
}

static const family_option frame[] = {{"frame", read_frame}};

const family avf_family = {
    .counted = "points",
    .settles = true,
    .options = frame,
    .noption = 1,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .by_velocities = true,
    .order_text = order_text,
    .gains = gains,
    .form = form,
    .watches = watches,
    .advise = advise,
    .settle = settle,
    .make = avf_make,
};

const family full_family = {
    .counted = "points",
    .settles = true,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .by_velocities = true,
    .order_text = order_text,
    .gains = gains,
    .form = form_full,
    .watches = watches,
    .advise = advise,
    .settle = settle,
    .make = full_make,
};

// ---- itoh-abe

static reduction_kind form_coordinates(const method *m) {
  return options_of(m)->differences ? REDUCTION_COORDINATES_DIFFERENCES : REDUCTION_COORDINATES;
}

// Coordinate increments ask for an energy that is written down once for each variable: skew.h
// leaves that out where it is long.
static bool refuses_length(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->bundles[BUNDLE_COORDINATES])
    return false;
  snprintf(sentence, size,
           "`%s` needs the energy once for each variable, and this one is too long for that: take "
           "`avfc`",
           m->name);
  return true;
}

const family itoh_abe_family = {
    .options = frame,
    .noption = 1,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .by_velocities = true,
    .form = form_coordinates,
    .refuses = refuses_length,
    .make = itoh_abe_make,
};

// ---- ep-collocation

static method_orders orders_collocation(const method *m) {
  return (method_orders){2*m->number, 2*m->number, 2*m->number};
}

static int order_collocation(const method *m) {
  return 2*m->number;
}

static const char *text_collocation(const method *m, bool free) {
  (void)m, (void)free;
  return "2s";
}

// as many points as make it exact, or as a rule four more than stages
static const method *settle_collocation(const method *m, arena *a, const problem *p) {
  int exact = gradient_points(m->number, p->skew.degree),
      points = exact > 0 ? exact : m->number + 4;
  gradient_options *options = arena_alloc(a, sizeof *options);
  if (options_of(m)->points > 0 || !options)
    return options ? m : NULL;
  *options = *options_of(m);
  options->points = points < tableau_most ? points : tableau_most;

  // behind its number of stages
  int length = (int)strlen(m->name) - 1;
  method *copy = settled(a, m, m->number,
                         arena_print(a, "%.*s, quadrature=%d)", length, m->name, options->points));
  if (copy)
    copy->options = options;
  return copy;
}

static unsigned gains_collocation(const method *m, const problem *p) {
  return is_exact(p, m->number, options_of(m)->points) ? KEEPS_ENERGY : 0;
}

static unsigned watches_collocation(const method *m, const problem *p) {
  (void)m, (void)p;
  return WATCH_ENERGY;
}

static void advise_collocation(const method *m, const problem *p, char *text, size_t size) {
  int exact = gradient_points(m->number, p->skew.degree);
  int points = exact > 0 ? exact : options_of(m)->points + 4;
  snprintf(text, size, "ep-collocation(%d, quadrature=%d)%s", m->number,
           points < tableau_most ? points : tableau_most,
           exact > 0 ? ", which is exact for it" : " or more points, or a smaller step");
}

static const family_option both[] = {{"quadrature", read_quadrature}, {"frame", read_frame}};

const family ep_collocation_family = {
    .counted = "stages",
    .options = both,
    .noption = sizeof both/sizeof *both,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .by_velocities = true,
    .orders = orders_collocation,
    .order_free = order_collocation,
    .order_text = text_collocation,
    .gains = gains_collocation,
    .form = form,
    .watches = watches_collocation,
    .advise = advise_collocation,
    .settle = settle_collocation,
    .make = ep_collocation_make,
};

// ---- what makers and runs ask

bool gradient_is_exact(const method *m, const problem *p) {
  return m->family->gains && m->family->gains(m, p) & KEEPS_ENERGY;
}

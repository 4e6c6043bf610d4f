// What rattle, reich and reich* are: variants, options, what they refuse.

#include "methods/families.h"
#include "methods/rattle/reich.h"

#include <stdio.h>
#include <string.h>

static const rattle_options *options_of(const method *m) {
  return method_options(m);
}

double rattle_weight(const method *m) {
  return m->variant == REICH ? reich_at_start : m->variant == REICH_ADJOINT ? reich_at_end : 0.5;
}

// an option that is one of two words; is it the second?
static noslip_status read_choice(bool *second, const spec *s, const spec_item *item,
                                 const char *const words[2], failure *why) {
  const char *word = option_word(item);
  *second = strcmp(word, words[1]) == 0;
  if (!*second && strcmp(word, words[0]) != 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` of `%s` is %s or %s, as in %s(%s=%s)",
                item->option, s->name, words[0], words[1], s->name, item->option, words[1]);
  return NOSLIP_OK;
}

// representative=cm|tn
static noslip_status read_representative(void *options, const method *m, const spec *s,
                                         const spec_item *item, failure *why) {
  rattle_options *o = options;
  (void)m;
  return read_choice(&o->tangent, s, item, (const char *const[]){"cm", "tn"}, why);
}

// solve=full|reduced
static noslip_status read_solve(void *options, const method *m, const spec *s,
                                const spec_item *item, failure *why) {
  rattle_options *o = options;
  (void)m;
  return read_choice(&o->eliminates, s, item, (const char *const[]){"full", "reduced"}, why);
}

static bool refuses_rotations(const method *m, const problem *p, char *sentence, size_t size) {
  const rattle_options *o = options_of(m);
  char why[300];
  if (o->tangent || o->eliminates) {
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

static bool refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->class == PROBLEM_GROUP)
    return refuses_rotations(m, p, sentence, size);
  if (!options_of(m)->eliminates || p->mechanical.structure.separable)
    return false;
  snprintf(sentence, size,
           "`%s` eliminates the multiplier where H = T(p) + V(q) with forces free of velocities, "
           "and that is not so here: leave out solve=reduced",
           m->name);
  return true;
}

static bool shows_rho(const method *m) {
  return options_of(m)->tangent;
}

static const rattle_options defaults = {.tangent = false};
static const family_option options[] = {{"representative", read_representative},
                                        {"solve", read_solve}};

const family rattle_family = {
    .options = options,
    .noption = sizeof options/sizeof *options,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .shows_rho = shows_rho,
    .refuses = refuses,
    .make = rattle_make,
    .observe = rattle_observe,
};

// the same steps on rotations, under a name of their own
const family rotations_family = {
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .refuses = refuses_rotations,
    .make = moser_veselov_make,
};

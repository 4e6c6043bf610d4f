// noslip methods: the list, one method in full, those that apply to a model.

#include "cli/command.h"
#include "cli/message.h"
#include "cli/model_file.h"
#include "output/json.h"
#include "output/recommendation.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// the list

static const char *yes(bool flag) {
  return flag ? "yes" : "-";
}

// without the symplectic form, only orbits that a reversing symmetry maps to themselves have no
// drift
static const char *energy_word(const noslip_method_info *m) {
  if (m->keeps_energy)
    return "exact";
  if (!m->bounds_energy)
    return "-";
  return m->symplectic ? "no drift" : "no drift*";
}

// width of the widest name
static int name_width(void) {
  int width = (int)strlen("method");
  noslip_method_info m;
  for (int i = 0; noslip_method_get(i, &m); i++)
    if ((int)strlen(m.name) > width)
      width = (int)strlen(m.name);
  return width;
}

// compose(METHOD, SCHEME): higher order from any of the above
static void print_schemes(void) {
  noslip_scheme_info s;
  fputs("\ncompose(METHOD, SCHEME) has a higher order and keeps what METHOD keeps:\n", stdout);
  for (int i = 0; noslip_scheme_get(i, &s); i++)
    printf("  %-14s order %d, %2d stages%s\n", s.name, s.order, s.stages,
           s.adjoint ? ", METHOD and its adjoint in turn" : "");
  fputs("METHOD* is the adjoint of METHOD. Of a METHOD that is not symmetric, the other schemes "
        "compose\n"
        "compose(METHOD, symmetric)\n",
        stdout);
}

// of Lie groups: all of this version, or rotations without constraints
static const char *groups_word(const noslip_method_info *m) {
  return m->groups ? "yes" : m->rotations ? "rotations" : "-";
}

// of bare DAEs: those of index 2, or overdetermined ones
static const char *dae_word(const noslip_method_info *m) {
  return m->index2 && m->overdetermined ? "both"
         : m->index2                    ? "yes"
         : m->overdetermined            ? "over"
                                        : "-";
}

// "2s-2" of a family in the list, "4" of a method with its number
typedef char order_word[16];

static const char *order_of(order_word word, const char *text, int order) {
  if (*text)
    return text;
  snprintf(word, sizeof(order_word), "%d", order);
  return word;
}

// The order without constraints, and with them: it is lower for stages that do not end on the
// constraints.
static const char *free_order(order_word word, const noslip_method_info *m) {
  return order_of(word, m->order_free_text, m->order_free);
}

static const char *bound_order(order_word word, const noslip_method_info *m) {
  bool some = m->holonomic || m->nonholonomic || m->index2;
  return some ? order_of(word, m->order_text, m->order) : "-";
}

// " (not in this build: needs SUNDIALS)"
static void print_missing(const noslip_method_info *m) {
  if (m->missing)
    printf(" (not in this build: needs %s)", m->missing);
}

static void print_list(void) {
  const char *line = "%-*s  %5s  %9s  %-9s  %-12s  %-4s  %-9s  %-11s  %-9s  %-7s  %-10s  %s\n";
  int width = name_width();
  noslip_method_info m;

  printf("%-*s          with con-  treats                                    keeps\n", width, "");
  printf(line, width, "method", "order", "straints", "holonomic", "nonholonomic", "DAE", "groups",
         "constraints", "energy", "momenta", "symplectic", "symmetric");
  for (int i = 0; noslip_method_get(i, &m); i++) {
    order_word free, bound;
    printf(line, width, m.name, free_order(free, &m), bound_order(bound, &m), yes(m.holonomic),
           yes(m.nonholonomic), dae_word(&m), groups_word(&m), m.keeps_constraints ? "exact" : "-",
           energy_word(&m), m.keeps_momenta ? "exact" : "-", yes(m.symplectic), yes(m.symmetric));
  }
  putchar('\n');
  for (int i = 0; noslip_method_get(i, &m); i++) {
    printf("%-*s  %s", width, m.name, m.summary);
    print_missing(&m);
    printf("\n%-*s  %s\n", width, "", m.source);
  }
  print_schemes();
  fputs("\n* on orbits that a reversing symmetry maps to themselves; without nonholonomic "
        "constraints\n"
        "  lobatto and spark are symplectic and keep momenta, without any rk-gauss, srk-gauss and\n"
        "  rk-lobatto3d do; on groups lobatto is symmetric with its adjoint, compose(lobatto(s), "
        "symmetric)\n",
        stdout);
  fputs("over: overdetermined DAEs, and forces that depend on multipliers\n", stdout);
  fputs("`noslip methods NAME` shows the equations, `noslip methods --for MODEL` what applies.\n",
        stdout);
}

// ---------------------------------------------------------------------------------------------
// as JSON

static void print_json_flags(const noslip_method_info *m) {
  const struct {
    const char *name;
    bool flag;
  } flags[] = {
      {"adaptive", m->adaptive},
      {"holonomic", m->holonomic},
      {"nonholonomic", m->nonholonomic},
      {"index2", m->index2},
      {"overdetermined", m->overdetermined},
      {"multiplier_forces", m->multiplier_forces},
      {"bracket", m->bracket},
      {"groups", m->groups},
      {"rotations", m->rotations},
      {"keeps_constraints", m->keeps_constraints},
      {"keeps_energy", m->keeps_energy},
      {"bounds_energy", m->bounds_energy},
      {"keeps_momenta", m->keeps_momenta},
      {"symplectic", m->symplectic},
      {"symmetric", m->symmetric},
  };
  for (size_t i = 0; i < sizeof flags/sizeof *flags; i++)
    json_member_flag(stdout, ", ", flags[i].name, flags[i].flag);
}

static void print_json_method(const noslip_method_info *m) {
  json_member_text(stdout, "{", "name", m->name);
  printf(", \"order\": %d, \"order_unconstrained\": %d", m->order, m->order_free);
  if (*m->order_text) {
    json_member_text(stdout, ", ", "order_of_s", m->order_text);
    json_member_text(stdout, ", ", "order_of_s_unconstrained", m->order_free_text);
    json_member_text(stdout, ", ", "example", m->example);
  }
  print_json_flags(m);
  if (m->missing)
    json_member_text(stdout, ", ", "missing", m->missing);
  json_member_text(stdout, ",\n  ", "summary", m->summary);
  json_member_text(stdout, ",\n  ", "source", m->source);
  putchar('}');
}

static void print_json(void) {
  noslip_method_info m;
  putchar('[');
  for (int i = 0; noslip_method_get(i, &m); i++) {
    fputs(i > 0 ? ",\n " : "", stdout);
    print_json_method(&m);
  }
  fputs("]\n", stdout);
}

// ---------------------------------------------------------------------------------------------
// one method

// ", word" if the flag is set
static void print_word(bool flag, const char *word, int *count) {
  if (flag)
    printf("%s%s", (*count)++ > 0 ? ", " : "", word);
}

static void print_treats(const noslip_method_info *m) {
  int count = 0;
  fputs("\n  treats  ", stdout);
  print_word(m->holonomic, "holonomic constraints", &count);
  print_word(m->nonholonomic, "nonholonomic constraints", &count);
  print_word(m->index2, "index-2 DAEs", &count);
  print_word(m->overdetermined, "overdetermined DAEs", &count);
  print_word(m->multiplier_forces, "forces that depend on multipliers", &count);
  print_word(m->bracket, "bracket models", &count);
  print_word(m->groups, "rotations and rigid motions", &count);
  print_word(m->rotations && !m->groups, "rotations", &count);
  print_word(count == 0, "systems without constraints", &count);
}

static void print_keeps(const noslip_method_info *m) {
  int count = 0;
  fputs("\n  keeps   ", stdout);
  print_word(m->keeps_constraints, "constraints to rounding", &count);
  print_word(m->keeps_energy, "energy to rounding", &count);
  print_word(m->bounds_energy && !m->keeps_energy,
             m->symplectic ? "energy without drift" : "energy without drift on reversible orbits",
             &count);
  print_word(m->keeps_momenta, "momentum maps of linear symmetries", &count);
  print_word(m->symplectic, "the symplectic form", &count);
  print_word(m->symmetric, "time symmetry", &count);
  print_word(count == 0, "nothing exactly", &count);
}

static void print_method(const noslip_method_info *m) {
  bool family = strcmp(m->name, m->example) != 0;
  order_word free, bound;
  const char *without = order_of(free, family ? m->order_free_text : "", m->order_free),
             *with = order_of(bound, family ? m->order_text : "", m->order);
  printf("%s: %s", m->name, m->summary);
  print_missing(m);
  printf("\n\n  order   %s", without);
  if (strcmp(without, with) != 0)
    printf(", with constraints %s", with);
  print_treats(m);
  print_keeps(m);
  printf("\n  source  %s\n\n%s", m->source, m->equations);
  size_t length = strlen(m->equations);
  if (length > 0 && m->equations[length - 1] != '\n')
    putchar('\n');
}

static int show_method(const char *name) {
  noslip_context *context = noslip_open(NULL);
  if (!context)
    return message_failed("no memory");
  noslip_method_info m;
  noslip_status status = noslip_method_find(context, name, &m);
  int result = exit_done;
  if (status == NOSLIP_OK)
    print_method(&m);
  else
    result = message_library(context, status, NULL);
  noslip_close(context);
  return result;
}

// ---------------------------------------------------------------------------------------------
// those for a model

// one line: the name, and yes or why not
static int show_applies(model_file *l, const char *example, const char *name, int width) {
  const char *reason;
  noslip_status status = noslip_method_refusal(l->context, example, l->model, &reason);
  if (status != NOSLIP_OK)
    return message_library(l->context, status, l->path);
  printf("  %-*s  %s%s\n", width, name, reason ? "no: " : "yes", reason ? reason : "");
  return exit_done;
}

enum { most_advices = 32 };

// what is not recommended
static void show_against(const model_file *l) {
  noslip_advice list[most_advices];
  int count = noslip_method_advise(l->context, l->model, list, most_advices), shown = 0;
  for (int i = 0; i < count; i++)
    if (list[i].against) {
      fputs(shown++ > 0 ? "" : "\nnot recommended\n", stdout);
      printf("  %-28s  %s\n", list[i].method, list[i].reason);
    }
}

static void json_against(const model_file *l, int before) {
  noslip_advice list[most_advices];
  int count = noslip_method_advise(l->context, l->model, list, most_advices);
  for (int i = 0; i < count; i++)
    if (list[i].against) {
      json_member_text(stdout, before++ > 0 ? ",\n  {" : "\n  {", "method", list[i].method);
      json_member_flag(stdout, ", ", "recommended", false);
      json_member_text(stdout, ", ", "reason", list[i].reason);
      putchar('}');
    }
}

// trials, and which methods apply, as one JSON object
static int print_json_for(const model_file *l, const noslip_recommendation *r) {
  noslip_method_info m;
  json_member_text(stdout, "{", "model", noslip_model_name(l->model));
  json_member_text(stdout, ", ", "class", noslip_model_class(l->model));
  recommendation_json(stdout, r);
  json_against(l, r->ntrial);
  fputs("],\n \"methods\": [", stdout);
  for (int i = 0; noslip_method_get(i, &m); i++) {
    const char *reason;
    noslip_status status = noslip_method_refusal(l->context, m.example, l->model, &reason);
    if (status != NOSLIP_OK)
      return message_library(l->context, status, l->path);
    json_member_text(stdout, i > 0 ? ",\n  {" : "\n  {", "name", m.name);
    json_member_flag(stdout, ", ", "applies", !reason);
    if (reason)
      json_member_text(stdout, ", ", "reason", reason);
    putchar('}');
  }
  fputs("]}\n", stdout);
  return exit_done;
}

static int print_for(model_file *l, const noslip_recommendation *r) {
  noslip_method_info m;
  int status = exit_done;
  printf("%s (%s)\n", noslip_model_name(l->model), noslip_model_class(l->model));
  recommendation_table(stdout, r);
  show_against(l);
  fputs("\nwhich methods apply\n", stdout);
  for (int i = 0; noslip_method_get(i, &m) && status == exit_done; i++)
    status = show_applies(l, m.example, m.name, name_width());
  return status;
}

// one method alone
static int show_one(model_file *l, const char *name) {
  noslip_method_info m;
  noslip_status found = noslip_method_find(l->context, name, &m);
  if (found != NOSLIP_OK)
    return message_library(l->context, found, NULL);
  printf("%s (%s)\n", noslip_model_name(l->model), noslip_model_class(l->model));
  return show_applies(l, m.example, name, 0);
}

static int show_for(model_file *l, const char *only, bool json, double step) {
  int status = model_file_load(l, "methods --for");
  if (status != exit_done)
    return status;
  if (only)
    return show_one(l, only);
  noslip_recommendation *r;
  const noslip_recommend_options options = {.step = step};
  noslip_status tried = noslip_recommend(l->context, l->model, &options, &r);
  if (tried != NOSLIP_OK)
    return message_library(l->context, tried, l->path);
  status = json ? print_json_for(l, r) : print_for(l, r);
  noslip_recommendation_free(r);
  return status;
}

int cmd_methods(int argc, char **argv) {
  model_file l = {0};
  const char *name;
  bool json = false;
  option_number step = {0};
  const option table[] = {
      {"--for", 0, OPTION_TEXT, &l.path},
      {"--step", 0, OPTION_NUMBER, &step},
      {"--set", 0, OPTION_SETTING, &l.set},
      {"--json", 0, OPTION_FLAG, &json},
      {0},
  };
  int status = options_read(argc, argv, table, &name) ? exit_done : exit_wrong;
  if (status == exit_done && json && name)
    status = message_wrong("--json prints the whole list; give no NAME with it");
  else if (status == exit_done && l.path)
    status = show_for(&l, name, json, step.value);
  else if (status == exit_done && name)
    status = show_method(name);
  else if (status == exit_done)
    json ? print_json() : print_list();
  model_file_free(&l);
  return status;
}

// What a model says about itself, as text for `noslip check`.

#include "model/model.h"

#include "expr/diff.h"
#include "expr/show.h"
#include "problem/callbacks.h"
#include "problem/gyroscopic.h"

enum { longest = 400, most_lines = 12 };  // nothing that is printed is longer than a few lines

static void counted(text_buffer *out, int count, const char *one, const char *many, bool *first) {
  if (count == 0)
    return;
  text_print(out, "%s%d %s", *first ? "" : ", ", count, count == 1 ? one : many);
  *first = false;
}

static int count_kind(const model_system *s, constraint_kind kind) {
  int count = 0;
  for (int k = 0; k < s->constraints.count; k++)
    count += s->constraints.list[k].kind == kind;
  return count;
}

static void show_sizes(text_buffer *out, const model_system *s) {
  bool first = true;
  text_print(out, "  sizes      ");
  counted(out, s->positions.count, "position", "positions", &first);
  counted(out, s->velocities.count, "velocity", "velocities", &first);
  counted(out, count_kind(s, CONSTRAINT_HOLONOMIC), "holonomic constraint", "holonomic constraints",
          &first);
  counted(out, count_kind(s, CONSTRAINT_NONHOLONOMIC), "nonholonomic constraint",
          "nonholonomic constraints", &first);
  counted(out, s->contacts.count, "contact", "contacts", &first);
  counted(out, s->pairs.count, "contact of pairs", "contacts of pairs", &first);
  counted(out, s->states.count, "state", "states", &first);
  counted(out, s->algebraics.count, "algebraic variable", "algebraic variables", &first);
  counted(out, s->dae.constraints.count, "constraint", "constraints", &first);
  if (s->states.count > 0 && s->dae.brackets.count == 0)
    counted(out, s->dae.nparts, "part", "parts", &first);
  counted(out, s->dae.brackets.count, "bracket", "brackets", &first);
  counted(out, s->invariants.count, "invariant", "invariants", &first);
  counted(out, s->sections.count, "section", "sections", &first);
  text_print(out, "\n");
}

static void show_parameters(text_buffer *out, const model_system *s) {
  char number[32];
  if (s->parameters.count == 0)
    return;
  text_print(out, "  parameters ");
  for (int i = 0; i < s->parameters.count && i < most_lines; i++)
    text_print(out, "%s%s = %s", i > 0 ? ", " : "", s->parameters.list[i].name,
               text_number(number, s->parameters.list[i].value));
  text_print(out, "%s\n", s->parameters.count > most_lines ? ", ..." : "");
}

static void show_live(text_buffer *out, const model_system *s) {
  const unknowns *live = &s->inputs.live;
  if (live->count == 0)
    return;
  text_print(out, "  live       ");
  for (int i = 0; i < live->count && i < most_lines; i++)
    text_print(out, "%s%s", i > 0 ? ", " : "", live->list[i].name);
  text_print(out, "%s\n", live->count > most_lines ? ", ..." : ": each run has its own value");
}

static void show_inputs(text_buffer *out, const model_system *s) {
  const unknowns *inputs = &s->inputs.list;
  char number[32];
  if (inputs->count == 0)
    return;
  text_print(out, "  inputs     ");
  for (int i = 0; i < inputs->count && i < most_lines; i++)
    text_print(out, "%s%s = %s", i > 0 ? ", " : "", inputs->list[i].name,
               text_number(number, inputs->list[i].start));
  text_print(out, "%s\n", inputs->count > most_lines ? ", ..." : " until they are set");
}

// --- structure, in words --------------------------------------------------------------------

// SO(3) x R^2
static void show_space(text_buffer *out, const model_system *s) {
  int real = 0;
  bool first = true;
  text_print(out, "  structure  on ");
  for (int k = 0; k < s->coords.count; k++) {
    const coord_item *c = &s->coords.list[k];
    if (c->kind == COORD_REAL || c->kind == COORD_ANGLE) {
      real += c->nposition;
      continue;
    }
    text_print(out, "%s%s(%d)", first ? "" : " x ", c->kind == COORD_SO ? "SO" : "SE",
               c->kind == COORD_SO    ? c->size
               : c->kind == COORD_SE2 ? 2
                                      : 3);
    if (c->members > 1)
      text_print(out, "^%d", c->members);
    k += c->members > 1 ? c->members - 1 : 0;
    first = false;
  }
  if (real > 0)
    text_print(out, "%sR^%d", first ? "" : " x ", real);
  text_print(out, "\n");
}

// outputs from `before` on that are stored: the others are zero everywhere
static int count_stores(const tape *t, int before) {
  int count = 0;
  for (int i = 0; i < t->nstore; i++)
    count += t->store[i].to >= before;
  return count;
}

// entries of a bundle that are not zero everywhere
static void show_entries(text_buffer *out, const char *what, const tape *t, int before) {
  if (t && t->nout > before)
    text_print(out, "%s %d of %d", what, count_stores(t, before), t->nout - before);
}

static bool uses_time(const model_system *s) {
  bool found = false;
  for (int i = 0; i < s->dae.equations.count; i++)
    found = found || (expr_kinds(s->graph, s->dae.equations.list[i].value) & KIND_TIME);
  for (int i = 0; i < s->dae.constraints.count; i++)
    found = found || (expr_kinds(s->graph, s->dae.constraints.list[i].residual) & KIND_TIME);
  return found;
}

// do the algebraic variables enter linearly? their derivatives are then free of them
static bool linear_in_algebraics(const model_system *s) {
  for (int i = 0; i < s->dae.equations.count; i++)
    for (int k = 0; k < s->algebraics.count; k++) {
      expr d;
      if (!diff_gradient(s->graph, s->dae.equations.list[i].value, &s->algebraics.list[k].symbol, 1,
                         &d) ||
          (expr_kinds(s->graph, d) & KIND_ALGEBRAIC))
        return false;
    }
  return true;
}

static void show_dae_structure(text_buffer *out, const model_system *s) {
  text_print(out, "  structure  ");
  if (s->algebraics.count > 0)
    text_print(out, "algebraic variables enter %s, ",
               linear_in_algebraics(s) ? "linearly" : "nonlinearly");
  text_print(out, "%s\n", uses_time(s) ? "depends on time" : "autonomous");
}

// which parts are free of algebraic variables, and how many entries of the blocks are not zero
static void show_parts(text_buffer *out, const problem *p) {
  const index2_class *found = &p->index2;
  if (p->class == PROBLEM_INDEX2 && found->nparts > 1) {
    int count = 0;
    for (int k = 0; k < found->nparts; k++)
      if (!(found->parts_z >> k & 1))
        text_print(out, "%s%d",
                   count++ == 0 ? "             free of algebraic variables: part " : ", ", k + 1);
    text_print(out, count > 0 ? "\n" : "             every part contains algebraic variables\n");
  }
  show_entries(out, "  entries    not zero: blocks of the equations",
               p->bundles[BUNDLE_PARTS_BLOCKS], found->nparts*p->n + p->m);
  text_print(out, "\n");
}

// what the contacts of a model have in common
typedef struct contact_summary {
  double least, most;  // restitution
  int count, rough;    // contacts, those with friction
} contact_summary;

static void add_contact(contact_summary *a, const contact *c) {
  a->least = c->restitution < a->least ? c->restitution : a->least;
  a->most = c->restitution > a->most ? c->restitution : a->most;
  a->count++;
  a->rough += c->nfriction > 0;
}

static void show_contact_structure(text_buffer *out, const model_system *s) {
  contact_summary all = {.least = 1};
  for (int k = 0; k < s->contacts.count; k++)
    add_contact(&all, &s->contacts.list[k]);
  for (int k = 0; k < s->pairs.count; k++)
    add_contact(&all, &s->pairs.list[k].law);
  text_print(out, "  %-10s restitution %g", s->class == CLASS_GROUP ? "contacts" : "structure",
             all.least);
  if (all.most > all.least)
    text_print(out, " to %g", all.most);
  if (all.rough > 0 && all.rough < all.count)
    text_print(out, ", %d with friction", all.rough);
  else
    text_print(out, all.rough > 0 ? ", with friction" : "");
  for (int k = 0; k < s->constraints.count && k < most_lines; k++)
    if (s->constraints.list[k].contact >= 0)
      text_print(out, ", `%s` only while `%s` is closed", s->constraints.list[k].label,
                 s->contacts.list[s->constraints.list[k].contact].label);
  text_print(out, "\n");
}

static void show_skew_structure(text_buffer *out, const model_system *s, const problem *p) {
  bool constant = true;
  for (int k = 0; k < s->dae.brackets.count; k++)
    constant = constant && expr_is_number(s->graph, s->dae.brackets.list[k].value);
  text_print(out, "  structure  %s skew matrix with %d of %d entries",
             constant ? "constant" : "state-dependent", s->dae.brackets.count,
             s->states.count*(s->states.count - 1)/2);
  if (p && p->skew.degree == degree_none)
    text_print(out, ", energy no polynomial\n");
  else
    text_print(out, p ? ", energy of degree %d\n" : "\n", p ? p->skew.degree : 0);
}

// what the structure saves a step
static void show_savings(text_buffer *out, const problem *p, bool plain) {
  if (p->mechanical.structure.linear_multipliers && plain)
    text_print(out, "             %s: dla-mp needs no Newton\n",
               p->m > 0 ? "multipliers enter a step linearly" : "a step is explicit");
  if (p->callbacks || p->added)
    return;
  show_entries(out, "  entries    not zero: blocks of the equations", p->bundles[BUNDLE_BLOCKS],
               2*p->n);
  show_entries(out, ", of the nonholonomic constraints", p->bundles[BUNDLE_PHI_BLOCKS],
               p->mechanical.mn);
  show_entries(out, ", of the holonomic constraints", p->bundles[BUNDLE_G_BLOCKS],
               p->mechanical.mh);
  text_print(out, "\n");
}

// `plain`: no forces were left out, as those with multipliers are
static void show_mechanical_structure(text_buffer *out, const problem *p, bool plain) {
  const mechanical_structure *f = &p->mechanical.structure;
  text_print(out, "  structure  %s mass matrix%s%s%s%s",
             f->identity_mass   ? "identity"
             : f->diagonal_mass ? "constant diagonal"
             : f->constant_mass ? "constant"
             : f->quadratic     ? "position-dependent"
                                : "velocity-dependent",
             f->gyroscopic ? ", gyroscopic terms" : "", f->separable && plain ? ", separable" : "",
             f->autonomous ? "" : ", depends on time",
             f->bent     ? ", forces depend on multipliers, not linearly"
             : f->loaded ? ", forces depend on multipliers, linearly"
             : f->forces ? ", external forces"
                         : "");
  if (p->mechanical.mn > 0)
    text_print(out, ", constraints %s in the velocities",
               f->linear   ? "linear"
               : f->affine ? "affine"
                           : "nonlinear (Chetaev)");
  text_print(out, "\n");
  show_savings(out, p, plain);
}

// --- the reduced form: reduction.h ------------------------------------------------------------

// M = c 1, M = L_xx or H_xx; it is diagonal
static bool equal_masses(const mechanical_parts *p, const expr *x) {
  expr first = expr_zero;
  for (int i = 0; i < p->nv; i++) {
    expr slope, mass;
    if (!diff_gradient(p->graph, p->function, &x[i], 1, &slope) ||
        !diff_gradient(p->graph, slope, &x[i], 1, &mass) || (i > 0 && mass != first))
      return false;
    first = mass;
  }
  return true;
}

// Do the constraints allow the same velocities everywhere? A holonomic one on a group does not:
// seen from the body it turns.
static bool same_directions(const mechanical_parts *p) {
  unsigned place = expr_kinds(p->graph, p->q[0]);
  for (int k = 0; k < p->m; k++) {
    int degree = 0;
    if (p->is_holonomic[k] && p->class == PROBLEM_GROUP)
      return false;
    if (!p->is_holonomic[k] && expr_kinds(p->graph, p->residual[k]) & place)
      return false;
    if (p->is_holonomic[k] && (!degree_of(p->graph, p->residual[k], p->q, p->n, &degree) ||
                               degree == degree_none || degree > 1))
      return false;
  }
  return true;
}

// of V(q); degree_none if it is not a polynomial, or there is no memory
static int potential_degree(const mechanical_parts *p) {
  arena work;
  gyroscopic parts;
  int degree;
  arena_init(&work, graph_memory(p->graph));
  if (!gyroscopic_find(&parts, &work, p, p->function) ||
      !degree_of(p->graph, parts.V, p->q, p->n, &degree))
    degree = degree_none;
  arena_free(&work);
  return degree;
}

// The degree of H(q, rho). The metric of the allowed velocities has to be constant; then that of V
// counts, and 2 for rho.
static int reduced_degree(const mechanical_parts *p, const mechanical_structure *f) {
  const expr *x = p->lagrangian ? p->v : p->p;
  bool constant = f->constant_mass && f->given == 0 &&
                  ((f->diagonal_mass && equal_masses(p, x)) || same_directions(p));
  int places = constant ? potential_degree(p) : degree_none;
  return places == degree_none || places > 2 ? places : 2;
}

static void show_reduction(text_buffer *out, const noslip_model *m) {
  const problem *p = m->problem;
  char why[300];
  text_print(out, "  reduced    ");
  if (reduction_refuses(p, REDUCTION_FRAME, why, sizeof why)) {
    text_print(out, "none: %s\n", why);
    return;
  }
  int degree = reduced_degree(m->parts, &p->mechanical.structure);
  text_print(out, "q and rho, %d + %d variables; energy ", p->n - p->mechanical.structure.given,
             p->nv - p->m);
  if (degree == degree_none)
    text_print(out, "no polynomial\n");
  else
    text_print(out, "of degree %d\n", degree);
}

static void show_expression(text_buffer *out, const model_system *s, const char *name, expr e,
                            const char *end) {
  text_print(out, "  %-10s ", name);
  if (s->graph)
    expr_show(out, s->graph, e, longest);
  else
    text_print(out, "a function of the caller");
  text_print(out, "%s\n", end);
}

// friction 0.3 along [x' + y', y']
static void show_frictions(text_buffer *out, const model_system *s, const contact *c) {
  for (int i = 0; i < c->nfriction; i++) {
    const friction *f = &c->frictions[i];
    text_print(out, "             friction ");
    expr_show(out, s->graph, f->mu, longest);
    text_print(out, " along %s", f->nslip > 1 ? "[" : "");
    for (int k = 0; k < f->nslip; k++) {
      text_print(out, "%s", k > 0 ? ", " : "");
      expr_show(out, s->graph, f->slip[k], longest/(size_t)f->nslip);
    }
    text_print(out, "%s\n", f->nslip > 1 ? "]" : "");
  }
}

static void show_contact(text_buffer *out, const model_system *s, const contact *c) {
  show_expression(out, s, c->label, c->gap, " >= 0");
  show_frictions(out, s, c);
}

// for i < j in 1..16, within 0.15 in x, y
static void show_pairs(text_buffer *out, const model_system *s, const contact_pairs *p) {
  size_t begin = out->length;
  text_print(out, "  %s[%s,%s]", p->law.label, p->index[0], p->index[1]);
  size_t used = out->length - begin, column = 13;
  text_print(out, "%*s", used < column ? (int)(column - used) : 1, "");
  expr_show(out, s->graph, p->law.gap, longest);
  text_print(out, " >= 0\n             for %s ", p->index[0]);
  if (p->ordered)
    text_print(out, "< %s in %d..%d", p->index[1], p->first[0], p->last[0]);
  else
    text_print(out, "in %d..%d, %s in %d..%d", p->first[0], p->last[0], p->index[1], p->first[1],
               p->last[1]);
  text_print(out, ", within %g in ", p->within);
  for (int k = 0; k < p->naxis; k++) {
    const int *axis = p->axis[k];
    text_print(out, "%s%s", k > 0 ? ", " : "", s->coords.list[axis[0]].name);
    if (axis[0] != axis[1])
      text_print(out, "[%s] - %s[%s]", p->index[0], s->coords.list[axis[1]].name, p->index[1]);
  }
  text_print(out, "\n");
  show_frictions(out, s, &p->law);
}

static void show_constraints(text_buffer *out, const model_system *s) {
  for (int k = 0; k < s->constraints.count && k < most_lines; k++)
    show_expression(out, s, s->constraints.list[k].label, s->constraints.list[k].residual, " = 0");
  for (int k = 0; k < s->contacts.count && k < most_lines; k++)
    show_contact(out, s, &s->contacts.list[k]);
  for (int k = 0; k < s->pairs.count && k < most_lines; k++)
    show_pairs(out, s, &s->pairs.list[k]);
  for (int k = 0; k < s->dae.constraints.count && k < most_lines; k++)
    show_expression(out, s, s->dae.constraints.list[k].label, s->dae.constraints.list[k].residual,
                    " = 0");
  if (s->constraints.count > most_lines || s->contacts.count > most_lines ||
      s->pairs.count > most_lines || s->dae.constraints.count > most_lines)
    text_print(out, "  ...\n");
}

static void show_forces(text_buffer *out, const model_system *s) {
  for (int i = 0, lines = 0; i < s->forces.count && lines < most_lines; i++)
    if (s->forces.list[i] != expr_zero) {
      text_print(out, "  force on %s: ", s->velocities.list[i].name);
      expr_show(out, s->graph, s->forces.list[i], longest);
      text_print(out, "\n");
      lines++;
    }
}

static void show_added_forces(text_buffer *out, const noslip_model *m) {
  for (int i = 0; i < m->given.nforces && i < most_lines; i++)
    text_print(out, "  force on %s: a function\n", m->given.forces[i].on);
}

static void show_structure(text_buffer *out, const noslip_model *m) {
  const model_system *s = m->system;
  if (m->problem && m->problem->callbacks) {
    model_show_promises(out, m->problem->callbacks->of.promises);
    return;
  }
  switch (s->class) {
  case CLASS_MECHANICAL:
  case CLASS_MECHANICAL_NONLINEAR:
    if (m->problem)
      show_mechanical_structure(out, m->problem, s->class == CLASS_MECHANICAL);
    if (m->problem && !m->unsolved)
      show_reduction(out, m);
    break;
  case CLASS_CONTACT: show_contact_structure(out, s); break;
  case CLASS_GROUP:
    show_space(out, s);
    if (s->contacts.count + s->pairs.count > 0)
      show_contact_structure(out, s);
    else if (m->problem && !m->unsolved)
      show_reduction(out, m);
    break;
  case CLASS_SKEW: show_skew_structure(out, s, m->problem); break;
  case CLASS_INDEX2:
  case CLASS_OVERDETERMINED:
  case CLASS_ODE:
    show_dae_structure(out, s);
    if (m->problem)
      show_parts(out, m->problem);
    break;
  }
}

// y' = ..., part by part
static void show_equations(text_buffer *out, const model_system *s) {
  for (int i = 0; i < s->dae.equations.count && i < most_lines; i++) {
    const equation *e = &s->dae.equations.list[i];
    if (s->dae.nparts > 1)
      text_print(out, "  part %d: %s' = ", e->part, s->states.list[e->state].name);
    else
      text_print(out, "  %s' = ", s->states.list[e->state].name);
    expr_show(out, s->graph, e->value, longest);
    text_print(out, "\n");
  }
  for (int i = 0; i < s->dae.brackets.count && i < most_lines; i++) {
    const bracket *b = &s->dae.brackets.list[i];
    text_print(out, "  {%s, %s} = ", s->states.list[b->a].name, s->states.list[b->b].name);
    expr_show(out, s->graph, b->value, longest);
    text_print(out, "\n");
  }
  if (s->dae.equations.count > most_lines || s->dae.brackets.count > most_lines)
    text_print(out, "  ...\n");
}

void model_show(const noslip_model *m, text_buffer *out) {
  const model_system *s = m->system;
  text_print(out, "%s%s%s%s\n", s->name, s->title ? " (" : "", s->title ? s->title : "",
             s->title ? ")" : "");
  text_print(out, "  class      %s", model_class_words(s->class));
  if (s->form != FORM_NONE)
    text_print(out, ", %s form", s->form == FORM_LAGRANGIAN ? "lagrangian" : "hamiltonian");
  text_print(out, "\n");
  show_sizes(out, s);
  show_parameters(out, s);
  show_live(out, s);
  show_inputs(out, s);
  show_structure(out, m);
  if (s->form != FORM_NONE)
    show_expression(out, s, s->form == FORM_LAGRANGIAN ? "L" : "H", s->function, "");
  show_equations(out, s);
  show_constraints(out, s);
  show_forces(out, s);
  show_added_forces(out, m);
}

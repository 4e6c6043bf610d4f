// Equations of motion. Of a lagrangian L(t,q,v) of a few coordinates they are written in full:
//
//   sum_j L_vv[i,j] q_j'' + sum_j L_vq[i,j] q_j' + L_vt[i] - L_q[i] - Q_i = sum_k lambda_k B[k,i]
//
// B = g_q of a holonomic constraint, phi_v of a nonholonomic one, gap_q of a contact. Of other models
// the general form is written.

#include "model/motion.h"

#include "expr/diff.h"
#include "expr/expand.h"
#include "expr/show_mathml.h"

#include <assert.h>
#include <string.h>

// Models whose equations are written in full: a reader looks at no more.
enum { most_velocities = 6, longest_line = 9000, longest_all = 24000, most_nodes = 200000 };

typedef struct writer {
  const model_system *s;
  graph *g;
  arena *arena;
  text_buffer text;
  motion_lines *out;
  expr *Lv, *Lq, *a;  // n
  int n;
  bool too_long;
  size_t total;
} writer;

static bool keep(writer *w) {
  char *text = w->text.failed ? NULL : arena_text(w->arena, w->text.data, w->text.length);
  return text && ARRAY_PUSH(w->arena, *w->out, text);
}

static bool keep_line(writer *w, const char *inside) {
  text_clear(&w->text);
  text_print(&w->text, "<math display=\"block\"><mrow>%s</mrow></math>", inside);
  return keep(w);
}

// ---------------------------------------------------------------------------------------------
// in full

// append e as terms; *first is false after one that is not zero
static void add(writer *w, expr e, bool *first) {
  w->too_long = w->too_long || !expr_show_mathml(&w->text, w->g, e, *first, longest_line);
  *first = *first && e == expr_zero;
}

// d L_v[i]/dt, term by term, with the accelerations first, - L_q[i] - Q_i
static bool add_left(writer *w, int i) {
  const model_system *s = w->s;
  bool first = true;
  expr d, rest = expr_neg(w->g, w->Lq[i]);
  for (int j = 0; j < w->n; j++) {
    if (!diff_gradient(w->g, w->Lv[i], &s->velocities.list[j].symbol, 1, &d))
      return false;
    expr_expand(w->g, d, &d);
    add(w, expr_mul(w->g, d, w->a[j]), &first);
    if (!diff_gradient(w->g, w->Lv[i], &s->positions.list[j].symbol, 1, &d))
      return false;
    rest = expr_add(w->g, rest, expr_mul(w->g, d, s->velocities.list[j].symbol));
  }
  if (!diff_gradient(w->g, w->Lv[i], &s->time, 1, &d))
    return false;
  rest = expr_sub(w->g, expr_add(w->g, rest, d), s->forces.list[i]);
  expr_expand(w->g, rest, &rest);
  add(w, rest, &first);
  text_print(&w->text, first ? "<mn>0</mn>" : "");
  return true;
}

// letter_label, the symbol of a multiplier
static expr multiplier(writer *w, int named, const char *letter, const char *label) {
  const char *name = named >= 0 ? w->s->multipliers.list[named].name
                                : arena_print(w->arena, "%s_%s", letter, label);
  return name ? expr_symbol(w->g, KIND_MULTIPLIER, name) : expr_zero;
}

// a multiplier times the derivative of its constraint by coordinate i, or by its velocity
static bool add_reaction(writer *w, expr of, expr by, expr lambda, bool *first) {
  expr d;
  if (!diff_gradient(w->g, of, &by, 1, &d))
    return false;
  expr_expand(w->g, d, &d);
  add(w, expr_mul(w->g, lambda, d), first);
  return true;
}

static bool add_right(writer *w, int i, const expr *lambda) {
  const model_system *s = w->s;
  bool first = true, good = true;
  for (int k = 0; k < s->constraints.count && good; k++) {
    const constraint *c = &s->constraints.list[k];
    expr by = c->kind == CONSTRAINT_HOLONOMIC ? s->positions.list[i].symbol
                                              : s->velocities.list[i].symbol;
    good = add_reaction(w, c->residual, by, lambda[k], &first);
  }
  for (int k = 0; k < s->contacts.count && good; k++)
    good = add_reaction(w, s->contacts.list[k].gap, s->positions.list[i].symbol,
                        lambda[s->constraints.count + k], &first);
  text_print(&w->text, first ? "<mn>0</mn>" : "");
  return good;
}

static bool write_line(writer *w, int i, const expr *lambda) {
  text_clear(&w->text);
  text_print(&w->text, "<math display=\"block\"><mrow>");
  if (!add_left(w, i))
    return false;
  text_print(&w->text, "<mo>=</mo>");
  if (!add_right(w, i, lambda))
    return false;
  text_print(&w->text, "</mrow></math>");
  w->total += w->text.length;
  w->too_long = w->too_long || w->total > longest_all;
  return w->too_long || keep(w);
}

static bool prepare(writer *w, expr *lambda) {
  const model_system *s = w->s;
  for (int i = 0; i < w->n; i++) {
    const char *name = arena_print(w->arena, "%s''", s->positions.list[i].name);
    if (!name || !diff_gradient(w->g, s->function, &s->velocities.list[i].symbol, 1, &w->Lv[i]) ||
        !diff_gradient(w->g, s->function, &s->positions.list[i].symbol, 1, &w->Lq[i]))
      return false;
    w->a[i] = expr_symbol(w->g, KIND_ACCELERATION, name);
  }
  for (int k = 0; k < s->constraints.count; k++)
    lambda[k] = multiplier(w, s->constraints.list[k].multiplier, "λ", s->constraints.list[k].label);
  for (int k = 0; k < s->contacts.count; k++)
    lambda[s->constraints.count + k] =
        multiplier(w, s->contacts.list[k].multiplier, "N", s->contacts.list[k].label);
  return true;
}

bool motion_is_short(const model_system *s) {
  bool real = s->class == CLASS_MECHANICAL || s->class == CLASS_CONTACT;
  bool rough = false;
  for (int k = 0; k < s->contacts.count; k++)
    rough = rough || s->contacts.list[k].nfriction > 0;
  return real && s->form == FORM_LAGRANGIAN && s->velocities.count <= most_velocities &&
         s->positions.count == s->velocities.count && s->pairs.count == 0 && !rough &&
         s->constraints.count + s->contacts.count <= 4*most_velocities;
}

// all lines, or none if one is too long; false: no memory
static bool write_full(writer *w) {
  const model_system *s = w->s;
  int before = w->out->count;
  w->n = s->velocities.count;
  w->Lv = ARENA_ARRAY(w->arena, expr, w->n);
  w->Lq = ARENA_ARRAY(w->arena, expr, w->n);
  w->a = ARENA_ARRAY(w->arena, expr, w->n);
  expr *lambda = ARENA_ARRAY(w->arena, expr, s->constraints.count + s->contacts.count + 1);
  if (!w->Lv || !w->Lq || !w->a || !lambda)
    return false;
  graph_allow(w->g, most_nodes);
  bool good = prepare(w, lambda);
  for (int i = 0; i < w->n && good && !w->too_long; i++)
    good = write_line(w, i, lambda);
  if (w->text.failed || graph_status(w->g) == NOSLIP_ERROR_MEMORY)
    return false;
  w->too_long = w->too_long || graph_status(w->g) == NOSLIP_ERROR_MODEL;
  if (w->too_long)
    w->out->count = before;
  return good || w->too_long;
}

// ---------------------------------------------------------------------------------------------
// the general form

#define FRACTION(a, b) "<mfrac><mrow>" a "</mrow><mrow>" b "</mrow></mfrac>"
#define BY(f, x) FRACTION("<mo>∂</mo><mi>" f "</mi>", "<mo>∂</mo>" x)
#define DOT(x) "<mover accent=\"true\"><mi>" x "</mi><mo>˙</mo></mover>"
#define TIMES(letter, row)                                                    \
  "<mo>+</mo><msup><mrow><mo>(</mo>" row                                      \
  "<mo>)</mo></mrow><mi mathvariant=\"normal\">T</mi></msup><mi>" letter "</" \
  "mi>"

static bool has_kind(const model_system *s, constraint_kind kind) {
  for (int k = 0; k < s->constraints.count; k++)
    if (s->constraints.list[k].kind == kind)
      return true;
  return false;
}

// + Q + g_q^T lambda + phi_v^T mu + gap_q^T N
static void add_forces(writer *w) {
  const model_system *s = w->s;
  bool forces = false;
  for (int i = 0; i < s->forces.count; i++)
    forces = forces || s->forces.list[i] != expr_zero;
  text_print(&w->text, "%s", forces ? "<mo>+</mo><mi>Q</mi>" : "");
  if (has_kind(s, CONSTRAINT_HOLONOMIC))
    text_print(&w->text, "%s", TIMES("λ", BY("g", "<mi>q</mi>")));
  if (has_kind(s, CONSTRAINT_NONHOLONOMIC))
    text_print(&w->text, "%s", TIMES("λ", BY("φ", DOT("q"))));
  if (s->contacts.count + s->pairs.count > 0)
    text_print(&w->text, "%s", TIMES("N", BY("γ", "<mi>q</mi>")));
}

static bool write_lagrangian(writer *w) {
  text_clear(&w->text);
  text_print(&w->text, "<math display=\"block\"><mrow>%s%s<mo>=</mo>%s",
             FRACTION("<mi>d</mi>", "<mi>d</mi><mi>t</mi>"), BY("L", DOT("q")),
             BY("L", "<mi>q</mi>"));
  add_forces(w);
  text_print(&w->text, "</mrow></math>");
  return keep(w);
}

static bool write_hamiltonian(writer *w) {
  if (!keep_line(w, DOT("q") "<mo>=</mo>" BY("H", "<mi>p</mi>")))
    return false;
  text_clear(&w->text);
  text_print(&w->text, "<math display=\"block\"><mrow>%s<mo>=</mo><mo>−</mo>%s", DOT("p"),
             BY("H", "<mi>q</mi>"));
  add_forces(w);
  text_print(&w->text, "</mrow></math>");
  return keep(w);
}

// on a group, with the velocity in the body
static bool write_group(writer *w) {
  text_clear(&w->text);
  text_print(
      &w->text,
      "<math display=\"block\"><mrow>%s%s<mo>=</mo><msubsup><mi mathvariant=\"normal\">ad</mi>"
      "<mi>ω</mi><mo>*</mo></msubsup>%s<mo>+</mo><msubsup><mi>T</mi><mi>e</mi><mo>*</mo>"
      "</msubsup><msub><mi>ℓ</mi><mi>g</mi></msub><mspace width=\"0.2em\"/>%s",
      FRACTION("<mi>d</mi>", "<mi>d</mi><mi>t</mi>"), BY("L", "<mi>ω</mi>"), BY("L", "<mi>ω</mi>"),
      BY("L", "<mi>g</mi>"));
  add_forces(w);
  text_print(&w->text, "</mrow></math>");
  return keep(w) &&
         keep_line(w, DOT("g") "<mo>=</mo><mi>g</mi><mspace width=\"0.1em\"/><mi>ω</mi>");
}

static bool write_general(writer *w) {
  const model_system *s = w->s;
  if (s->class == CLASS_SKEW)
    return keep_line(w, DOT("z") "<mo>=</mo><mi>P</mi><mo>(</mo><mi>z</mi><mo>)</mo><mo>∇</mo>"
                                 "<mi>H</mi><mo>(</mo><mi>z</mi><mo>)</mo>");
  if (s->form == FORM_NONE)
    return true;  // the model has its equations itself
  if (s->class == CLASS_GROUP && s->form == FORM_LAGRANGIAN)
    return write_group(w);
  return s->form == FORM_LAGRANGIAN ? write_lagrangian(w) : write_hamiltonian(w);
}

bool motion_write(const model_system *s, arena *a, motion_lines *out) {
  writer w = {.s = s, .arena = a, .out = out};
  text_init(&w.text, a->memory);
  bool good = write_general(&w);
  text_free(&w.text);
  return good;
}

bool motion_write_full(const model_system *s, arena *a, motion_lines *out) {
  writer w = {.s = s, .g = s->graph, .arena = a, .out = out};
  assert(motion_is_short(s));
  text_init(&w.text, a->memory);
  bool good = write_full(&w);
  text_free(&w.text);
  return good;
}

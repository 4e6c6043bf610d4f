// The statements of a model as lines of mathematics. Definitions are shown if something that is
// mathematics uses them; those for initial data and drawings alone are left out.

#include "lang/mathml.h"

#include "base/mathml.h"
#include "base/table.h"

#include <string.h>

enum { most_loops = 16 };  // nested `for`s whose ranges are shown

typedef struct writer {
  arena *arena;
  text_buffer text;
  mathml_lines *out;
  const tree_loop *loops[most_loops];
  int nloop;
  const tree_let **lets;  // of the model, in its order
  bool *used;             // of each
  int nlet;
  table places;  // of each in the list, by its name
  size_t total;  // bytes of all lines
  bool failed;
} writer;

// ---------------------------------------------------------------------------------------------
// which definitions are used

static void use_tree(writer *w, const tree *e) {
  if (!e)
    return;
  int let = e->name ? table_find(&w->places, e->name) : -1;
  if (let >= 0)
    w->used[let] = true;
  for (int i = 0; i < e->nargs; i++)
    use_tree(w, e->args[i]);
}

// what is used by something that is used: a definition uses earlier ones
static void use_lets(writer *w) {
  for (int i = w->nlet - 1; i >= 0; i--) {
    if (!w->used[i])
      continue;
    use_tree(w, w->lets[i]->value);
    for (int k = 0; k < w->lets[i]->nlocal; k++)
      use_tree(w, w->lets[i]->locals[k].value);
  }
}

static void use_constraint(writer *w, const tree_constraint *c) {
  use_tree(w, c->sides.left);
  use_tree(w, c->sides.right);
  use_tree(w, c->restitution);
  for (int i = 0; i < c->nfriction; i++) {
    use_tree(w, c->frictions[i].mu);
    use_tree(w, c->frictions[i].slip);
  }
}

static void use_statement(writer *w, const statement *s) {
  switch (s->kind) {
  case STATEMENT_LAGRANGIAN:
  case STATEMENT_HAMILTONIAN:
  case STATEMENT_DISSIPATION: use_tree(w, s->function); break;
  case STATEMENT_FORCE: use_tree(w, s->force.value); break;
  case STATEMENT_HOLONOMIC:
  case STATEMENT_NONHOLONOMIC:
  case STATEMENT_CONTACT:
  case STATEMENT_CONSTRAINT: use_constraint(w, &s->constraint); break;
  case STATEMENT_BRACKET: use_tree(w, s->bracket.value); break;
  case STATEMENT_INVARIANT:
  case STATEMENT_OBSERVE: use_tree(w, s->quantity.value); break;
  case STATEMENT_EQUATIONS:
    for (int i = 0; i < s->assigns.count; i++)
      use_tree(w, s->assigns.list[i].value);
    break;
  case STATEMENT_FOR:
    for (int i = 0; i < s->loop.nbody; i++)
      use_statement(w, s->loop.body[i]);
    break;
  default: break;
  }
}

// lets of the model; the first call counts them
static void find_lets(writer *w, statement *const *body, int n) {
  for (int i = 0; i < n; i++) {
    if (body[i]->kind != STATEMENT_LET)
      continue;
    if (w->lets) {
      w->lets[w->nlet] = &body[i]->let;
      w->failed = w->failed || !table_set(&w->places, body[i]->let.name, w->nlet);
    }
    w->nlet++;
  }
}

static bool is_used(const writer *w, const tree_let *let) {
  int i = table_find(&w->places, let->name);
  return i < 0 || w->used[i];
}

// ---------------------------------------------------------------------------------------------
// pieces of lines

static void put(writer *w, const char *markup) {
  text_add(&w->text, markup, strlen(markup));
}

static void put_name(writer *w, const char *name) {
  mathml_name(&w->text, name, strlen(name), 0);
}

static void put_tree(writer *w, const tree *e) {
  mathml_tree(&w->text, e, mathml_longest_line);
}

static void put_list(writer *w, tree *const *list, int n) {
  for (int i = 0; i < n; i++) {
    put(w, i > 0 ? "<mo>,</mo>" : "");
    put_tree(w, list[i]);
  }
}

// name[index], name.field
static void put_target(writer *w, const tree_target *t, int dots) {
  bool below = t->nindex > 0 || t->field;
  put(w, below ? "<msub>" : "");
  mathml_name(&w->text, t->name, strlen(t->name), dots);
  if (!below)
    return;
  put(w, "<mrow>");
  put_list(w, t->index, t->nindex);
  if (t->field)
    put_name(w, t->field);
  put(w, "</mrow></msub>");
}

// a letter with a label below: N_floor, λ_rod,i
static void put_labelled(writer *w, const char *letter, const tree_label *l) {
  bool below = l->name || l->nindex > 0;
  put(w, below ? "<msub>" : "");
  text_print(&w->text, "<mi>%s</mi>", letter);
  if (!below)
    return;
  put(w, "<mrow>");
  if (l->name)
    put_name(w, l->name);
  put(w, l->name && l->nindex > 0 ? "<mo>,</mo>" : "");
  put_list(w, l->index, l->nindex);
  put(w, "</mrow></msub>");
}

// its own name, or the letter of its label
static void put_multiplier(writer *w, const tree_constraint *c, const char *letter) {
  const tree_multiplier *m = &c->multiplier;
  if (!m->name) {
    put_labelled(w, letter, &c->label);
    return;
  }
  put(w, m->index ? "<msub>" : "");
  put_name(w, m->name);
  if (m->index) {
    put_tree(w, m->index);
    put(w, "</msub>");
  }
}

static void begin(writer *w) {
  text_clear(&w->text);
  put(w, "<math display=\"block\"><mrow>");
}

// the ranges of the loops around it
static void put_loops(writer *w) {
  for (int i = 0; i < w->nloop; i++) {
    put(w, i > 0 ? "<mo>,</mo>" : "<mspace width=\"2em\"/>");
    put_name(w, w->loops[i]->name);
    put(w, "<mo>=</mo>");
    put_tree(w, w->loops[i]->range.lo);
    put(w, "<mo>,</mo><mo>…</mo><mo>,</mo>");
    put_tree(w, w->loops[i]->range.hi);
  }
}

static bool is_full(const writer *w) {
  return w->failed || w->total > mathml_longest || w->out->count >= mathml_most_lines;
}

static void end(writer *w, mathml_role role, const char *word, const char *label) {
  put_loops(w);
  put(w, "</mrow></math>");
  w->total += w->text.length;
  if (is_full(w))
    return;
  char *text = w->text.failed ? NULL : arena_text(w->arena, w->text.data, w->text.length);
  mathml_line line = {role, word, label ? label : "", text};
  w->failed = w->failed || !text || !ARRAY_PUSH(w->arena, *w->out, line);
}

// ---------------------------------------------------------------------------------------------
// statements

static void write_let(writer *w, const statement *s) {
  const tree_let *let = &s->let;
  if (!is_used(w, let))
    return;
  begin(w);
  put_name(w, let->name);
  if (let->is_function) {
    put(w, "<mo>(</mo>");
    for (int i = 0; i < let->nparam; i++) {
      put(w, i > 0 ? "<mo>,</mo>" : "");
      put_name(w, let->params[i]);
    }
    put(w, "<mo>)</mo>");
  }
  put(w, "<mo>=</mo>");
  put_tree(w, let->value);
  for (int i = 0; i < let->nlocal; i++) {
    put(w, i > 0 ? "<mo>,</mo><mspace width=\"1em\"/>" : "<mspace width=\"2em\"/>");
    put_name(w, let->locals[i].name);
    put(w, "<mo>=</mo>");
    put_tree(w, let->locals[i].value);
  }
  end(w, MATHML_DEFINITION, s->word, let->name);
}

static void write_function(writer *w, const statement *s) {
  begin(w);
  put(w, s->kind == STATEMENT_LAGRANGIAN    ? "<mi>L</mi><mo>=</mo>"
         : s->kind == STATEMENT_HAMILTONIAN ? "<mi>H</mi><mo>=</mo>"
                                            : "<mi>R</mi><mo>=</mo>");
  put_tree(w, s->function);
  end(w, MATHML_FUNCTION, s->word, "");
}

static void write_force(writer *w, const statement *s) {
  begin(w);
  put(w, "<msub><mi>Q</mi><mrow>");
  put_target(w, &s->force.target, 0);
  put(w, "</mrow></msub><mo>=</mo>");
  put_tree(w, s->force.value);
  end(w, MATHML_FORCE, s->word, "");
}

static void write_constraint(writer *w, const statement *s) {
  const tree_constraint *c = &s->constraint;
  begin(w);
  put_tree(w, c->sides.left);
  put(w, "<mo>=</mo>");
  put_tree(w, c->sides.right);
  if (s->kind != STATEMENT_CONSTRAINT) {
    put(w, "<mspace width=\"2em\"/><mo>(</mo>");
    put_multiplier(w, c, "λ");
    put(w, "<mo>)</mo>");
  }
  end(w, MATHML_CONSTRAINT, s->word, c->label.name);
}

// |T| ≤ μ N against the slip
static void put_friction(writer *w, const tree_constraint *c, const tree_friction *f) {
  put(w, "<mo>,</mo><mspace width=\"1em\"/><mrow><mo>|</mo>");
  put_labelled(w, "T", &c->label);
  put(w, "<mo>|</mo></mrow><mo>≤</mo>");
  put_tree(w, f->mu);
  put(w, "<mspace width=\"0.15em\"/>");
  put_multiplier(w, c, "N");
  put(w, "<mspace width=\"0.6em\"/><mtext>against</mtext><mspace width=\"0.6em\"/>");
  put_tree(w, f->slip);
}

// 0 ≤ gap ⊥ N ≥ 0
static void write_contact(writer *w, const statement *s) {
  const tree_constraint *c = &s->constraint;
  begin(w);
  put_tree(w, c->sides.left);
  put(w, "<mo>≥</mo>");
  put_tree(w, c->sides.right);
  put(w, "<mspace width=\"0.6em\"/><mo>⊥</mo><mspace width=\"0.6em\"/>");
  put_multiplier(w, c, "N");
  put(w, "<mo>≥</mo><mn>0</mn>");
  if (c->restitution) {
    put(w, "<mo>,</mo><mspace width=\"1em\"/><mtext>restitution</mtext><mspace width=\"0.5em\"/>");
    put_tree(w, c->restitution);
  }
  for (int i = 0; i < c->nfriction; i++)
    put_friction(w, c, &c->frictions[i]);
  end(w, MATHML_CONTACT, s->word, c->label.name);
}

static void write_equations(writer *w, const statement *s) {
  for (int i = 0; i < s->assigns.count; i++) {
    const tree_assign *a = &s->assigns.list[i];
    begin(w);
    put_target(w, &a->target, 1);
    put(w, "<mo>=</mo>");
    put_tree(w, a->value);
    end(w, MATHML_EQUATION, "equation", "");
  }
}

static void write_bracket(writer *w, const statement *s) {
  begin(w);
  put(w, "<mo>{</mo>");
  put_target(w, &s->bracket.first, 0);
  put(w, "<mo>,</mo>");
  put_target(w, &s->bracket.second, 0);
  put(w, "<mo>}</mo><mo>=</mo>");
  put_tree(w, s->bracket.value);
  end(w, MATHML_EQUATION, s->word, "");
}

static void write_quantity(writer *w, const statement *s) {
  const tree_label *l = &s->quantity.label;
  begin(w);
  put(w, l->nindex > 0 ? "<msub>" : "");
  put_name(w, l->name);
  if (l->nindex > 0) {
    put(w, "<mrow>");
    put_list(w, l->index, l->nindex);
    put(w, "</mrow></msub>");
  }
  put(w, "<mo>=</mo>");
  put_tree(w, s->quantity.value);
  end(w, MATHML_QUANTITY, s->word, l->name);
}

static void write_body(writer *w, statement *const *body, int n);

static void write_loop(writer *w, const tree_loop *loop) {
  if (w->nloop == most_loops)
    return;
  w->loops[w->nloop++] = loop;
  write_body(w, loop->body, loop->nbody);
  w->nloop--;
}

static void write_body(writer *w, statement *const *body, int n) {
  for (int i = 0; i < n && !is_full(w); i++)
    switch (body[i]->kind) {
    case STATEMENT_LET: write_let(w, body[i]); break;
    case STATEMENT_LAGRANGIAN:
    case STATEMENT_HAMILTONIAN:
    case STATEMENT_DISSIPATION: write_function(w, body[i]); break;
    case STATEMENT_FORCE: write_force(w, body[i]); break;
    case STATEMENT_HOLONOMIC:
    case STATEMENT_NONHOLONOMIC:
    case STATEMENT_CONSTRAINT: write_constraint(w, body[i]); break;
    case STATEMENT_CONTACT: write_contact(w, body[i]); break;
    case STATEMENT_EQUATIONS: write_equations(w, body[i]); break;
    case STATEMENT_BRACKET: write_bracket(w, body[i]); break;
    case STATEMENT_INVARIANT:
    case STATEMENT_OBSERVE: write_quantity(w, body[i]); break;
    case STATEMENT_FOR: write_loop(w, &body[i]->loop); break;
    default: break;
    }
}

bool mathml_model(const tree_model *m, arena *a, mathml_lines *out) {
  writer w = {.arena = a, .out = out};
  text_init(&w.text, a->memory);
  table_init(&w.places, a);
  find_lets(&w, m->body, m->nbody);
  w.lets = ARENA_ARRAY(a, const tree_let *, w.nlet + 1);
  w.used = ARENA_ARRAY(a, bool, w.nlet + 1);
  w.failed = !w.lets || !w.used;
  w.nlet = 0;
  if (!w.failed)
    find_lets(&w, m->body, m->nbody);
  for (int i = 0; i < m->nbody && !w.failed; i++)
    use_statement(&w, m->body[i]);
  if (!w.failed)
    use_lets(&w);
  write_body(&w, m->body, m->nbody);
  text_free(&w.text);
  return !w.failed;
}

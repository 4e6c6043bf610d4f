// Statements. For each word of statements.inl there is a function that reads what follows it.

#include "lang/parser.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "lang/hints.h"

#include <stdio.h>
#include <string.h>

// --- lists ---------------------------------------------------------------------------------------

// one { "," one }, where `one` reads an assignment into the place it is given
static bool assign_list(parser *p, tree_assigns *all, bool one(parser *, tree_assign *)) {
  do {
    all->list = parser_more(p, all->list, all->count, sizeof *all->list);
    if (!all->list || !one(p, &all->list[all->count++]))
      return false;
  } while (parser_take(p, ","));
  return true;
}

// one { "," one }, where `one` reads an item of coord, state or algebraic
static bool item_list(parser *p, tree_items *all, bool one(parser *, tree_item *)) {
  do {
    tree_item *item = parser_alloc(p, sizeof *item);
    all->list = item ? parser_more(p, all->list, all->count, sizeof *all->list) : NULL;
    if (!all->list || !one(p, item))
      return false;
    all->list[all->count++] = item;
  } while (parser_take(p, ","));
  return true;
}

// expr
static bool value(parser *p, tree **e) {
  *e = parse_expr(p);
  return *e != NULL;
}

// expr "=" expr, or with another relation; `remedy` is shown where another one stands
static bool sides(parser *p, tree_sides *s, const char *relation, const char *remedy) {
  char quoted[16];
  s->left = parse_expr(p);
  if (!s->left)
    return false;
  snprintf(quoted, sizeof quoted, "`%s`", relation);
  if (!parser_is(p, relation))
    return parser_expected(p, quoted, remedy);
  s->at = p->next->at;
  p->next++;
  s->right = parse_expr(p);
  return s->right != NULL;
}

// --- declarations --------------------------------------------------------------------------------

// "const"  assign { "," assign }
// "param"  assign { "," assign }
static bool assigns(parser *p, statement *s) {
  return assign_list(p, &s->assigns, clause_assign);
}

// "input"  NAME [ "=" expr ] { "," NAME [ "=" expr ] }
static bool inputs(parser *p, statement *s) {
  return assign_list(p, &s->assigns, clause_input);
}

// "coord"  coorditem { "," coorditem }
static bool coords(parser *p, statement *s) {
  return item_list(p, &s->items, clause_item);
}

// "state"  family { "," family }
// "algebraic" family { "," family }
static bool families(parser *p, statement *s) {
  return item_list(p, &s->items, clause_family);
}

// "(" NAME { "," NAME } ")"
static bool params(parser *p, tree_let *s) {
  const token *open = p->next++;
  s->is_function = true;
  do {
    s->params = parser_more(p, s->params, s->nparam, sizeof *s->params);
    s->param_at = parser_more(p, s->param_at, s->nparam, sizeof *s->param_at);
    if (!s->params || !s->param_at)
      return false;
    if (!parser_name(p, &s->params[s->nparam], &s->param_at[s->nparam]))
      return false;
    s->nparam++;
  } while (parser_take(p, ","));
  return parser_close(p, open, ")", "`,` or `)`");
}

// NAME "=" expr { "," NAME "=" expr }
static bool locals(parser *p, tree_let *s) {
  p->form = "let f(u) = a*u + b with a = expression, b = expression";
  do {
    s->locals = parser_more(p, s->locals, s->nlocal, sizeof *s->locals);
    tree_local *one = s->locals ? &s->locals[s->nlocal++] : NULL;
    if (!one || !parser_name(p, &one->name, &one->at) || !parser_expect(p, "=") ||
        !value(p, &one->value))
      return false;
  } while (parser_take(p, ","));
  return true;
}

// "let" NAME [ "(" NAME { "," NAME } ")" ] "=" expr [ "with" NAME "=" expr { "," NAME "=" expr } ]
static bool let(parser *p, statement *s) {
  if (!parser_name(p, &s->let.name, &s->let.at))
    return false;
  if (parser_is(p, "(") && !params(p, &s->let))
    return false;
  if (!parser_expect(p, "=") || !value(p, &s->let.value))
    return false;
  return !parser_take(p, "with") || locals(p, &s->let);
}

// --- dynamics ------------------------------------------------------------------------------------

// "lagrangian" expr
// "hamiltonian" expr
// "dissipation" expr
static bool energy(parser *p, statement *s) {
  char remedy[64];
  if (!value(p, &s->function))
    return false;
  snprintf(remedy, sizeof remedy, "it needs no name: write %s", p->form);
  return parser_is(p, "=") ? parser_expected(p, "the end of the line", remedy) : true;
}

// "force" target "=" expr
static bool force(parser *p, statement *s) {
  return clause_target(p, &s->force.target) && parser_expect(p, "=") && value(p, &s->force.value);
}

// ":" after a label
static bool colon(parser *p, const statement *s) {
  return parser_take(p, ":") ||
         parser_expected(p, "`:` after the name",
                         arena_print(p->arena, "give it a name: %s NAME: ...", s->word));
}

// label ":"
static bool label(parser *p, const statement *s, tree_label *label) {
  return clause_label(p, label) && colon(p, s);
}

// "holonomic"    label ":" expr "=" expr { multiplier | while }
// "nonholonomic" label ":" expr "=" expr { multiplier | while }
static bool constrained(parser *p, statement *s) {
  tree_constraint *c = &s->constraint;
  return label(p, s, &c->label) && sides(p, &c->sides, "=", NULL) && clause_reactions(p, s);
}

// "contact"      label [ pairs ] ":" expr ">=" expr { restitution | friction | multiplier }
static bool contact(parser *p, statement *s) {
  tree_constraint *c = &s->constraint;
  return clause_label(p, &c->label) && clause_pairs(p, c) && colon(p, s) &&
         sides(p, &c->sides, ">=", "a contact says which side is open: gap >= 0") &&
         clause_reactions(p, s);
}

// equation { "," equation }
static bool equations(parser *p, statement *s) {
  return assign_list(p, &s->assigns, clause_equation);
}

// "part" expr ":" equation { "," equation }
static bool part(parser *p, statement *s) {
  s->assigns.part = parse_expr(p);
  return s->assigns.part && parser_expect(p, ":") && equations(p, s);
}

// is the next thing a label: a word, perhaps an index, and a ":"?
static bool label_follows(const parser *p) {
  const token *t = p->next;
  if (t->kind != TOKEN_NAME)
    return false;
  int open = 0;
  for (t++; t->kind != TOKEN_END && t->kind != TOKEN_NEWLINE; t++) {
    char c = t->kind == TOKEN_SYMBOL ? t->word[0] : 0;
    if (open == 0 && c != '[')
      return c == ':';
    open += (c == '[' || c == '(') - (c == ']' || c == ')');
  }
  return false;
}

// "constraint" [ label ":" ] expr "=" expr
static bool constraint(parser *p, statement *s) {
  if (label_follows(p) && !label(p, s, &s->constraint.label))
    return false;
  return sides(p, &s->constraint.sides, "=", NULL);
}

// "bracket" "{" target "," target "}" "=" expr
static bool bracket(parser *p, statement *s) {
  const token *open = p->next;
  tree_bracket *b = &s->bracket;
  return parser_expect(p, "{") && clause_target(p, &b->first) && parser_expect(p, ",") &&
         clause_target(p, &b->second) && parser_close(p, open, "}", "`}`") &&
         parser_expect(p, "=") && value(p, &b->value);
}

// --- data and results ----------------------------------------------------------------------------

// "init"  value { "," value }
// "exact" value { "," value }
static bool values(parser *p, statement *s) {
  return assign_list(p, &s->assigns, clause_value);
}

// "invariant" label "=" expr
// "observe"   label "=" expr
static bool quantity(parser *p, statement *s) {
  tree_quantity *q = &s->quantity;
  return clause_label(p, &q->label) && parser_expect(p, "=") && value(p, &q->value);
}

// "rising" | "falling" | "both"
static bool direction(parser *p, tree_section *s) {
  s->direction = parser_is(p, "rising")    ? TREE_RISING
                 : parser_is(p, "falling") ? TREE_FALLING
                                           : TREE_BOTH;
  if (s->direction == TREE_BOTH && !parser_is(p, "both"))
    return parser_expected(p, "`rising`, `falling` or `both`", NULL);
  p->next++;
  return true;
}

// "plot" "(" expr "," expr [ "," expr ] ")"
static bool plot(parser *p, tree_section *s) {
  const token *open = p->next;
  if (!parser_expect(p, "("))
    return false;
  do {
    s->plot[s->nplot] = parse_expr(p);
    if (!s->plot[s->nplot++])
      return false;
  } while (s->nplot < 3 && parser_take(p, ","));
  if (s->nplot == 1)
    return parser_expected(p, "`,`", "a plot has two or three axes");
  return parser_close(p, open, ")", s->nplot == 2 ? "`,` or `)`" : "`)`");
}

// [ "when" cond ]
static bool when(parser *p, tree_section *s) {
  if (!parser_take(p, "when"))
    return true;
  s->when = parse_cond(p);
  return s->when != NULL;
}

// [ "when" cond ] [ "plot" "(" expr "," expr [ "," expr ] ")" ]
static bool section_clauses(parser *p, tree_section *s) {
  return when(p, s) && (!parser_take(p, "plot") || plot(p, s));
}

// "section" label ":" expr "=" expr ("rising" | "falling" | "both")
//             [ "when" cond ] [ "plot" "(" expr "," expr [ "," expr ] ")" ]
static bool section(parser *p, statement *s) {
  tree_section *c = &s->section;
  return label(p, s, &c->label) && sides(p, &c->sides, "=", NULL) && direction(p, c) &&
         section_clauses(p, c);
}

// "stop" label ":" expr "=" expr ("rising" | "falling" | "both") [ "when" cond ]
static bool stop(parser *p, statement *s) {
  tree_section *c = &s->section;
  if (!label(p, s, &c->label) || !sides(p, &c->sides, "=", NULL) || !direction(p, c) || !when(p, c))
    return false;
  return !parser_is(p, "plot") || parser_expected(p, "the end of the line",
                                                  "a stop has no plot: write a `section` for that");
}

// of --section: neither label nor direction need be there
bool parse_section_option(parser *p, tree_section *s) {
  if (!sides(p, &s->sides, "=", NULL))
    return false;
  bool told = parser_is(p, "rising") || parser_is(p, "falling") || parser_is(p, "both");
  s->direction = TREE_BOTH;
  return (!told || direction(p, s)) && section_clauses(p, s);
}

// "draw" SHAPE expr { "," expr } [ "colour" NAME ]
static bool draw(parser *p, statement *s) {
  return parse_draw(p, &s->draw);
}

// "run" runitem { "," runitem }
static bool run(parser *p, statement *s) {
  tree_run *all = &s->run;
  do {
    all->list = parser_more(p, all->list, all->count, sizeof *all->list);
    if (!all->list || !clause_run_item(p, &all->list[all->count++]))
      return false;
  } while (parser_take(p, ","));
  return true;
}

// "for" NAME "in" range "{" { statement } "}"
static bool loop(parser *p, statement *s) {
  tree_loop *f = &s->loop;
  if (!parser_name(p, &f->name, &f->at) || !parser_expect(p, "in"))
    return false;
  if (!parse_range(p, &f->range))
    return false;
  if (p->loops == parse_deepest) {
    source_fail(p->source, s->at, p->why, "use fewer loops inside each other",
                "`for` nests deeper than the limit of %d", parse_deepest);
    return false;
  }

  const token *open = p->next;
  if (!parser_expect(p, "{"))
    return false;
  p->loops++;
  if (!parse_block(p, &f->body, &f->nbody))
    return false;
  p->loops--;
  return parser_close(p, open, "}", "`}`");
}

// --- statement -----------------------------------------------------------------------------------

typedef struct rule {
  const char *word;
  statement_kind kind;
  bool (*read)(parser *, statement *);
  bool in_for;  // may stand inside `for`
  const char *form;
} rule;

static const rule rules[] = {
#define STATEMENT(word, kind, read, in_for, form) {word, STATEMENT_##kind, read, in_for, form},
#include "lang/statements.inl"
#undef STATEMENT
};

static const rule *rule_of(const char *word) {
  for (size_t i = 0; i < sizeof rules/sizeof *rules; i++)
    if (strcmp(rules[i].word, word) == 0)
      return &rules[i];
  return NULL;
}

static bool not_in_for(parser *p) {
  source_fail(p->source, p->next->at, p->why, "write it before or after the loop",
              "`%s` cannot stand inside `for`", p->next->word);
  return false;
}

static bool second_model(parser *p) {
  if (p->loops > 0)
    return not_in_for(p);
  source_fail(p->source, p->next->at, p->why, "delete this line",
              "`model` stands once, at the beginning");
  return false;
}

static bool unknown_statement(parser *p) {
  const token *word = p->next;
  const char *remedy = NULL;
  char question[suggest_room], base[64];
  suggestion near = {0};
  for (const char *const *known = lex_statements; *known; known++)
    suggest(&near, word->word, *known);

  if (near.count > 0)
    remedy = suggest_text(question, &near, "`");
  else if (hint_derivative(base, sizeof base, word->word) == 1)
    remedy = arena_print(p->arena, "an equation is written %s' = ...", base);
  else if (word[1].kind == TOKEN_SYMBOL && strcmp(word[1].word, "=") == 0)
    remedy =
        arena_print(p->arena, "write let %s = ... for an abbreviation, %s' = ... for an equation",
                    SHOWN(word->word), SHOWN(word->word));
  else
    remedy = "statements begin with coord, param, let, lagrangian, init, run, ...";
  source_fail(p->source, word->at, p->why, remedy, "unknown statement %s", parser_show(p, word));
  return false;
}

// a statement that begins with a name is an equation if ' or [ follows
static bool begins_equation(const token *name) {
  const token *t = name + 1;
  return t->kind == TOKEN_SYMBOL && (t->word[0] == '\'' || t->word[0] == '[');
}

// statement = a word of statements.inl and what follows it | equation { "," equation }
static bool statement_here(parser *p, statement *s) {
  const token *word = p->next;
  p->form = NULL;
  if (word->kind != TOKEN_NAME)
    return parser_expected(p, "a statement",
                           "a statement begins with a word, as `coord` or `init`");
  if (parser_is(p, "model"))
    return second_model(p);
  s->at = word->at;
  s->word = word->word;

  const rule *known = rule_of(word->word);
  if (known && !known->in_for && p->loops > 0)
    return not_in_for(p);
  if (known) {
    p->next++;
    p->form = known->form;
    s->kind = known->kind;
    return known->read(p, s);
  }
  s->kind = STATEMENT_EQUATIONS;
  p->form = "y' = expression";
  return begins_equation(word) ? equations(p, s) : unknown_statement(p);
}

// A statement ends with its line, before the `}` of the `for` around it, or with its own `}`.
static bool statement_end(parser *p, const statement *s) {
  bool ended = p->next->kind == TOKEN_NEWLINE || p->next->kind == TOKEN_END ||
               s->kind == STATEMENT_FOR || (p->loops > 0 && parser_is(p, "}"));
  if (ended)
    return true;
  bool another = p->next->kind == TOKEN_NAME && rule_of(p->next->word);
  bool declares = s->kind == STATEMENT_COORD || s->kind == STATEMENT_STATE;
  bool closing = parser_is(p, ")") || parser_is(p, "]") || parser_is(p, "}");
  return parser_expected(p, "the end of the line",
                         another                         ? "write one statement per line"
                         : closing                       ? "there is no open bracket that it closes"
                         : declares && parser_is(p, "=") ? "`init` gives values: init x = 1"
                                                         : NULL);
}

// { statement }
bool parse_block(parser *p, statement ***body, int *count) {
  for (;;) {
    while (p->next->kind == TOKEN_NEWLINE)
      p->next++;
    if (p->next->kind == TOKEN_END || parser_is(p, "}"))
      return true;

    statement *s = parser_alloc(p, sizeof *s);
    if (!s || !statement_here(p, s) || !statement_end(p, s))
      return false;
    *body = parser_more(p, *body, *count, sizeof **body);
    if (!*body)
      return false;
    (*body)[(*count)++] = s;
  }
}

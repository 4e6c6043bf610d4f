// The pieces statements are made of: targets, labels, items of coord, clauses after a constraint.

#include "lang/parser.h"

#include "base/spec.h"

#include <string.h>

// "[" expr { "," expr } "]", if there is one
static bool index_list(parser *p, tree ***index, int *count) {
  const token *open = p->next;
  if (!parser_take(p, "["))
    return true;
  return parse_exprs(p, index, count) && parser_close(p, open, "]", "`,` or `]`");
}

// "[" range "]", if there is one
static bool range_in_brackets(parser *p, tree_range *range) {
  const token *open = p->next;
  if (!parser_take(p, "["))
    return true;
  if (!parse_range(p, range))
    return false;
  if (parser_is(p, ","))
    return parser_expected(p, "`]`", "only `coord` has families with two indices");
  return parser_close(p, open, "]", "`]`");
}

// "[" range [ "," range ] "]", if there is one
static bool ranges_in_brackets(parser *p, tree_range *range, tree_range *columns) {
  const token *open = p->next;
  if (!parser_take(p, "["))
    return true;
  if (!parse_range(p, range) || (parser_take(p, ",") && !parse_range(p, columns)))
    return false;
  if (columns->given && parser_is(p, ","))
    return parser_expected(p, "`]`", "a family has one index or two");
  if (!parser_close(p, open, "]", columns->given ? "`]`" : "`,` or `]`"))
    return false;
  return !parser_is(p, "[") ||
         parser_expected(p, "the end of the line", "two indices are written c[1..n, 1..3]");
}

// target = NAME [ "[" expr { "," expr } "]" ] [ "." WORD ]
bool clause_target(parser *p, tree_target *target) {
  if (!parser_name(p, &target->name, &target->at))
    return false;
  if (!index_list(p, &target->index, &target->nindex))
    return false;
  if (parser_take(p, ".") && !parser_word(p, &target->field, &target->field_at))
    return false;
  target->end = p->next[-1].end;
  return true;
}

// label = WORD [ "[" expr { "," expr } "]" ]
bool clause_label(parser *p, tree_label *label) {
  if (!parser_word(p, &label->name, &label->at))
    return false;
  if (!index_list(p, &label->index, &label->nindex))
    return false;
  label->end = p->next[-1].end;
  return true;
}

// [ "'" ]
bool clause_prime(parser *p, bool *prime) {
  const token *mark = p->next;
  *prime = parser_take(p, "'");
  if (!*prime || !mark->spaced)
    return true;
  source_fail(p->source, mark->at, p->why, "delete the space",
              "a prime follows its operand without a space");
  return false;
}

// "=" expr
static bool equals(parser *p, tree **value) {
  if (!parser_is(p, "=")) {
    // w'[i] is w[i]' in an expression, but not where a value is given
    const char *remedy = parser_is(p, "'")   ? "second derivatives do not occur in a model"
                         : parser_is(p, "[") ? "the prime comes last: w[i]'"
                         : parser_is(p, "(") ? "write x = 1 for the value at the start, without (0)"
                                             : NULL;
    return parser_expected(p, "`=`", remedy);
  }
  p->next++;
  *value = parse_expr(p);
  return *value != NULL;
}

// assign = NAME [ "[" range "]" ] "=" expr
bool clause_assign(parser *p, tree_assign *a) {
  if (!parser_name(p, &a->target.name, &a->target.at) || !range_in_brackets(p, &a->range))
    return false;
  a->target.end = p->next[-1].end;
  return equals(p, &a->value);
}

// NAME [ "=" expr ]: an input, and its value at the start
bool clause_input(parser *p, tree_assign *a) {
  if (!parser_name(p, &a->target.name, &a->target.at))
    return false;
  a->target.end = p->next[-1].end;
  if (parser_is(p, "["))
    return parser_expected(p, "`,` or `=`", "an input is one number: write input u1, u2");
  return parser_is(p, "=") ? equals(p, &a->value) : true;
}

// equation = target "'" "=" expr
bool clause_equation(parser *p, tree_assign *a) {
  if (!clause_target(p, &a->target) || !clause_prime(p, &a->prime))
    return false;
  if (!a->prime)
    return parser_expected(p, "`'`", "an equation gives the derivative of a state: y' = ...");
  return equals(p, &a->value);
}

// start = target | "t"
bool clause_start(parser *p, tree_target *target) {
  if (!parser_is(p, "t"))
    return clause_target(p, target);
  target->end = p->next->end;
  return parser_word(p, &target->name, &target->at);
}

// value = start [ "'" ] "=" expr
bool clause_value(parser *p, tree_assign *a) {
  if (parser_is(p, "(") || parser_is(p, "["))
    return parser_expected(
        p, "a name", "give values one by one, x = 1, y = 2; a family takes a vector, w = [1, 2]");
  return clause_start(p, &a->target) && clause_prime(p, &a->prime) && equals(p, &a->value);
}

// family = NAME [ "[" range "]" ]
bool clause_family(parser *p, tree_item *item) {
  if (!parser_name(p, &item->name, &item->at) || !range_in_brackets(p, &item->range))
    return false;
  item->end = p->next[-1].end;
  return true;
}

// kind = "angle" | "SO" "(" expr ")" | "SE" "(" expr ")"
static bool kind(parser *p, tree_item *item) {
  item->kind_at = p->next->at;
  item->kind = parser_is(p, "angle") ? TREE_ANGLE : parser_is(p, "SO") ? TREE_SO : TREE_SE;
  if (parser_take(p, "angle"))
    return true;
  if (!parser_take(p, "SO") && !parser_take(p, "SE"))
    return parser_expected(p, "`angle`, `SO(n)` or `SE(n)`", "a real coordinate needs no kind");

  const token *open = p->next;
  if (!parser_expect(p, "("))
    return false;
  item->kind_size = parse_expr(p);
  return item->kind_size && parser_close(p, open, ")", "`)`");
}

// names = NAME [ "[" range [ "," range ] "]" ]
//       | "(" NAME [ "[" range "]" ] "," NAME [ "[" range "]" ] ")"
static bool names(parser *p, tree_names *names) {
  const token *open = p->next;
  names->given = true;
  if (!parser_take(p, "("))
    return parser_name(p, &names->first, &names->at) &&
           ranges_in_brackets(p, &names->range, &names->columns);
  return parser_name(p, &names->first, &names->at) && range_in_brackets(p, &names->range) &&
         parser_expect(p, ",") && parser_name(p, &names->second, &names->second_at) &&
         range_in_brackets(p, &names->second_range) && parser_close(p, open, ")", "`)`");
}

// coorditem = NAME [ "[" range [ "," range ] "]" ] [ ":" kind ] { "velocity" names | "momentum" names }
bool clause_item(parser *p, tree_item *item) {
  if (!parser_name(p, &item->name, &item->at) ||
      !ranges_in_brackets(p, &item->range, &item->columns))
    return false;
  item->end = p->next[-1].end;
  if (parser_take(p, ":") && !kind(p, item))
    return false;
  while (parser_is(p, "velocity") || parser_is(p, "momentum")) {
    tree_names *which = parser_is(p, "velocity") ? &item->velocity : &item->momentum;
    if (which->given)
      return parser_twice(p, p->next->word);
    p->next++;
    if (!names(p, which))
      return false;
  }
  return true;
}

// multiplier = [ "," ] "multiplier" NAME [ "[" expr "]" ]
static bool multiplier(parser *p, tree_multiplier *m) {
  if (m->name)
    return parser_twice(p, "multiplier");
  p->next++;
  if (!parser_name(p, &m->name, &m->at))
    return false;

  const token *open = p->next;
  if (!parser_take(p, "["))
    return true;
  m->index = parse_expr(p);
  return m->index && parser_close(p, open, "]", "`]`");
}

// restitution = [ "," ] "restitution" expr
static bool restitution(parser *p, tree_constraint *s) {
  if (s->restitution)
    return parser_twice(p, "restitution");
  p->next++;
  s->restitution = parse_expr(p);
  return s->restitution != NULL;
}

// while = [ "," ] "while" label
static bool while_closed(parser *p, tree_constraint *s) {
  if (s->while_contact.name)
    return parser_twice(p, "while");
  p->next++;
  return clause_label(p, &s->while_contact);
}

// friction = [ "," ] "friction" expr "along" expr
static bool friction(parser *p, tree_constraint *s) {
  if (s->nfriction == tree_most_frictions) {
    source_fail(p->source, p->next->at, p->why,
                "sliding, rolling and drilling friction: each needs one clause",
                "a contact has at most %d friction clauses", tree_most_frictions);
    return false;
  }
  tree_friction *f = &s->frictions[s->nfriction++];
  f->at = p->next++->at;
  if (parser_is(p, "along"))
    return parser_expected(p, "the coefficient of friction", "write friction mu along x'");
  f->mu = parse_expr(p);
  if (!f->mu)
    return false;
  if (!parser_take(p, "along"))
    return parser_expected(p, "`along`", "say which velocity slips: friction mu along x'");
  f->slip = parse_expr(p);
  return f->slip != NULL;
}

// NAME "in" range, of the k-th index of a pair
static bool pair_index(parser *p, tree_pairs *s, int k) {
  return parser_name(p, &s->index[k], &s->index_at[k]) && parser_expect(p, "in") &&
         parse_range(p, &s->range[k]);
}

// NAME "<" NAME "in" range | NAME "in" range "," NAME "in" range
static bool pair_indices(parser *p, tree_pairs *s) {
  const token *next = p->next->kind == TOKEN_NAME ? p->next + 1 : p->next;
  s->ordered = next->kind == TOKEN_SYMBOL && strcmp(next->word, "<") == 0;
  if (!s->ordered)
    return pair_index(p, s, 0) && parser_expect(p, ",") && pair_index(p, s, 1);
  return parser_name(p, &s->index[0], &s->index_at[0]) && parser_expect(p, "<") &&
         parser_name(p, &s->index[1], &s->index_at[1]) && parser_expect(p, "in") &&
         parse_range(p, &s->range[0]);
}

// axis = NAME | NAME "[" NAME "]" "-" NAME "[" NAME "]"
static bool pair_axis(parser *p, tree_axis *a) {
  if (p->next->kind != TOKEN_NAME || lex_reserved(p->next->word))
    return parser_expected(p, "a family of coordinates", NULL);
  if (!clause_label(p, &a->part[0]))
    return false;
  return a->part[0].nindex == 0 || (parser_expect(p, "-") && clause_label(p, &a->part[1]));
}

// axis { "," axis }
static bool pair_axes(parser *p, tree_pairs *s) {
  do {
    s->axis = parser_more(p, s->axis, s->naxis, sizeof *s->axis);
    if (!s->axis || !pair_axis(p, &s->axis[s->naxis++]))
      return false;
  } while (parser_take(p, ","));
  return true;
}

// pairs = "for" ( NAME "<" NAME "in" range | NAME "in" range "," NAME "in" range )
//         "within" expr [ "in" axis { "," axis } ], if there is one
bool clause_pairs(parser *p, tree_constraint *s) {
  static const char form[] = "contact pair[i,j] for i < j in 1..n within 3*r: gap >= 0";
  if (!parser_is(p, "for"))
    return true;
  p->form = form;
  s->pairs = parser_alloc(p, sizeof *s->pairs);
  if (!s->pairs)
    return false;
  s->pairs->at = p->next++->at;
  if (!pair_indices(p, s->pairs))
    return false;
  if (!parser_take(p, "within"))
    return parser_expected(p, "`within`", "say how far apart two bodies may be: within 3*r");
  s->pairs->within = parse_expr(p);
  return s->pairs->within && (!parser_take(p, "in") || pair_axes(p, s->pairs));
}

// a clause that belongs to another statement, or the word in the middle of one; NULL: none of these
static const char *misplaced(const parser *p, bool contact) {
  if (parser_is(p, "along"))
    return "it follows the coefficient: friction mu along x'";
  if (contact)
    return parser_is(p, "while")
               ? "it follows a constraint: holonomic NAME: left = right while floor"
               : NULL;
  return parser_is(p, "friction") || parser_is(p, "restitution")
             ? "only a `contact` has it: contact NAME: gap >= 0, friction mu along x'"
             : NULL;
}

// { multiplier | while }, of a contact { restitution | friction | multiplier }
bool clause_reactions(parser *p, statement *s) {
  bool contact = s->kind == STATEMENT_CONTACT;
  tree_constraint *c = &s->constraint;
  const char *clauses =
      contact ? "`restitution`, `friction` or `multiplier`" : "`multiplier` or `while`";
  for (;;) {
    bool comma = parser_take(p, ",");
    bool good = true;
    if (parser_is(p, "multiplier"))
      good = multiplier(p, &c->multiplier);
    else if (contact && parser_is(p, "restitution"))
      good = restitution(p, c);
    else if (contact && parser_is(p, "friction"))
      good = friction(p, c);
    else if (!contact && parser_is(p, "while"))
      good = while_closed(p, c);
    else if (comma || misplaced(p, contact))
      return parser_expected(p, comma ? clauses : "the end of the line", misplaced(p, contact));
    else
      return true;
    if (!good)
      return false;
  }
}

// METHOD: the text is read to its end, by the same function that reads --method
static bool method(parser *p, tree_run_item *item) {
  const token *t = p->next;
  if (t->kind != TOKEN_METHOD)
    return parser_expected(p, "the name of a method",
                           "as in method dla-mp; `noslip methods` lists them");

  int where;
  const char *what;
  if (!spec_read(p->arena, t->word, &where, &what)) {
    if (p->arena->failed)
      fail_memory(p->why);
    else
      source_fail(p->source, t->at + where, p->why,
                  lex_clause(t->word + where)
                      ? "write a comma between the items of `run`"
                      : "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)",
                  "%s", what);
    return false;
  }
  item->method = t->word;
  item->method_at = t->at;
  p->next++;

  // the method ended with its line, and the comma is missing there
  if (p->next->kind == TOKEN_NAME)
    return parser_expected(p, "`,` after the method", "write run method dla-mp, step 0.01");
  return true;
}

// runitem = "method" METHOD | "step" expr | "until" expr | "steps" expr | "every" expr
bool clause_run_item(parser *p, tree_run_item *item) {
  for (int i = RUN_METHOD; i <= RUN_EVERY; i++) {
    if (!parser_is(p, lex_run_items[i]))
      continue;
    item->kind = (tree_run_kind)i;
    item->at = p->next->at;
    p->next++;
    if (i == RUN_METHOD)
      return method(p, item);
    item->value = parse_expr(p);
    return item->value != NULL;
  }
  return parser_expected(p, "`method`, `step`, `until`, `steps` or `every`", NULL);
}

// Expressions and conditions. Functions are named after the productions they read.
//
// All recursion passes through factor(), which counts it. Chains of + - * / and of `and`, `or` are
// built in loops and lean to the left: a walk over a tree follows args[0] of these in a loop, too.

#include "lang/parser.h"

#include "lang/hints.h"

#include <stdio.h>

enum { most_postfix = 8 };  // indices, fields and primes on one operand

static tree *factor(parser *p);
static bool comparison_sign(const parser *p, tree_kind *kind);

static tree *new_node(parser *p, tree_kind kind, const token *at) {
  tree *node = parser_alloc(p, sizeof *node);
  if (node)
    *node = (tree){.kind = kind, .at = at->at, .start = at->at, .end = at->end};
  return node;
}

static bool add_arg(parser *p, tree *node, tree *arg) {
  tree **args = arg ? parser_more(p, node->args, node->nargs, sizeof *args) : NULL;
  if (!args)
    return false;
  args[node->nargs++] = arg;
  node->args = args;
  return true;
}

// the end of what was read so far
static int read_to(const parser *p) {
  return p->next[-1].end;
}

// --- names, calls, brackets ----------------------------------------------------------------------

// expr { "," expr }
bool parse_exprs(parser *p, tree ***list, int *count) {
  tree all = {.args = *list, .nargs = *count};
  do {
    if (!add_arg(p, &all, parse_expr(p)))
      return false;
  } while (parser_take(p, ","));
  *list = all.args;
  *count = all.nargs;
  return true;
}

// expr { "," expr } and the bracket that closes `open`
static tree *list_to(parser *p, tree *node, const token *open, const char *closing) {
  const char *expected = closing[0] == ')' ? "`,` or `)`" : "`,` or `]`";
  tree_kind comparison;
  if (!node || !parse_exprs(p, &node->args, &node->nargs))
    return NULL;
  if (comparison_sign(p, &comparison)) {
    parser_expected(p, expected, "a condition stands in where(condition, a, b)");
    return NULL;
  }
  if (!parser_close(p, open, closing, expected))
    return NULL;
  node->end = read_to(p);
  return node;
}

// "(" expr ")"
static tree *parenthesis(parser *p) {
  const token *open = p->next++;
  tree *e = parse_expr(p);
  if (!e || !parser_close(p, open, ")", "`)`"))
    return NULL;
  e->start = open->at;
  e->end = read_to(p);
  return e;
}

// "[" expr { "," expr } "]"
static tree *list(parser *p) {
  const token *open = p->next++;
  return list_to(p, new_node(p, TREE_LIST, open), open, "]");
}

// NAME "(" expr { "," expr } ")"
static tree *call(parser *p) {
  tree *node = new_node(p, TREE_CALL, p->next);
  if (!node)
    return NULL;
  node->name = p->next->word;
  p->next += 2;
  return list_to(p, node, p->next - 1, ")");
}

// expr ".." expr
bool parse_range(parser *p, tree_range *range) {
  range->lo = parse_expr(p);
  if (!range->lo || !parser_expect(p, ".."))
    return false;
  range->hi = parse_expr(p);
  range->given = true;
  return range->hi != NULL;
}

// "sum" "(" NAME "in" range ":" expr ")"
static tree *sum(parser *p) {
  tree_range range = {0};
  tree *node = new_node(p, TREE_SUM, p->next++);
  const token *open = p->next++;
  const char *form = p->form;
  p->form = "sum(i in 1..n: expression)";
  if (!node || !parser_name(p, &node->name, &node->name_at) || !parser_expect(p, "in"))
    return NULL;
  if (!parse_range(p, &range) || !parser_expect(p, ":"))
    return NULL;
  p->form = form;
  if (!add_arg(p, node, range.lo) || !add_arg(p, node, range.hi))
    return NULL;
  if (!add_arg(p, node, parse_expr(p)) || !parser_close(p, open, ")", "`)`"))
    return NULL;
  node->end = read_to(p);
  return node;
}

// "where" "(" cond "," expr "," expr ")"
static tree *where(parser *p) {
  tree *node = new_node(p, TREE_WHERE, p->next++);
  const token *open = p->next++;
  const char *form = p->form;
  p->form = "where(condition, a, b)";
  if (!node || !add_arg(p, node, parse_cond(p)) || !parser_expect(p, ","))
    return NULL;
  if (!add_arg(p, node, parse_expr(p)) || !parser_expect(p, ","))
    return NULL;
  p->form = form;
  if (!add_arg(p, node, parse_expr(p)) || !parser_close(p, open, ")", "`)`"))
    return NULL;
  node->end = read_to(p);
  return node;
}

// a word that means nothing in an expression, or a function without its parentheses
static tree *misplaced(parser *p) {
  const token *word = p->next;
  char remedy[32];
  if (lex_function(word->word)) {
    snprintf(remedy, sizeof remedy, "write %s(...)", word->word);
    source_fail(p->source, word[1].at, p->why, remedy, "expected `(` after `%s`, found %s",
                word->word, parser_show(p, word + 1));
  } else {
    source_fail(p->source, word->at, p->why, "choose another name for what is meant here",
                "`%s` is a reserved word", word->word);
  }
  return NULL;
}

// NAME | NAME "(" ... ")" | "sum" "(" ... ")" | "where" "(" ... ")"
static tree *name(parser *p) {
  const token *word = p->next;
  bool called = word[1].kind == TOKEN_SYMBOL && word[1].word[0] == '(';
  bool function = lex_function(word->word);
  bool own = called && p->dialect && lex_among(word->word, p->dialect->calls);
  if (function ? !called : !own && !lex_value(word->word))
    return misplaced(p);
  if (called && parser_is(p, "sum"))
    return sum(p);
  if (called && parser_is(p, "where"))
    return where(p);
  if (called)
    return call(p);

  tree *node = new_node(p, TREE_NAME, p->next++);
  if (node)
    node->name = word->word;
  return node;
}

// NUMBER
static tree *number(parser *p) {
  tree *node = new_node(p, TREE_NUMBER, p->next);
  if (node)
    node->number = p->next->number;
  p->next++;
  return node;
}

// primary = NUMBER | NAME | NAME "(" expr { "," expr } ")" | "(" expr ")"
//         | "[" expr { "," expr } "]"
//         | "sum" "(" NAME "in" range ":" expr ")"
//         | "where" "(" cond "," expr "," expr ")"
static tree *primary(parser *p) {
  if (p->next->kind == TOKEN_NUMBER)
    return number(p);
  if (p->next->kind == TOKEN_NAME)
    return name(p);
  if (parser_is(p, "("))
    return parenthesis(p);
  if (parser_is(p, "["))
    return list(p);
  bool closed = parser_is(p, ")") || parser_is(p, "]");
  bool after_symbol = p->next[-1].kind == TOKEN_SYMBOL;
  parser_expected(p, "an expression",
                  closed         ? "something is missing before the bracket that closes"
                  : after_symbol ? "something is missing between the two symbols, or at the end"
                                 : NULL);
  return NULL;
}

// --- operators -----------------------------------------------------------------------------------

// "[" expr { "," expr } "]" | "." WORD | "'"      after the operand e
static tree *applied(parser *p, tree *e) {
  const token *mark = p->next++;
  char first = mark->word[0];
  tree_kind kind = first == '[' ? TREE_INDEX : first == '.' ? TREE_FIELD : TREE_PRIME;
  tree *node = new_node(p, kind, mark);
  if (!node || !add_arg(p, node, e))
    return NULL;
  node->start = e->start;
  if (kind == TREE_INDEX)
    return list_to(p, node, mark, "]");
  if (kind == TREE_FIELD && !parser_word(p, &node->name, &node->name_at))
    return NULL;
  if (kind == TREE_PRIME && mark->spaced) {
    source_fail(p->source, mark->at, p->why, "delete the space",
                "a prime follows its operand without a space");
    return NULL;
  }
  node->end = read_to(p);
  return node;
}

// postfix = primary { "[" expr { "," expr } "]" | "." WORD | "'" }
static tree *postfix(parser *p) {
  tree *e = primary(p);
  for (int count = 0; e; count++) {
    if (!parser_is(p, "[") && !parser_is(p, ".") && !parser_is(p, "'"))
      return e;
    if (count == most_postfix) {
      source_fail(p->source, p->next->at, p->why, "use `let` for a part of it",
                  "more than %d indices, fields and primes follow one another", most_postfix);
      return NULL;
    }
    e = applied(p, e);
  }
  return e;
}

// the node  left SIGN right,  where SIGN is the next token
static tree *binary(parser *p, tree_kind kind, tree *left, tree *operand(parser *)) {
  tree *node = new_node(p, kind, p->next++);
  if (!node || !add_arg(p, node, left) || !add_arg(p, node, operand(p)))
    return NULL;
  node->start = left->start;
  node->end = node->args[1]->end;
  return node;
}

// power = postfix [ ("^" | "**") factor ]
static tree *power(parser *p) {
  tree *base = postfix(p);
  if (base && (parser_is(p, "^") || parser_is(p, "**")))
    return binary(p, TREE_POW, base, factor);
  return base;
}

// ("+" | "-") factor | power
static tree *signed_factor(parser *p) {
  const token *first = p->next;
  bool minus = parser_is(p, "-");
  if (!minus && !parser_is(p, "+"))
    return power(p);
  p->next++;

  tree *operand = factor(p);
  if (!operand)
    return NULL;
  if (!minus) {
    operand->start = first->at;
    return operand;
  }
  tree *node = new_node(p, TREE_NEGATE, first);
  if (!node || !add_arg(p, node, operand))
    return NULL;
  node->end = operand->end;
  return node;
}

// factor = ("+" | "-") factor | power
static tree *factor(parser *p) {
  if (p->depth > parse_deepest) {
    source_fail(p->source, p->next->at, p->why, "use `let` for the inner parts",
                "expressions nest deeper than the limit of %d", parse_deepest);
    return NULL;
  }
  p->depth++;
  tree *e = signed_factor(p);
  p->depth--;
  return e;
}

// term = factor { ("*" | "/") factor }
static tree *term(parser *p) {
  tree *e = factor(p);
  while (e && (parser_is(p, "*") || parser_is(p, "/")))
    e = binary(p, parser_is(p, "*") ? TREE_MUL : TREE_DIV, e, factor);
  return e;
}

// does an operand follow on the same line, where an operator should stand?
static bool operator_is_missing(const parser *p) {
  const token *t = p->next;
  bool operand = t->kind == TOKEN_NUMBER || parser_is(p, "(") ||
                 (t->kind == TOKEN_NAME && (lex_value(t->word) || lex_function(t->word)));
  bool joint = p->dialect && t->kind == TOKEN_NAME && lex_among(t->word, p->dialect->joints);
  if (!operand || joint)
    return false;
  for (int at = t[-1].end; at < t->at; at++)
    if (p->source->text[at] == '\n')
      return false;
  return true;
}

// what to write where an operand follows an operand
static const char *remedy_of_two(parser *p, char question[suggest_room]) {
  const token *t = p->next, *next = t + 1;
  bool name = t->kind == TOKEN_NAME;
  bool assigned = name && next->kind == TOKEN_SYMBOL &&
                  (next->word[0] == '=' || (next->word[0] == '\'' && next[1].kind == TOKEN_SYMBOL &&
                                            next[1].word[0] == '='));
  if (parser_is(p, "where") && !(next->kind == TOKEN_SYMBOL && next->word[0] == '('))
    return "local names follow `with`: let f = a*b with a = 1, b = 2";
  if (assigned)
    return "write a comma between the two";
  const char *unit = name && t[-1].kind == TOKEN_NUMBER ? hint_unit(t->word) : NULL;
  const char *clause = name && !unit ? hint_clause(question, t->word) : NULL;
  return unit ? unit : clause ? clause : "write * to multiply";
}

static tree *fail_of_two(parser *p) {
  char question[suggest_room];
  source_fail(p->source, p->next->at, p->why, remedy_of_two(p, question),
              "missing operator between %s and %s", parser_show(p, p->next - 1),
              parser_show(p, p->next));
  return NULL;
}

// expr = term { ("+" | "-") term }
tree *parse_expr(parser *p) {
  tree *e = term(p);
  while (e && (parser_is(p, "+") || parser_is(p, "-")))
    e = binary(p, parser_is(p, "+") ? TREE_ADD : TREE_SUB, e, term);
  return e && operator_is_missing(p) ? fail_of_two(p) : e;
}

// --- conditions ----------------------------------------------------------------------------------

static bool comparison_sign(const parser *p, tree_kind *kind) {
  *kind = parser_is(p, "<")    ? TREE_LESS
          : parser_is(p, "<=") ? TREE_LESS_EQUAL
          : parser_is(p, ">")  ? TREE_GREATER
                               : TREE_GREATER_EQUAL;
  return *kind != TREE_GREATER_EQUAL || parser_is(p, ">=");
}

// comparison = expr ("<" | "<=" | ">" | ">=") expr
static tree *comparison(parser *p) {
  tree_kind kind;
  tree *left = parse_expr(p);
  if (!left)
    return NULL;
  if (!comparison_sign(p, &kind)) {
    const char *remedy =
        parser_is(p, "=") ? "conditions compare with < <= > >=" : "write a condition such as x > 0";
    parser_expected(p, "a comparison", remedy);
    return NULL;
  }

  tree *node = binary(p, kind, left, parse_expr);
  if (!node || !comparison_sign(p, &kind))
    return node;
  source_fail(p->source, p->next->at, p->why, "write a < b and b < c", "comparisons do not chain");
  return NULL;
}

// conj = comparison { "and" comparison }
static tree *conjunction(parser *p) {
  tree *e = comparison(p);
  while (e && parser_is(p, "and"))
    e = binary(p, TREE_AND, e, comparison);
  return e;
}

// cond = conj { "or" conj }
tree *parse_cond(parser *p) {
  tree *e = conjunction(p);
  while (e && parser_is(p, "or"))
    e = binary(p, TREE_OR, e, conjunction);
  return e;
}

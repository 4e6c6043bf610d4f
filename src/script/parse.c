// Tokens to tree, by recursive descent: the file and its statements. Above each function stands the
// production it reads; together with those of parse_item.c they are the grammar of study files.

#include "base/shown.h"
#include "base/suggest.h"
#include "script/limits.h"
#include "script/parser.h"
#include "script/words.h"

#include <string.h>

static bool no_memory(parser *p) {
  return fail_memory(p->why) == NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// names and texts

static int declared_at(const script_tree *t, const char *name) {
  for (int i = 0; i < t->sources.count; i++)
    if (strcmp(t->sources.list[i].name, name) == 0)
      return t->sources.list[i].at;
  for (int i = 0; i < t->measures.count; i++)
    if (strcmp(t->measures.list[i].name, name) == 0)
      return t->measures.list[i].at;
  return -1;
}

bool script_new_name(parser *p, const script_tree *t, const char **name, int *at) {
  const token *next = p->next;
  if (next->kind != TOKEN_NAME)
    return parser_expected(p, "a name", NULL);
  if (script_reserved(next->word)) {
    source_fail(p->source, next->at, p->why, "choose another name", "`%s` is a reserved word",
                next->word);
    return false;
  }
  int before = declared_at(t, next->word), line, column;
  if (before >= 0) {
    source_locate(p->source, before, &line, &column);
    source_fail(p->source, next->at, p->why, "choose another name",
                "`%s` is already the name of something (line %d)", SHOWN(next->word), line);
    return false;
  }
  return parser_word(p, name, at);
}

bool script_twice(parser *p, const char *word) {
  p->next--;
  return parser_twice(p, word);
}

bool script_text(parser *p, const char **text, const char *what) {
  if (p->next->kind != TOKEN_STRING)
    return parser_expected(p, what, "texts stand in quotes: \"...\"");
  *text = (p->next++)->word;
  return true;
}

static bool at_end(const parser *p) {
  return p->next->kind == TOKEN_NEWLINE || p->next->kind == TOKEN_END;
}

// no more than `most` of something in a file
static bool within_limit(parser *p, int count, int most, const char *what) {
  if (count < most)
    return true;
  source_fail(p->source, p->next->at, p->why, "write a second study", "a study has at most %d %s",
              most, what);
  return false;
}

// ---------------------------------------------------------------------------------------------
// statements

// "run" NAME ":" model { "," item }        the same: "ensemble", "points"
static bool source_statement(parser *p, script_tree *t, source_kind kind) {
  script_source s = {.kind = kind, .index.quick.at = -1};
  return within_limit(p, t->sources.count, limit_sources, "`run` statements") &&
         script_new_name(p, t, &s.name, &s.at) && parser_expect(p, ":") && script_items(p, &s) &&
         (ARRAY_PUSH(p->arena, t->sources, s) || no_memory(p));
}

// "measure" NAME "=" expr        the same: "let"
static bool measure(parser *p, script_tree *t, bool constant) {
  script_measure m = {.constant = constant};
  if (!within_limit(p, t->measures.count, limit_measures, "`measure` statements") ||
      !script_new_name(p, t, &m.name, &m.at) || !parser_expect(p, "="))
    return false;
  m.value = parse_expr(p);
  return m.value && (ARRAY_PUSH(p->arena, t->measures, m) || no_memory(p));
}

static bool relation(parser *p, script_relation *r) {
  for (int i = 0; script_relations[i]; i++)
    if (parser_take(p, script_relations[i])) {
      *r = (script_relation)i;
      return true;
    }
  return parser_expected(p, "one of = < <= > >=", NULL);
}

// [ "within" expr [ "relative" ] ]
static bool within(parser *p, tree **tolerance, bool *relative) {
  if (!parser_take(p, "within"))
    return true;
  *tolerance = parse_expr(p);
  if (!*tolerance)
    return false;
  if (parser_take(p, "relative"))
    *relative = true;
  return true;
}

// "quick" ( "never" | expr [ "within" expr ] | "within" expr )
static bool quick_clause(parser *p, script_expect *e) {
  if (e->quick_never || e->quick_right || e->quick_tolerance)
    return script_twice(p, "quick");
  if (parser_take(p, "never"))
    return e->quick_never = true;
  if (parser_is(p, "within"))
    return within(p, &e->quick_tolerance, &e->relative);
  e->quick_right = parse_expr(p);
  return e->quick_right && within(p, &e->quick_tolerance, &e->relative);
}

// "printed" ( expr | STRING )
static bool printed_clause(parser *p, script_expect *e) {
  if (e->printed || e->printed_text)
    return script_twice(p, "printed");
  if (p->next->kind == TOKEN_STRING)
    return script_text(p, &e->printed_text, "what is printed");
  e->printed = parse_expr(p);
  return e->printed != NULL;
}

// clause = "printed" ... | "quick" ... | "because" STRING | "source" STRING
static bool expect_clause(parser *p, script_expect *e) {
  if (parser_take(p, "printed"))
    return printed_clause(p, e);
  if (parser_take(p, "quick"))
    return quick_clause(p, e);
  if (parser_take(p, "because"))
    return script_text(p, &e->because, "why it is so, in quotes");
  if (parser_take(p, "source"))
    return script_text(p, &e->source, "the source in quotes");
  return parser_expected(p, "`within`, `printed`, `quick`, `because`, `source` or the end", NULL);
}

// an equation between rounded numbers says nothing without a tolerance
static bool check_tolerance(parser *p, const script_expect *e) {
  if (e->relation != RELATION_EQUAL && e->tolerance) {
    source_fail(p->source, e->tolerance->start, p->why,
                "delete it, or write an equation with =", "a bound has no tolerance");
    return false;
  }
  if (e->relation == RELATION_EQUAL && !e->tolerance) {
    source_fail(p->source, e->right->start, p->why,
                "write expect x = 2 within 0.05; within 0 asks for every digit",
                "an equation needs a tolerance");
    return false;
  }
  return true;
}

// "expect" expr relation expr [ "within" expr [ "relative" ] ] { clause }
static bool expect(parser *p, script_tree *t, const char *paper) {
  script_expect e = {.at = p->next[-1].at, .source = paper};
  if (!within_limit(p, t->expects.count, limit_expects, "`expect` statements"))
    return false;
  e.left = parse_expr(p);
  if (!e.left || !relation(p, &e.relation))
    return false;
  e.right = parse_expr(p);
  if (!e.right || !within(p, &e.tolerance, &e.relative))
    return false;
  while (!at_end(p))
    if (!expect_clause(p, &e))
      return false;
  return check_tolerance(p, &e) && (ARRAY_PUSH(p->arena, t->expects, e) || no_memory(p));
}

// "axes" STRING "," STRING
static bool axes(parser *p, script_draw *d) {
  return script_text(p, &d->xlabel, "the name of an axis in quotes") && parser_expect(p, ",") &&
         script_text(p, &d->ylabel, "the name of an axis in quotes");
}

// style = "loglog" | "logx" | "logy" | "dotted" | "equal" | "reference" expr | "axes" ...
static bool style(parser *p, script_draw *d) {
  bool both = parser_take(p, "loglog");
  if (both || parser_take(p, "logx"))
    return d->log_x = true, d->log_y = d->log_y || both, true;
  if (parser_take(p, "logy"))
    return d->log_y = true;
  if (parser_take(p, "dotted"))
    return d->dotted = true;
  if (parser_take(p, "equal"))
    return d->equal = true;
  if (parser_take(p, "axes"))
    return axes(p, d);
  if (!parser_take(p, "reference"))
    return parser_expected(
        p, "`,`, `loglog`, `logx`, `logy`, `dotted`, `equal`, `axes` or `reference`", NULL);
  tree *slope = parse_expr(p);
  return slope && (ARRAY_PUSH(p->arena, d->references, slope) || no_memory(p));
}

// curve = expr ":" expr [ "as" STRING ]
static bool curve(parser *p, script_draw *d) {
  script_curve c = {0};
  c.x = parse_expr(p);
  if (!c.x || !parser_expect(p, ":"))
    return false;
  c.y = parse_expr(p);
  if (!c.y || (parser_take(p, "as") && !script_text(p, &c.name, "the name of the curve in quotes")))
    return false;
  return within_limit(p, d->curves.count, limit_curves, "curves in a picture") &&
         (ARRAY_PUSH(p->arena, d->curves, c) || no_memory(p));
}

static bool panel_without_picture(parser *p) {
  source_fail(p->source, p->next[-1].at, p->why, "write draw instead",
              "a `panel` belongs to the `draw` above it, and there is none");
  return false;
}

// "draw" [ STRING ] curve { "," curve } { style }        the same: "panel"
static bool draw(parser *p, script_tree *t, bool joined) {
  script_draw d = {.at = p->next[-1].at, .joined = joined};
  if (joined && t->draws.count == 0)
    return panel_without_picture(p);
  if (!within_limit(p, t->draws.count, limit_draws, "pictures"))
    return false;
  if (p->next->kind == TOKEN_STRING)
    d.title = (p->next++)->word;
  do
    if (!curve(p, &d))
      return false;
  while (parser_take(p, ","));
  while (!at_end(p))
    if (!style(p, &d))
      return false;
  return ARRAY_PUSH(p->arena, t->draws, d) || no_memory(p);
}

// "paper" STRING
static bool paper_statement(parser *p, script_tree *t, const char **paper) {
  if (!script_text(p, paper, "the paper in quotes"))
    return false;
  t->paper = t->paper ? t->paper : *paper;
  return true;
}

static bool unknown_statement(parser *p) {
  char question[suggest_room];
  suggestion near = {0};
  const char *word = p->next->kind == TOKEN_NAME ? p->next->word : "";
  for (const char *const *s = script_statements + 1; *s; s++)
    suggest(&near, word, *s);
  source_fail(p->source, p->next->at, p->why,
              near.count > 0 ? suggest_text(question, &near, "`")
                             : "statements are let, paper, run, ensemble, points, measure, "
                               "expect, draw and panel",
              "unknown statement %s", parser_show(p, p->next));
  return false;
}

// statement = "let" ... | "paper" STRING | "run" ... | "ensemble" ... | "points" ...
//           | "measure" ... | "expect" ... | "draw" ... | "panel" ...
static bool statement_of(parser *p, script_tree *t, const char **paper) {
  static const struct {
    const char *word, *form;
  } forms[] = {{"let", "let h = 0.1"},
               {"measure", "measure order = slope(b.step, last(b.error))"},
               {"run", "run a: pendulum, method rattle, step 0.01, until 10"},
               {"ensemble", "ensemble e: pendulum, members 100, sample x = 0..1"},
               {"points", "points p: hill, step 0.01, count 100"},
               {"expect", "expect order = 2 within 0.05"},
               {"draw", "draw \"the orbit\" a.x:a.y"},
               {"panel", "panel \"the energy\" a.t:a.energy"}};
  p->form = NULL;
  for (size_t i = 0; i < sizeof forms/sizeof *forms; i++)
    if (parser_is(p, forms[i].word))
      p->form = forms[i].form;
  if (parser_take(p, "let"))
    return measure(p, t, true);
  if (parser_take(p, "measure"))
    return measure(p, t, false);
  if (parser_take(p, "run"))
    return source_statement(p, t, SOURCE_RUN);
  if (parser_take(p, "ensemble"))
    return source_statement(p, t, SOURCE_ENSEMBLE);
  if (parser_take(p, "points"))
    return source_statement(p, t, SOURCE_POINTS);
  if (parser_take(p, "expect"))
    return expect(p, t, *paper);
  if (parser_take(p, "draw"))
    return draw(p, t, false);
  if (parser_take(p, "panel"))
    return draw(p, t, true);
  return parser_take(p, "paper") ? paper_statement(p, t, paper) : unknown_statement(p);
}

// "study" NAME [ STRING ]
static bool head(parser *p, script_tree *t) {
  int at;
  p->form = "study pendulum \"A title\"";
  if (!parser_take(p, "study")) {
    source_fail(p->source, p->next->at, p->why, "write study pendulum in the first line",
                "a study begins with `study NAME`");
    return false;
  }
  if (!script_new_name(p, t, &t->name, &at))
    return false;
  if (p->next->kind == TOKEN_STRING)
    t->title = (p->next++)->word;
  return at_end(p) || parser_expected(p, "the end of the line",
                                      "a study has one name, and a title in quotes if you like");
}

static bool end_of_statement(parser *p) {
  if (p->next->kind == TOKEN_END)
    return true;
  if (p->next->kind != TOKEN_NEWLINE)
    return parser_expected(p, "the end of the line", NULL);
  p->next++;
  return true;
}

// file = head { statement }
static bool file(parser *p, script_tree *t) {
  const char *paper = NULL;
  if (!head(p, t) || !end_of_statement(p))
    return false;
  while (p->next->kind != TOKEN_END)
    if (!statement_of(p, t, &paper) || !end_of_statement(p))
      return false;
  return true;
}

noslip_status script_parse(const source *s, arena *a, script_tree *out, failure *why) {
  tokens list;
  if (lex_as(&script_dialect, s, a, &list, why) != NOSLIP_OK)
    return why->status;
  parser p = {.source = s,
              .arena = a,
              .why = why,
              .next = list.list,
              .end = "the end of the file",
              .dialect = &script_dialect};
  *out = (script_tree){.source = s};
  return file(&p, out) ? NOSLIP_OK : why->status;
}

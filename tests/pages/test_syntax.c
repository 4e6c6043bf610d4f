// Tests of the files for editors: every word of the language is in each of them, and every statement
// of every model is highlighted as one. vim is asked itself, where it is there; the patterns for
// VS Code are tried as regular expressions of the C library.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/shell.h"

#include "lang/lex.h"
#include "lang/parse.h"
#include "pages/pages.h"

#include <dirent.h>
#include <regex.h>

static const char vim_file[] = NOSLIP_MADE "/vim/syntax/noslip.vim",
                  grammar_file[] = NOSLIP_MADE "/vscode/syntaxes/noslip.tmLanguage.json";

// ---------------------------------------------------------------------------------------------
// words

// does the word stand in the text, with something else before and behind it?
static bool has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = text; (at = strstr(at, word)); at++)
    if (strchr(" |(", at[-1]) && strchr(" |)\n", at[length]))
      return true;
  return false;
}

static void every_word_is_in(const char *path) {
  char *text = read_file(path);
  for (const lex_list *l = lex_reserved_words; l->name; l++)
    for (const char *const *word = l->words; *word; word++)
      check_that(has_word(text, *word), __FILE__, __LINE__, "%s has no %s\n", path, *word);
  for (const char *const *word = lex_drawings; *word; word++)
    assert_true(has_word(text, *word));
  assert_false(has_word(text, "frobnicate"));
  assert_false(has_word(text, "statement"));
  assert_null(strstr(text, "{{"));
  free(text);
}

static void every_word_is_in_the_file_for_vim(void **state) {
  (void)state;
  every_word_is_in(vim_file);
}

static void every_word_is_in_the_grammar(void **state) {
  (void)state;
  every_word_is_in(grammar_file);
}

static void templates_are_filled(void **state) {
  (void)state;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_true(words_fill(out, "a {{drawings}} {b} @", false));
  assert_true(words_fill(out, "({{others}})", true));
  assert_false(words_fill(out, "{{nothing}}", true));
  assert_false(words_fill(out, "{{others}", true));
  fclose(out);
  check_text(text, "a point rod spring trail arrow wheel box ball ellipsoid disk cylinder frame "
                   "ground {b} @(in|and|or|");
  free(text);
}

static void files_of_vscode_are_json(void **state) {
  (void)state;
  static const char *const files[] = {NOSLIP_MADE "/vscode/package.json",
                                      NOSLIP_SHARE "/vscode/language-configuration.json",
                                      NOSLIP_MADE "/vscode/syntaxes/noslip.tmLanguage.json"};
  for (size_t i = 0; i < sizeof files/sizeof *files; i++) {
    char *text = read_file(files[i]);
    check_json(text);
    free(text);
  }
}

// ---------------------------------------------------------------------------------------------
// statements of models

typedef struct place {
  const source *source;
  int at, line, column;  // column in bytes, from 1
  const char *word;
} place;

typedef void visit(void *context, const place *p);

static void visit_body(const source *s, statement *const *body, int n, visit *f, void *context) {
  for (int i = 0; i < n; i++) {
    place p = {s, body[i]->at, 1, 1, body[i]->word};
    for (int k = 0; k < p.at; k++) {
      p.column = s->text[k] == '\n' ? 1 : p.column + 1;
      p.line += s->text[k] == '\n';
    }
    bool worded = false;
    for (const char *const *word = lex_statements; *word; word++)
      worded = worded || strcmp(*word, p.word) == 0;
    if (worded)
      f(context, &p);
    if (body[i]->kind == STATEMENT_FOR)
      visit_body(s, body[i]->loop.body, body[i]->loop.nbody, f, context);
  }
}

// every statement of a model that begins with a word; equations do not
static void visit_model(const char *path, visit *f, void *context) {
  memory m = memory_default();
  arena a;
  source s;
  failure why = {0};
  tree_model *model;
  arena_init(&a, &m);
  assert_int_equal(source_load(&s, &a, path, &why), NOSLIP_OK);
  assert_int_equal(parse_model(&s, &a, &model, &why), NOSLIP_OK);
  visit_body(&s, model->body, model->nbody, f, context);
  arena_free(&a);
}

static int visit_models(visit *f, void *context) {
  int count = 0;
  DIR *models = opendir(NOSLIP_MODELS);
  assert_non_null(models);
  for (struct dirent *entry; (entry = readdir(models));)
    if (strstr(entry->d_name, ".noslip")) {
      char path[1024];
      snprintf(path, sizeof path, NOSLIP_MODELS "/%.200s", entry->d_name);
      visit_model(path, f, context);
      count++;
    }
  closedir(models);
  return count;
}

// ---------------------------------------------------------------------------------------------
// the grammar for VS Code

#ifdef __GLIBC__  // its regular expressions know \b and \s

enum { most_patterns = 32 };

typedef struct grammar {
  regex_t patterns[most_patterns];
  char names[most_patterns][64];  // "" where captures have names
  int n, tried, failed;
} grammar;

// a string of JSON without its escapes; returns the text behind it
static const char *unescape(char *to, const char *at) {
  for (at++; *at != '"'; at++) {
    at += *at == '\\';
    *to++ = *at;
  }
  *to = 0;
  return at + 1;
}

static void read_grammar(grammar *g) {
  char *text = read_file(grammar_file), pattern[4096];
  *g = (grammar){.n = 0};
  for (const char *at = text; (at = strstr(at, "\"match\": ")); g->n++) {
    const char *line = at;
    while (line > text && line[-1] != '{')
      line--;
    const char *name = strstr(line, "\"name\": ");
    if (name && name < at)
      unescape(g->names[g->n], name + strlen("\"name\": "));
    at = unescape(pattern, at + strlen("\"match\": "));
    assert_true(g->n < most_patterns);
    check_that(regcomp(&g->patterns[g->n], pattern, REG_EXTENDED) == 0, __FILE__, __LINE__, "%s\n",
               pattern);
  }
  free(text);
}

static void free_grammar(grammar *g) {
  for (int i = 0; i < g->n; i++)
    regfree(&g->patterns[i]);
}

// the name of the first pattern that matches at the start of a text, and how much; NULL: none
static const char *first_match(const grammar *g, const char *text, int *length) {
  regmatch_t found[8];
  for (int i = 0; i < g->n; i++)
    if (regexec(&g->patterns[i], text, 8, found, 0) == 0 && found[0].rm_so == 0) {
      *length = g->names[i][0] ? found[0].rm_eo : found[1].rm_eo;
      return g->names[i][0] ? g->names[i] : "keyword.control.noslip";
    }
  return NULL;
}

static void try_statement(void *context, const place *p) {
  grammar *g = context;
  int length = 0;
  char line[256];
  snprintf(line, sizeof line, "%.*s", (int)strcspn(p->source->text + p->at, "\n"),
           p->source->text + p->at);
  const char *name = first_match(g, line, &length);
  bool good = name && !strcmp(name, "keyword.control.noslip") && length == (int)strlen(p->word);
  if (!good)
    print_error("%s:%d: `%s` is %s\n", p->source->name, p->line, p->word, name ? name : "nothing");
  g->tried++;
  g->failed += !good;
}

static void the_grammar_knows_every_statement(void **state) {
  (void)state;
  grammar g;
  read_grammar(&g);
  assert_true(visit_models(try_statement, &g) > 50);
  assert_int_equal(g.failed, 0);
  assert_true(g.tried > 500);

  // the twin: words that begin no statement
  const source s = {"m", "parameter", 9};
  try_statement(&g, &(place){&s, 0, 1, 1, "parameter"});
  const source c = {"m", "momentum", 8};
  try_statement(&g, &(place){&c, 0, 1, 1, "momentum"});
  assert_int_equal(g.failed, 2);
  free_grammar(&g);
}

static void is_(const grammar *g, const char *text, const char *name, int length, int line) {
  int found = 0;
  const char *what = first_match(g, text, &found);
  check_that(name ? what && !strcmp(what, name) && found == length : !what, __FILE__, line,
             "%s is %s, %d bytes\n", text, what ? what : "nothing", found);
}

static void the_grammar_knows_the_rest(void **state) {
  (void)state;
  grammar g;
  read_grammar(&g);
  is_(&g, "# param x", "comment.line.number-sign.noslip", 9, __LINE__);
  is_(&g, "\"a title\" # x", "string.quoted.double.noslip", 9, __LINE__);
  is_(&g, "sin(x)", "support.function.noslip", 3, __LINE__);
  is_(&g, "atan2(y, x)", "support.function.noslip", 5, __LINE__);
  is_(&g, "pi/2", "constant.language.noslip", 2, __LINE__);
  is_(&g, "1.5e-3*x", "constant.numeric.noslip", 6, __LINE__);
  is_(&g, "1..n", "constant.numeric.noslip", 1, __LINE__);
  is_(&g, "velocity v", "keyword.other.noslip", 8, __LINE__);
  is_(&g, "SO(3)", "storage.type.noslip", 2, __LINE__);
  is_(&g, "theta", NULL, 0, __LINE__);
  is_(&g, "sine", NULL, 0, __LINE__);
  is_(&g, "and x", "keyword.operator.word.noslip", 3, __LINE__);
  free_grammar(&g);
}

#else

static void the_grammar_knows_every_statement(void **state) {
  (void)state;
  skip();
}

static void the_grammar_knows_the_rest(void **state) {
  (void)state;
  skip();
}

#endif

// ---------------------------------------------------------------------------------------------
// vim

typedef struct script {
  FILE *out;
  const char *model;  // the last one
  char *copy;
  int n;
} script;

static void add_statement(void *context, const place *p) {
  script *s = context;
  if (!s->copy || strcmp(s->copy, p->source->name) != 0) {
    free(s->copy);
    s->copy = strdup(p->source->name);
    fprintf(s->out, "silent edit! %s\n", p->source->name);
  }
  fprintf(s->out, "call add(g:found, synIDattr(synID(%d, %d, 1), 'name'))\n", p->line, p->column);
  s->n++;
}

// a script that writes what it finds to a file
static script begin_script(void) {
  script s = {.out = fopen(in_folder("look.vim"), "w")};
  assert_non_null(s.out);
  fprintf(s.out,
          "set nocompatible runtimepath^=%s/vim,%s/vim\nfiletype plugin on\nsyntax on\n"
          "let g:found = []\n",
          NOSLIP_SHARE, NOSLIP_MADE);
  return s;
}

static char *run_script(script *s) {
  char line[1024];
  fprintf(s->out, "call writefile(g:found, '%s')\nqall!\n", in_folder("found"));
  fclose(s->out);
  free(s->copy);
  remove(in_folder("found"));
  snprintf(line, sizeof line, "vim -es -u NONE -i NONE -n -S %s", in_folder("look.vim"));
  free(shell_output(line));
  return read_file(in_folder("found"));
}

static bool has_vim(void) {
  return has_program("vim") && system("vim --version | grep -q +syntax") == 0;
}

static void vim_knows_every_statement(void **state) {
  (void)state;
  static const char expected[] = "noslipStatement\n";
  if (!has_vim())
    skip();
  script s = begin_script();
  visit_models(add_statement, &s);
  int n = s.n;
  char *found = run_script(&s), *at = found;
  for (int i = 0; i < n; i++, at += strlen(expected))
    check_that(strncmp(at, expected, strlen(expected)) == 0, __FILE__, __LINE__,
               "statement %d of %d is %.40s\n", i, n, at);
  assert_int_equal(*at, 0);
  free(found);
}

// what else is highlighted, and the twin: a word that begins no statement is none
static void vim_knows_the_rest(void **state) {
  (void)state;
  if (!has_vim())
    skip();
  const char *path = write_file("rest.noslip", "model m \"title\"  # a remark\n"
                                               "parameter a = 1\n"
                                               "coord R: SO(3) velocity w, th: angle\n"
                                               "let f = sin(2*pi)*x' + 1.5e-3\n"
                                               "draw rod P, Q\n"
                                               "run method compose(reich*, yoshida4), step 0.1\n");
  static const int places[][2] = {{1, 9},  {1, 20}, {2, 1},  {3, 10}, {3, 16}, {3, 32}, {4, 9},
                                  {4, 13}, {4, 15}, {4, 20}, {4, 24}, {5, 6},  {6, 12}, {6, 40}};
  script s = begin_script();
  fprintf(s.out,
          "silent edit! %s\ncall add(g:found, &filetype)\ncall add(g:found, &commentstring)\n",
          path);
  for (size_t i = 0; i < sizeof places/sizeof *places; i++)
    fprintf(s.out, "call add(g:found, synIDattr(synID(%d, %d, 1), 'name'))\n", places[i][0],
            places[i][1]);
  char *found = run_script(&s);
  assert_string_equal(found, "noslip\n# %s\nnoslipString\nnoslipComment\n\nnoslipType\n"
                             "noslipClause\nnoslipOperator\nnoslipFunction\nnoslipNumber\n"
                             "noslipConstant\nnoslipPrime\nnoslipNumber\nnoslipDrawing\n"
                             "noslipMethodName\nnoslipClause\n");
  free(found);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_word_is_in_the_file_for_vim),
      cmocka_unit_test(every_word_is_in_the_grammar),
      cmocka_unit_test(templates_are_filled),
      cmocka_unit_test(files_of_vscode_are_json),
      cmocka_unit_test(the_grammar_knows_every_statement),
      cmocka_unit_test(the_grammar_knows_the_rest),
      cmocka_unit_test(vim_knows_every_statement),
      cmocka_unit_test(vim_knows_the_rest),
  };
  return tool_run(argc, argv, tests);
}

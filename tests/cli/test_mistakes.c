// What people write by mistake, and what they are told: the place, the cause, what to write instead.
// The rows are in tests/cli/mistakes/, one file for each kind of mistake.
//
//   MODEL("text", line, column, "cause", "remedy")      a model, read by the library
//   TOOL("cause", "remedy", "run", "sleigh.noslip", ...)   a command line
//
// A model that does not begin with `model ` comes after the declarations below. In texts and words,
// @300*(@ stands for 300 times `(`. Every message must have both parts, come with exit status 2, and
// be short, whatever the input was; a command line must not have done anything before.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

#include "noslip.h"

#define DECLARATIONS "model m\nparam k = 2, m = 1\nconst n = 3\ncoord x, y, w[1..n]\n"

enum { message_longest = 1500, text_room = 1 << 20 };

// the text with its @300*(@ written out
static char *expanded(const char *text) {
  char *out = malloc(text_room), piece[64];
  size_t used = 0;
  assert_non_null(out);
  while (*text) {
    int count = 0, length = 0;
    if (sscanf(text, "@%d*%63[^@]@%n", &count, piece, &length) < 2 || length == 0) {
      out[used++] = *text++;
      continue;
    }
    for (int i = 0; i < count; i++) {
      assert_true(used + strlen(piece) + 2 < text_room);
      memcpy(out + used, piece, strlen(piece));
      used += strlen(piece);
    }
    text += length;
  }
  out[used] = 0;
  return out;
}

// ---------------------------------------------------------------------------------------------
// models

typedef struct model_row {
  const char *text;
  int line, column;
  const char *cause, *remedy;
} model_row;

// the message begins with place and cause, shows the place with a caret, and ends with the remedy
static bool model_says(const model_row *row, const char *message) {
  char head[1024], tail[1024];
  snprintf(head, sizeof head, "m.noslip:%d:%d: error: %s", row->line, row->column, row->cause);
  snprintf(tail, sizeof tail, " ^\n  %s", row->remedy);
  const char *caret = strstr(strchr(message, '\n') + 3, " ^\n  ");
  return strncmp(message, head, strlen(head)) == 0 && caret &&
         strncmp(caret, tail, strlen(tail)) == 0 && strlen(message) < message_longest;
}

static void models_are_explained(const model_row *rows, size_t count) {
  noslip_context *context = noslip_open(NULL);
  assert_non_null(context);
  for (size_t i = 0; i < count; i++) {
    char *row = expanded(rows[i].text);
    bool whole = strncmp(row, "model", 5) == 0;
    char *text = malloc(strlen(row) + sizeof DECLARATIONS);
    assert_non_null(text);
    sprintf(text, "%s%s", whole ? "" : DECLARATIONS, row);
    noslip_model *model = NULL;
    noslip_status status = noslip_model_parse(context, "m.noslip", text, NULL, &model);
    check_that(status == NOSLIP_ERROR_MODEL && model_says(&rows[i], noslip_last_error(context)),
               __FILE__, __LINE__,
               "row %d\n%.200s\nexpected at %d:%d\n%s\n  %s\nthe message is\n%.2000s\n", (int)i + 1,
               row, rows[i].line, rows[i].column, rows[i].cause, rows[i].remedy,
               status == NOSLIP_OK ? "none: this was read" : noslip_last_error(context));
    assert_null(model);
    free(text);
    free(row);
  }
  noslip_close(context);
}

#define MODEL(text, line, column, cause, remedy) {text, line, column, cause, remedy},

static void characters(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/characters.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void tokens(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/tokens.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void grammar(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/grammar.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void statements(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/statements.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void inputs(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/inputs.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void names(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/names.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void shapes(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/shapes.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void models(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/model.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void initial_values(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/init.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void run_lines(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/run_line.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

static void limits(void **state) {
  (void)state;
  static const model_row rows[] = {
#include "tests/cli/mistakes/limits.inl"
  };
  models_are_explained(rows, sizeof rows/sizeof *rows);
}

// ---------------------------------------------------------------------------------------------
// command lines

enum { most_words = 12 };

typedef struct tool_row {
  const char *cause, *remedy;
  const char *words[most_words];
} tool_row;

// the files that the command lines name
static void write_files(void) {
  static const struct {
    const char *name, *text;
  } files[] = {
#include "tests/cli/mistakes/files.inl"
  };
  for (size_t i = 0; i < sizeof files/sizeof *files; i++)
    write_file(files[i].name, files[i].text);
}

static void command_is_explained(const tool_row *row, int number) {
  const char *words[most_words + 1] = {NULL};
  for (int i = 0; i < most_words && row->words[i]; i++)
    words[i] = expanded(row->words[i]);
  result r = run_words(words, usual);
  const char *cause = strstr(r.err, row->cause);
  bool said = r.status == 2 && cause && strstr(cause, row->remedy) && r.out[0] == 0 &&
              strlen(r.err) < message_longest;
  check_that(said, __FILE__, __LINE__,
             "row %d: %s %s ...\nexpected status 2 and\n%s ... %s\nstatus %d, the message "
             "is\n%.2000s\n%.200s",
             number, words[0], words[1] ? words[1] : "", row->cause, row->remedy, r.status, r.err,
             r.out);
  forget(&r);
  for (int i = 0; words[i]; i++)
    free((char *)words[i]);
}

static void commands_are_explained(const tool_row *rows, size_t count) {
  write_files();
  assert_int_equal(chdir(folder), 0);
  for (size_t i = 0; i < count; i++)
    command_is_explained(&rows[i], (int)i + 1);
}

#define TOOL(cause, remedy, ...) {cause, remedy, {__VA_ARGS__}},

static void flags(void **state) {
  (void)state;
  static const tool_row rows[] = {
#include "tests/cli/mistakes/flags.inl"
  };
  commands_are_explained(rows, sizeof rows/sizeof *rows);
}

static void methods(void **state) {
  (void)state;
  static const tool_row rows[] = {
#include "tests/cli/mistakes/methods.inl"
  };
  commands_are_explained(rows, sizeof rows/sizeof *rows);
}

static void values(void **state) {
  (void)state;
  static const tool_row rows[] = {
#include "tests/cli/mistakes/values.inl"
  };
  commands_are_explained(rows, sizeof rows/sizeof *rows);
}

static void files(void **state) {
  (void)state;
  static const tool_row rows[] = {
#include "tests/cli/mistakes/tables.inl"
  };
  commands_are_explained(rows, sizeof rows/sizeof *rows);
}

static void inconsistent_data(void **state) {
  (void)state;
  static const tool_row rows[] = {
#include "tests/cli/mistakes/data.inl"
  };
  commands_are_explained(rows, sizeof rows/sizeof *rows);
}

// the check can fail: another place, cause or remedy is not what the message says
static void a_wrong_row_is_noticed(void **state) {
  (void)state;
  const char *message = "m.noslip:5:9: error: unknown name `q`\n  let a = q\n          ^\n  remedy";
  const model_row right = {"", 5, 9, "unknown name `q`", "remedy"};
  model_row place = right, cause = right, remedy = right;
  place.column = 10;
  cause.cause = "unknown name `p`";
  remedy.remedy = "another";
  assert_true(model_says(&right, message));
  assert_false(model_says(&place, message));
  assert_false(model_says(&cause, message));
  assert_false(model_says(&remedy, message));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(characters),
      cmocka_unit_test(tokens),
      cmocka_unit_test(grammar),
      cmocka_unit_test(statements),
      cmocka_unit_test(inputs),
      cmocka_unit_test(names),
      cmocka_unit_test(shapes),
      cmocka_unit_test(models),
      cmocka_unit_test(initial_values),
      cmocka_unit_test(run_lines),
      cmocka_unit_test(limits),
      cmocka_unit_test(flags),
      cmocka_unit_test(methods),
      cmocka_unit_test(values),
      cmocka_unit_test(files),
      cmocka_unit_test(inconsistent_data),
      cmocka_unit_test(a_wrong_row_is_noticed),
  };
  return tool_run(argc, argv, tests);
}

// Includes go one way. The rooms of src/ are read from disk, and every #include "room/..." is held
// against the table below. Public headers, noslip.h and noslip/*.h, are open to every room.

#include "tests/support/check.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// a room and the rooms, or single headers, that it may include
static const struct {
  const char *room, *may;
} table[] = {
    {"base", "base"},
    {"real", "real"},
    {"expr", "base real expr"},
    {"lang", "base real expr lang"},
    {"solve", "base solve"},
    {"contact", "base solve contact"},
    {"tableau", "base real solve tableau"},
    {"geometry", "base real solve geometry"},
    {"problem", "base real expr solve geometry problem"},
    {"model", "base expr lang solve problem model"},
    {"methods", "base real solve contact tableau geometry problem methods"},
    {"native", "base real expr solve tableau geometry problem methods native"},
    {"export", "base real expr solve geometry problem methods native export"},
    {"run", "base real solve contact problem model methods native export run"},
    {"study", "base real expr problem model run study"},
    {"script", "base expr lang native model study script run/row.h"},
    {"hdf5", "hdf5"},
    {"table", "table hdf5"},
    {"output", "output hdf5 base/csv_name.h run/row.h"},
    {"cli", "cli output table base/shown.h base/suggest.h"},
    {"pages", "pages cli lang/lex.h"},
};
enum { ntable = sizeof table/sizeof *table };

static const char *allowed(const char *room) {
  for (int i = 0; i < ntable; i++)
    if (strcmp(table[i].room, room) == 0)
      return table[i].may;
  return NULL;
}

// is the word of this length one of the words?
static bool has_word(const char *words, const char *word, size_t length) {
  for (const char *at = words; *at; at += strspn(at, " ")) {
    size_t n = strcspn(at, " ");
    if (n == length && memcmp(at, word, n) == 0)
      return true;
    at += n;
  }
  return false;
}

// may a file of `room` include "path"? A path without a slash is a file beside it, or noslip.h.
static bool may_include(const char *room, const char *path) {
  size_t length = strcspn(path, "/");
  if (path[length] == 0)
    return true;
  if (length == strlen("noslip") && memcmp(path, "noslip", length) == 0)
    return true;
  const char *may = allowed(room);
  return has_word(may, path, length) || has_word(may, path, strlen(path));
}

// the path in `#include "path"` of one line, "" if it is another line
static void included(char *path, size_t size, const char *line) {
  char word[256];
  path[0] = 0;
  if (sscanf(line, " # include \"%255[^\"]", word) == 1)
    snprintf(path, size, "%s", word);
}

// number of forbidden includes in the text of a file of `room`; each is printed
static int forbidden(const char *room, const char *name, const char *text) {
  int count = 0;
  for (const char *line = text; *line; line += *line == '\n') {
    char path[256];
    included(path, sizeof path, line);
    if (path[0] && !may_include(room, path)) {
      print_message("%s%s includes %s; %s may include: %s\n", room, name, path, room,
                    allowed(room));
      count++;
    }
    line += strcspn(line, "\n");
  }
  return count;
}

// a whole file, ended by a zero; the caller frees it
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  size_t length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(length + 1);
  assert_non_null(text);
  text[fread(text, 1, length, file)] = 0;
  fclose(file);
  return text;
}

static bool is_source(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h") || !strcmp(dot, ".inl"));
}

// Strings with an option of the command line, --step: sentences of the library call it "the option
// `step`", since a program in C or Python has no command line. Returns how many; each is printed.
static int flags(const char *room, const char *name, const char *text) {
  int count = 0;
  bool quoted = false;
  for (const char *at = text; *at; at++) {
    if (!quoted && at[0] == '/' && at[1] == '/')
      at += strcspn(at, "\n") - 1;
    else if (at[0] == '\\' || (!quoted && at[0] == '\'' && at[1] == '"'))
      at++;
    else if (*at == '"')
      quoted = !quoted;
    else if (quoted && strncmp(at, "--", 2) == 0 && isalpha((unsigned char)at[2])) {
      print_message("%s%s names an option of the tool: %.20s\n", room, name, at);
      count++;
    }
  }
  return count;
}

static bool is_library(const char *room) {
  return !has_word("cli output table pages", room, strlen(room));
}

// something that is looked for in the text of a file of a room; returns how often it is there
typedef int look(const char *room, const char *name, const char *text);

// read every source of a room, in the folder `below` it and in those below that; returns how many
// there were, adds to *wrong
static int read_room(const char *room, const char *below, look *count, int *wrong) {
  char path[4096], inner[1024];
  snprintf(path, sizeof path, NOSLIP_SOURCE "/src/%s%s", room, below);
  DIR *folder = opendir(path);
  if (!folder)
    return 0;

  int nfile = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    snprintf(inner, sizeof inner, "%s/%s", below, entry->d_name);
    if (!strchr(entry->d_name, '.'))
      nfile += read_room(room, inner, count, wrong);
    if (!is_source(entry->d_name))
      continue;
    snprintf(path, sizeof path, NOSLIP_SOURCE "/src/%s%s", room, inner);
    char *text = read_file(path);
    *wrong += count(room, inner, text);
    free(text);
    nfile++;
  }
  closedir(folder);
  return nfile;
}

static void includes_go_one_way(void **state) {
  (void)state;
  int wrong = 0, nfile = 0;
  for (int i = 0; i < ntable; i++)
    nfile += read_room(table[i].room, "", forbidden, &wrong);
  assert_int_equal(wrong, 0);
  check_above(nfile, 10);  // it did read the tree
}

static void sentences_of_the_library_name_no_flags(void **state) {
  (void)state;
  int wrong = 0, nfile = 0;
  for (int i = 0; i < ntable; i++)
    if (is_library(table[i].room))
      nfile += read_room(table[i].room, "", flags, &wrong);
  assert_int_equal(wrong, 0);
  check_above(nfile, 10);
}

// the check above can fail
static void a_flag_is_found(void **state) {
  (void)state;
  assert_int_equal(flags("run", "made_up.c", "fail(\"give one with --step\");\n"), 1);
  assert_int_equal(flags("run", "made_up.c", "f('\"', \"a \\\" --b\");"), 1);
  assert_int_equal(flags("run", "made_up.c", "f(\"a\", --n, \"-- \"); // \"--step\"\n"), 0);
}

// a new room needs its line in the table
static void every_room_is_in_the_table(void **state) {
  (void)state;
  DIR *folder = opendir(NOSLIP_SOURCE "/src");
  assert_non_null(folder);
  int unknown = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strchr(entry->d_name, '.') || strcmp(entry->d_name, "CMakeLists.txt") == 0)
      continue;
    if (!allowed(entry->d_name)) {
      print_message("src/%s is not in the table\n", entry->d_name);
      unknown++;
    }
  }
  closedir(folder);
  assert_int_equal(unknown, 0);
}

// the check above can fail: made-up texts with a wrong include
static void a_forbidden_include_is_found(void **state) {
  (void)state;
  const char *text = "// a comment\n"
                     "#include \"base/vec.h\"\n"
                     "  #  include   \"expr/node.h\"\n"
                     "#include <math.h>\n"
                     "#include \"noslip/base.h\"\n"
                     "#include \"noslip.h\"\n"
                     "#include \"methods.inl\"\n"
                     "int x;";
  assert_int_equal(forbidden("methods", "made_up.h", text), 1);
  assert_int_equal(forbidden("base", "made_up.h", text), 1);
  assert_int_equal(forbidden("expr", "made_up.h", text), 0);
  assert_int_equal(forbidden("output", "made_up.h", text), 2);
  assert_int_equal(forbidden("cli", "made_up.h", "#include \"run/run.h\""), 1);
  assert_int_equal(forbidden("cli", "made_up.h", "#include \"base/suggest.h\""), 0);
  assert_int_equal(forbidden("cli", "made_up.h", "#include \"base/text.h\""), 1);
  assert_int_equal(forbidden("run", "made_up.h", "#include \"expr/tape.h\"\n"), 1);
  assert_int_equal(forbidden("lang", "made_up.h", "#include \"elsewhere/x.h\"\n"), 1);
}

// `base` is not found inside `database`, nor `exp` for `expr`
static void words_are_whole(void **state) {
  (void)state;
  assert_true(has_word("base expr lang", "expr/", 4));
  assert_true(has_word("base expr lang", "lang", 4));
  assert_false(has_word("base expr lang", "exp", 3));
  assert_false(has_word("base expr lang", "ase", 3));
  assert_false(has_word("database", "base", 4));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(includes_go_one_way),
      cmocka_unit_test(every_room_is_in_the_table),
      cmocka_unit_test(a_forbidden_include_is_found),
      cmocka_unit_test(words_are_whole),
      cmocka_unit_test(sentences_of_the_library_name_no_flags),
      cmocka_unit_test(a_flag_is_found),
  };
  return check_run(argc, argv, tests);
}

// Tests of src/table: what is read from CSV, and what is said about files that are not. HDF5 files
// are in test_hdf5.c.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

#include "table/table.h"

#include <locale.h>

// a file with these bytes, which may contain zeros
static const char *file_of(const char *name, const char *bytes, size_t length) {
  const char *path = in_folder(name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
  return path;
}

// the table in a text, which must be one; the caller frees it
static table good(const char *text) {
  table t;
  char why[512] = "";
  bool read = table_read(&t, write_file("good.csv", text), &table_usual, why, sizeof why);
  check_that(read, __FILE__, __LINE__, "not read: %s\n", why);
  return t;
}

// reading fails with these words, and leaves nothing
static void bad_(const char *path, const table_limits *limits, const char *words, const char *file,
                 int line) {
  table t;
  char why[512] = "";
  bool read = table_read(&t, path, limits, why, sizeof why);
  check_that(!read, file, line, "read, but expected: %s\n", words);
  check_that(t.ncolumn == 0 && !t.names && !t.columns, file, line, "something is left\n");
  check_text_(why, words, "the sentence", file, line);
}

#define bad(text, words) bad_(write_file("bad.csv", text), &table_usual, words, __FILE__, __LINE__)
#define bad_file(path, words) bad_(path, &table_usual, words, __FILE__, __LINE__)

// ---------------------------------------------------------------------------------------------
// what is a table

static void numbers_are_read(void **state) {
  (void)state;
  table t = good("t,x,x'\n0,1,-2.5\n0.1,1e-3,+4E2\n");
  assert_int_equal(t.ncolumn, 3);
  assert_int_equal(t.nrow, 2);
  assert_string_equal(t.names[2], "x'");
  assert_int_equal(table_column(&t, "x"), 1);
  assert_int_equal(table_column(&t, "z"), -1);
  assert_true(t.columns[0][1] == 0.1 && t.columns[1][1] == 1e-3 && t.columns[2][1] == 400);
  table_free(&t);
  assert_int_equal(t.ncolumn, 0);
}

// quotes as in RFC 4180: commas, quotes and ends of lines in a name
static void names_may_be_quoted(void **state) {
  (void)state;
  table t = good("\"pair[1,2]\",\"say \"\"hello\"\"\",\"two\nlines\",\"\"\"\"\n1,2,\"3\",4\n");
  assert_int_equal(t.ncolumn, 4);
  assert_string_equal(t.names[0], "pair[1,2]");
  assert_string_equal(t.names[1], "say \"hello\"");
  assert_string_equal(t.names[2], "two\nlines");
  assert_string_equal(t.names[3], "\"");
  assert_true(t.columns[2][0] == 3);
  table_free(&t);
}

static void lines_may_be_empty_or_comments(void **state) {
  (void)state;
  table t = good("\xEF\xBB\xBF# by somebody\r\n\r\nt, x\r\n# in between\r\n0 , 1\r\n\r\n\n2,\t3");
  assert_int_equal(t.ncolumn, 2);
  assert_int_equal(t.nrow, 2);
  assert_string_equal(t.names[0], "t");
  assert_string_equal(t.names[1], "x");
  assert_true(t.columns[0][1] == 2 && t.columns[1][1] == 3);
  table_free(&t);
}

static void nan_and_inf_are_numbers(void **state) {
  (void)state;
  table t = good("a,b,c,d,e,f\nnan,NaN,-inf,Infinity,,+Inf\n");
  assert_true(isnan(t.columns[0][0]) && isnan(t.columns[1][0]) && isnan(t.columns[4][0]));
  assert_true(t.columns[2][0] < -1e308 && t.columns[3][0] > 1e308 && t.columns[5][0] > 1e308);
  table_free(&t);
}

// somebody is still writing it: the last line has neither all fields nor an end
static void unfinished_lines_are_left_out(void **state) {
  (void)state;
  table t = good("t,x\n0,1\n0.5,2\n1");
  assert_int_equal(t.nrow, 2);
  table_free(&t);
}

// more rows than the first arrays hold, and every bit of every number
static void long_tables_are_read(void **state) {
  (void)state;
  enum { rows = 5000 };
  const char *path = in_folder("long.csv");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("t,x\n", file);
  for (int i = 0; i < rows; i++)
    fprintf(file, "%d,%.17g\n", i, sin(i)*pow(10, i % 600 - 300));
  fclose(file);

  table t;
  char why[512];
  assert_true(table_read(&t, path, &table_usual, why, sizeof why));
  assert_int_equal(t.nrow, rows);
  for (int i = 0; i < rows; i++)
    assert_true(t.columns[0][i] == i && t.columns[1][i] == sin(i)*pow(10, i % 600 - 300));
  table_free(&t);
}

// a decimal comma in the language of the user changes nothing
static void the_language_does_not_matter(void **state) {
  (void)state;
  static const char *const languages[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "C.UTF-8"};
  for (int i = 0; i < 4 && !setlocale(LC_ALL, languages[i]); i++)
    ;
  table t = good("x\n2.5\n");
  assert_true(t.columns[0][0] == 2.5);
  table_free(&t);
  setlocale(LC_ALL, "C");
}

// ---------------------------------------------------------------------------------------------
// what is not

static void missing_files_are_told(void **state) {
  (void)state;
  bad_file(in_folder("missing.csv"), "No such file");
  bad_file(folder, "folder");
  bad_file("/dev/null", "empty");
}

static void mistakes_have_their_place(void **state) {
  (void)state;
  bad("t,x\n0,1\n1,two\n", "bad.csv:3: column 2 (`x`): `two` is not a number");
  bad("t,x\n0,1\n\n# c\n1,2,3\n", "bad.csv:5: 3 columns, but the first line names 2");
  bad("t,x\n0\n1,2\n", "bad.csv:2: 1 columns, but the first line names 2");
  bad("t,x,y,x\n0,1,2,3\n", "columns 2 and 4 have the same name, `x`");
  bad("t,,y\n0,1,2\n", "column 2 has no name");
  bad("t,x\n", "no rows");
  bad("t,x", "no rows");
  bad("", "empty");
  bad("\n\n# nothing\n", "empty");
  bad("t,x\n0,\"1\n", "bad.csv:2: a quote that is not closed");
  bad("\"t\"x,y\n0,1\n", "bad.csv:1: text behind a closing quote");
  bad("t,x\n0,1\r2,3\n", "bad.csv:2: text behind a closing quote, or a carriage return");
}

// strtod would read these
static void other_notations_are_no_numbers(void **state) {
  (void)state;
  static const char *const wrong[] = {"0x10", "1e", "1.2.3", "--1", "1 2", "nan(7)", "1,5", "e5"};
  for (int i = 0; i < (int)(sizeof wrong/sizeof *wrong); i++) {
    char text[64];
    snprintf(text, sizeof text, "x\n\"%s\"\n", wrong[i]);
    bad(text, "is not a number");
  }
}

static void other_bytes_are_refused(void **state) {
  (void)state;
  static const char zero_in_name[] = "t,x\0y\n0,1\n", zero_in_row[] = "t,x\n0,1\n\0,2\n";
  bad_file(file_of("zero.csv", zero_in_name, sizeof zero_in_name - 1), "zero.csv:1: a zero byte");
  bad_file(file_of("zero.csv", zero_in_row, sizeof zero_in_row - 1), "zero.csv:3: a zero byte");

  // what a terminal would obey is not shown
  bad("t,x\n0,\033[31m\n", "`?[31m` is not a number");
  bad("\033[2J,\033[2J\n0,1\n", "same name, `?[2J`");

  char bytes[4096];
  for (int i = 0; i < (int)sizeof bytes; i++)
    bytes[i] = (char)(1 + (i*97 + i/256) % 255);
  bytes[0] = 'x';
  bad_file(file_of("random.csv", bytes, sizeof bytes), "random.csv");
}

static void called_hdf5_but_is_not(void **state) {
  (void)state;
  bad_file(write_file("text.h5", "t,x\n0,1\n"), "not an HDF5 file");
  bad_file(write_file("empty.hdf5", ""), "not an HDF5 file");
}

// ---------------------------------------------------------------------------------------------
// limits

static void fields_have_an_end(void **state) {
  (void)state;
  char *text = malloc(1 << 20);
  assert_non_null(text);
  memset(text, '1', 1 << 20);
  bad_file(file_of("field.csv", text, 1 << 20), "field.csv:1: a field of more than 1023 bytes");
  text[0] = 'x';
  text[1] = '\n';
  bad_file(file_of("field.csv", text, 1 << 20), "field.csv:2: a field of more than 1023 bytes");
  text[0] = '"';
  bad_file(file_of("field.csv", text, 1 << 20), "field.csv:1: a field of more than 1023 bytes");
  memset(text, '\n', 1 << 20);
  bad_file(file_of("field.csv", text, 1 << 20), "empty");
  free(text);
}

static void columns_and_numbers_are_limited(void **state) {
  (void)state;
  static const table_limits small = {.columns = 3, .numbers = 300, .seconds = 1};
  bad_(write_file("wide.csv", "a,b,c,d\n1,2,3,4\n"), &small, "more than 3 columns", __FILE__,
       __LINE__);
  const char *path = in_folder("tall.csv");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("a,b,c\n", file);
  for (int i = 0; i < 200; i++)
    fputs("1,2,3\n", file);
  fclose(file);
  bad_(path, &small, "more than 300 numbers", __FILE__, __LINE__);
}

// names of many columns are compared in no time
static void many_columns_are_fine(void **state) {
  (void)state;
  enum { columns = 20000 };
  const char *path = in_folder("wide.csv");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  for (int i = 0; i < columns; i++)
    fprintf(file, "%sx[%d]", i > 0 ? "," : "", i);
  for (int i = 0; i < columns; i++)
    fprintf(file, "%s%d", i > 0 ? "," : "\n", i);
  fputs("\n", file);
  fclose(file);
  table t;
  char why[512];
  assert_true(table_read(&t, path, &table_usual, why, sizeof why));
  assert_int_equal(t.ncolumn, columns);
  assert_true(t.columns[columns - 1][0] == columns - 1);
  table_free(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_read),
      cmocka_unit_test(names_may_be_quoted),
      cmocka_unit_test(lines_may_be_empty_or_comments),
      cmocka_unit_test(nan_and_inf_are_numbers),
      cmocka_unit_test(unfinished_lines_are_left_out),
      cmocka_unit_test(long_tables_are_read),
      cmocka_unit_test(the_language_does_not_matter),
      cmocka_unit_test(missing_files_are_told),
      cmocka_unit_test(mistakes_have_their_place),
      cmocka_unit_test(other_notations_are_no_numbers),
      cmocka_unit_test(other_bytes_are_refused),
      cmocka_unit_test(called_hdf5_but_is_not),
      cmocka_unit_test(fields_have_an_end),
      cmocka_unit_test(columns_and_numbers_are_limited),
      cmocka_unit_test(many_columns_are_fine),
  };
  return tool_run(argc, argv, tests);
}

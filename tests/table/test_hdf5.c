// Tests of HDF5, written by src/output/hdf5.c and read by src/table/hdf5.c: the numbers, what the
// file says about them, runs that end early, and files that nobody should have written.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"
#include "tests/support/tool_models.h"

#include "noslip.h"
#include "table/table.h"

#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

// ---------------------------------------------------------------------------------------------
// looking into a file

static table load(const char *path) {
  table t;
  char why[512] = "";
  bool read = table_read(&t, path, &table_usual, why, sizeof why);
  check_that(read, __FILE__, __LINE__, "not read: %s\n", why);
  return t;
}

// a text attribute, "" if there is none
static const char *note(const char *path, const char *where, const char *name) {
  static char text[4096];
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  text[0] = 0;
  if (H5Aexists_by_name(file, where, name, H5P_DEFAULT) > 0) {
    hid_t a = H5Aopen_by_name(file, where, name, H5P_DEFAULT, H5P_DEFAULT), type = H5Aget_type(a);
    char *value = NULL;
    assert_true(H5Aread(a, type, &value) >= 0);
    snprintf(text, sizeof text, "%s", value);
    H5free_memory(value);
    H5Tclose(type);
    H5Aclose(a);
  }
  H5Fclose(file);
  return text;
}

static double number_note(const char *path, const char *where, const char *name) {
  double x = (double)NAN;
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t a = H5Aopen_by_name(file, where, name, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(a >= 0 && H5Aread(a, H5T_NATIVE_DOUBLE, &x) >= 0);
  H5Aclose(a);
  H5Fclose(file);
  return x;
}

static void done(result r) {
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
}

// ---------------------------------------------------------------------------------------------
// what is written

// the same columns in the same order as CSV, and the same bits
static void numbers_are_those_of_csv(void **state) {
  (void)state;
  const char *m = write_file("rod.noslip", rod);
  const char *a = in_folder("a.h5"), *b = in_folder("b.csv");
  done(tool("run", m, "--steps", "5000", "-o", a));
  done(tool("run", m, "--steps", "5000", "-o", b));
  table x = load(a), y = load(b);
  assert_int_equal(x.ncolumn, y.ncolumn);
  assert_int_equal(x.nrow, 5001);
  assert_int_equal(y.nrow, 5001);
  for (int j = 0; j < x.ncolumn; j++) {
    assert_string_equal(x.names[j], y.names[j]);
    assert_memory_equal(x.columns[j], y.columns[j], x.nrow*sizeof(double));
  }
  assert_string_equal(x.names[0], "t");
  assert_int_equal(table_column(&x, "multiplier.pair[1,2]"), x.ncolumn - 2);
  table_free(&x);
  table_free(&y);
}

static void files_say_where_they_come_from(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh), *path = in_folder("a.hdf5");
  done(tool("run", m, "--set", "g=1/8", "--init", "x=2*pi", "--init", "theta=0", "-o", path));
  assert_string_equal(note(path, "/", "version"), noslip_version());
  check_text(note(path, "/", "format"), "noslip trajectory");
  check_text(note(path, "/", "command"), "noslip run ");
  check_text(note(path, "/", "command"), " --set g=1/8 --init 'x=2*pi' --init theta=0 -o ");
  assert_string_equal(note(path, "/model", "name"), "sleigh");
  assert_string_equal(note(path, "/model", "file"), m);
  assert_true(number_note(path, "/model/parameters", "g") == 0.125);
  assert_true(number_note(path, "/model/parameters", "I") == 1);
  assert_string_equal(note(path, "/model/init", "x"), "2*pi");
  assert_string_equal(note(path, "/run", "method"), "dla-mp");
  assert_true(number_note(path, "/run", "step") == 0.05);
  assert_true(strlen(note(path, "/run", "backend")) > 0);

  // how it went
  assert_string_equal(note(path, "/run", "state"), "finished");
  assert_string_equal(note(path, "/run", "trouble"), "");
  assert_true(number_note(path, "/run", "steps") == 20);
  check_below(number_note(path, "/run", "max_error.constraint"), 1e-13);
  check_above(number_note(path, "/run", "max_error.energy"), 0);
}

static void the_model_is_in_the_file(void **state) {
  (void)state;
  const char *path = in_folder("a.h5");
  done(tool("run", write_file("sleigh.noslip", sleigh), "-o", path));
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t set = H5Dopen2(file, "/model/text", H5P_DEFAULT), type = H5Dget_type(set);
  char *text = NULL;
  assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0);
  assert_string_equal(text, sleigh);
  H5free_memory(text);
  H5Tclose(type);
  H5Dclose(set);
  H5Fclose(file);
}

static void same_command_same_bytes(void **state) {
  (void)state;
  const char *m = write_file("rod.noslip", rod), *path = in_folder("same.h5");
  struct stat first_info, second_info;
  done(tool("run", m, "-o", path));
  char *first = read_file(path);
  assert_int_equal(stat(path, &first_info), 0);
  nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);  // times are in seconds
  done(tool("run", m, "-o", path));
  char *second = read_file(path);
  assert_int_equal(stat(path, &second_info), 0);
  assert_int_equal(first_info.st_size, second_info.st_size);
  assert_memory_equal(first, second, (size_t)first_info.st_size);
  free(first);
  free(second);
}

// a short run makes a small file
static void small_runs_are_small(void **state) {
  (void)state;
  struct stat info;
  const char *path = in_folder("small.h5");
  done(tool("run", write_file("sleigh.noslip", sleigh), "--steps", "1", "-o", path));
  assert_int_equal(stat(path, &info), 0);
  check_below((double)info.st_size, 65536);
  table t = load(path);
  assert_int_equal(t.nrow, 2);
  table_free(&t);
}

static void wrong_outputs_are_refused(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(2, "cannot write", "run", m, "-o", in_folder("no/such/folder.h5"));
  const char *fifo = in_folder("fifo.h5");
  assert_int_equal(mkfifo(fifo, 0600), 0);
  refused(2, "HDF5 needs a regular file", "run", m, "-o", fifo);
  assert_int_equal(symlink("/dev/null", in_folder("null.h5")), 0);
  refused(2, "HDF5 needs a regular file", "run", m, "-o", in_folder("null.h5"));
  const char *model = write_file("model.h5", sleigh);
  refused(2, "would overwrite the model", "run", model, "-o", model);
}

// ---------------------------------------------------------------------------------------------
// runs that end early

static void failures_keep_the_rows(void **state) {
  (void)state;
  const char *m = write_file("cliff.noslip", cliff), *path = in_folder("cliff.h5");
  result r = tool("run", m, "-o", path);
  assert_int_equal(r.status, 1);
  assert_string_equal(note(path, "/run", "state"), "stopped");
  check_text(note(path, "/run", "trouble"), "stopped at t = ");
  table t = load(path);
  assert_true(t.nrow == (size_t)number_note(path, "/run", "steps") + 1);
  check_above((double)t.nrow, 90);
  table_free(&t);
  forget(&r);
}

static void wait_for(const char *path, off_t size) {
  struct stat info = {0};
  for (int i = 0; i < 3000 && (stat(path, &info) != 0 || info.st_size < size); i++)
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  assert_true(info.st_size >= size);
}

// an endless run, ended by a signal after some rows
static int ended_by(const char *path, int number) {
  const char *m = write_file("sleigh.noslip", sleigh);
  remove(path);
  pid_t child = start(WORDS("run", m, "--steps", "1e12", "--every", "50", "-o", path), usual);
  wait_for(path, 1 << 20);

  // while it runs, everything is there to be read
  table t = load(path);
  assert_string_equal(note(path, "/run", "state"), "running");
  table_free(&t);
  assert_int_equal(kill(child, number), 0);
  return finish(child);
}

static void check_times(const char *path) {
  table t = load(path);
  const double *time = t.columns[table_column(&t, "t")], *x = t.columns[table_column(&t, "x")];
  check_above((double)t.nrow, 100);
  for (size_t i = 1; i < t.nrow; i++)
    if (!(time[i] > time[i - 1]) || isnan(x[i]))
      check_that(false, __FILE__, __LINE__, "row %zu: t = %g, x = %g\n", i, time[i], x[i]);
  table_free(&t);
}

static void interrupts_end_the_file(void **state) {
  (void)state;
  const char *path = in_folder("interrupted.h5");
  assert_int_equal(ended_by(path, SIGINT), 1);
  assert_string_equal(note(path, "/run", "state"), "stopped");
  check_text(note(path, "/run", "trouble"), "interrupted at t = ");
  check_times(path);
}

static void killed_runs_can_be_read(void **state) {
  (void)state;
  const char *path = in_folder("killed.h5");
  for (int i = 0; i < 3; i++) {
    assert_int_equal(ended_by(path, SIGKILL), -1);
    assert_string_equal(note(path, "/run", "state"), "running");
    check_times(path);
  }
}

// a limit on the size of files stands for a full disk
static void full_disks_are_noticed(void **state) {
  (void)state;
  struct rlimit before, small;
  const char *m = write_file("sleigh.noslip", sleigh), *path = in_folder("limited.h5");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  for (int k = 0; k < 2; k++) {
    remove(path);
    small = (struct rlimit){k == 0 ? 3000 : 3000000, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    result r = tool("run", m, "--steps", "1000000", "-o", path, "--quiet");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(r.status, 1);
    check_text(r.err, "cannot write `");
    check_text(r.err, "File too large");
    assert_null(strstr(r.err, "HDF5-DIAG"));
    if (k == 1)
      check_times(path);
    forget(&r);
  }
}

// ---------------------------------------------------------------------------------------------
// files that nobody should have written

static hid_t create_file(const char *path, hid_t *run) {
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  *run = H5Gcreate2(file, "run", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(file >= 0 && *run >= 0);
  return file;
}

// a column of `rows` numbers, of which the first three are written
static hid_t add_column(hid_t run, const char *name, hsize_t rows) {
  hsize_t chunk = 3, three = 3, none = 0;
  double x[3] = {1, 2, 3};
  hid_t space = H5Screate_simple(1, &rows, NULL), made = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(made, 1, &chunk);
  hid_t set = H5Dcreate2(run, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, made, H5P_DEFAULT);
  hid_t memory = H5Screate_simple(1, &three, NULL);
  assert_true(H5Sselect_hyperslab(space, H5S_SELECT_SET, &none, NULL, &three, NULL) >= 0);
  assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, x) >= 0);
  H5Sclose(memory);
  H5Pclose(made);
  H5Sclose(space);
  return set;
}

static void add_note(hid_t where, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, H5T_VARIABLE);
  hid_t a = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Awrite(a, type, &text) >= 0);
  H5Aclose(a);
  H5Sclose(space);
  H5Tclose(type);
}

static void refused_file(const char *path, const char *words) {
  table t;
  char why[512] = "";
  assert_false(table_read(&t, path, &table_usual, why, sizeof why));
  check_text(why, words);
}

// what a dataset says it has, and has not, is not believed
static void claims_are_not_believed(void **state) {
  (void)state;
  hid_t run, file = create_file(in_folder("huge.h5"), &run);
  H5Dclose(add_column(run, "t", (hsize_t)1 << 60));
  H5Dclose(add_column(run, "x", 1000));
  H5Gclose(run);
  H5Fclose(file);
  table t = load(in_folder("huge.h5"));
  assert_int_equal(t.nrow, 3);
  assert_int_equal(t.ncolumn, 2);
  table_free(&t);
}

// a column that is called something with a slash
static void names_with_slashes_come_back(void **state) {
  (void)state;
  hid_t run, file = create_file(in_folder("slash.h5"), &run);
  hid_t set = add_column(run, "dx over dt", 3);
  add_note(set, "name", "dx/dt");
  H5Dclose(set);
  H5Gclose(run);
  H5Fclose(file);
  table t = load(in_folder("slash.h5"));
  assert_string_equal(t.names[0], "dx/dt");
  table_free(&t);
}

// links and texts and matrices are no columns; columns twice are one too many
static void other_things_are_passed_over(void **state) {
  (void)state;
  const char *path = in_folder("other.h5");
  hid_t run, file = create_file(path, &run);
  H5Dclose(add_column(run, "t", 3));
  H5Lcreate_external(in_folder("huge.h5"), "/run/t", run, "elsewhere", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/run/t", run, "soft", H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose(H5Gcreate2(run, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  hsize_t two[] = {2, 2};
  hid_t space = H5Screate_simple(2, two, NULL);
  H5Dclose(H5Dcreate2(run, "matrix", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Sclose(space);
  H5Gclose(run);
  H5Fclose(file);
  table t = load(path);
  assert_int_equal(t.ncolumn, 1);
  assert_int_equal(t.nrow, 3);
  table_free(&t);
}

static void other_files_are_refused(void **state) {
  (void)state;
  const char *path = in_folder("odd.h5");
  H5Fclose(H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  refused_file(path, "no group `run`");

  hid_t run, file = create_file(path, &run);
  H5Gclose(run);
  H5Fclose(file);
  refused_file(path, "no rows");

  file = create_file(path, &run);
  hid_t set = add_column(run, "a", 3);
  add_note(set, "name", "b");
  H5Dclose(set);
  H5Dclose(add_column(run, "b", 3));
  H5Gclose(run);
  H5Fclose(file);
  refused_file(path, "same name, `b`");

  refused_file(write_file("short.h5", "\x89HDF\r\n\x1a\n"), "damaged");
  refused(2, "damaged", "plot", in_folder("short.h5"));
}

// Every byte may be wrong: some of these crash the HDF5 library, none the reader.
static void damaged_files_are_survived(void **state) {
  (void)state;
  const char *path = in_folder("sound.h5"), *damaged = in_folder("damaged.h5");
  static const table_limits quick = {.columns = 100, .numbers = 1 << 20, .seconds = 2};
  struct stat info;
  done(tool("run", write_file("sleigh.noslip", sleigh), "--steps", "2", "-o", path));
  assert_int_equal(stat(path, &info), 0);
  char *bytes = read_file(path);
  int refusals = 0;
  srand(7);
  for (int k = 0; k < 300; k++) {
    size_t size = (size_t)info.st_size, cut = k % 3 == 0 ? (size_t)rand() % size : size;
    FILE *file = fopen(damaged, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, cut, file), cut);
    for (int i = 0; i < 8 && k % 3 != 0; i++) {
      fseek(file, rand() % 16000, SEEK_SET);
      fputc(rand() % 256, file);
    }
    fclose(file);
    table t;
    char why[512] = "";
    if (table_read(&t, damaged, &quick, why, sizeof why)) {
      table_free(&t);
    } else {
      check_text(why, "damaged.h5");
      refusals++;
    }
  }
  check_above(refusals, 100);
  free(bytes);
}

// a full disk costs neither the rows that are there nor the file that was there before
static void full_disk_keeps_the_older_file(void **state) {
  (void)state;
  struct rlimit before;
  const char *m = write_file("sleigh.noslip", sleigh), *path = write_file("kept.h5", "a week\n");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = {600000, before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  result r = tool("run", m, "--steps", "20000", "-o", path);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_int_equal(r.status, 1);
  const char *where = strstr(r.err, "the older file is now `");
  assert_non_null(where);
  char name[600];
  assert_int_equal(sscanf(where, "the older file is now `%599[^`]", name), 1);
  char *text = read_file(name);
  assert_string_equal(text, "a week\n");
  free(text);
  forget(&r);
  table t = load(path);
  assert_true(t.nrow > 0);
  table_free(&t);
}

int main(int argc, char **argv) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_those_of_csv),
      cmocka_unit_test(files_say_where_they_come_from),
      cmocka_unit_test(the_model_is_in_the_file),
      cmocka_unit_test(same_command_same_bytes),
      cmocka_unit_test(small_runs_are_small),
      cmocka_unit_test(wrong_outputs_are_refused),
      cmocka_unit_test(failures_keep_the_rows),
      cmocka_unit_test(interrupts_end_the_file),
      cmocka_unit_test(killed_runs_can_be_read),
      cmocka_unit_test(full_disk_keeps_the_older_file),
      cmocka_unit_test(full_disks_are_noticed),
      cmocka_unit_test(claims_are_not_believed),
      cmocka_unit_test(names_with_slashes_come_back),
      cmocka_unit_test(other_things_are_passed_over),
      cmocka_unit_test(other_files_are_refused),
      cmocka_unit_test(damaged_files_are_survived),
  };
  return tool_run(argc, argv, tests);
}

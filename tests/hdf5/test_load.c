// The HDF5 library is loaded when a file of it is read or written, and not before.

#define _XOPEN_SOURCE 700  // for nftw: what is compiled with HDF5 is given POSIX alone

#include "tests/support/tool.h"

#define HDF5_OWN_NAMES
#include "hdf5/load.h"

static const char *const none[] = {"libnoslip-there-is-none.so", NULL};
static const char *const other[] = {"libm.so.6", NULL};

// all of the table is filled, and what is in it works
static void library_is_loaded(void **state) {
  (void)state;
  char why[400] = "";
  assert_true(hdf5_load(why, sizeof why));
  assert_true(hdf5_load(why, sizeof why));
  assert_int_equal(hdf5_loaded.of_H5open(), 0);
  assert_true(*hdf5_loaded.of_H5T_NATIVE_DOUBLE_g > 0);
  assert_int_equal(hdf5_loaded.of_H5check_version(H5_VERS_MAJOR, H5_VERS_MINOR, H5_VERS_RELEASE),
                   0);
}

// none, and one that is another: sentences that say what to do
static void missing_library_is_a_sentence(void **state) {
  (void)state;
  char why[400] = "";
  hdf5_table table;
  assert_false(hdf5_fill(&table, none, why, sizeof why));
  check_text(why, "the HDF5 library cannot be loaded: libnoslip-there-is-none.so: ");
  check_text(why, "; install it, or use .csv");
  assert_false(hdf5_fill(&table, other, why, sizeof why));
  check_text(why, "the HDF5 library has no `H5Aclose`; install the version");
}

// ---- by the tool

// has the tool loaded it for this command? The loader of the GNU system tells.
static bool loads(const char *arguments) {
  char line[2048];
  snprintf(line, sizeof line, "LD_DEBUG=files %s %s 2>%s >/dev/null", NOSLIP_TOOL, arguments,
           in_folder("log"));
  assert_int_equal(system(line), 0);
  char *log = read_file(in_folder("log"));
  assert_non_null(strstr(log, "libm.so"));
  bool found = strstr(log, "libhdf5") != NULL;
  free(log);
  return found;
}

static void tool_loads_it_for_hdf5_alone(void **state) {
  (void)state;
#ifdef __GLIBC__
  char line[1024];
  snprintf(line, sizeof line, "run %s/sleigh.noslip --steps 5 -o %s", NOSLIP_MODELS,
           in_folder("rows.csv"));
  assert_false(loads(line));
  snprintf(line, sizeof line, "run %s/sleigh.noslip --steps 5 -o %s", NOSLIP_MODELS,
           in_folder("rows.h5"));
  assert_true(loads(line));
#else
  skip();
#endif
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(library_is_loaded),
      cmocka_unit_test(missing_library_is_a_sentence),
      cmocka_unit_test(tool_loads_it_for_hdf5_alone),
  };
  assert_non_null(mkdtemp(folder));
  return remove_folder(check_run(argc, argv, tests));
}

// A build without HDF5 says so, and what to use instead.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"
#include "tests/support/tool_models.h"

static void there_is_a_sentence(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(2, "this build has no HDF5; use .csv", "run", m, "-o", in_folder("a.h5"));
  refused(2, "this build has no HDF5; use .csv", "plot", write_file("b.h5", "\x89HDF\r\n\x1a\n"));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(there_is_a_sentence)};
  return tool_run(argc, argv, tests);
}

#include "cli/target.h"

#include "cli/command.h"
#include "cli/figure_file.h"
#include "cli/message.h"
#include "output/ensemble.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool target_is_standard_output(const target *t) {
  return t->path && replace_is_standard_output(t->path);
}

static bool ends_with(const char *path, const char *end) {
  const char *dot = strrchr(path, '.');
  return dot && strcasecmp(dot, end) == 0;
}

bool target_is_hdf5(const target *t) {
  return t->path && (ends_with(t->path, ".h5") || ends_with(t->path, ".hdf5"));
}

static int check_figure(target *t) {
  if (!figure_file_kind(t->path, &t->kind))
    return message_wrong("-o %s: pictures are .png, .svg or .pdf, numbers are .csv%s", t->path,
                         t->has_hdf5 ? " or .h5" : "");
  return exit_done;
}

static int check_hdf5(const target *t) {
  assert(target_is_hdf5(t));
  if (!ensemble_writes_hdf5())
    return message_wrong("-o %s: this build has no HDF5; use .csv", t->path);
  return exit_done;
}

int target_check(target *t, target_format other, bool json) {
  assert(other != TARGET_CSV);
  if (!t->path)
    return exit_done;
  if (json && target_is_standard_output(t))
    return message_wrong("--json and -o - both want standard output; give -o a file");
  bool csv = target_is_standard_output(t) || ends_with(t->path, ".csv");
  t->format = csv ? TARGET_CSV : other;
  switch (t->format) {
  case TARGET_CSV: return exit_done;
  case TARGET_FIGURE: return check_figure(t);
  case TARGET_HDF5: return check_hdf5(t);
  }
  return exit_done;
}

static bool is_special(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

int target_place(const target *t, const run_arguments *a, const starts_options *o) {
  if (!t->path || target_is_standard_output(t))
    return exit_done;
  int status = run_arguments_spare(a, t->path);
  if (status == exit_done)
    status = starts_spare(o, t->path);
  if (status != exit_done)
    return status;
  if (t->format == TARGET_HDF5 && is_special(t->path))
    return message_wrong("-o %s: HDF5 needs a regular file; use .csv", t->path);
  if (!replace_check(t->path))
    return message_wrong("cannot write %s: %s; choose another place", t->path, strerror(errno));
  return exit_done;
}

int target_write(const target *t, replace_print *print, const void *result, double seconds) {
  assert(t->path && t->format == TARGET_CSV);
  if (target_is_standard_output(t)) {
    print(stdout, result);
    return exit_done;  // main sees whether it was written
  }
  if (replace_write(t->path, print, result, replace_is_worth_sync(seconds)))
    return exit_done;
  return message_failed("cannot write `%s`: %s", t->path, strerror(errno));
}

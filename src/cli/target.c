#include "cli/target.h"

#include "cli/command.h"
#include "cli/drawing.h"
#include "cli/message.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

bool target_is_standard_output(const target *t) {
  return t->path && replace_is_standard_output(t->path);
}

int target_check(target *t, bool json) {
  if (!t->path)
    return exit_done;
  const char *dot = strrchr(t->path, '.');
  t->is_csv = target_is_standard_output(t) || (dot && strcasecmp(dot, ".csv") == 0);
  if (json && target_is_standard_output(t))
    return message_wrong("--json and -o - both want standard output; give -o a file");
  if (!t->is_csv && !drawing_kind(t->path, &t->kind))
    return message_wrong("-o %s: pictures are .png, .svg or .pdf, numbers are .csv", t->path);
  return exit_done;
}

int target_place(const target *t, const planning *p) {
  if (!t->path || target_is_standard_output(t))
    return exit_done;
  if (planning_is_model(p, t->path))
    return message_wrong("-o %s would overwrite the model; choose another name", t->path);
  if (!replace_check(t->path))
    return message_wrong("cannot write %s: %s; choose another place", t->path, strerror(errno));
  return exit_done;
}

int target_write(const target *t, replace_print *print, const void *result, double seconds) {
  if (target_is_standard_output(t)) {
    print(stdout, result);
    return exit_done;  // main sees whether it was written
  }
  if (replace_write(t->path, print, result, replace_is_worth_sync(seconds)))
    return exit_done;
  return message_failed("cannot write `%s`: %s", t->path, strerror(errno));
}

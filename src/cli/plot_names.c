// Names of files for keys. Of paths the folders and the end that all have in common say nothing:
// runs/a/x.csv and runs/b/x.csv are a/x and b/x; a.csv and b.csv are a and b; a.csv and a.h5 stay.

#include "cli/command.h"
#include "cli/message.h"
#include "cli/plot_run.h"

#include <stdlib.h>
#include <string.h>

// the last part of a path with n folders before it
static const char *last_parts(const char *path, int n) {
  const char *at = path + strlen(path);
  for (; at > path; at--)
    if (at[-1] == '/' && n-- == 0)
      break;
  return at;
}

// bytes without the end, ".csv"
static size_t stem(const char *name) {
  const char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
  return dot && dot > name && (!slash || dot > slash + 1) ? (size_t)(dot - name) : strlen(name);
}

static size_t shown(const char *name, bool ended) {
  return ended ? strlen(name) : stem(name);
}

// are the names with n folders, with or without their ends, all different?
static bool are_different(const plot_runs *r, int n, bool ended) {
  for (int i = 0; i < r->n; i++)
    for (int j = 0; j < i; j++) {
      const char *a = last_parts(r->list[i].name, n), *b = last_parts(r->list[j].name, n);
      size_t length = shown(a, ended);
      if (shown(b, ended) == length && memcmp(a, b, length) == 0)
        return false;
    }
  return true;
}

// `name` becomes its part; the rest is cut off
static void cut(char *name, int folders, bool ended) {
  const char *part = last_parts(name, folders);
  size_t length = shown(part, ended);
  memmove(name, part, length);
  name[length] = 0;
}

int plot_names_shorten(plot_runs *r) {
  enum { most_folders = 32, most_runs = 1000 };
  if (r->n > most_runs)
    return message_wrong("more than %d files and methods in one picture; give fewer", most_runs);
  for (int i = 0; i < r->n; i++)
    if (plot_is_model(r->list[i].path))
      return exit_done;  // methods have names of their own
  for (int n = 0; n <= most_folders; n++)
    for (int ended = 0; ended < 2; ended++)
      if (are_different(r, n, ended)) {
        for (int i = 0; i < r->n; i++)
          cut(r->list[i].name, n, ended);
        return exit_done;
      }
  return exit_done;  // the same file twice: as it was given
}

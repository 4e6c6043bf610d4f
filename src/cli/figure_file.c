#include "cli/figure_file.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "output/plain.h"
#include "output/replace.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
  const char *extension;
  figure_kind kind;
} kinds[] = {{".png", FIGURE_PNG}, {".svg", FIGURE_SVG}, {".pdf", FIGURE_PDF}};

bool figure_file_kind(const char *path, figure_kind *kind) {
  const char *dot = strrchr(path, '.');
  for (int i = 0; dot && i < 3; i++)
    if (strcasecmp(dot, kinds[i].extension) == 0) {
      *kind = kinds[i].kind;
      return true;
    }
  return false;
}

// false with a sentence
static bool draw(const figure *f, const place *places, replace *file, const char *path, char *why,
                 size_t size) {
  bool before = interrupt_seen();  // what was computed before an interrupt is drawn
  if (!figure_draw(f, places, file->file, why, size))
    return false;
  if (!before && interrupt_seen()) {
    snprintf(why, size, "interrupted");
    return false;
  }
  bool done = replace_take_place(file, false) && replace_end(file, false);
  if (!done)
    snprintf(why, size, "cannot write `%.400s`: %s", plain_name(path), strerror(errno));
  return done;
}

int figure_file_write(figure *f, const char *path) {
  char why[512];
  replace file;
  assert(f->npanel > 0);
  place *places = calloc((size_t)f->npanel, sizeof *places);
  if (!places)
    return message_failed("no memory");
  figure_layout(f, places);
  interrupt_watch();
  bool opened = replace_open(&file, path);
  int status =
      opened ? exit_done
             : message_wrong("cannot write `%s`: %s; choose another place", path, strerror(errno));
  if (opened) {
    if (!draw(f, places, &file, path, why, sizeof why))
      status = message_failed("%s", why);
    replace_give_up(&file);
    replace_free(&file);
  }
  free(places);
  return status;
}

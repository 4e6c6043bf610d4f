#include "cli/drawing.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "output/plain.h"
#include "output/replace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
  const char *extension;
  figure_kind kind;
} kinds[] = {{".png", FIGURE_PNG}, {".svg", FIGURE_SVG}, {".pdf", FIGURE_PDF}};

bool drawing_kind(const char *path, figure_kind *kind) {
  const char *dot = strrchr(path, '.');
  for (int i = 0; dot && i < 3; i++)
    if (strcasecmp(dot, kinds[i].extension) == 0) {
      *kind = kinds[i].kind;
      return true;
    }
  return false;
}

int drawing_write(const figure *p, const place *places, const char *path) {
  char why[512];
  replace file;
  bool before = interrupt_seen();  // what there is after an interrupt may be drawn
  interrupt_watch();
  if (!replace_open(&file, path))
    return message_wrong("cannot write `%s`: %s; choose another place", path, strerror(errno));
  bool done = figure_draw(p, places, file.file, why, sizeof why);
  if (done && !before && interrupt_seen()) {
    snprintf(why, sizeof why, "interrupted");
    done = false;
  }
  if (done && !(replace_take_place(&file, false) && replace_end(&file, false))) {
    snprintf(why, sizeof why, "cannot write `%.400s`: %s", plain_name(path), strerror(errno));
    done = false;
  }
  replace_give_up(&file);
  replace_free(&file);
  return done ? exit_done : message_failed("%s", why);
}

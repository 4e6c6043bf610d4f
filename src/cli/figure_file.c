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

int figure_file_log(const char *text, bool *x, bool *y) {
  static const char *const words[] = {"none", "x", "y", "xy", "yx"};
  if (!text)
    return exit_done;
  *x = strchr(text, 'x') != NULL;
  *y = strchr(text, 'y') != NULL;
  for (int i = 0; i < 5; i++)
    if (strcmp(text, words[i]) == 0)
      return exit_done;
  return message_wrong("--log %s: expected x, y, xy or none", text);
}

int figure_file_size(const char *text, int *width, int *height) {
  enum { least = 100, most = 10000 };
  char rest;
  if (!text)
    return exit_done;
  bool good = sscanf(text, "%5dx%5d%c", width, height, &rest) == 2 && *width >= least &&
              *width <= most && *height >= least && *height <= most;
  return good ? exit_done
              : message_wrong("--size %s: expected width and height in pixels, each from %d to %d, "
                              "as in 1200x600",
                              text, least, most);
}

// false with a sentence
static bool draw(figure_drawer *drawer, const void *context, replace *file, const char *path,
                 char *why, size_t size) {
  bool before = interrupt_seen();  // what was computed before an interrupt is drawn
  if (!drawer(context, file->file, why, size))
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

int figure_file_draw(figure_drawer *drawer, const void *context, const char *path) {
  char why[512];
  replace file;
  interrupt_watch();
  if (!replace_open(&file, path))
    return message_wrong("cannot write `%s`: %s; choose another place", path, strerror(errno));
  bool done = draw(drawer, context, &file, path, why, sizeof why);
  replace_give_up(&file);
  replace_free(&file);
  return done ? exit_done : message_failed("%s", why);
}

typedef struct placed {
  const figure *figure;
  const place *places;
} placed;

static bool draw_placed(const void *context, int out, char *why, size_t size) {
  const placed *p = context;
  return figure_draw(p->figure, p->places, out, why, size);
}

int figure_file_write(figure *f, const char *path) {
  assert(f->npanel > 0);
  place *places = calloc((size_t)f->npanel, sizeof *places);
  if (!places)
    return message_failed("no memory");
  figure_layout(f, places);
  int status = figure_file_draw(draw_placed, &(placed){f, places}, path);
  free(places);
  return status;
}

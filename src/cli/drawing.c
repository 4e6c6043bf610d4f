#include "cli/drawing.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "output/plain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
  const char *extension;
  picture_kind kind;
} kinds[] = {{".png", PICTURE_PNG}, {".svg", PICTURE_SVG}, {".pdf", PICTURE_PDF}};

bool drawing_kind(const char *path, picture_kind *kind) {
  const char *dot = strrchr(path, '.');
  for (int i = 0; dot && i < 3; i++)
    if (strcasecmp(dot, kinds[i].extension) == 0) {
      *kind = kinds[i].kind;
      return true;
    }
  return false;
}

// a file beside the picture, to become it; -1 with a sentence
static int open_beside(char *beside, size_t size, const char *path) {
  bool fits = snprintf(beside, size, "%s.XXXXXX", path) < (int)size;
  int file = fits ? mkstemp(beside) : -1;
  if (file < 0) {
    errno = fits ? errno : ENAMETOOLONG;
    message_wrong("cannot write `%s`: %s", path, strerror(errno));
    return -1;
  }
  mode_t mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);
  return file;
}

int drawing_write(const picture *p, const place *places, const char *path) {
  char why[512], beside[4200];
  bool before = interrupt_seen();  // what there is after an interrupt may be drawn
  interrupt_watch();
  int file = open_beside(beside, sizeof beside, path);
  if (file < 0)
    return exit_wrong;
  bool done = picture_draw(p, places, file, why, sizeof why);
  close(file);
  if (done && !before && interrupt_seen()) {
    snprintf(why, sizeof why, "interrupted");
    done = false;
  }
  if (done && rename(beside, path) != 0) {
    snprintf(why, sizeof why, "cannot write `%.400s`: %s", plain_name(path), strerror(errno));
    done = false;
  }
  if (!done)
    remove(beside);
  return done ? exit_done : message_failed("%s", why);
}

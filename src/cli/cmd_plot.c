// noslip plot: columns of a file become a picture.

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/panels.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct arguments {
  option_operands words;  // the file, then the panels
  const char *output, *size, *title;
  char path[4096];  // of the picture
  picture_kind kind;
  int width, height;
} arguments;

// ---------------------------------------------------------------------------------------------
// the command line

static const struct {
  const char *extension;
  picture_kind kind;
} kinds[] = {{".png", PICTURE_PNG}, {".svg", PICTURE_SVG}, {".pdf", PICTURE_PDF}};

static int read_kind(arguments *a) {
  const char *dot = strrchr(a->path, '.');
  for (int i = 0; dot && i < 3; i++)
    if (strcasecmp(dot, kinds[i].extension) == 0) {
      a->kind = kinds[i].kind;
      return exit_done;
    }
  return message_wrong("-o %s: pictures are .png, .svg or .pdf", a->path);
}

// -o, or the name of the file with another end
static int name_picture(arguments *a) {
  const char *file = a->words.list[0], *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  size_t stem =
      dot && dot > file && (!slash || dot > slash + 1) ? (size_t)(dot - file) : strlen(file);
  int length = a->output ? snprintf(a->path, sizeof a->path, "%s", a->output)
                         : snprintf(a->path, sizeof a->path, "%.*s.png", (int)stem, file);
  if (length < 0 || length >= (int)sizeof a->path - 32)
    return message_wrong("the name of the picture is too long");
  return read_kind(a);
}

static int read_size(arguments *a) {
  enum { least = 100, most = 10000 };
  char rest;
  if (!a->size)
    return exit_done;
  bool good = sscanf(a->size, "%5dx%5d%c", &a->width, &a->height, &rest) == 2 &&
              a->width >= least && a->width <= most && a->height >= least && a->height <= most;
  return good ? exit_done
              : message_wrong("--size %s: expected width and height in pixels, each from %d to %d, "
                              "as in 1200x600",
                              a->size, least, most);
}

static int read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--size", 0, OPTION_TEXT, &a->size},
      {"--title", 0, OPTION_TEXT, &a->title},
      {0},
  };
  if (!options_read_all(argc, argv, options, &a->words))
    return exit_wrong;
  if (a->words.n == 0)
    return message_wrong("`plot` needs a file, as in: noslip plot sleigh.h5 x:y -o sleigh.png");
  int status = name_picture(a);
  return status == exit_done ? read_size(a) : status;
}

// ---------------------------------------------------------------------------------------------
// the picture

// a file beside the picture, to become it; -1 with a sentence
static int open_beside(char *beside, size_t size, const char *path) {
  snprintf(beside, size, "%s.XXXXXX", path);
  int file = mkstemp(beside);
  if (file < 0) {
    message_wrong("cannot write `%s`: %s", path, strerror(errno));
    return -1;
  }
  mode_t mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);
  return file;
}

// The picture appears whole or not at all: it is drawn beside its place and then moved there.
static int draw(const picture *p, const place *places, const char *path) {
  char why[512], beside[4200];
  interrupt_watch();
  int file = open_beside(beside, sizeof beside, path);
  if (file < 0)
    return exit_wrong;
  bool done = picture_draw(p, places, file, why, sizeof why);
  close(file);
  if (done && interrupt_seen()) {
    snprintf(why, sizeof why, "interrupted");
    done = false;
  }
  if (done && rename(beside, path) != 0) {
    snprintf(why, sizeof why, "cannot write `%.400s`: %s", path, strerror(errno));
    done = false;
  }
  if (!done)
    remove(beside);
  return done ? exit_done : message_failed("%s", why);
}

static int plot(const arguments *a, const table *t, panels *p) {
  bool good =
      a->words.n > 1 ? panels_read(p, t, a->words.list + 1, a->words.n - 1) : panels_default(p, t);
  if (!good)
    return message_wrong("%s", p->why);
  picture page = {p->list, p->n, a->title, a->kind, a->width, a->height};
  place places[panels_most];
  picture_layout(&page, places);
  int status = draw(&page, places, a->path);
  if (status == exit_done)
    printf("%s: %d panel%s, %zu rows of %s\n", a->path, p->n, p->n == 1 ? "" : "s", t->nrow,
           a->words.list[0]);
  return status;
}

static int plot_file(const arguments *a) {
  char why[512];
  table t;
  if (!table_read(&t, a->words.list[0], &table_usual, why, sizeof why))
    return message_wrong("%s", why);
  panels *p = calloc(1, sizeof *p);
  int status = p ? plot(a, &t, p) : message_failed("no memory");
  if (p)
    panels_free(p);
  free(p);
  table_free(&t);
  return status;
}

int cmd_plot(int argc, char **argv) {
  arguments a = {0};
  signal(SIGPIPE, SIG_IGN);  // a gnuplot that ends early is told by its exit status
  int status = read_arguments(&a, argc, argv);
  if (status == exit_done)
    status = plot_file(&a);
  free(a.words.list);
  return status;
}

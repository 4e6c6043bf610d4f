#include "output/gnuplot_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { not_there = 127 };  // exit status of a child that could not become gnuplot

static void become_gnuplot(int in, int out, int errors) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  setenv("SOURCE_DATE_EPOCH", "0", 0);  // no date in a PDF: the same command gives the same bytes
  execlp("gnuplot", "gnuplot", "-d", (char *)NULL);
  _exit(not_there);
}

// the last line of what gnuplot has written as an error
static void last_line(FILE *errors, char *line, size_t size) {
  char buffer[512];
  line[0] = 0;
  rewind(errors);
  while (fgets(buffer, sizeof buffer, errors)) {
    buffer[strcspn(buffer, "\r\n")] = 0;
    const char *text = buffer + strspn(buffer, " \t");
    if (*text)
      snprintf(line, size, "%s", text);
  }
}

// gnuplot does not report a full disk, so the end of the figure is checked
static bool is_whole(int file, figure_kind kind) {
  static const char *const ends[] = {"IEND", "</svg>", "%%EOF", ""};
  char tail[33] = {0};
  struct stat info;
  if (fstat(file, &info) != 0 || info.st_size < (off_t)sizeof tail ||
      pread(file, tail, sizeof tail - 1, info.st_size - (off_t)sizeof tail + 1) <= 0)
    return false;
  for (size_t i = 0; i < sizeof tail - 1; i++)
    if (tail[i] == 0)
      tail[i] = ' ';
  return strstr(tail, ends[kind]) != NULL;
}

static bool judge(figure_kind kind, int status, int out, FILE *errors, char *why, size_t size) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == not_there) {
    snprintf(why, size, "gnuplot is not there; Debian package gnuplot-nox");
    return false;
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    char line[256];
    last_line(errors, line, sizeof line);
    snprintf(why, size, "gnuplot could not draw it%s%s", line[0] ? ": " : "", line);
    return false;
  }
  if (!is_whole(out, kind)) {
    snprintf(why, size, "gnuplot could not write all of the picture; is the disk full?");
    return false;
  }
  return true;
}

// a process that reads what is written to *to; -1 with errno
static pid_t start(FILE **to, int out, int errors) {
  int ends[2];
  if (pipe(ends) != 0)
    return -1;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pid_t child = fork();
  if (child == 0)
    become_gnuplot(ends[0], out, errors);
  close(ends[0]);
  *to = child > 0 ? fdopen(ends[1], "wb") : NULL;
  if (!*to)
    close(ends[1]);
  return child;
}

bool gnuplot_run(gnuplot_writer *write, const void *context, figure_kind kind, int out, char *why,
                 size_t size) {
  FILE *to = NULL, *errors = tmpfile();
  pid_t child = errors ? start(&to, out, fileno(errors)) : -1;
  if (child < 0) {
    snprintf(why, size, "cannot start gnuplot: %s", strerror(errno));
    if (errors)
      fclose(errors);
    return false;
  }
  bool written = to && write(to, context);
  if (to)
    fclose(to);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  bool done = judge(kind, status, out, errors, why, size);
  fclose(errors);
  if (done && !written)
    snprintf(why, size, "gnuplot did not take all of the numbers");
  return done && written;
}

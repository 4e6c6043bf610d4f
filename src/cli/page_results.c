// Results as a page: what `compare`, `converge` and `study` have written with --json.

#include "cli/command.h"
#include "cli/message.h"
#include "cli/page_file.h"
#include "output/json_check.h"
#include "output/page.h"
#include "output/plain.h"
#include "output/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 64 << 20 };  // bytes of a file

// the whole file, ended by a zero; NULL with a sentence in errno, EFBIG if it is too long
static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  *length = 0;
  for (size_t room = 1 << 16; file && *length <= longest; room *= 2) {
    char *longer = realloc(text, room + 1);
    if (!longer)
      break;
    text = longer;
    *length += fread(text + *length, 1, room - *length, file);
    if (*length < room)
      break;
  }
  if (file)
    fclose(file);
  if (text && *length <= longest) {
    text[*length] = 0;
    return text;
  }
  errno = text ? EFBIG : errno;
  free(text);
  return NULL;
}

static int check(const char *path, const char *text, size_t length) {
  static const char *const known[] = {"methods", "study"};
  long fault = json_fault(text, length);
  bool found = false;
  if (fault >= 0)
    return message_wrong("%s: byte %ld is not as in JSON; give what `noslip compare --json` has "
                         "written",
                         path, fault + 1);
  for (size_t i = 0; i < sizeof known/sizeof *known; i++)
    found = found || json_has(text, length, known[i]);
  return found ? exit_done
               : message_wrong("%s is none of the results that become a page; give what `noslip "
                               "compare`, `converge` or `study` has written with --json",
                               path);
}

static void print(FILE *out, const void *result) {
  page_write(out, result);
}

int page_file_results(const page_file *f, const char *path) {
  size_t length;
  errno = 0;
  char *text = read_file(path, &length);
  if (!text)
    return message_wrong("cannot read %s: %s; check the path", path, strerror(errno));
  int status = check(path, text, length);
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const page p = {.title = f->title ? f->title : name, .command = f->command, .results = text};
  if (status == exit_done && !replace_write(f->output, print, &p, false))
    status = message_failed("cannot write `%s`: %s", plain_name(f->output), strerror(errno));
  if (status == exit_done)
    printf("%s: %s\n", plain_name(f->output), plain_name(path));
  free(text);
  return status;
}

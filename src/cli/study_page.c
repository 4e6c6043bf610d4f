#define _XOPEN_SOURCE 700  // open_memstream

#include "cli/study_page.h"

#include "cli/command.h"
#include "cli/message.h"
#include "output/replace.h"
#include "output/script.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void keep_head(study_page *p, FILE *older) {
  char *line = NULL;
  size_t room = 0;
  bool kept = false;
  while (older && getline(&line, &room, older) >= 0 && strncmp(line, "## ", 3) != 0) {
    fputs(line, p->out);
    kept = true;
  }
  if (!kept)
    fputs("# Studies\n", p->out);
  free(line);
}

// without the empty lines at its end
static void cut_head(study_page *p) {
  fflush(p->out);
  long end = (long)p->size;
  while (end > 1 && p->text[end - 1] == '\n' && p->text[end - 2] == '\n')
    end--;
  fseek(p->out, end, SEEK_SET);
}

int study_page_open(study_page *p, const char *path) {
  const char *slash = strrchr(path, '/');
  *p = (study_page){.path = path};
  if (!replace_check(path))
    return message_wrong("--page: cannot write `%s`: %s; choose another place", path,
                         strerror(errno));
  snprintf(p->directory, sizeof p->directory, "%.*s", slash ? (int)(slash - path) : 1,
           slash ? path : ".");
  p->out = open_memstream(&p->text, &p->size);
  if (!p->out)
    return message_failed("no memory");
  FILE *older = fopen(path, "r");
  keep_head(p, older);
  if (older)
    fclose(older);
  cut_head(p);
  return exit_done;
}

void study_page_add(study_page *p, const noslip_script *s, const noslip_script_result *r,
                    const char *pictures) {
  script_page(p->out, s, r, pictures);
}

static void print(FILE *out, const void *page) {
  const study_page *p = page;
  fwrite(p->text, 1, p->size, out);
}

int study_page_close(study_page *p) {
  if (fflush(p->out) != 0)
    return message_failed("no memory");
  if (!replace_write(p->path, print, p, false))
    return message_failed("cannot write `%s`: %s", p->path, strerror(errno));
  return exit_done;
}

void study_page_free(study_page *p) {
  if (p->out)
    fclose(p->out);
  free(p->text);
}

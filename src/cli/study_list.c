#include "cli/study_list.h"

#include "cli/command.h"
#include "cli/message.h"
#include "noslip.h"
#include "output/json.h"
#include "output/plain.h"

#include <stdio.h>
#include <string.h>

// a study that was read; both NULL: it cannot be
typedef struct listed {
  noslip_context *context;
  noslip_script *script;
} listed;

static int load(listed *l, const char *path) {
  *l = (listed){.context = noslip_open(NULL)};
  if (!l->context)
    return message_failed("no memory");
  noslip_status status = noslip_script_load(l->context, path, &l->script);
  return status == NOSLIP_OK ? exit_done : message_library(l->context, status, path);
}

static void forget(listed *l) {
  noslip_script_free(l->script);
  noslip_close(l->context);
}

// the longest name decides how wide the first column is; names are those of the files
static int widest(char *const *paths, int n) {
  int most = 0;
  for (int i = 0; i < n; i++) {
    const char *slash = strrchr(paths[i], '/');
    int length = (int)(strlen(slash ? slash + 1 : paths[i]) - strlen(".study"));
    most = length > most ? length : most;
  }
  return most;
}

static void print_row(const noslip_script *s, int width) {
  plain_padded(stdout, plain_name(noslip_script_name(s)), width);
  printf("  %12d  %s\n", noslip_script_expectations(s), plain_name(noslip_script_title(s)));
}

static void print_object(const noslip_script *s, const char *path, bool first) {
  fputs(first ? "[" : ",\n ", stdout);
  json_member_text(stdout, "{", "study", noslip_script_name(s));
  json_member_text(stdout, ", ", "title", noslip_script_title(s));
  json_member_text(stdout, ", ", "paper", noslip_script_paper(s));
  json_member(stdout, ", ", "expectations", noslip_script_expectations(s));
  json_member_text(stdout, ", ", "file", path);
  fputs("}", stdout);
}

int study_list(char *const *paths, int n, bool json) {
  int status = exit_done, shown = 0, width = widest(paths, n);
  if (!json) {
    plain_padded(stdout, "study", width);
    puts("  expectations  title");
  }
  for (int i = 0; i < n; i++) {
    listed l;
    int here = load(&l, paths[i]);
    status = here > status ? here : status;
    if (here == exit_done && json)
      print_object(l.script, paths[i], shown == 0);
    else if (here == exit_done)
      print_row(l.script, width);
    shown += here == exit_done;
    forget(&l);
  }
  if (json)
    puts(shown > 0 ? "]" : "[]");
  return status;
}

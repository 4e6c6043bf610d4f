#include "cli/check_file.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/quantity.h"
#include "output/replace.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double usual_seconds = 30;

// What stands behind the last colon is a time, if it looks like one: names may have colons, too.
static bool split(const char *text, size_t *length, double *seconds) {
  const char *colon = strrchr(text, ':');
  bool number = colon && colon[1] && strspn(colon + 1, "0123456789.eE+-") == strlen(colon + 1);
  *length = strlen(text);
  *seconds = usual_seconds;
  if (!number)
    return true;
  *length = (size_t)(colon - text);
  return quantity_read(colon + 1, seconds) && *seconds > 0 && isfinite(*seconds);
}

int check_file_read(check_file *c, const char *text) {
  size_t length;
  *c = (check_file){0};
  if (!text)
    return exit_done;
  if (!split(text, &length, &c->seconds))
    return message_wrong("--checkpoint %s: expected a time above 0 behind the colon, as in "
                         "--checkpoint run.check:60",
                         text);
  if (length == 0)
    return message_wrong(
        "--checkpoint %s: expected the name of a file, as in --checkpoint run.check", text);
  c->path = strndup(text, length);
  if (!c->path)
    return message_failed("no memory");
  if (!replace_check(c->path))
    return message_wrong("cannot write the checkpoint `%s`: %s; choose another place", c->path,
                         strerror(errno));
  return exit_done;
}

void check_file_free(check_file *c) {
  free(c->path);
  *c = (check_file){0};
}

void check_file_watch(const check_file *c) {
  if (c->path)
    interrupt_alarm(c->seconds);
}

bool check_file_is_due(const check_file *c) {
  return c->path && interrupt_alarm_rang();
}

void check_file_complain(check_file *c, const char *sentence) {
  char text[1200];
  if (c->failed)
    return;
  c->failed = true;
  snprintf(text, sizeof text, "%.1000s; the run goes on, and it is tried again later", sentence);
  message_warning(text);
}

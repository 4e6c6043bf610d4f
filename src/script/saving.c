#include "script/saving.h"

#include "study/part_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// files have times that are up to a tick of the kernel behind the clock
static double file_clock(void) {
  const double tick = 0.01;
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec - tick;
}

static noslip_status make_directory(script_saving *s, noslip_context *context) {
  static const char end[] = ".parts";
  size_t length = strlen(s->given->path);
  struct stat info;
  s->directory = memory_resize(&context->memory, NULL, length + sizeof end);
  if (!s->directory)
    return fail_memory(&context->failure);
  memcpy(s->directory, s->given->path, length);
  memcpy(s->directory + length, end, sizeof end);
  if (mkdir(s->directory, 0700) == 0 ||
      (errno == EEXIST && stat(s->directory, &info) == 0 && S_ISDIR(info.st_mode)))
    return NOSLIP_OK;
  return fail(&context->failure, NOSLIP_ERROR_FILE,
              "cannot make the directory `%.400s` for checkpoints: %s; choose another place",
              s->directory, strerror(errno));
}

noslip_status saving_begin(script_saving *s, const noslip_saving *given, noslip_context *context) {
  failure *why = &context->failure;
  *s = (script_saving){.given = given, .began = (double)INFINITY};
  if (!given)
    return NOSLIP_OK;
  if (!given->path || !given->path[0])
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`saving` has no path; give one");
  noslip_status status = NOSLIP_OK;
  s->began = file_clock();
  if (given->resume)
    status = begun_read(given->path, &s->began, &context->memory, why);
  else
    status = begun_write(given, s->began, &context->memory, why);
  return status == NOSLIP_OK ? make_directory(s, context) : status;
}

void saving_end(script_saving *s, const script_plan *plan, bool complete, noslip_context *context) {
  if (!s->directory)
    return;
  for (int i = 0; complete && i < plan->nparts; i++)
    saving_remove(s, &plan->parts[i]);
  rmdir(s->directory);  // it stays if parts are in it
  memory_free(&context->memory, s->directory);
  s->directory = NULL;
}

const char *saving_file(const script_saving *s, const script_part *p, char path[saving_path]) {
  if (!s->directory)
    return NULL;
  int length = snprintf(path, saving_path, "%s/%.32s-%d", s->directory, p->key, p->number);
  return length < saving_path ? path : NULL;
}

double saving_seconds(const script_saving *s) {
  enum { usual = 30 };
  return s->given && s->given->seconds > 0 ? s->given->seconds : usual;
}

void saving_remove(const script_saving *s, const script_part *p) {
  char path[saving_path];
  if (p->key[0] && saving_file(s, p, path))
    unlink(path);
}

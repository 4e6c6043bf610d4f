#include "cli/row_times.h"

#include "cli/command.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/quantity.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// in the order of the run, each once
static void sort(row_times *t) {
  int kept = 0;
  for (int i = 0; t->back && i < t->n; i++)
    t->list[i] = -t->list[i];
  qsort(t->list, (size_t)t->n, sizeof *t->list, compare);
  for (int i = 0; i < t->n; i++)
    if (i == 0 || t->list[i] != t->list[kept - 1])
      t->list[kept++] = t->list[i];
  t->n = kept;
  for (int i = 0; t->back && i < t->n; i++)
    t->list[i] = -t->list[i];
}

// the end of what a step to `t` reaches, to rounding
static double reach(double t) {
  return t + 16*DBL_EPSILON*fabs(t);
}

static int check(const row_times *t, double from, double to) {
  double low = fmin(from, to), high = fmax(from, to);
  for (int i = 0; i < t->n; i++)
    if (t->list[i] < -reach(-low) || t->list[i] > reach(high))
      return message_wrong("--at %.10g: the run is from t = %.10g to %.10g; give a time in it, or "
                           "another --until",
                           t->list[i], from, to);
  return exit_done;
}

static int read_numbers(row_times *t, const list_texts *items) {
  t->list = malloc(((size_t)items->n + 1)*sizeof *t->list);
  if (!t->list)
    return message_failed("no memory");
  for (int i = 0; i < items->n; i++)
    if (!quantity_read(items->items[i], &t->list[t->n++]))
      return message_wrong("--at %s: expected times such as \"0.1, 0.25, 1\"", items->items[i]);
  return exit_done;
}

// the times as they are given, in the order of the run
static int read(row_times *t, const char *text, bool back) {
  list_texts items = {0};
  int status = list_read_texts(&items, "--at", text);
  if (status == exit_done)
    status = read_numbers(t, &items);
  list_free_texts(&items);
  t->back = back;
  if (status == exit_done)
    sort(t);
  return status;
}

int row_times_read(row_times *t, const char *text, noslip_run *run, long steps) {
  noslip_report r;
  *t = (row_times){0};
  if (!text)
    return exit_done;
  noslip_run_report(run, &r);
  int status = read(t, text, r.step < 0);
  return status == exit_done
             ? check(t, r.time, r.time + (double)steps*r.step + noslip_run_rest(run))
             : status;
}

int row_times_resume(row_times *t, const char *text, bool back, int next) {
  *t = (row_times){0};
  int status = text ? read(t, text, back) : exit_done;
  t->next = next < t->n ? next : t->n;
  return status;
}

bool row_times_next(row_times *t, const noslip_run *run, double *time) {
  if (t->next >= t->n)
    return false;
  double next = t->list[t->next], now = noslip_time(run);
  if (t->back ? -next > reach(-now) : next > reach(now))
    return false;
  *time = next;
  t->next++;
  return true;
}

void row_times_free(row_times *t) {
  free(t->list);
  *t = (row_times){0};
}

// Checkpoints of sections: a start has its points, and its run with the crossing.

#include "study/packed.h"
#include "study/section_work.h"

#include <stdio.h>
#include <string.h>

bool section_reserve(const work *w, course *s) {
  if (s->npoint < s->room)
    return true;
  size_t size = (size_t)w->study->columns.n*sizeof(double);
  long room = 2*s->npoint + 16;
  double *points = memory_resize(&w->context->memory, s->points, (size_t)room*size);
  if (!points)
    return false;
  s->points = points;
  s->room = room;
  return true;
}

void section_note_trouble(const work *w, course *s, const char *sentence) {
  size_t size = strlen(sentence) + 1;
  memory_free(&w->context->memory, s->trouble);
  s->trouble = memory_resize(&w->context->memory, NULL, size);
  if (s->trouble)
    memcpy(s->trouble, sentence, size);
  else
    s->status = NOSLIP_ERROR_MEMORY;
}

static const transfer_field course_fields[] = {
    TRANSFER_SKIP(course, points),
    TRANSFER_SKIP(course, npoint),
    TRANSFER_SKIP(course, room),
    TRANSFER_FIELD(course, largest),
    TRANSFER_SKIP(course, planned),
    TRANSFER_WITHIN(course, steps, 0, 1L << 53),
    TRANSFER_WITHIN(course, last, 0, 1L << 53),
    TRANSFER_SKIP(course, spent),
    TRANSFER_FIELD(course, complete),
    TRANSFER_FIELD(course, idle),
    TRANSFER_SKIP(course, status),
    TRANSFER_SKIP(course, trouble),
};

// `member` of the ledger: the points so far, and the counts
static void transfer_course(void *context, int i, transfer *t) {
  work *w = context;
  course *s = &w->study->courses[i];
  char trouble[failure_length] = "";
  size_t width = (size_t)w->study->columns.n;
  snprintf(trouble, sizeof trouble, "%s", s->trouble ? s->trouble : "");
  TRANSFER_RECORD(t, s, course_fields);
  packed_spent(t, &s->spent);
  packed_status(t, &s->status);
  packed_text(t, "trouble", trouble, sizeof trouble);
  transfer_length(t, "npoint", &s->npoint, 8*width);
  if (t->failed || (t->in && !section_reserve(w, s))) {
    t->failed = true;
    return;
  }
  transfer_numbers(t, "points", s->points, s->npoint*(long)width);
  if (t->in && trouble[0])
    section_note_trouble(w, s, trouble);
}

static void ask(void *context, transfer *t) {
  const work *w = context;
  int way = w->direction;
  long count = w->options.count;
  const section *s = &w->crew.model->system->sections.list[w->section];
  transfer_text(t, "section", &(const char *){s->label}, NULL);
  transfer_text(t, "equation", &(const char *){s->equation}, NULL);
  transfer_integers(t, "direction", &way, 1, transfer_any);
  transfer_counts(t, "count", &count, 1, transfer_any);
}

const ledger_kind section_saved = {"section", NULL, NULL, transfer_course, ask};

// Points and steps that can be reached: a start goes on until it has these.
bool section_fits(const work *w, const course *s, const noslip_run *run) {
  bool points = w->options.count == 0 || s->npoint <= w->options.count;
  bool steps = w->endless || s->steps <= s->planned;
  return points && steps && s->last <= s->steps && run->progress.taken == s->steps;
}

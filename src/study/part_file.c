#include "study/part_file.h"

#include "base/shown.h"

#include <string.h>

// the head, of the kind and with the texts of `head`; or what is read, of that kind
static noslip_status transfer_head(const char *path, checkpoint_head *head, transfer *t, arena *a,
                                   failure *why) {
  if (t->in)
    return checkpoint_begin(path, head->kind, t, head, a, why);
  checkpoint_transfer_head(t, head, a);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// a run on its way

// rows and steps belong together, so that there is room for the rows that follow
static bool fits(const part_file *p) {
  return p->nrow <= p->room && p->nrow <= p->taken/p->every + 2 &&
         p->run->progress.taken == p->taken;
}

static noslip_status transfer_part(const char *path, part_file *p, transfer *t, arena *a,
                                   failure *why) {
  checkpoint_head head = {"part", noslip_version(), p->key};
  noslip_status status = transfer_head(path, &head, t, a, why);
  if (status != NOSLIP_OK)
    return status;
  if (!head.note || strcmp(head.note, p->key) != 0)
    transfer_refuse(t, "key");
  transfer_counts(t, "rows", &p->nrow, 1, (transfer_range){0, p->room});
  transfer_counts(t, "taken", &p->taken, 1, (transfer_range){1, 1L << 53});
  for (int k = 0; k < p->ncolumn && !t->failed; k++)
    transfer_numbers(t, "column", p->columns[k], p->nrow);
  if (!t->failed && run_transfer(p->run, t, why) != NOSLIP_OK)
    return why->status;
  if (t->in && !t->failed && !(transfer_is_whole(t) && fits(p)))
    transfer_refuse(t, "run");
  return t->failed ? checkpoint_misfit(path, t, why) : NOSLIP_OK;
}

noslip_status part_file_write(const char *path, const part_file *p, const memory *m, failure *why) {
  part_file own = *p;
  transfer t = transfer_out(m);
  arena a;
  arena_init(&a, m);
  noslip_status status = transfer_part(path, &own, &t, &a, why);
  if (status == NOSLIP_OK)
    status = checkpoint_write(path, &t, why);
  transfer_free(&t);
  arena_free(&a);
  return status;
}

noslip_status part_file_read(const char *path, part_file *p, const memory *m, failure *why) {
  transfer t;
  void *bytes;
  arena a;
  noslip_status status = checkpoint_read(path, m, &t, &bytes, why);
  if (status != NOSLIP_OK)
    return status;
  arena_init(&a, m);
  status = transfer_part(path, p, &t, &a, why);
  arena_free(&a);
  memory_free(m, bytes);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the study

noslip_status begun_write(const noslip_saving *s, double began, const memory *m, failure *why) {
  checkpoint_head head = {"study", noslip_version(), s->note ? s->note(s->context) : NULL};
  transfer t = transfer_out(m);
  arena a;
  arena_init(&a, m);
  transfer_head(s->path, &head, &t, &a, why);
  transfer_numbers(&t, "began", &began, 1);
  noslip_status status = checkpoint_write(s->path, &t, why);
  transfer_free(&t);
  arena_free(&a);
  return status;
}

noslip_status begun_read(const char *path, double *began, const memory *m, failure *why) {
  checkpoint_head head = {.kind = "study"};
  transfer t;
  void *bytes;
  arena a;
  noslip_status status = checkpoint_read(path, m, &t, &bytes, why);
  if (status != NOSLIP_OK)
    return status;
  arena_init(&a, m);
  status = transfer_head(path, &head, &t, &a, why);
  if (status == NOSLIP_OK) {
    transfer_numbers(&t, "began", began, 1);
    if (!t.failed && !transfer_is_whole(&t))
      transfer_refuse(&t, "began");
    status = t.failed ? checkpoint_misfit(path, &t, why) : NOSLIP_OK;
  }
  arena_free(&a);
  memory_free(m, bytes);
  return status;
}

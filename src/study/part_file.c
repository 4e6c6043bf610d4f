#include "study/part_file.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// files

// the items of a file, which are those of `what`, written or read
typedef noslip_status items(const char *path, void *what, transfer *t, arena *a, failure *why);

static noslip_status write_items(const char *path, items *body, void *what, const memory *m,
                                 failure *why) {
  transfer t = transfer_out(m);
  arena a;
  arena_init(&a, m);
  noslip_status status = body(path, what, &t, &a, why);
  if (status == NOSLIP_OK)
    status = checkpoint_write(path, &t, why);
  transfer_free(&t);
  arena_free(&a);
  return status;
}

static noslip_status read_items(const char *path, items *body, void *what, const memory *m,
                                failure *why) {
  transfer t;
  void *bytes;
  arena a;
  noslip_status status = checkpoint_read(path, m, &t, &bytes, why);
  if (status != NOSLIP_OK)
    return status;
  arena_init(&a, m);
  status = body(path, what, &t, &a, why);
  arena_free(&a);
  memory_free(m, bytes);
  return status;
}

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

static noslip_status transfer_part(const char *path, void *what, transfer *t, arena *a,
                                   failure *why) {
  part_file *p = what;
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
  return write_items(path, transfer_part, &own, m, why);
}

noslip_status part_file_read(const char *path, part_file *p, const memory *m, failure *why) {
  return read_items(path, transfer_part, p, m, why);
}

// ---------------------------------------------------------------------------------------------
// the study

typedef struct begun {
  const char *note;
  double began;
} begun;

static noslip_status transfer_begun(const char *path, void *what, transfer *t, arena *a,
                                    failure *why) {
  begun *b = what;
  checkpoint_head head = {"study", noslip_version(), b->note};
  noslip_status status = transfer_head(path, &head, t, a, why);
  if (status != NOSLIP_OK)
    return status;
  transfer_numbers(t, "began", &b->began, 1);
  if (!t->failed && !transfer_is_whole(t))
    transfer_refuse(t, "began");
  return t->failed ? checkpoint_misfit(path, t, why) : NOSLIP_OK;
}

noslip_status begun_write(const noslip_saving *s, double began, const memory *m, failure *why) {
  begun b = {s->note ? s->note(s->context) : NULL, began};
  return write_items(s->path, transfer_begun, &b, m, why);
}

noslip_status begun_read(const char *path, double *began, const memory *m, failure *why) {
  begun b = {NULL, 0};
  noslip_status status = read_items(path, transfer_begun, &b, m, why);
  *began = b.began;
  return status;
}

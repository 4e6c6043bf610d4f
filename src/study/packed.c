#include "study/packed.h"

#include <math.h>
#include <string.h>

static bool unpack(spread *s, const double *x) {
  const double most = INT_MAX/2;
  if (!(x[0] >= 0 && x[0] <= most && x[0] == floor(x[0])))
    return false;
  *s = (spread){(int)x[0], x[1], x[2], x[3], x[4]};
  return true;
}

void packed_spreads(transfer *t, const char *name, spread *s, long n) {
  enum { each = 5 };
  double *x = t->failed ? NULL : memory_resize(t->memory, NULL, (size_t)n*each*sizeof *x + 1);
  if (!x) {
    t->failed = true;
    return;
  }
  for (long i = 0; i < n; i++) {
    const double own[each] = {s[i].n, s[i].mean, s[i].M, s[i].min, s[i].max};
    memcpy(x + each*i, own, sizeof own);
  }
  transfer_numbers(t, name, x, each*n);
  for (long i = 0; t->in && !t->failed && i < n; i++)
    if (!unpack(&s[i], x + each*i))
      transfer_refuse(t, name);
  memory_free(t->memory, x);
}

static const transfer_field spent_fields[] = {
    TRANSFER_FIELD(spent, time),
    TRANSFER_WITHIN(spent, steps, 0, 1L << 53),
    TRANSFER_WITHIN(spent, iterations, 0, 1L << 53),
    TRANSFER_FIELD(spent, seconds),
    TRANSFER_WITHIN(spent, events, 0, 1L << 53),
};

void packed_spent(transfer *t, spent *s) {
  TRANSFER_RECORD(t, s, spent_fields);
}

void packed_status(transfer *t, noslip_status *status) {
  int word = (int)*status;
  transfer_integers(t, "status", &word, 1, (transfer_range){NOSLIP_OK, NOSLIP_STOPPED});
  *status = (noslip_status)word;
}

void packed_verdict(transfer *t, noslip_verdict_word *verdict) {
  int word = (int)*verdict;
  transfer_integers(t, "verdict", &word, 1,
                    (transfer_range){NOSLIP_VERDICT_KEPT, NOSLIP_VERDICT_NOT_MEASURED});
  *verdict = (noslip_verdict_word)word;
}

void packed_text(transfer *t, const char *name, char *text, size_t size) {
  long length = (long)strlen(text);
  transfer_counts(t, name, &length, 1, (transfer_range){0, (long)size - 1});
  transfer_bytes(t, name, text, t->failed ? 0 : length);
  if (t->in && !t->failed)
    text[length] = 0;
}

#include "base/transfer.h"

#include <string.h>

transfer transfer_out(const memory *m) {
  return (transfer){.memory = m};
}

void transfer_free(transfer *t) {
  if (!t->in)
    memory_free(t->memory, t->bytes);
  *t = (transfer){.memory = t->memory, .in = t->in};
}

transfer transfer_in(const void *bytes, size_t size, const memory *m) {
  return (transfer){.memory = m, .in = true, .bytes = (unsigned char *)bytes, .size = size};
}

bool transfer_is_whole(const transfer *t) {
  return !t->failed && (!t->in || t->at == t->size);
}

void transfer_refuse(transfer *t, const char *name) {
  if (!t->failed)
    t->misfit = name;
  t->failed = true;
}

// ---------------------------------------------------------------------------------------------
// bytes

// where `n` bytes go, or come from; NULL: there is no memory, or there are not as many
static unsigned char *take(transfer *t, size_t n) {
  if (t->failed)
    return NULL;
  if (t->in) {
    if (n > t->size - t->at)
      return NULL;
    t->at += n;
    return t->bytes + t->at - n;
  }
  if (n > t->room - t->size) {
    size_t room = 2*t->room + n + 4096;
    unsigned char *more = n < SIZE_MAX/4 ? memory_resize(t->memory, t->bytes, room) : NULL;
    if (!more) {
      t->failed = true;
      return NULL;
    }
    t->bytes = more;
    t->room = room;
  }
  t->size += n;
  return t->bytes + t->size - n;
}

void transfer_append(transfer *t, const transfer *from) {
  assert(!t->in && !from->in);
  unsigned char *to = from->failed ? NULL : take(t, from->size);
  if (to && from->size > 0)
    memcpy(to, from->bytes, from->size);
  t->failed = t->failed || from->failed;
}

static void put_word(unsigned char *to, uint64_t x) {
  for (int i = 0; i < 8; i++)
    to[i] = (unsigned char)(x >> 8*i);
}

static uint64_t get_word(const unsigned char *from) {
  uint64_t x = 0;
  for (int i = 0; i < 8; i++)
    x |= (uint64_t)from[i] << 8*i;
  return x;
}

// FNV-1a
static uint64_t hash(const char *name) {
  uint64_t h = 14695981039346656037u;
  for (; *name; name++)
    h = (h ^ (unsigned char)*name)*1099511628211u;
  return h;
}

enum { head_size = 1 + 8 + 8 };

// The head of an item of n values, `each` bytes long; then its values. NULL: it does not fit.
static unsigned char *item(transfer *t, const char *name, transfer_kind kind, long n, size_t each) {
  assert(n >= 0);
  unsigned char *head = take(t, head_size);
  if (head && !t->in) {
    head[0] = (unsigned char)kind;
    put_word(head + 1, hash(name));
    put_word(head + 9, (uint64_t)n);
  }
  bool fits =
      head && (!t->in || (head[0] == (unsigned char)kind && get_word(head + 1) == hash(name) &&
                          get_word(head + 9) == (uint64_t)n));
  unsigned char *values = fits && (size_t)n <= SIZE_MAX/each ? take(t, (size_t)n*each) : NULL;
  if (!values && t->in)
    transfer_refuse(t, name);
  return values;
}

// ---------------------------------------------------------------------------------------------
// arrays

void transfer_numbers(transfer *t, const char *name, double *x, long n) {
  unsigned char *at = item(t, name, TRANSFER_NUMBER, n, 8);
  for (long i = 0; at && i < n; i++, at += 8) {
    uint64_t word;
    if (t->in) {
      word = get_word(at);
      memcpy(x + i, &word, 8);
    } else {
      memcpy(&word, x + i, 8);
      put_word(at, word);
    }
  }
}

// a value that was read; false, and nothing more is read, if it is out of its range
static bool get_within(transfer *t, const char *name, const unsigned char *at, transfer_range range,
                       long *x) {
  *x = (long)(int64_t)get_word(at);
  if (*x >= range.low && *x <= range.high)
    return true;
  transfer_refuse(t, name);
  return false;
}

void transfer_integers(transfer *t, const char *name, int *x, long n, transfer_range range) {
  unsigned char *at = item(t, name, TRANSFER_INTEGER, n, 8);
  const long most = transfer_most_int;
  transfer_range r = {range.low > -most ? range.low : -most, range.high < most ? range.high : most};
  for (long i = 0, value; at && i < n; i++, at += 8) {
    if (!t->in)
      put_word(at, (uint64_t)(int64_t)x[i]);
    else if (get_within(t, name, at, r, &value))
      x[i] = (int)value;
    else
      return;
  }
}

void transfer_counts(transfer *t, const char *name, long *x, long n, transfer_range range) {
  unsigned char *at = item(t, name, TRANSFER_COUNT, n, 8);
  for (long i = 0, value; at && i < n; i++, at += 8) {
    if (!t->in)
      put_word(at, (uint64_t)(int64_t)x[i]);
    else if (get_within(t, name, at, range, &value))
      x[i] = value;
    else
      return;
  }
}

void transfer_flags(transfer *t, const char *name, bool *x, long n) {
  unsigned char *at = item(t, name, TRANSFER_FLAG, n, 1);
  for (long i = 0; at && i < n; i++)
    if (!t->in)
      at[i] = x[i];
    else if (at[i] <= 1)
      x[i] = at[i];
    else
      transfer_refuse(t, name);
}

void transfer_bytes(transfer *t, const char *name, void *x, long n) {
  unsigned char *at = item(t, name, TRANSFER_BYTE, n, 1);
  if (!at || n == 0)
    return;
  memcpy(t->in ? x : at, t->in ? at : x, (size_t)n);
}

void transfer_length(transfer *t, const char *name, long *n, size_t each) {
  long most = t->in ? (long)((t->size - t->at)/each) : LONG_MAX;
  transfer_counts(t, name, n, 1, (transfer_range){0, most});
}

// NULL has the length -1
void transfer_text(transfer *t, const char *name, const char **text, arena *a) {
  long length = !t->in && *text ? (long)strlen(*text) : -1;
  transfer_counts(t, name, &length, 1, (transfer_range){-1, LONG_MAX});
  if (t->in)
    *text = NULL;
  if (length < 0 || t->failed)
    return;
  unsigned char *at = item(t, name, TRANSFER_TEXT, length, 1);
  if (at && !t->in)
    memcpy(at, *text, (size_t)length);
  if (at && t->in && memchr(at, 0, (size_t)length))
    transfer_refuse(t, name);
  if (at && t->in && !t->failed && !(*text = arena_text(a, (const char *)at, (size_t)length)))
    t->failed = true;
}

// ---------------------------------------------------------------------------------------------
// structs

bool transfer_covers(const transfer_field *fields, int n, size_t size) {
  enum { widest = sizeof(double) };  // of pointers, numbers and counts
  size_t end = 0;
  for (int i = 0; i < n; i++) {
    size_t align = fields[i].kind == TRANSFER_NOT ? widest : fields[i].each;
    if (fields[i].at < end || fields[i].at - end >= align)
      return false;
    end = fields[i].at + fields[i].size;
  }
  return end <= size && size - end < widest;
}

static void transfer_one(transfer *t, char *x, const transfer_field *f) {
  long n = (long)(f->size/f->each);
  void *at = x + f->at;
  switch (f->kind) {
  case TRANSFER_NUMBER: transfer_numbers(t, f->name, at, n); break;
  case TRANSFER_INTEGER: transfer_integers(t, f->name, at, n, f->range); break;
  case TRANSFER_COUNT: transfer_counts(t, f->name, at, n, f->range); break;
  case TRANSFER_FLAG: transfer_flags(t, f->name, at, n); break;
  case TRANSFER_BYTE: transfer_bytes(t, f->name, at, n); break;
  case TRANSFER_TEXT:
  case TRANSFER_NOT: break;
  }
}

void transfer_record(transfer *t, void *record, size_t size, const transfer_field *fields, int n) {
  assert(transfer_covers(fields, n, size));
  (void)size;  // without assertions
  for (int i = 0; i < n; i++)
    transfer_one(t, record, &fields[i]);
}

void transfer_records(transfer *t, void *records, long count, size_t size,
                      const transfer_field *fields, int n) {
  for (long i = 0; i < count; i++)
    transfer_record(t, (char *)records + (size_t)i*size, size, fields, n);
}

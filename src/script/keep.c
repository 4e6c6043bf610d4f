#include "script/keep.h"

#include "base/text.h"
#include "script/limits.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char format[16] = "noslip table 2\n";

// of all sources of the library, the compiler and its options: cmake/digest.cmake
static const char built[] =
#include "library_digest.inl"
    ;

// ---------------------------------------------------------------------------------------------
// the key

static void add_text(sha256 *h, const char *text) {
  sha256_add(h, text ? text : "-", strlen(text ? text : "-") + 1);
}

static void add_number(sha256 *h, double x) {
  char buffer[32];
  add_text(h, text_number(buffer, x));
}

static void add_settings(sha256 *h, const noslip_setting *list, int n) {
  add_number(h, n);
  for (int i = 0; i < n; i++) {
    add_text(h, list[i].name);
    add_text(h, list[i].value);
  }
}

static void add_samples(sha256 *h, const script_part *p) {
  add_number(h, p->nsample);
  for (int i = 0; i < p->nsample; i++) {
    add_text(h, p->keys[i]);
    add_number(h, p->ranges[i].low);
    add_number(h, p->ranges[i].high);
  }
}

void keep_library(unsigned char digest[sha256_size]) {
  sha256 h;
  sha256_begin(&h);
  add_text(&h, format);
  add_text(&h, noslip_version());
  add_text(&h, built);
  sha256_end(&h, digest);
}

void keep_key(script_part *p, const noslip_model *model, const unsigned char *library) {
  unsigned char digest[sha256_size];
  sha256 h;
  sha256_begin(&h);
  sha256_add(&h, library, sha256_size);
  add_text(&h, noslip_model_text(model));
  add_settings(&h, p->set, p->nset);
  add_settings(&h, p->init, p->ninit);
  add_text(&h, p->method);
  for (int i = 0; i < ITEM_KINDS; i++)
    add_number(&h, p->numbers[i]);
  add_samples(&h, p);
  add_text(&h, p->from->section);
  add_number(&h, p->from->project);
  add_number(&h, p->from->kind);
  sha256_end(&h, digest);
  sha256_text(digest, p->key);
}

// ---------------------------------------------------------------------------------------------
// reading

static bool get(FILE *file, void *to, size_t size) {
  return fread(to, 1, size, file) == size;
}

static const char *get_name(FILE *file, arena *a) {
  enum { longest = 4096 };
  uint32_t length;
  if (!get(file, &length, sizeof length) || length >= longest)
    return NULL;
  char *name = ARENA_ARRAY(a, char, length + 1);
  return name && get(file, name, length) ? name : NULL;
}

static bool get_column(FILE *file, arena *a, script_table *t) {
  script_column_of *c = &t->columns[t->ncolumn++];
  uint32_t kind;
  int64_t rows;  // of its own, -1: those of the table
  c->name = get_name(file, a);
  if (!c->name || !get(file, &kind, sizeof kind) || kind > KEPT_MULTIPLIER ||
      !get(file, &rows, sizeof rows) || rows < -1 || rows > limit_rows)
    return false;
  c->kind = (table_kind)kind;
  c->apart = rows >= 0;
  c->rows = c->apart ? (long)rows : 0;
  c->x = ARENA_ARRAY(a, double, kept_rows(t, c) + 1);
  return c->x && get(file, c->x, (size_t)kept_rows(t, c)*sizeof *c->x);
}

static bool get_number(FILE *file, arena *a, script_table *t) {
  script_number_of *n = &t->numbers[t->nnumber++];
  n->name = get_name(file, a);
  return n->name && get(file, &n->value, sizeof n->value);
}

static bool get_table(FILE *file, arena *a, script_table *t) {
  char begin[sizeof format];
  int64_t sizes[3];  // columns, rows, numbers
  if (!get(file, begin, sizeof begin) || memcmp(begin, format, sizeof format) != 0 ||
      !get(file, sizes, sizeof sizes))
    return false;
  bool fits = sizes[0] >= 1 && sizes[0] <= 2*limit_columns && sizes[1] >= 0 &&
              sizes[1] <= limit_rows && sizes[2] >= 0 && sizes[2] <= limit_columns;
  *t = (script_table){.nrow = fits ? (long)sizes[1] : 0};
  t->columns = fits ? ARENA_ARRAY(a, script_column_of, sizes[0]) : NULL;
  t->numbers = fits ? ARENA_ARRAY(a, script_number_of, sizes[2] + 1) : NULL;
  bool good = t->columns && t->numbers;
  while (good && t->ncolumn < sizes[0])
    good = get_column(file, a, t);
  while (good && t->nnumber < sizes[2])
    good = get_number(file, a, t);
  return good;
}

// when a file was written; 0: it is not known
static double time_of(FILE *file) {
  struct stat info;
  if (fstat(fileno(file), &info) != 0)
    return 0;
  return (double)info.st_mtim.tv_sec + 1e-9*(double)info.st_mtim.tv_nsec;
}

bool keep_find(const cache *c, script_part *p, double since) {
  char path[cache_path];
  FILE *file = cache_find(c, p->key, path) ? fopen(path, "rb") : NULL;
  if (!file)
    return false;
  p->when = time_of(file);
  bool good = p->when >= since && get_table(file, &p->arena, &p->table);
  fclose(file);
  if (!good) {
    p->table = (script_table){0};
    p->arena.failed = false;
  }
  return good;
}

// ---------------------------------------------------------------------------------------------
// writing

static bool put(FILE *file, const void *from, size_t size) {
  return fwrite(from, 1, size, file) == size;
}

static bool put_name(FILE *file, const char *name) {
  uint32_t length = (uint32_t)strlen(name);
  return put(file, &length, sizeof length) && put(file, name, length);
}

static bool put_table(FILE *file, const script_table *t) {
  int64_t sizes[3] = {t->ncolumn, t->nrow, t->nnumber};
  bool good = put(file, format, sizeof format) && put(file, sizes, sizeof sizes);
  for (int i = 0; good && i < t->ncolumn; i++) {
    const script_column_of *c = &t->columns[i];
    uint32_t kind = c->kind;
    int64_t rows = c->apart ? c->rows : -1;
    good = put_name(file, c->name) && put(file, &kind, sizeof kind) &&
           put(file, &rows, sizeof rows) && put(file, c->x, (size_t)kept_rows(t, c)*sizeof *c->x);
  }
  for (int i = 0; good && i < t->nnumber; i++)
    good = put_name(file, t->numbers[i].name) && put(file, &t->numbers[i].value, sizeof(double));
  return good;
}

bool keep_table(const cache *c, const script_part *p) {
  enum { largest = 1 << 23 };  // numbers: 64 MB
  cache_work work;
  if (p->table.trouble || p->table.nrow > largest/p->table.ncolumn || !cache_begin(c, &work))
    return false;
  int made = openat(work.at, "table", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  FILE *file = made >= 0 ? fdopen(made, "wb") : NULL;
  if (!file && made >= 0)
    close(made);
  bool good = file && put_table(file, &p->table);
  good = file && fclose(file) == 0 && good && cache_keep(c, p->key, &work, "table");
  cache_end(c, &work);
  return good;
}

// Tests of src/base/transfer.h: what is written is what is read, and nothing else is.

#include "tests/support/check.h"

#include "base/transfer.h"

#include <math.h>

typedef struct thing {
  bool known;
  int place;
  long count;
  double x, y[3];
  const char *name;
  char text[5];
} thing;

static const transfer_field fields[] = {
    TRANSFER_FIELD(thing, known), TRANSFER_WITHIN(thing, place, -1, 7),
    TRANSFER_FIELD(thing, count), TRANSFER_FIELD(thing, x),
    TRANSFER_FIELD(thing, y),     TRANSFER_SKIP(thing, name),
    TRANSFER_FIELD(thing, text),
};
enum { nfield = sizeof fields/sizeof *fields };

static transfer write_thing(const memory *m, thing *t) {
  transfer out = transfer_out(m);
  TRANSFER_RECORD(&out, t, fields);
  transfer_text(&out, "name", &t->name, NULL);
  assert_true(transfer_is_whole(&out));
  return out;
}

static bool read_thing(const transfer *from, size_t size, thing *t, arena *a) {
  transfer in = transfer_in(from->bytes, size, from->memory);
  TRANSFER_RECORD(&in, t, fields);
  transfer_text(&in, "name", &t->name, a);
  return transfer_is_whole(&in);
}

static const thing example = {true,  -1,    1L << 40, -0.0, {1, (double)INFINITY, 5e-324},
                              "top", "abcd"};

static void what_is_written_is_read(void **unused) {
  (void)unused;
  memory m = memory_default();
  arena a;
  thing from = example, to = {0};
  arena_init(&a, &m);
  transfer t = write_thing(&m, &from);
  assert_true(read_thing(&t, t.size, &to, &a));
  assert_true(to.known && to.place == -1 && to.count == 1L << 40 && signbit(to.x));
  assert_memory_equal(to.y, from.y, sizeof to.y);
  assert_string_equal(to.name, "top");
  assert_string_equal(to.text, "abcd");
  transfer_free(&t);
  arena_free(&a);
}

// of any bytes
static void bytes_that_are_cut_or_changed_do_not_fit(void **unused) {
  (void)unused;
  memory m = memory_default();
  arena a;
  thing from = example, to = {0};
  arena_init(&a, &m);
  transfer t = write_thing(&m, &from);
  for (size_t n = 0; n < t.size; n++)
    assert_false(read_thing(&t, n, &to, &a));
  for (size_t i = 0; i < t.size; i++) {
    t.bytes[i] ^= 0x40;
    read_thing(&t, t.size, &to, &a);
    assert_true(to.place >= -1 && to.place <= 7);
    t.bytes[i] ^= 0x40;
  }
  transfer_free(&t);
  arena_free(&a);
}

// The table of a struct names all its fields. Its twins have lost one. What is as short as the
// padding that would be in its place, as an integer between a flag and a long, is not missed.
static void a_table_names_every_field(void **unused) {
  (void)unused;
  assert_true(transfer_covers(fields, nfield, sizeof(thing)));
  transfer_field less[nfield];
  for (int lost = 2; lost < nfield - 1; lost++) {
    int n = 0;
    for (int i = 0; i < nfield; i++)
      if (i != lost)
        less[n++] = fields[i];
    assert_false(transfer_covers(less, n, sizeof(thing)));
  }
  assert_false(transfer_covers(fields, nfield - 1, sizeof(thing)));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read),
      cmocka_unit_test(bytes_that_are_cut_or_changed_do_not_fit),
      cmocka_unit_test(a_table_names_every_field),
  };
  return check_run(argc, argv, tests);
}

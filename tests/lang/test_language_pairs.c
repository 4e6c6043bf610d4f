// Tests of contacts of pairs: contact pair[i,j] for i < j in 1..n within d: gap >= 0.

#include "tests/support/language.h"

#include "expr/diff.h"

#define BALLS                                                                          \
  "model m\nparam r = 0.5, k = 2\nconst n = 4\ncoord x[1..n], y[0..n+1], s, a[1..2]\n" \
  "lagrangian dot(x', x') + dot(y', y') + s'^2 + dot(a', a')\n"
#define GAP "sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2) >= 2*r"

// the value of an expression of a law for the pair (i, j), with the values of the start
static double law_value(const reading *r, const contact_pairs *p, expr e, int i, int j) {
  const model_system *s = r->model;
  for (int k = 0; k < p->slots.count; k++) {
    const pair_slot *slot = &p->slots.list[k];
    int at = (slot->side == 0 ? i : j) - p->first[slot->side];
    expr from[] = {slot->q, slot->v, slot->p};
    expr to[] = {s->positions.list[slot->position + at].symbol,
                 s->velocities.list[slot->velocity + at].symbol,
                 s->momenta.list[slot->velocity + at].symbol};
    assert_true(diff_substitute(s->graph, &e, 1, from, to, 3, &e));
  }
  return reading_value(r, e);
}

// --- what is read --------------------------------------------------------------------------------

// the law of a pair is that of a contact with the indices written out
static void a_law_stands_for_all_pairs(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, BALLS "for i in 1..n { for j in i+1..n {\n  contact single[i,j]: " GAP
                ", friction k + t along (x[i] - x[j])*(y'[i] - y[j]') - x[i]'\n} }\n"
                "contact pair[i,j] for i < j in 1..n within 3*r: " GAP ", restitution r,\n"
                "  friction k + t along (x[i] - x[j])*(y'[i] - y[j]') - x[i]'\n"
                "init x = [1, 4, 2, 8], y = [0, 5, 7, 1, 3, 0], x' = [1, 2, 3, 4]\n"
                "init y' = [0, 3, 5, 9, 2, 0]");
  assert_int_equal(s->pairs.count, 1);
  assert_int_equal(s->contacts.count, 6);
  assert_int_equal(s->class, CLASS_CONTACT);
  const contact_pairs *p = &s->pairs.list[0];
  assert_string_equal(p->law.label, "pair");
  assert_true(p->ordered && p->first[0] == 1 && p->last[0] == 4 && p->last[1] == 4);
  check_near(p->within, 1.5, 0);
  check_near(p->law.restitution, 0.5, 0);
  assert_int_equal(p->law.multiplier, -1);
  assert_int_equal(p->slots.count, 4);
  int c = 0;
  for (int i = 1; i <= 4; i++)
    for (int j = i + 1; j <= 4; j++, c++) {
      const contact *one = &s->contacts.list[c];
      const friction *f = &p->law.frictions[0], *g = &one->frictions[0];
      check_near(law_value(&r, p, p->law.gap, i, j), reading_value(&r, one->gap), 0);
      check_near(law_value(&r, p, f->mu, i, j), reading_value(&r, g->mu), 0);
      check_near(law_value(&r, p, f->slip[0], i, j), reading_value(&r, g->slip[0]), 0);
    }
  reading_end(&r);
}

// through functions, lists and primes of expressions; symbols are called as they are written
static void functions_take_indices_of_pairs(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, BALLS "let P(h) = [x[h], y[h]]\nlet d(i, j) = P(i) - P(j)\n"
                "contact pair[b,c] for b < c in 1..n within 2: norm(d(b, c)) >= 2*r,\n"
                "  friction k along dot(d(c, b), P(b)')\ninit x = [1, 4, 2, 8], x' = [1, 1, 1, 1]");
  const contact_pairs *p = &s->pairs.list[0];
  assert_string_equal(reading_show(&r, p->law.gap), "sqrt((x[b] - x[c])^2 + (y[b] - y[c])^2) - 1");
  check_near(law_value(&r, p, p->law.frictions[0].slip[0], 1, 2), 3, 0);
  reading_end(&r);
}

// two ranges of the same families; axes that are given
static void ranges_and_axes(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, BALLS "contact pair[i,j] for i in 1..2, j in 3..n within 2: " GAP "\n"
                "contact flat[i,j] for i < j in 2..3 within k in y: abs(y[i] - y[j]) >= x[i]/9\n"
                "contact none[i,j] for i < j in 1..1 within 2: " GAP);
  const contact_pairs *p = s->pairs.list;
  assert_false(p[0].ordered);
  assert_true(p[0].first[0] == 1 && p[0].last[0] == 2 && p[0].first[1] == 3 && p[0].last[1] == 4);
  assert_int_equal(p[0].naxis, 2);
  assert_string_equal(s->coords.list[p[0].axis[0][0]].name, "x");
  assert_string_equal(s->coords.list[p[0].axis[1][1]].name, "y");
  for (int k = 0; k < p[0].slots.count; k++) {
    const pair_slot *slot = &p[0].slots.list[k];
    const coord_item *c = &s->coords.list[slot->item];
    assert_int_equal(slot->position, c->position + p[0].first[slot->side] - c->first);
    assert_int_equal(slot->velocity, c->velocity + p[0].first[slot->side] - c->first);
  }
  assert_int_equal(p[1].naxis, 1);
  assert_string_equal(s->coords.list[p[1].axis[0][1]].name, "y");
  assert_int_equal(p[2].last[0], 1);
  reading_end(&r);
}

// large and small balls with coordinates of their own; their ranges may have indices in common
static void bodies_of_two_kinds(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r,
      BALLS "contact c[i,j] for i in 2..n, j in 1..2 within 4*r in a[j] - x[i]: abs(x[i] - a[j]) "
            ">= 3*r, friction 1 along x[i]' + a[j]'*y[i]\n"
            "init x = [1, 4, 2, 8], a = [5, 6], a' = [7, 9], y = [0, 1, 2, 3, 4, 5]");
  const contact_pairs *p = &s->pairs.list[0];
  assert_int_equal(p->naxis, 1);
  assert_string_equal(s->coords.list[p->axis[0][0]].name, "x");
  assert_string_equal(s->coords.list[p->axis[0][1]].name, "a");
  check_near(law_value(&r, p, p->law.gap, 4, 2), 0.5, 0);
  check_near(law_value(&r, p, p->law.frictions[0].slip[0], 3, 2), 27, 0);
  reading_end(&r);
}

// an angle is no distance, a gap with a hamiltonian has momenta
static void angles_and_momenta(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\ncoord q[1..3] momentum p[1..3], a[1..3]: angle momentum l[1..3]\n"
          "hamiltonian dot(p, p) + dot(l, l)\n"
          "contact pair[i,j] for i < j in 1..3 within 2:\n"
          "  abs(q[i] - q[j]) >= 1 + sin(a[i] - a[j])/2, friction 1 along q[i]' - p[j]*cos(a[i])\n"
          "init q = [0, 3, 6], p = [5, 6, 7]");
  const contact_pairs *p = &s->pairs.list[0];
  assert_int_equal(p->naxis, 1);
  check_near(law_value(&r, p, p->law.gap, 1, 3), 5, 0);
  assert_int_equal(expr_kinds(s->graph, p->law.frictions[0].slip[0]),
                   KIND_COORD | KIND_VELOCITY | KIND_MOMENTUM);
  reading_end(&r);
}

// --- what is refused -----------------------------------------------------------------------------

#define AT(text) BALLS "contact pair[i,j] for " text

static void forms_of_pairs(void **state) {
  (void)state;
  static const char form[] =
      "it is written as in: contact pair[i,j] for i < j in 1..n within 3*r: gap >= 0";
  static const mistake rows[] = {
      {AT("i < j in 1..n: x[i] >= 0"), 6, 36, "expected `within`, found `:`",
       "say how far apart two bodies may be: within 3*r"},
      {AT("i < j: x[i] >= 0"), 6, 28, "expected `in`, found `:`", form},
      {AT("i in 1..n within 1: x[i] >= 0"), 6, 33, "expected `,`, found `within`", form},
      {AT("i <= j in 1..n within 1: x[i] >= 0"), 6, 25, "expected `in`, found `<=`", form},
      {AT("i < j in 1..n within 1 x[i] >= 0"), 6, 46, "missing operator between `1` and `x`",
       "write * to multiply"},
      {AT("1 < j in 1..n within 1: x[i] >= 0"), 6, 23, "expected a name, found `1`", form},
      {AT("i < j in 1..n within 1 in 2: x[i] >= 0"), 6, 49,
       "expected a family of coordinates, found `2`", form},
      {AT("i < j in 1..n within 1 in x[i]: x[i] >= 0"), 6, 53, "expected `-`, found `:`", form},
      {BALLS "contact pair for i < j in 1..n within 3: " GAP, 6, 9,
       "the name of a contact of pairs has their two indices", "write pair[i,j]"},
      {BALLS "contact pair[j,i] for i < j in 1..n within 3: " GAP, 6, 9,
       "the name of a contact of pairs has their two indices", "write pair[i,j]"},
      {BALLS "holonomic c[i] for i < j in 1..n within 3: x[i] = 0", 6, 16,
       "expected `:` after the name, found `for`", "give it a name: holonomic NAME: ..."},
  };
  mistakes_hold("", rows, reading_fails);
}

static void indices_of_pairs(void **state) {
  (void)state;
  static const char only[] = "only families of coordinates take it, as in x[i]: parameters and "
                             "constants are the same for all pairs";
  static const mistake rows[] = {
      {AT("i < j in 1..n within 3: x[i] - x[j+1] >= 0"), 6, 56,
       "an index of a pair cannot be calculated with", "write x[i], with the index alone"},
      {AT("i < j in 1..n within 3: i*(x[i] - x[j]) >= 0"), 6, 47,
       "the index `i` of a pair stands in brackets only", only},
      {AT("i < j in 1..n within 3: [1, 2, 3, 4][i] + x[j] >= 0"), 6, 60,
       "the index `i` of a pair is not for this", only},
      {AT("i < j in 1..n within 3: (2*x)[i] + x[j] >= 0"), 6, 53,
       "the index `i` of a pair is not for this", only},
      {AT("i < j in 1..n within 3: x[i] - x[j] - s >= 0"), 6, 47,
       "a contact of pairs cannot contain `s`",
       "write it with entries at its two indices, or as single contacts"},
      {AT("i < j in 1..n within 3: x[i] - x[j] - x[1] >= 0"), 6, 47,
       "a contact of pairs cannot contain `x[1]`",
       "write it with entries at its two indices, or as single contacts"},
      {AT("i < j in 1..n within 3: " GAP ",\n  friction k along x[i]' + s'"), 7, 20,
       "a contact of pairs cannot contain `s'`",
       "write it with entries at its two indices, or as single contacts"},
      {AT("i < j in 1..n within 3: " GAP ",\n  friction k*s along x[i]'"), 7, 12,
       "a contact of pairs cannot contain `s`",
       "write it with entries at its two indices, or as single contacts"},
      {AT("i < j in 1..n within 3: " GAP ",\n  restitution i/9"), 7, 15,
       "the restitution cannot contain the index `i`", "write it with numbers and constants"},
      {AT("i < j in 1..n+1 within 3: " GAP), 6, 57,
       "the index `i` goes from 1 to 5, outside x[1..4]",
       "let the range of the pairs lie inside that of the coordinates"},
      {AT("i < j in 1..k within 3: " GAP), 6, 35,
       "the end of a range cannot depend on the parameter `k`", "declare it with `const`"},
      {AT("i < i in 1..n within 3: " GAP), 6, 27, "the two indices of a pair have the same name",
       "write i < j"},
      {BALLS "contact pair[i,s] for i < s in 1..n within 3: " GAP, 6, 27,
       "`s` is already a coordinate (line 4)", "choose another name for the index"},
      {AT("i in 1..3, j in 3..n within 3: " GAP), 6, 39,
       "the two ranges have entries in common, from 3 to 3",
       "pairs of one range are: for i < j in 1..3"},
      {AT("i < j in 1..n within 3: " GAP "\nobserve b = x[i]"), 7, 15, "unknown name `i`",
       "declare it above with `param`, `coord` or `let`"},
  };
  mistakes_hold("", rows, reading_fails);
}

static void distances_of_pairs(void **state) {
  (void)state;
  static const mistake rows[] = {
      {AT("i < j in 1..n within 0: " GAP), 6, 44,
       "the distance after `within` is positive, this is 0",
       "write a distance beyond which two bodies do not touch, as 3*r"},
      {AT("i < j in 1..n within s: " GAP), 6, 44,
       "the distance after `within` cannot contain the coordinate `s`",
       "write it with numbers and constants"},
      {AT("i < j in 1..n within r: " GAP), 6, 44, "", ""},
      {AT("i < j in 1..n within 3: x[i] >= y[j]"), 6, 47,
       "no coordinate occurs in the gap at both `i` and `j`",
       "write the gap with a coordinate at both: x[i] - x[j]"},
      {AT("i in 1..n, j in 1..2 within 3: x[i] >= a[j]"), 6, 54,
       "no coordinate occurs in the gap at both `i` and `j`",
       "say what tells them apart: within d in x[i] - X[j]"},
      {AT("i in 1..n, j in 1..2 within 3 in x[i] - a[i]: x[i] >= a[j]"), 6, 63,
       "an axis has an entry of each of the two bodies", "write x[i] - x[j]"},
      {AT("i in 1..n, j in 1..2 within 3 in x[i] - a: x[i] >= a[j]"), 6, 63,
       "an axis has an entry of each of the two bodies", "write x[i] - x[j]"},
      {AT("i in 1..n, j in 1..2 within 3 in x[1] - a[j]: x[i] >= a[j]"), 6, 56,
       "an axis has the index of one of the two bodies", "write x[i] or x[j]"},
      {AT("i < j in 1..2 within 3 in x[i] - a[j]: x[i] >= a[j]"), 6, 49,
       "bodies of one range have the same coordinates",
       "take two ranges: for i in 1..n, j in 1..k"},
      {AT("i in 1..n, j in 1..3 within 3 in x[i] - a[j]: x[i] >= 0"), 6, 56,
       "the index `j` goes from 1 to 3, outside a[1..2]",
       "let the range of the pairs lie inside that of the coordinates"},
      {AT("i < j in 1..n within 3 in s: " GAP), 6, 49,
       "`s` is a coordinate, not a family of coordinates",
       "write families of coordinates: within d in x, y"},
      {AT("i < j in 1..n within 3 in r: " GAP), 6, 49,
       "`r` is a parameter, not a family of coordinates",
       "write families of coordinates: within d in x, y"},
      {AT("i < j in 1..n within 3 in z: " GAP), 6, 49, "unknown name `z`",
       "declare it above with `param`, `coord` or `let`"},
      {AT("i < j in 1..n within 3 in x, y, x: " GAP), 6, 55, "`x` is given twice",
       "delete one of them"},
      {AT("i < j in 1..n within 3 in x, a: " GAP), 6, 52,
       "the index `i` goes from 1 to 4, outside a[1..2]",
       "let the range of the pairs lie inside that of the coordinates"},
      {"model m\ncoord a[1..2], b[1..2], c[1..2], d[1..2]\ncontact pair[i,j] for i < j in 1..2 "
       "within 3: a[i]*a[j] + b[i]*b[j] + c[i]*c[j] + d[i]*d[j] >= 0",
       3, 47, "more than 3 coordinates would tell how far apart two bodies are",
       "say which: within d in x, y, z"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    if (rows[i].sentence[0])
      mistakes_hold_("", &rows[i], 1, reading_fails, __FILE__, __LINE__);
    else {  // the gap is a number of that size
      failure why = {0};
      reading_fails(rows[i].text, &why);
      check_text(why.sentence, "m.noslip:6:44: error: bodies that differ by 0.5 in `");
      check_text(why.sentence, "can touch: the gap is -0.");
    }
}

// Just beyond the distance where two balls touch is far enough, and just below it is not.
static void distances_are_tested_with_numbers(void **state) {
  (void)state;
  reading r;
  reading_good(&r, AT("i < j in 1..n within 1.0001*2*r: " GAP));
  reading_end(&r);
  reading_text(&r, AT("i < j in 1..n within 0.9*2*r: " GAP), NULL);
  check_text(r.why.sentence, "can touch");
  reading_end(&r);
}

static void places_of_pairs(void **state) {
  (void)state;
  static const mistake rows[] = {
      {BALLS "for q in 1..2 { contact pair[i,j] for i < j in 1..n within 3: " GAP " }", 6, 35,
       "a contact of pairs cannot stand inside `for`", "write it before or after the loop"},
      {AT("i < j in 1..n within 3: " GAP "\n  multiplier N"), 7, 14,
       "the multipliers of a contact of pairs have no name",
       "delete the clause; the output has all of them by their labels"},
      {"model m\nstate y\ncontact pair[i,j] for i < j in 1..n within 3: y >= 0", 3, 1,
       "a contact needs coordinates", "declare them above with `coord`"},
      {AT("i < j in 1..n within 3: " GAP "\ncontact pair: s >= 0"), 7, 9, "`pair` is used twice",
       "the first is on line 6"},
      {AT("i < j in 1..n within 3: " GAP "\ncontact pair[7]: s >= 0"), 7, 9,
       "`pair[7]` is used twice", "the first is on line 6"},
      {BALLS "holonomic pair[7]: s = 0\ncontact pair[i,j] for i < j in 1..n within 3: " GAP, 7, 9,
       "`pair[7]` is used twice", "the first is on line 6"},
      {AT("i < j in 1..n within 3: " GAP "\nnonholonomic c: s' = 0 while pair[1,2]"), 7, 30,
       "`pair[1,2]` is one of a contact of pairs",
       "declare the contact of these two bodies as a single one"},
  };
  mistakes_hold("", rows, reading_fails);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_law_stands_for_all_pairs),
      cmocka_unit_test(functions_take_indices_of_pairs),
      cmocka_unit_test(ranges_and_axes),
      cmocka_unit_test(bodies_of_two_kinds),
      cmocka_unit_test(angles_and_momenta),
      cmocka_unit_test(forms_of_pairs),
      cmocka_unit_test(indices_of_pairs),
      cmocka_unit_test(distances_of_pairs),
      cmocka_unit_test(distances_are_tested_with_numbers),
      cmocka_unit_test(places_of_pairs),
  };
  return check_run(argc, argv, tests);
}

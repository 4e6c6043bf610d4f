// Strips of frames: how shapes are seen, in which order, and what gnuplot gets.

#include "tests/support/trial.h"

#include "output/curve_style.h"
#include "output/strip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// a film of a model, and the page it becomes
typedef struct scene {
  trial trial;
  noslip_shapes *shapes;
  film film;
  strip strip;
  strip_page page;
  bool made;
  char why[256];
} scene;

// frames are as many steps apart as the last argument says
static void begin(scene *s, const char *text, const char *method, int nframe, long apart) {
  *s = (scene){.trial = trial_with(text, method, 0.05)};
  if (noslip_shapes_new(s->trial.r, &s->shapes) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(s->trial.c));
  assert_true(film_begin(&s->film, s->shapes));
  for (int i = 0; i < nframe; i++) {
    for (long k = 0; k < apart && i > 0; k++) {
      trial_advance(&s->trial, 1);
      noslip_shapes_look(s->shapes);
      film_trace(&s->film, s->shapes);
    }
    if (i == 0)
      film_trace(&s->film, s->shapes);
    assert_true(film_add(&s->film, s->shapes, noslip_time(s->trial.r)));
  }
  s->strip = (strip){
      .film = &s->film, .kind = FIGURE_SVG, .azimuth = strip_azimuth, .elevation = strip_elevation};
  s->made = strip_page_make(&s->page, &s->strip, s->why, sizeof s->why);
}

static void end(scene *s) {
  strip_page_free(&s->page);
  film_free(&s->film);
  noslip_shapes_free(s->shapes);
  trial_end(&s->trial);
}

// what gnuplot gets; the caller frees it
static char *written(const scene *s) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_true(s->made && strip_write(out, &s->page));
  fclose(out);
  return text;
}

static int count(const char *text, const char *word) {
  int n = 0;
  for (; (text = strstr(text, word)); text += strlen(word))
    n++;
  return n;
}

#define PLANE                                                     \
  "model p\ncoord x, y, th\nlagrangian (x'^2 + y'^2 + th'^2)/2\n" \
  "init x = 1, y = 2, x' = 3, y' = -1, th' = 1\n"
#define SPACE                                           \
  "model s\ncoord c[1..3]\ncoord R: SO(3) velocity w\n" \
  "lagrangian (dot(c', c') + dot(w, w))/2\ninit c[1]' = 1, w = [1, 2, 3]\n"

static const char plane[] =
    PLANE "draw point [x, y]\ndraw rod [0, 0], [x, y]\ndraw spring [0, 0], [x, y]\n"
          "draw trail [x, y]\ndraw arrow [x, y], [x', y']\ndraw wheel [x, y], 1, th\n"
          "draw box [x, y], [1, 2], th\ndraw ball [x, y], 1\ndraw ellipsoid [x, y], [1, 2], th\n"
          "draw disk [x, y], 1, th\ndraw frame [x, y], 1, th\ndraw ground [0, 0], [0, 1]\n"
          "draw rod [0, 0], [1, 1] colour grey";
static const char space[] =
    SPACE "draw point c\ndraw rod [0, 0, 0], c\ndraw spring [0, 0, 0], c\ndraw trail c\n"
          "draw arrow c, w\ndraw wheel c, 1, R\ndraw box c, [1, 2, 3], R\ndraw ball c, 1, R\n"
          "draw ellipsoid c, [1, 2, 3], R\ndraw disk c, 1, R\ndraw cylinder c, [1, 2], R\n"
          "draw frame c, 1, R\ndraw ground [0, 0, 0], [0, 0, 1]";

// ---------------------------------------------------------------------------------------------
// how it is seen

static void the_view_is_a_rotation(void **state) {
  (void)state;
  const view v = view_of(true, 30, 22);
  double rows[3][3], eye[3];
  for (int c = 0; c < 3; c++) {
    const double axis[3] = {c == 0, c == 1, c == 2};
    double uv[2];
    view_project(&v, axis, uv);
    rows[0][c] = uv[0];
    rows[1][c] = uv[1];
    rows[2][c] = view_depth(&v, axis);
  }
  view_towards(&v, eye);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int c = 0; c < 3; c++)
        sum += rows[i][c]*rows[j][c];
      check_near(sum, i == j, 1e-15);
    }
    check_near(rows[2][i], eye[i], 1e-15);
  }
  assert_true(rows[1][2] > 0.9);  // z is upwards
}

// the last piece of this colour comes behind the last one of that
static size_t last_of(const sketch *k, unsigned colour) {
  size_t last = 0;
  for (size_t i = 0; i < k->npiece; i++)
    if (!k->pieces[i].look.filled && k->pieces[i].look.colour == colour)
      last = i + 1;
  assert_true(last > 0);
  return last;
}

// of two wheels the nearer one is drawn last, whichever stands first in the model
static void near_things_are_drawn_last(void **state) {
  (void)state;
  static const char *const order[] = {"draw wheel c + [0, -3, 0], 1 colour red\n"
                                      "draw wheel c + [0, 3, 0], 1 colour green",
                                      "draw wheel c + [0, 3, 0], 1 colour green\n"
                                      "draw wheel c + [0, -3, 0], 1 colour red"};
  for (int i = 0; i < 2; i++) {
    char text[512];
    scene s;
    snprintf(text, sizeof text, SPACE "%s", order[i]);
    begin(&s, text, "lobatto(2)", 1, 0);
    const sketch *k = &s.page.frames[0];
    assert_true(last_of(k, curve_style_colour("red")) > last_of(k, curve_style_colour("green")));
    end(&s);
  }
}

// faces that look away are not there: of a box at most three
static void hidden_faces_are_left_out(void **state) {
  (void)state;
  scene s;
  begin(&s, SPACE "draw box c, 1, R", "lobatto(2)", 8, 7);
  for (int i = 0; i < 8; i++)
    assert_true(s.page.frames[i].npiece >= 1 && s.page.frames[i].npiece <= 3);
  end(&s);
}

// ---------------------------------------------------------------------------------------------
// what gnuplot gets

// Every data block that is announced comes and ends; every number is one, and on the page.
static void check_commands(const scene *s) {
  char *text = written(s), *line = strstr(text, "\nplot ");
  int announced = count(text, "'-'"), ended = count(text, "\ne\n");
  assert_non_null(line);
  check_that(announced == ended, __FILE__, __LINE__, "%d blocks, %d ends\n", announced, ended);
  double x, y;
  for (line = strchr(line + 1, '\n'); line; line = strchr(line + 1, '\n'))
    if (sscanf(line, "%lf %lf", &x, &y) == 2) {
      assert_true(x > -1 && x < s->page.width + 1);
      assert_true(y > -1 && y < s->page.height + 1);
    }
  assert_null(strstr(text, "nan"));
  assert_null(strstr(text, "inf"));
  free(text);
}

static void every_block_ends(void **state) {
  (void)state;
  scene s;
  begin(&s, plane, "rk-gauss(2)", 5, 10);
  check_commands(&s);
  end(&s);
  begin(&s, space, "lobatto(2)", 5, 10);
  check_commands(&s);
  end(&s);
}

// one unit is as long upwards as across, and the same in all frames
// gnuplot draws the border of an area from point to point: the last one is the first
static void borders_are_closed(void **state) {
  (void)state;
  scene s;
  begin(&s, PLANE "draw box [x, y], [1, 2], th\n", "rattle", 1, 1);
  char *text = written(&s), *block = strstr(text, "\ne\n") + 3;
  double x[5][2] = {{0}};
  for (int i = 0; i < 5; i++)
    for (int c = 0; c < 2; c++)
      x[i][c] = strtod(block, &block);
  assert_true(x[4][0] == x[0][0] && x[4][1] == x[0][1]);
  assert_true(x[2][0] != x[0][0] && strncmp(block, "\n\ne\n", 4) == 0);
  free(text);
  end(&s);
}

static void scales_are_equal(void **state) {
  (void)state;
  scene s;
  begin(&s, PLANE "draw box [x, y], [2, 2]", "rk-gauss(2)", 6, 10);
  char *text = written(&s), *at = strstr(text, "\nplot ");
  for (int i = 0; i < 6; i++) {
    double x[4], y[4];
    at = strstr(at, "\ne\n") + 2;
    for (int k = 0; k < 4; k++) {
      assert_int_equal(sscanf(at, "%lf %lf", &x[k], &y[k]), 2);
      at = strchr(at + 1, '\n');
    }
    check_near(x[1] - x[0], 2*s.page.scale, 0.02);
    check_near(y[2] - y[1], 2*s.page.scale, 0.02);
    if (i < 5 && strstr(at, "\ne\n") == NULL)
      break;
    at -= 1;
  }
  free(text);
  end(&s);
}

static void numbers_that_are_none_are_left_out(void **state) {
  (void)state;
  scene s;
  begin(&s,
        PLANE "draw point [1/(t - 0.1), y]\ndraw point [x, y]\ndraw trail [sqrt(0.1 - t), y]\n"
              "draw ball [x, y], 1/(t - 0.1)\ndraw ground [0, 0], [0, t]",
        "rk-gauss(2)", 3, 2);
  check_commands(&s);
  end(&s);
  begin(&s, PLANE "draw point [sqrt(-1 - t), y]", "rk-gauss(2)", 2, 1);
  assert_false(s.made);
  check_text(s.why, "no finite numbers");
  end(&s);
}

// what does not move and has no size is drawn, too
static void nothing_moves(void **state) {
  (void)state;
  static const char *const list[] = {
      "draw point [0, 0]",   "draw point [1e9, 3e9]",
      "draw trail [0, 0]",   "draw arrow [0, 0], [0, 0]\ndraw point [0, 0]",
      "draw ball [0, 0], 0", "draw spring [1, 1], [1, 1]"};
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    char text[512];
    scene s;
    snprintf(text, sizeof text, PLANE "%s", list[i]);
    begin(&s, text, "rk-gauss(2)", 2, 1);
    if (s.made)
      check_commands(&s);
    end(&s);
  }
}

// ten thousand discs of one look are a few blocks
static void families_are_drawn_together(void **state) {
  (void)state;
  scene s;
  begin(&s,
        "model b\nconst n = 10000\ncoord x[1..n], y[1..n]\n"
        "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2)\n"
        "contact pair[i,j] for i < j in 1..n within 1 in x, y: "
        "norm([x[i] - x[j], y[i] - y[j]]) >= 1\n"
        "for i in 1..n { init x[i] = 2*mod(i, 100), y[i] = 2*floor(i/100) }\n"
        "for i in 1..n { draw disk [x[i], y[i]], 0.5 }\n",
        "moreau", 1, 0);
  char *text = written(&s);
  assert_int_equal(count(text, "'-'"), 2);
  free(text);
  end(&s);
}

// ---------------------------------------------------------------------------------------------
// trails

// a straight way needs all of its length, and ends where its point is
static void trails_go_from_start_to_now(void **state) {
  (void)state;
  scene s;
  begin(&s, PLANE "draw trail [x, y]", "rk-gauss(2)", 3, 100);
  for (int i = 0; i < 3; i++) {
    const film_way *w = &s.film.frames[i].ways[0];
    double t = s.film.frames[i].time;
    check_near(w->points[0], 1, 0);
    check_near(w->points[3*(w->n - 1)], 1 + 3*t, 1e-9);
    check_near(w->points[3*(w->n - 1) + 1], 2 - t, 1e-9);
  }
  end(&s);
}

// of a way that goes round and round the last part is left, and each of its lines is a step or two
static void long_trails_are_cut(void **state) {
  (void)state;
  scene s;
  begin(&s,
        "model c\ncoord x, y\nlagrangian (x'^2 + y'^2 - x^2 - y^2)/2\ninit x = 1, y' = 1\n"
        "draw trail [x, y]",
        "dla-cm", 2, 20000);
  const film_way *w = &s.film.frames[1].ways[0];
  double length = 0;
  for (size_t i = 1; i < w->n; i++) {
    double d =
        hypot(w->points[3*i] - w->points[3*i - 3], w->points[3*i + 1] - w->points[3*i - 2]);
    check_below(d, 0.11);
    length += d;
  }
  check_above(length, 20*2*sqrt(2));
  check_below(length, 31*2*sqrt(2));
  end(&s);
}

// The ground of a contact is drawn where its gap is zero, as far as bodies go and a little farther.
static void a_curved_ground_is_drawn(void **state) {
  (void)state;
  scene s;
  begin(&s,
        "model c\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
        "contact hill: y - cos(x) >= 0, restitution 0.5\ninit y = 2, x' = 1\n"
        "draw ground hill, [x, y]\ndraw ball [x, y], 0.2",
        "compose(euler-true, symmetric)", 3, 10);
  assert_true(film_find_ground(&s.film, s.shapes));
  const ground_lines *g = &s.film.ground;
  const sketch_box b = film_box(&s.film);
  double least = HUGE_VAL, most = -HUGE_VAL;
  assert_true(g->n > 20);
  for (size_t i = 0; i < 2*g->n; i++) {
    const double *x = g->points + 3*i;
    check_near(x[1], cos(x[0]), 1e-3);  // between corners of cells a straight line is followed
    least = fmin(least, x[0]);
    most = fmax(most, x[0]);
  }
  check_below(least, b.least[0]);
  check_above(most, 1.5);
  check_below(most, b.most[0] + 0.5);
  end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_view_is_a_rotation),
      cmocka_unit_test(near_things_are_drawn_last),
      cmocka_unit_test(hidden_faces_are_left_out),
      cmocka_unit_test(every_block_ends),
      cmocka_unit_test(borders_are_closed),
      cmocka_unit_test(scales_are_equal),
      cmocka_unit_test(numbers_that_are_none_are_left_out),
      cmocka_unit_test(nothing_moves),
      cmocka_unit_test(families_are_drawn_together),
      cmocka_unit_test(trails_go_from_start_to_now),
      cmocka_unit_test(long_trails_are_cut),
      cmocka_unit_test(a_curved_ground_is_drawn),
  };
  return check_run(argc, argv, tests);
}

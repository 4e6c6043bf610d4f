// Events in pictures: which marks are drawn, where, and what is read beside the rows.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "output/gnuplot.h"
#include "output/marks.h"

#include "tests/support/backends.h"
#include "tests/support/tool_models.h"

static const double ramp[] = {0, 10};

// one panel against time with these events
static char *script_of(const event_marks *events, int n, bool key) {
  curve c = {.x = ramp, .y = ramp, .n = 2};
  panel p = {.curves = &c,
             .ncurve = 1,
             .series = true,
             .xlabel = "t",
             .ylabel = "y",
             .events = events,
             .nevents = n,
             .events_key = key};
  figure page = {.panels = &p, .npanel = 1};
  place at;
  window w;
  char *text = NULL;
  size_t length = 0;
  FILE *to = open_memstream(&text, &length);
  figure_layout(&page, &at);
  assert_true(axes_window(&w, &p, &at) && gnuplot_write(to, &page, &at, &w));
  fclose(to);
  return text;
}

// Marks that would touch are one; what is outside or is no number is none. The twin: with room, all are
// drawn.
static void marks_keep_their_distance(void **state) {
  (void)state;
  double times[] = {-1, 0, 0.01, 0.02, 5, (double)NAN, 5.001, 9.999, 10, 11}, x[10];
  const event_marks m = {.times = times, .n = 10};
  const window narrow = {0, 10, 0, 1, 700, 300, false, false},
               wide = {0, 10, 0, 1, 7e6, 300, false, false};
  assert_int_equal(marks_thin(x, &m, &narrow), 3);
  assert_true(x[0] == 0 && x[1] == 5 && x[2] == 9.999);
  assert_int_equal(marks_thin(x, &m, &wide), 7);
}

// a thousand bounces in the end of the axis are not a thousand marks
static void many_events_are_few_marks(void **state) {
  (void)state;
  static double times[1000], x[1000];
  for (int i = 0; i < 1000; i++)
    times[i] = 10 - 10*pow(0.9, i);
  const event_marks m = {.times = times, .n = 1000};
  const window w = {0, 10, 0, 1, 800, 300, false, false};
  size_t n = marks_thin(x, &m, &w);
  check_below((double)n, 800.0/marks_distance);
  check_above((double)n, 20);
}

// six pixels above the axis, on both kinds of axes
static void marks_stand_at_the_axis(void **state) {
  (void)state;
  const window linear = {0, 1, -2, 4, 800, 300, false, false};
  const window powers = {0, 1, 1e-16, 1e-10, 800, 300, false, true};
  check_near(marks_height(&(panel){0}, &linear), -2 + 6*0.02, 1e-15);
  check_near(log10(marks_height(&(panel){.logarithmic = true}, &powers)), -16 + 0.12, 1e-12);
}

// kinds that have no mark here are not in the key; a panel without the key has no titles at all
static void key_names_what_is_drawn(void **state) {
  (void)state;
  double times[] = {1, 2};
  const event_marks events[] = {{"impact, land", times, 2, 0}, {"off", times, 0, 1}};
  char *script = script_of(events, 2, true), *without = script_of(events, 2, false),
       *none = script_of(NULL, 0, false);
  check_text(script, "pointtype 9 pointsize 0.9 linecolor '#404040' title \"impact\\054 land\"");
  check_text(without, "pointtype 9 pointsize 0.9 linecolor '#404040' notitle");
  assert_null(strstr(script, "off"));
  assert_null(strstr(without, "impact"));
  assert_null(strstr(none, "pointtype"));
  free(script);
  free(without);
  free(none);
}

// ---------------------------------------------------------------------------------------------
// the command

static const char rows[] = "t,y\n0,1\n1,0\n2,0.5\n3,0\n";
static const char header[] = "time,kind,name,impulse,energy_before,energy_after\n";

// what plot prints about rows.csv with these events beside it; the caller frees it
static char *plot_with(const char *events, const char *panel_word, char **warning) {
  const char *file = write_file("rows.csv", rows), *picture = in_folder("rows.svg");
  char text[1000];
  snprintf(text, sizeof text, "%s%s", header, events);
  write_file("rows.events.csv", text);
  result r = tool("plot", file, panel_word, "-o", picture);
  assert_int_equal(r.status, 0);
  *warning = r.err;
  return r.out;
}

static bool have_gnuplot(void) {
  return system("gnuplot --version >/dev/null 2>&1") == 0;
}

static void events_beside_the_rows_are_marked(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  char *warning, *out = plot_with("1,impact,floor,1,1,0.5\n2.5,off,\"pair[1,2]\",0,nan,\n"
                                  "3,land,floor,1,1,0\n3,unknown,floor,0,0,0\n",
                                  "y", &warning);
  check_text(out, "4 rows of ");
  check_text(out, ", 3 events of ");
  check_text(out, "rows.events.csv\n");
  assert_string_equal(warning, "");
  free(out);
  free(warning);
  char *svg = read_file(in_folder("rows.svg"));
  check_text(svg, "impact, land");
  check_text(svg, ">off<");
  free(svg);
}

// an empty file of events is one without marks
static void no_events_are_no_marks(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  char *warning, *out = plot_with("", "y", &warning);
  check_text(out, "rows.csv\n");
  assert_null(strstr(out, "event"));
  assert_string_equal(warning, "");
  free(out);
  free(warning);
}

// a file that is no table of events is told, and the picture is drawn without it
static void damaged_events_are_told(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  char *warning, *out = plot_with("1,impact\n", "y", &warning);
  assert_null(strstr(out, "event"));
  check_text(warning, "noslip: warning: ");
  check_text(warning, "rows.events.csv:2: 2 columns");
  free(out);
  free(warning);
}

// others may call a file like that: without times and kinds nothing is marked
static void other_tables_are_not_events(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  write_file("rows.csv", rows);
  write_file("rows.events.csv", "a,b\n1,2\n");
  result r = tool("plot", in_folder("rows.csv"), "y", "-o", in_folder("rows.svg"));
  assert_int_equal(r.status, 0);
  assert_null(strstr(r.out, "event"));
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(marks_keep_their_distance),
      cmocka_unit_test(many_events_are_few_marks),
      cmocka_unit_test(marks_stand_at_the_axis),
      cmocka_unit_test(key_names_what_is_drawn),
      cmocka_unit_test(events_beside_the_rows_are_marked),
      cmocka_unit_test(no_events_are_no_marks),
      cmocka_unit_test(damaged_events_are_told),
      cmocka_unit_test(other_tables_are_not_events),
  };
  return tool_run(argc, argv, tests);
}

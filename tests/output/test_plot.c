// Tests of `noslip plot`: the pieces that choose points, ranges and places, and the tool with
// gnuplot. Without gnuplot only the pieces are tested.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"
#include "tests/support/tool_models.h"

#include "output/gnuplot.h"

// ---------------------------------------------------------------------------------------------
// points

enum { many = 300000 };
static double x[many], y[many];
static long chosen[2*many];
static const window square = {-1, 1, -1, 1, 400, 400, false, false};

// t = 0 ... 1 and a fast swing with one spike
static curve fill_series(void) {
  for (int i = 0; i < many; i++) {
    x[i] = (double)i/(many - 1);
    y[i] = 0.5*sin(i);
  }
  y[12345] = 0.9;
  return (curve){.x = x, .y = y, .n = many};
}

// all but four points per pixel go, the spike stays
static void series_keep_their_extremes(void **state) {
  (void)state;
  curve c = fill_series();
  const window w = {0, 1, -1, 1, 500, 300, false, false};
  size_t n = thin_curve(chosen, &c, &w);
  check_below((double)n, 4*501 + 1);
  check_above((double)n, 1000);
  bool spike = false;
  for (size_t i = 0; i < n; i++) {
    spike = spike || chosen[i] == 12345;
    assert_true(i == 0 || chosen[i] > chosen[i - 1]);
  }
  assert_true(spike);
  assert_int_equal(chosen[0], 0);
  assert_int_equal(chosen[n - 1], many - 1);
}

static void short_curves_are_kept(void **state) {
  (void)state;
  static const double a[] = {0, 0.3, -0.8, 0.9}, b[] = {0, 0.9, 0.1, -0.7};
  curve c = {.x = a, .y = b, .n = 4};
  assert_int_equal(thin_curve(chosen, &c, &square), 4);
}

// what cannot be drawn is a gap, one for several
static void gaps_stay_gaps(void **state) {
  (void)state;
  const double a[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5};
  const double b[] = {0, (double)NAN, 1e301, 0.5, -(double)INFINITY, 0.2};
  curve c = {.x = a, .y = b, .n = 6};
  size_t n = thin_curve(chosen, &c, &square);
  assert_int_equal(n, 5);
  assert_true(chosen[0] == 0 && chosen[1] == -1 && chosen[2] == 3 && chosen[3] == -1);

  // the same for a trajectory
  curve d = {.x = b, .y = a, .n = 6};
  assert_int_equal(thin_curve(chosen, &d, &square), 5);
}

// points with marks are all drawn, however close
static void marked_points_are_kept(void **state) {
  (void)state;
  for (int i = 0; i < 64; i++) {
    x[i] = ldexp(1, -i);
    y[i] = i == 7 ? (double)NAN : x[i]*x[i];
  }
  curve c = {.x = x, .y = y, .n = 64, .marked = true};
  assert_int_equal(thin_curve(chosen, &c, &square), 64);
  assert_true(chosen[6] == 6 && chosen[7] == -1 && chosen[63] == 63);
  c.marked = false;
  check_below((double)thin_curve(chosen, &c, &square), 50);
}

// a slow circle: neighbours that fall on one pixel go
static void close_points_go(void **state) {
  (void)state;
  for (int i = 0; i < many; i++) {
    x[i] = cos(i*2e-5);
    y[i] = sin(i*2e-5);
  }
  curve c = {.x = x, .y = y, .n = many};
  size_t n = thin_curve(chosen, &c, &square);
  check_below((double)n, 2500);  // an arc of 6 times 200 pixels in steps of half a pixel
  check_above((double)n, 2000);
}

// a fast one: pieces are kept, and within a piece no point is left out
static void long_trajectories_are_kept_in_pieces(void **state) {
  (void)state;
  for (int i = 0; i < many; i++) {
    x[i] = cos(i*1.0)*(1 - 1e-6*i);
    y[i] = sin(i*1.0)*(1 - 1e-6*i);
  }
  curve c = {.x = x, .y = y, .n = many};
  size_t n = thin_curve(chosen, &c, &square);
  assert_int_equal(n, thin_most);
  for (size_t i = 1; i < n; i++)
    assert_true(chosen[i] == -1 || chosen[i - 1] == -1 || chosen[i] == chosen[i - 1] + 1);
  check_above((double)chosen[n - 2], many - 3);
}

// ---------------------------------------------------------------------------------------------
// axes and places

static const place wide = {
    .left = 100, .right = 900, .top = 20, .bottom = 420, .label = 92};  // 800 x 400 pixels

static window window_of(const double *a, const double *b, size_t n, panel p) {
  window w = {0};
  curve c = {.x = a, .y = b, .n = n};
  p.curves = &c;
  p.ncurve = 1;
  assert_true(axes_window(&w, &p, &wide));
  return w;
}

static void equal_scales_are_equal(void **state) {
  (void)state;
  const double a[] = {0, 1, 2}, b[] = {0, 5, 0};
  window w = window_of(a, b, 3, (panel){.equal = true});
  check_near((w.xmax - w.xmin)/800, (w.ymax - w.ymin)/400, 1e-12);
  assert_true(w.xmin < 0 && w.xmax > 2 && w.ymin < 0 && w.ymax > 5);
}

static void series_fill_their_width(void **state) {
  (void)state;
  const double a[] = {0, 1, 2}, b[] = {3, 3, 3};
  window w = window_of(a, b, 3, (panel){.series = true});
  assert_true(w.xmin == 0 && w.xmax == 2 && w.ymin < 3 && w.ymax > 3);
}

static void sizes_have_powers_of_ten(void **state) {
  (void)state;
  const double a[] = {0, 1, 2}, b[] = {3e-17, 2e-15, 1e-14};
  window w = window_of(a, b, 3, (panel){.series = true, .logarithmic = true});
  check_near(w.ymin*1e17, 1, 1e-9);
  check_near(w.ymax*1e13, 1, 1e-9);  // the largest number is not on the edge
}

// errors over steps: decades upwards, the same factor of air on both sides
static void double_logarithmic_axes_are(void **state) {
  (void)state;
  const double a[] = {0.2, 0.1, 0.05}, b[] = {4e-3, 1e-3, 2.5e-4};
  window w = window_of(a, b, 3, (panel){.logarithmic = true, .logarithmic_x = true});
  check_near(w.xmin/0.05, 0.2/w.xmax, 1e-12);
  assert_true(w.xmin < 0.05 && w.xmin > 0.04);
  check_near(w.ymin*1e4, 1, 1e-9);
  check_near(w.ymax*1e2, 1, 1e-9);

  // one step alone
  w = window_of(a, b, 1, (panel){.logarithmic = true, .logarithmic_x = true});
  assert_true(w.xmin > 0 && w.xmin < 0.1 && w.xmax > 0.4);
}

// given ends hold; the other axis shows what lies between; a line that leads through is seen
static void limits_hold(void **state) {
  (void)state;
  const double a[] = {0, 1, 2, 3}, b[] = {-10, 10, 4, 400}, c[] = {1, 1, 1, 1};
  const limits low = {.from = true, .to = true, .least = -1, .most = 1};
  const limits first = {.to = true, .most = 2}, last = {.from = true, .least = 3};
  window w = window_of(a, b, 4, (panel){.series = true, .ylimits = low});
  assert_true(w.xmin == 0 && w.xmax == 3 && w.ymin == -1 && w.ymax == 1);
  w = window_of(a, b, 4, (panel){.series = true, .xlimits = first});
  assert_true(w.xmin == 0 && w.xmax == 2 && w.ymin < -10 && w.ymax > 10 && w.ymax < 20);
  w = window_of(a, c, 4, (panel){.series = true, .xlimits = last, .ylimits = first});
  assert_true(w.xmin < w.xmax && w.ymin < 1 && w.ymax == 2);

  const limits high = {.from = true, .least = 500};
  curve k = {.x = a, .y = b, .n = 4};
  assert_false(axes_window(&w, &(panel){.curves = &k, .ncurve = 1, .ylimits = high}, &wide));
}

// points beyond the window that no line leads from are not drawn
static void hidden_points_go(void **state) {
  (void)state;
  for (int i = 0; i < many; i++) {
    x[i] = (double)i/many;
    y[i] = sin(20*x[i]);
  }
  curve c = {.x = x, .y = y, .n = many};
  const window part = {0.5, 0.6, -1, 1, 500, 300, false, false};
  size_t n = thin_curve(chosen, &c, &part);
  check_below((double)n, 4*504);
  assert_true(chosen[0] == 0 && chosen[1] == many/2 - 1);  // the last one before it
  c.dotted = true;
  n = thin_curve(chosen, &c, &part);
  assert_int_equal(chosen[0], many/2);
  check_below((double)n, 2500);
}

static void panels_stand_in_a_row(void **state) {
  (void)state;
  panel p[3] = {{.ncurve = 0}};
  place at[3];
  figure page = {.panels = p, .npanel = 3, .across = 3};
  figure_layout(&page, at);
  assert_true(at[0].top == at[2].top && at[0].right < at[1].left && at[1].right < at[2].left);
}

static void curves_without_numbers_are_told(void **state) {
  (void)state;
  const double a[] = {0, 1}, b[] = {(double)NAN, (double)INFINITY};
  window w;
  curve c = {.x = a, .y = b, .n = 2};
  assert_false(axes_window(&w, &(panel){.curves = &c, .ncurve = 1}, &wide));
}

static void marks_are_round(void **state) {
  (void)state;
  check_near(axes_step(0, 10, 5), 2, 1e-12);
  check_near(axes_step(0, 7, 5), 2, 1e-12);
  check_near(axes_step(-3e-7, 0, 8), 5e-8, 1e-20);
  check_near(axes_step(0, 1, 0), 0.5, 1e-12);
}

static void numbered(const char *text, double value, double step, double largest) {
  char made[axes_number_size];
  axes_number(made, value, step, largest);
  assert_string_equal(made, text);
}

// one power of ten for all marks of an axis, and no more digits than tell them apart
static void numbers_are_short(void **state) {
  (void)state;
  numbered("0.5", 0.5, 0.5, 2);
  numbered("-2", -2, 0.5, 2);
  numbered("-1\xC3\x97"
           "10^{-4}",
           -1e-4, 5e-5, 1.2e-4);
  numbered("0.5\xC3\x97"
           "10^{-4}",
           5e-5, 5e-5, 1.2e-4);
  numbered("0", 0, 5e-5, 1.2e-4);
  numbered("2\xC3\x97"
           "10^{300}",
           2e300, 1e300, 2e300);
  numbered("100010", 100010, 10, 100060);
  numbered("1000000.001", 1000000.001, 0.0005, 1000000.001);

  double marks[12];
  assert_int_equal(axes_factors(marks, 0.9, 11, 12), 4);  // 1 2 5 10
  check_near(marks[1], 2, 1e-12);
  assert_int_equal(axes_factors(marks, 1e-300, 1e300, 8), 7);
  check_near(log10(marks[1]/marks[0]), 76, 1e-6);
}

static bool apart(const place *a, const place *b) {
  return a->right < b->left || b->right < a->left || a->bottom < b->top || b->bottom < a->top;
}

// every panel is inside the figure, and none covers another
static void panels_have_room(void **state) {
  (void)state;
  for (int n = 1; n <= 12; n++)
    for (int series = 0; series <= n; series++) {
      static const double zero = 0;
      panel list[12] = {{0}};
      curve c = {.x = &zero, .y = &zero, .n = 1};
      place at[12];
      for (int i = 0; i < n; i++)
        list[i] = (panel){.curves = &c, .ncurve = 1, .series = i < series};
      figure p = {.panels = list, .npanel = n, .title = n % 2 ? "title" : NULL};
      figure_layout(&p, at);
      for (int i = 0; i < n; i++) {
        assert_true(at[i].left > 0 && at[i].right < p.width && at[i].left < at[i].right);
        assert_true(at[i].top > 0 && at[i].bottom < p.height && at[i].top < at[i].bottom);
        for (int j = 0; j < i; j++)
          assert_true(apart(&at[i], &at[j]));
      }
    }
}

// ---------------------------------------------------------------------------------------------
// labels and keys

static const double ramp[] = {0, 1}, tiny_ramp[] = {-1.5e-11, 2e-12};

static panel series_of(const double *heights, curve *c) {
  *c = (curve){.x = ramp, .y = heights, .n = 2};
  return (panel){.curves = c, .ncurve = 1, .series = true, .xlabel = "t", .ylabel = "height"};
}

// the label stands beside the numbers: near where these are short, farther away where they are long,
// and in one line with the others
static void labels_stand_beside_the_numbers(void **state) {
  (void)state;
  curve c[2];
  place at[2];
  panel list[2] = {series_of(ramp, &c[0]), series_of(tiny_ramp, &c[1])};
  figure one = {.panels = list, .npanel = 1}, both = {.panels = list, .npanel = 2};
  figure_layout(&one, at);
  check_below(at[0].label, 60);
  check_above(at[0].label, 40);
  check_below(at[0].left, 80);

  figure_layout(&both, at);
  assert_true(at[0].label == at[1].label && at[0].left == at[1].left);
  check_above(at[0].label, 95);
  check_above(at[0].left - at[0].label, 8);  // half of its height
}

// five curves with names so long that two fit into a row: the axes begin below three rows
static void keys_have_room_above_the_axes(void **state) {
  (void)state;
  static const char *const names[] = {"position_of_the_first_wheel", "position_of_the_second_wheel",
                                      "a_rather_long_name_of_a_column", "x", "x'"};
  curve c[5];
  place at[1];
  for (int k = 0; k < 5; k++)
    c[k] = (curve){.x = ramp, .y = ramp, .n = 2, .name = names[k]};
  panel several = {.curves = c, .ncurve = 5, .series = true, .xlabel = "t", .ylabel = "all"};
  figure page = {.panels = &several, .npanel = 1};
  figure_layout(&page, at);
  assert_int_equal(figure_panel_key_rows(&several, at[0].right - at[0].left), 3);
  check_above(at[0].top, 3*18 + 9);
  several.ncurve = 1;
  assert_int_equal(figure_panel_key_rows(&several, 700), 0);
  figure_layout(&page, at);
  check_below(at[0].top, 30);
}

// the commands for gnuplot; the caller frees them
static char *script_of(figure *page) {
  place at[4];
  window w[4];
  char *text = NULL;
  size_t size = 0;
  figure_layout(page, at);
  for (int i = 0; i < page->npanel; i++)
    assert_true(axes_window(&w[i], &page->panels[i], &at[i]));
  FILE *to = open_memstream(&text, &size);
  assert_non_null(to);
  assert_true(gnuplot_write(to, page, at, w));
  fclose(to);
  return text;
}

// where label 3, the one at the y axis, stands, and how many characters it has
static void label_of(const char *script, double *left, double *middle, int *length) {
  const char *label = strstr(script, "set label 3 \""), *end, *at;
  assert_non_null(label);
  end = strchr(label + 13, '"');
  at = strstr(label, "at screen ");
  assert_true(end && at);
  *length = (int)(end - label - 13);
  assert_int_equal(sscanf(at, "at screen %lf,%lf", left, middle), 2);
}

static void long_labels_fit_their_axis(void **state) {
  (void)state;
  curve c;
  char name[201];
  double left, middle;
  int length;
  panel p = series_of(ramp, &c);
  figure page = {.panels = &p, .npanel = 1};
  char *script = script_of(&page);
  label_of(script, &left, &middle, &length);
  assert_int_equal(length, 6);
  check_above(left*page.width, 8);
  free(script);

  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = 0;
  p.ylabel = name;
  script = script_of(&page);
  label_of(script, &left, &middle, &length);
  check_below(8.0*length, page.height);  // eight pixels for a letter
  check_text(script, "aaa...\"");
  free(script);
}

// with more curves than colours no two look the same
static void curves_of_one_colour_differ(void **state) {
  (void)state;
  static char names[9][2];
  curve c[9];
  for (int k = 0; k < 9; k++) {
    names[k][0] = (char)('a' + k);
    c[k] = (curve){.x = ramp, .y = ramp, .n = 2, .name = names[k]};
  }
  panel p = {.curves = c, .ncurve = 9, .series = true, .xlabel = "t", .ylabel = "y"};
  figure page = {.panels = &p, .npanel = 1};
  char *script = script_of(&page);
  check_text(script, "linecolor '#0072B2' title \"a\"");
  check_text(script, "linecolor '#0072B2' dashtype 4 title \"h\"");
  free(script);
}

// ---------------------------------------------------------------------------------------------
// the command

static bool have_gnuplot(void) {
  static int known = -1;
  if (known < 0) {
    known = system("gnuplot --version >/dev/null 2>&1") == 0;
    if (!known)
      print_message("there is no gnuplot here: nothing is drawn\n");
  }
  return known;
}

// a file of the sleigh
static const char *sleigh_file(void) {
  const char *path = in_folder("sleigh.csv");
  result r = tool("run", write_file("sleigh.noslip", sleigh), "-o", path);
  assert_int_equal(r.status, 0);
  forget(&r);
  return path;
}

static bool begins_with(const char *path, const char *bytes) {
  char *text = read_file(path);
  bool same = strncmp(text, bytes, strlen(bytes)) == 0;
  free(text);
  return same;
}

// number of files in the folder whose name begins so
static int count_files(const char *name) {
  char command[1024];
  snprintf(command, sizeof command, "ls -a '%s' | grep -c '^%s'", folder, name);
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  int count = -1;
  assert_int_equal(fscanf(pipe, "%d", &count), 1);
  pclose(pipe);
  return count;
}

static void drawn(result r) {
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  assert_string_equal(r.err, "");
  forget(&r);
}

static void pictures_are_drawn(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *file = sleigh_file();
  drawn(tool("plot", file));
  assert_true(begins_with(in_folder("sleigh.png"), "\x89PNG"));
  drawn(tool("plot", file, "x:y", "energy:t", "constraint:t", "-o", in_folder("a.svg")));
  assert_true(begins_with(in_folder("a.svg"), "<?xml"));
  drawn(tool("plot", file, "x,y:t", "theta:theta'", "speed", "-o", in_folder("a.PDF"), "--size",
             "800x400", "--title", "a sleigh"));
  assert_true(begins_with(in_folder("a.PDF"), "%PDF"));
  assert_int_equal(count_files("a"), 2);  // nothing is left beside them
}

// the texts of an SVG are texts: the axes say what is drawn
static void panels_are_labelled(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *svg = in_folder("labels.svg");
  drawn(tool("plot", sleigh_file(), "x:y", "energy-error", "t:momentum.x,momentum.y",
             "y,x:theta,theta", "--title", "some title", "-o", svg));
  char *text = read_file(svg);
  static const char *const words[] = {
      ">x<",          ">y<",          ">t<",         ">energy \xE2\x88\x92 energy(0)<",
      ">momentum.x<", ">(y, theta)<", ">some title<"};
  for (int i = 0; i < 7; i++)
    check_text(text, words[i]);
  free(text);
}

static void same_command_same_bytes(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  static const char *const names[] = {"same.png", "same.svg", "same.pdf"};
  const char *file = sleigh_file();
  for (int i = 0; i < 3; i++) {
    drawn(tool("plot", file, "-o", in_folder(names[i])));
    char *first = read_file(in_folder(names[i]));
    drawn(tool("plot", file, "-o", in_folder(names[i])));
    char *second = read_file(in_folder(names[i]));
    assert_string_equal(first, second);
    free(first);
    free(second);
  }
}

static void wrong_commands_are_refused(void **state) {
  (void)state;
  const char *file = sleigh_file();
  refused(2, "`plot` needs a file", "plot");
  refused(2, "No such file", "plot", in_folder("missing.csv"));
  refused(2, "did you mean `energy`?", "plot", file, "enrgy:t");
  refused(2, "did you mean `energy-error`?", "plot", file, "energy-eror:t");
  refused(2, "there is no column `nothing`; there are t, x, x'", "plot", file, "nothing");
  const char *matrix = write_file("matrix.csv", "t,\"R[1,1]\",\"R[1,2]\"\n0,1,0\n1,0,1\n");
  refused(2, "there is no column `R`; did you mean `R[1,1]`?", "plot", matrix, "R:t");
  refused(2, "there is no column `Q[1,2]`; did you mean `R[1,2]`?", "plot", matrix, "Q[1,2]:t");
  refused(2, "more than two colons", "plot", file, "x:y:theta:t");
  refused(2, "a name is missing", "plot", file, "x:");
  refused(2, "do not make pairs", "plot", file, "x,y:t,x,y");
  refused(2, ".png, .svg or .pdf", "plot", file, "-o", in_folder("a.gif"));
  refused(2, ".png, .svg or .pdf", "plot", file, "-o", file);
  refused(2, "as in 1200x600", "plot", file, "--size", "1200");
  refused(2, "as in 1200x600", "plot", file, "--size", "5x5");
  refused(2, "cannot write", "plot", file, "-o", in_folder("no/such.png"));
  refused(2, "against what?", "plot", write_file("plain.csv", "a,b\n1,2\n"), "a");
  refused(2, "one column alone", "plot", write_file("one.csv", "a\n1\n"));
  refused(2, "one.csv:3: column 1", "plot", write_file("one.csv", "a\n1\nx\n"));
}

// a figure that cannot be drawn leaves the one that is there
static void failures_keep_the_picture(void **state) {
  (void)state;
  const char *file = sleigh_file(), *kept = write_file("kept.png", "precious");
  char *path = strdup(getenv("PATH"));
  setenv("PATH", "/nonexistent", 1);
  refused(1, "gnuplot is not there; Debian package gnuplot-nox", "plot", file, "-o", kept);

  // a gnuplot that fails, and one that writes half a figure
  const char *fake = in_folder("gnuplot");
  setenv("PATH", folder, 1);
  write_file("gnuplot", "#!/bin/sh\necho '  something is wrong' >&2\nexit 1\n");
  assert_int_equal(chmod(fake, 0700), 0);
  refused(1, "gnuplot could not draw it: something is wrong", "plot", file, "-o", kept);
  write_file("gnuplot", "#!/bin/sh\necho half a picture, and quite a long one at that\nexit 0\n");
  refused(1, "is the disk full?", "plot", file, "-o", kept);
  setenv("PATH", path, 1);
  free(path);
  remove(fake);

  refused(1, "has nothing to draw", "plot", write_file("nan.csv", "t,a\n0,nan\n1,inf\n"), "a", "-o",
          kept);
  char *text = read_file(kept);
  assert_string_equal(text, "precious");
  free(text);
  assert_int_equal(count_files("kept"), 1);
}

// Names of columns, titles and files are not commands.
static void hostile_names_do_nothing(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  static const char *const names[] = {"\"; system(\"touch hacked\"); \"",
                                      "`touch hacked`",
                                      "$(touch hacked)",
                                      "'; !touch hacked; '",
                                      "two\n!touch hacked",
                                      "@ARG1 \\140touch hacked\\140",
                                      "a_{1}^{/Symbol b}&{c}",
                                      "<script>x</script>&",
                                      "%s%n%999d"};
  enum { n = sizeof names/sizeof *names };
  const char *path = in_folder("hostile.csv");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("t", file);
  for (int i = 0; i < n; i++) {
    fputs(",\"", file);
    for (const char *at = names[i]; *at; at++)
      fputs(*at == '"' ? "\"\"" : (char[]){*at, 0}, file);
    fputs("\"", file);
  }
  fputs("\n0,1,2,3,4,5,6,7,8,9\n1,2,3,4,5,6,7,8,9,1\n", file);
  fclose(file);

  char here[4096];
  assert_non_null(getcwd(here, sizeof here));
  assert_int_equal(chdir(folder), 0);
  for (int i = 0; i < n; i++)
    drawn(tool("plot", path, names[i], "--title", names[i], "-o", in_folder("hostile.svg")));
  drawn(tool("plot", path, names[0], "-o", "|touch hacked.png"));
  assert_int_equal(chdir(here), 0);
  assert_int_not_equal(access(in_folder("hacked"), F_OK), 0);

  // they are shown as they are
  drawn(tool("plot", path, names[6], names[7], "-o", in_folder("hostile.svg")));
  char *text = read_file(in_folder("hostile.svg"));
  check_text(text, "a_{1}^{/Symbol b}&amp;{c}");
  check_text(text, "&lt;script");
  assert_null(strstr(text, "<script"));
  free(text);
}

// names may contain what separates names
static void longest_names_win(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *path = write_file("names.csv", "t,\"x:y\",\"w[1,2]\",x,y\n0,1,2,3,4\n1,2,3,4,5\n");
  const char *svg = in_folder("names.svg");
  drawn(tool("plot", path, "x:y", "w[1,2],x:t", "-o", svg));
  char *text = read_file(svg);
  check_text(text, ">x:y<");
  check_text(text, ">w[1,2]<");
  free(text);
}

// one row, equal numbers, numbers of any size
static void odd_numbers_are_drawn(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  static const char *const tables[] = {
      "t,x,y\n0,1,2\n",
      "t,x,y\n0,1,1\n1,1,1\n",
      "t,x,y\n0,1e300,-1e140\n1,1e-320,1e140\n2,3,4\n",
      "t,x,y\n0,1,1\n0,nan,2\n0,3,3\n",
      "t,x,y\n5,1,1\n4,1.0000000000000002,2\n3,1,3\n",
      "t,x,energy,constraint\n0,1,1,0\n1,2,1,0\n",
      "t,x,energy,constraint\n0,1,1,0\n1,2,1.5,1e-320\n2,3,2,-0.0\n",
      "t,x,energy,constraint\n0,1,1,0\n1,2,1.5,-1\n",
  };
  for (int i = 0; i < 8; i++) {
    const char *path = write_file("odd.csv", tables[i]);
    drawn(tool("plot", path));
    drawn(tool("plot", path, "x:t", "x:x", "t:t", "-o", in_folder("odd.svg")));
  }
}

static void what_is_not_drawn_is_told(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *path = write_file("told.csv", "t,x\n0,1\n1,2\n2,3\n");
  result r = tool("plot", path, "x:t", "--log", "x");
  check_text(r.out, "  1 number is not positive and not on the logarithmic axis\n");
  forget(&r);
  const char *other = write_file("reference.csv", "t,x\n0,1\n2,3.5\n");
  r = tool("plot", path, "x:t", "--error-against", other);
  check_text(r.out, "  1 row is left out: at the same time ");
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(series_keep_their_extremes),
      cmocka_unit_test(short_curves_are_kept),
      cmocka_unit_test(gaps_stay_gaps),
      cmocka_unit_test(marked_points_are_kept),
      cmocka_unit_test(close_points_go),
      cmocka_unit_test(long_trajectories_are_kept_in_pieces),
      cmocka_unit_test(equal_scales_are_equal),
      cmocka_unit_test(series_fill_their_width),
      cmocka_unit_test(sizes_have_powers_of_ten),
      cmocka_unit_test(double_logarithmic_axes_are),
      cmocka_unit_test(limits_hold),
      cmocka_unit_test(hidden_points_go),
      cmocka_unit_test(panels_stand_in_a_row),
      cmocka_unit_test(curves_without_numbers_are_told),
      cmocka_unit_test(marks_are_round),
      cmocka_unit_test(numbers_are_short),
      cmocka_unit_test(panels_have_room),
      cmocka_unit_test(labels_stand_beside_the_numbers),
      cmocka_unit_test(keys_have_room_above_the_axes),
      cmocka_unit_test(long_labels_fit_their_axis),
      cmocka_unit_test(curves_of_one_colour_differ),
      cmocka_unit_test(pictures_are_drawn),
      cmocka_unit_test(panels_are_labelled),
      cmocka_unit_test(same_command_same_bytes),
      cmocka_unit_test(wrong_commands_are_refused),
      cmocka_unit_test(failures_keep_the_picture),
      cmocka_unit_test(hostile_names_do_nothing),
      cmocka_unit_test(longest_names_win),
      cmocka_unit_test(odd_numbers_are_drawn),
      cmocka_unit_test(what_is_not_drawn_is_told),
  };
  return tool_run(argc, argv, tests);
}

// The structure of pictures: of every kind, with ordinary and with extreme numbers, texts stay in the
// picture, do not cover each other and do not stand in the axes. SVG is parsed for it.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/svg.h"
#include "tests/support/tool.h"

static svg_picture picture;  // the last one

// ---------------------------------------------------------------------------------------------
// files

static FILE *open_file(const char *name) {
  FILE *file = fopen(in_folder(name), "w");
  assert_non_null(file);
  return file;
}

enum { wide = 30, rows = 60 };

// families x, y, z of 30, single columns u, v, energy, constraint; two files that differ
static void write_run(const char *name, double shift) {
  FILE *file = open_file(name);
  fputs("t,u,u',v,v'", file);
  for (int i = 1; i <= wide; i++)
    fprintf(file, ",x[%d],y[%d],z[%d]", i, i, i);
  fputs(",energy,constraint\n", file);
  for (int k = 0; k < rows; k++) {
    double t = 0.1*k;
    fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g", t, cos(t) + shift, -sin(t), sin(t), cos(t));
    for (int i = 1; i <= wide; i++)
      fprintf(file, ",%.17g,%.17g,%.17g", i*cos(t + i), i*sin(t + i), t*i + shift);
    fprintf(file, ",%.17g,%.17g\n", 10 + 1e-5*sin(t), k % 3 ? 1e-16*k : 0);
  }
  fclose(file);
}

// numbers of all sizes, one of them at a time
static void write_extremes(void) {
  FILE *file = open_file("extreme.csv");
  fputs("t,tiny,huge,flat,zero,none,close,small,steep,a_name_that_is_much_longer_than_any_panel_is_"
        "wide_and_goes_on_and_on_until_nobody_reads_it_any_more_or_wants_to,\xCE\xB8\xCE\xB8'\n",
        file);
  for (int k = 0; k < rows; k++)
    fprintf(file, "%.17g,%g,%g,7.25,0,nan,%.17g,%g,%g,%g,%g\n", 1e5 + k, 1e-300*sin(k),
            1e300*cos(k), 1e6 + 1e-7*k, 1.234e-7*k, exp(10*k), k*0.1, -1e-12*k);
  fclose(file);
}

// orbits one after the other, as a section writes them, and members mixed
static void write_groups(void) {
  FILE *file = open_file("groups.csv");
  fputs("start,t,x,y\n", file);
  for (int s = 0; s < 12; s++)
    for (int k = 0; k < 40; k++)
      fprintf(file, "%d,%d,%.17g,%.17g\n", s, k, (s + 1)*cos(k), (s + 1)*sin(k));
  fclose(file);
  file = open_file("members.csv");
  fputs("member,t,x\n", file);
  for (int k = 0; k < 40; k++)
    for (int s = 1; s < 5; s++)
      fprintf(file, "%d,%g,%.17g\n", s, 0.1*k, s*cos(0.1*k));
  fclose(file);
}

static void write_files(void) {
  write_run("one.csv", 0);
  write_run("two.csv", 1e-3);
  write_extremes();
  write_groups();
  write_file("point.csv", "t,x,y\n0.5,1,2\n");
  write_file("swing.noslip", "model swing\ncoord x\nlagrangian x'^2/2 - 2*x^2\ninit x = 1\n"
                             "exact x = cos(2*t)\nrun method dla-mp, step 0.05, steps 60\n");
}

// ---------------------------------------------------------------------------------------------
// drawing

static bool have_gnuplot(void) {
  static int known = -1;
  if (known < 0) {
    known = system("gnuplot --version >/dev/null 2>&1") == 0;
    if (!known)
      print_message("there is no gnuplot here: nothing is drawn\n");
  }
  return known;
}

// run a command that draws, and read what it has drawn
static void read_picture(const char *const *words, int line) {
  const char *all[32], *svg = in_folder("picture.svg");
  int n = 0;
  for (; *words; words++)
    all[n++] = *words;
  all[n++] = "-o";
  all[n++] = svg;
  all[n] = NULL;
  result r = run_words(all, usual);
  check_that(r.status == 0, __FILE__, line, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
  char *text = read_file(svg);
  svg_read(&picture, text);
  free(text);
}

static void draw_(const char *const *words, int line) {
  const char *all[30] = {"plot"};
  for (int n = 1; *words; words++)
    all[n++] = *words;
  read_picture(all, line);
}

#define draw(...) draw_(WORDS(__VA_ARGS__), __LINE__)

// each row is a kind of picture: files of the folder and words
static const char *const kinds[][10] = {
    {"one.csv"},
    {"one.csv", "u:v", "--title", "a title"},
    {"one.csv", "x:y"},
    {"one.csv", "x:y:z"},
    {"one.csv", "u:v:t", "u", "x[1],x[2],x[3]:y[1],y[2],y[3]"},
    {"one.csv", "sqrt(u^2+v^2)", "norm(x)", "x", "energy"},
    {"one.csv", "two.csv", "u:v", "u,v:t", "constraint"},
    {"one.csv", "u,v", "--error-against", "two.csv"},
    {"one.csv", "u,v", "z", "--error-against", "two.csv", "--norm", "--relative"},
    {"one.csv", "t:exp(t)", "--log", "xy", "--x-range", "0.2:5"},
    {"one.csv", "u:v", "v", "--x-range", "-1:0.5", "--y-range", "0:"},
    {"one.csv", "x[1],x[2],x[3],x[4],x[5],x[6],x[7],x[8],x[9],y[1],y[2],y[3],y[4],y[5],y[6]:t"},
    {"one.csv", "x,y:t"},
    {"groups.csv", "x:y"},
    {"groups.csv", "x:y:t", "--lines"},
    {"members.csv", "x"},
    {"point.csv"},
    {"point.csv", "x:y:t", "x"},
    {"swing.noslip", "x", "energy-error", "--methods", "dla-mp,rattle"},
    {"swing.noslip", "x,x'", "--error-against", "exact", "--methods", "dla-mp,rattle"},
    // extreme numbers
    {"extreme.csv", "tiny", "huge", "flat", "zero"},
    {"extreme.csv", "tiny:huge", "flat:zero", "close:small", "steep:tiny"},
    {"extreme.csv", "tiny:huge:flat"},
    {"extreme.csv", "close:zero:small", "none,flat"},
    {"extreme.csv", "close,small", "steep", "--log", "y"},
    {"extreme.csv", "a_name_that_is_much_longer_than_any_panel_is_wide_and_goes_on_and_on_until_"
                    "nobody_reads_it_any_more_or_wants_to,\xCE\xB8\xCE\xB8'"},
    {"extreme.csv", "a_name_that_is_much_longer_than_any_panel_is_wide_and_goes_on_and_on_until_"
                    "nobody_reads_it_any_more_or_wants_to:small"},
    {"extreme.csv", "steep:small:close", "--size", "400x400"},
    {"extreme.csv", "small:close", "--size", "300x240", "--title", "small"},
    {"one.csv", "x[1],x[2],x[3],x[4],x[5],x[6],x[7],x[8],x[9],y[1],y[2],y[3],y[4],y[5],y[6]:t",
     "--size", "400x300"},
};
enum { nkind = sizeof kinds/sizeof *kinds };

// a third of them, unless there is time for all
static void texts_have_their_places(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  int faults = 0;
  for (int i = 0; i < nkind; i++) {
    if (!check_long() && i % 3 != 0 && i != nkind - 1)
      continue;
    const char *words[12];
    int n = 0;
    for (; n < 10 && kinds[i][n]; n++) {
      const char *dot = strrchr(kinds[i][n], '.');
      bool file = dot && (strcmp(dot, ".csv") == 0 || strcmp(dot, ".noslip") == 0);
      words[n] = file ? in_folder(kinds[i][n]) : kinds[i][n];
    }
    words[n] = NULL;
    draw_(words, __LINE__);
    check_above(picture.ntext, 3);
    int here = svg_faults(&picture);
    if (here > 0)
      print_message("  in picture %d: %s %s\n", i, kinds[i][0], kinds[i][1] ? kinds[i][1] : "");
    faults += here;
  }
  assert_int_equal(faults, 0);
}

// the pictures of studies; nine methods, so that colours come again
static void studies_have_their_places(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *swing = in_folder("swing.noslip");
  read_picture(WORDS("compare", swing, "--quiet", "--methods",
                     "dla-mp,dla-cm,rattle,spark(2),spark(3),spark(4),lobatto(2),lobatto(3),"
                     "lobatto(4)"),
               __LINE__);
  assert_int_equal(svg_faults(&picture), 0);
  read_picture(WORDS("converge", swing, "--quiet", "--methods", "dla-mp,rattle,spark(3)", "--steps",
                     "0.2:0.025", "--until", "1"),
               __LINE__);
  assert_int_equal(svg_faults(&picture), 0);
  read_picture(WORDS("section", swing, "--quiet", "--section", "x' = 0 plot (x, t)", "--sample",
                     "x=1:2", "--members", "9", "--method", "dla-mp", "--step", "0.1", "--until",
                     "20"),
               __LINE__);
  assert_int_equal(svg_faults(&picture), 0);
}

// pictures of study files: a key of many long names, equal units in a flat picture, panels with titles
static void study_files_have_their_places(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  char text[2048], path[64];
  snprintf(
      text, sizeof text,
      "study drawn \"A study\"\nrun a: \"%s\", method [dla-mp, spark(2), spark(3)], step 0.1\n"
      "run b: \"%s\", method [dla-mp, compose(rattle, suzuki-umeno8), compose(rattle, kahan-li8), "
      "rattle], step 0.1*2^(-k) for k in 0..2\nmeasure e = last(b.x)^2\n"
      "draw \"Keys\" b.t:b.x as \"a long name of this curve\", a.t:a.x as \"other\"\n"
      "draw \"Orders\" b.step:e as \"error\" loglog reference 2 reference 4\n"
      "draw \"Flat\" a.t:a.x as \"orbit\" dotted equal\n"
      "draw \"Orders\" b.step:e loglog reference 2\npanel \"Motion\" a.t:a.x\n"
      "panel \"Orbit\" a.x:a.x' equal\npanel a.t:a.x' dotted\n",
      in_folder("swing.noslip"), in_folder("swing.noslip"));
  result r = tool("study", write_file("drawn.study", text), "-o", in_folder("drawn"));
  check_that(r.status == 0, __FILE__, __LINE__, "%s\n", r.err);
  forget(&r);
  for (int i = 1; i <= 4; i++) {
    snprintf(path, sizeof path, "drawn/drawn-%d.svg", i);
    char *svg = read_file(in_folder(path));
    svg_read(&picture, svg);
    free(svg);
    int faults = svg_faults(&picture);
    check_that(faults == 0, __FILE__, __LINE__, "in %s\n", path);
    check_above(picture.naxes, i == 4 ? 3 : 0);
  }
}

// The twin: texts that cover each other, leave the picture or stand in the axes are noticed.
static void bad_places_are_noticed(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  draw(in_folder("one.csv"), "u,v:t");
  assert_int_equal(svg_faults(&picture), 0);
  check_above(picture.naxes, 0);
  svg_box *a = &picture.texts[0], kept = *a;
  a->left -= 2*picture.width;
  a->right -= 2*picture.width;
  assert_int_equal(svg_faults(&picture), 1);
  *a = picture.texts[1];
  assert_int_equal(svg_faults(&picture), 1);
  *a = kept;
  a->right += picture.width/2;
  check_above(svg_faults(&picture), 0);
}

// ---------------------------------------------------------------------------------------------
// what is written

static void written(const char *text, bool there) {
  check_that((svg_find(&picture, text) != NULL) == there, __FILE__, __LINE__, "`%s` is %s there\n",
             text, there ? "not" : "");
}

static void files_have_short_names(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  draw(in_folder("one.csv"), in_folder("two.csv"), "u:v");
  written("one", true);
  written("two", true);
  written("u", true);
  mkdir(in_folder("deep"), 0700);
  write_run("deep/one.csv", 1);
  draw(in_folder("one.csv"), in_folder("deep/one.csv"), "u:v");
  written("deep/one", true);
  draw(in_folder("one.csv"), "u:v");
  written("one", false);
}

static void many_curves_have_a_scale(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  draw(in_folder("one.csv"), "x:y");
  written("member", true);
  written("(x[1], y[1])", false);
  draw(in_folder("groups.csv"), "x:y");
  written("start", true);
  draw(in_folder("members.csv"), "x");
  written("member 1", true);
  written("member 4", true);
}

static void measures_are_named(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *one = in_folder("one.csv"), *two = in_folder("two.csv");
  draw(one, "u,v", "--error-against", two, "--norm", "--relative");
  written("relative |error of u, v|", true);
  draw(one, "energy", "--relative");
  written("relative change of energy", true);
  draw(one, "u", "--error-against", two);
  written("error of u", true);
  draw(one, "norm(x)");
  written("norm(x)", true);
  draw(in_folder("swing.noslip"), "x", "--error-against", "exact");
  written("error of x", true);
}

// ---------------------------------------------------------------------------------------------
// numbers

// the path of the first curve of the last picture
static char *curve_of(void) {
  char *svg = read_file(in_folder("picture.svg"));
  const char *at = strstr(svg, "id=\"gnuplot_plot_1");
  assert_non_null(at);
  at = strstr(at, "<path stroke='rgb(");
  assert_non_null(at);
  const char *d = strstr(at, "d='"), *end = strchr(d + 3, '\'');
  char *path = strndup(d, (size_t)(end - d));
  free(svg);
  return path;
}

static void same_curve(const char *const *a, const char *const *b, bool same, int line) {
  draw_(a, line);
  char *first = curve_of();
  draw_(b, line);
  char *second = curve_of();
  check_that((strcmp(first, second) == 0) == same, __FILE__, line, "the curves\n%.200s\n%.200s\n",
             first, second);
  free(first);
  free(second);
}

// what is drawn is what a file with the same numbers shows; the twin is another number
static void measures_are_right(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *a = write_file("a.csv", "t,x,y\n0,1,1\n1,3,2\n2,-1,4\n3,8,0\n");
  const char *b = write_file("b.csv", "t,x,y\n0,2,1\n0.5,9,9\n1,1,2\n1.5,9,9\n2,4,5\n3,-2,7\n");
  const char *e = write_file("e.csv", "t,d,r,n,c,f\n0,-1,-0.5,1,0,0\n1,2,2,2,2,1\n"
                                      "2,-5,-1.25,5.0990195135927845,-2,3\n"
                                      "3,10,5,12.206555615733702,7,-1\n");
  const char *const difference[] = {a, "x", "--error-against", b, "--log", "none", NULL};
  same_curve(difference, WORDS(e, "d"), true, __LINE__);
  same_curve(difference, WORDS(e, "r"), false, __LINE__);
  same_curve(WORDS(a, "x", "--error-against", b, "--log", "none", "--relative"), WORDS(e, "r"),
             true, __LINE__);
  same_curve(WORDS(a, "x,y", "--error-against", b, "--log", "none", "--norm"), WORDS(e, "n"), true,
             __LINE__);
  same_curve(WORDS(a, "x", "--relative"), WORDS(e, "c"), true, __LINE__);
  same_curve(WORDS(a, "y - 1", "--y-range", "-2:5"), WORDS(e, "f", "--y-range", "-2:5"), true,
             __LINE__);
}

// a run for a picture has the rows that `noslip run` writes: every k-th, and the last node
static void runs_have_all_their_rows(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *fall = write_file("fall.noslip", "model fall\ncoord x\ninput u\n"
                                               "lagrangian x'^2/2 - u*x\ninit x = 1\n"
                                               "stop ground: x = 0 falling\n"
                                               "run method dla-mp, step 0.1, until 5\n");
  result r = tool("plot", fall, "x", "--input", "u=9.81", "-o", in_folder("fall.svg"));
  check_text(r.out, "1 panel, 6 rows");
  forget(&r);
  r = tool("plot", fall, "x", "--until", "0.25", "-o", in_folder("fall.svg"));
  check_text(r.out, "1 panel, 4 rows");  // with the last step, which is shorter
  forget(&r);
  r = tool("plot", in_folder("swing.noslip"), "x", "--steps", "7", "--every", "3", "--methods",
           "dla-mp,rattle", "-o", in_folder("fall.svg"));
  check_text(r.out, "1 panel, 8 rows of 2 runs");
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_have_their_places),
      cmocka_unit_test(studies_have_their_places),
      cmocka_unit_test(study_files_have_their_places),
      cmocka_unit_test(bad_places_are_noticed),
      cmocka_unit_test(files_have_short_names),
      cmocka_unit_test(many_curves_have_a_scale),
      cmocka_unit_test(measures_are_named),
      cmocka_unit_test(measures_are_right),
      cmocka_unit_test(runs_have_all_their_rows),
  };
  if (!mkdtemp(folder))
    return 1;
  write_files();
  return remove_folder(check_run(argc, argv, tests));
}

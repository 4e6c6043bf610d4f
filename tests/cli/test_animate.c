// Tests of `noslip animate`. Without gnuplot only what is refused is tested.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"
#include "tests/support/tool_models.h"

static const char top[] = "model top\ncoord R: SO(3) velocity w\n"
                          "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 - R[3,3]\n"
                          "init w = [1, 0.5, 2]\n"
                          "draw cylinder R*[0, 0, 1], [0.5, 0.2], R colour green\n"
                          "draw trail R*[0, 0, 1]\n"
                          "run method lobatto(2), step 0.05, until 2\n";

static bool have_gnuplot(void) {
  static int known = -1;
  if (known < 0) {
    known = system("gnuplot --version >/dev/null 2>&1") == 0;
    if (!known)
      print_message("there is no gnuplot here: nothing is drawn\n");
  }
  return known;
}

static void drawn(result r, const char *told) {
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  assert_string_equal(r.err, "");
  check_text(r.out, told);
  forget(&r);
}

static void begins_with(const char *path, const char *bytes) {
  char *text = read_file(path);
  assert_memory_equal(text, bytes, strlen(bytes));
  free(text);
}

static int count(const char *path, const char *word) {
  char *text = read_file(path);
  int n = 0;
  for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
    n++;
  free(text);
  return n;
}

static void check_same(const char *a, const char *b, bool same) {
  char *x = read_file(a), *y = read_file(b);
  assert_int_equal(strcmp(x, y) == 0, same);
  free(x);
  free(y);
}

// ---------------------------------------------------------------------------------------------
// pictures

static void pictures_are_drawn(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *model = write_file("top.noslip", top);
  drawn(tool("animate", model, "-o", in_folder("a.png")), "6 frames of");
  begins_with(in_folder("a.png"), "\x89PNG");
  drawn(tool("animate", model, "-o", in_folder("a.pdf"), "--frames", "1"), "1 frame of");
  begins_with(in_folder("a.pdf"), "%PDF");
  drawn(tool("animate", model, "-o", in_folder("a.GIF"), "--frames", "5", "--size", "200x200"),
        "5 frames of");
  begins_with(in_folder("a.GIF"), "GIF89a");
  drawn(tool("animate", model, "-o", in_folder("a.svg"), "--frames", "5", "--title", "a <top>"),
        "t = 0 to 2");
  begins_with(in_folder("a.svg"), "<?xml");
  assert_int_equal(count(in_folder("a.svg"), ">t = "), 5);
  assert_int_equal(count(in_folder("a.svg"), ">t = 0.5<"), 1);
  assert_int_equal(count(in_folder("a.svg"), "a &lt;top>"), 1);
  drawn(tool("animate", model, "-o", in_folder("b.svg"), "--frames", "5", "--title", "a <top>"),
        "5 frames");
  check_same(in_folder("a.svg"), in_folder("b.svg"), true);
  drawn(tool("animate", model, "-o", in_folder("c.svg"), "--frames", "5", "--view", "40,10"),
        "5 frames");
  check_same(in_folder("a.svg"), in_folder("c.svg"), false);
}

// frames at given times, also between nodes; the run is as without them
static void times_can_be_given(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *model = write_file("top.noslip", top), *svg = in_folder("at.svg");
  drawn(tool("animate", model, "-o", svg, "--at", "1, 0.125, 2"), "3 frames of");
  assert_int_equal(count(svg, ">t = 0.125<") + count(svg, ">t = 1<") + count(svg, ">t = 2<"), 3);
  drawn(tool("animate", model, "-o", in_folder("grid.svg"), "--at", "0, 0.5, 1, 1.5, 2"),
        "5 frames");
  drawn(tool("animate", model, "-o", in_folder("even.svg"), "--frames", "5"), "5 frames");
  check_same(in_folder("grid.svg"), in_folder("even.svg"), true);
}

// rows of a file show what the run showed
static void rows_of_a_file_are_drawn(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *model = write_file("top.noslip", top), *rows = in_folder("top.csv");
  result r = tool("run", model, "-o", rows);
  assert_int_equal(r.status, 0);
  forget(&r);
  drawn(tool("animate", model, "-o", in_folder("run.svg")), "6 frames");
  drawn(tool("animate", rows, "--model", model, "-o", in_folder("rows.svg")), "6 frames of");
  check_same(in_folder("run.svg"), in_folder("rows.svg"), true);
  drawn(tool("animate", rows, "--model", model, "--at", "0.51, 1", "-o", in_folder("two.svg")),
        "2 frames");
  assert_int_equal(count(in_folder("two.svg"), ">t = 0.5<"), 1);
}

// a run that its model ends has its frames spread over what it has done
static void runs_that_stop_are_spread(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *model = write_file("stop.noslip", "model s\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                                                "init x' = 1\nstop wall: x = 2.05 rising\n"
                                                "run method rk-gauss(2), step 0.1, until 100\n");
  drawn(tool("animate", model, "-o", in_folder("stop.svg"), "--frames", "3"), "t = 0 to 2.05");
  assert_int_equal(count(in_folder("stop.svg"), ">t = 1.1<"), 1);
}

// what was computed before a failure is drawn
static void failures_leave_their_frames(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  const char *model = write_file("cliff.noslip", cliff), *svg = in_folder("cliff.svg");
  refused(1, "t = ", "animate", model, "-o", svg, "--until", "2", "--frames", "9");
  check_above(count(svg, ">t = "), 2);
}

static void models_without_drawings_are_drawn(void **state) {
  (void)state;
  if (!have_gnuplot())
    skip();
  drawn(tool("animate", write_file("sleigh.noslip", sleigh), "-o", in_folder("sleigh.svg")),
        "6 frames");
  drawn(tool("animate", write_file("rod.noslip", rod), "-o", in_folder("rod.svg")), "6 frames");
}

// ---------------------------------------------------------------------------------------------
// mistakes

static void wrong_commands_are_refused(void **state) {
  (void)state;
  const char *model = write_file("top.noslip", top), *png = in_folder("no.png");
  const char *rows = write_file("other.csv", "t,a\n0,1\n1,2\n");
  refused(2, "`animate` needs a model or a file, as in: noslip animate", "animate");
  refused(2, "needs a name for the picture, as in: noslip animate", "animate", model);
  refused(2, "is .png, .svg or .pdf, a film is .gif", "animate", model, "-o", "a.txt");
  refused(2, "give one of them", "animate", model, "-o", png, "--at", "1", "--frames", "3");
  refused(2, "expected a number from 1 to 100", "animate", model, "-o", png, "--frames", "0");
  refused(2, "expected a number from 1 to 100", "animate", model, "-o", png, "--frames", "101");
  refused(2, "expected a number from 1 to 2000", "animate", model, "-o", in_folder("no.gif"),
          "--frames", "2001");
  refused(2, "as in 30,22", "animate", model, "-o", png, "--view", "30");
  refused(2, "as in 30,22", "animate", model, "-o", png, "--view", "a,b");
  refused(2, "as in 1200x600", "animate", model, "-o", png, "--size", "12");
  refused(2, "give a time in it", "animate", model, "-o", png, "--at", "7");
  refused(2, "such as \"0.1, 0.25, 1\"", "animate", model, "-o", png, "--at", "x");
  refused(2, "say whose they are with --model MODEL", "animate", rows, "-o", png);
  refused(2, "is a model itself", "animate", model, "--model", model, "-o", png);
  refused(2, "has no column R[1,1]; are these rows of another model?", "animate", rows, "--model",
          model, "-o", png);
  refused(2, "No such file", "animate", in_folder("none.csv"), "--model", model, "-o", png);
  refused(2, "No such file", "animate", in_folder("none"), "-o", png);
  refused(2, "would overwrite", "animate", rows, "--model", write_file("top.svg", top), "-o",
          in_folder("top.svg"));
  refused(2, "cannot write", "animate", model, "-o", in_folder("no/such.png"));
}

static void too_many_shapes_are_refused(void **state) {
  (void)state;
  const char *model = write_file("many.noslip", "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                                                "for i in 1..100001 { draw point [x, y] }\n"
                                                "run method dla-mp, step 1, steps 5\n");
  const char *rows = write_file("many.csv", "t,x,x',y,y'\n0,1,2,3,4\n");
  refused(2, "100001 shapes in 5 frames are more than the limit of 500000", "animate", model, "-o",
          in_folder("no.png"), "--frames", "5");
  refused(2, "give fewer frames, or draw less", "animate", model, "-o", in_folder("no.png"), "--at",
          "0,1,2,3,4");
  refused(2, "give fewer frames, or draw less", "animate", rows, "--model", model, "-o",
          in_folder("no.png"), "--at", "0,1,2,3,4");
}

// what a model cannot show is told before anything is computed
static void shapes_that_are_not_known_are_told(void **state) {
  (void)state;
  const char *model =
      write_file("pairs.noslip", "model b\ncoord x[1..3]\nlagrangian dot(x', x')/2\n"
                                 "contact floor: x[1] >= -9 multiplier N\n"
                                 "contact pair[i,j] for i < j in 1..3 within 1 in x: "
                                 "abs(x[j] - x[i]) >= 0.5\n"
                                 "init x = [0, 2, 4]\ndraw arrow [x[1], 0], [0, N]\n"
                                 "run method moreau, step 0.1, until 1\n");
  refused(2, "leave them out of `draw`", "animate", model, "-o", in_folder("no.png"));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pictures_are_drawn),
      cmocka_unit_test(times_can_be_given),
      cmocka_unit_test(rows_of_a_file_are_drawn),
      cmocka_unit_test(runs_that_stop_are_spread),
      cmocka_unit_test(failures_leave_their_frames),
      cmocka_unit_test(models_without_drawings_are_drawn),
      cmocka_unit_test(wrong_commands_are_refused),
      cmocka_unit_test(too_many_shapes_are_refused),
      cmocka_unit_test(shapes_that_are_not_known_are_told),
  };
  return tool_run(argc, argv, tests);
}

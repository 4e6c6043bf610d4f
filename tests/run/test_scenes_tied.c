// Random scenes (scenes.h) with rods and pins between bodies, with moreau: as test_scenes.c, many more
// of them. Impulses of constraints do no work, in impacts neither; before that was so, 42 of these
// scenes gained more than 1e-3 of their energy in a step, and the worst 6 %.

#include "tests/run/scene_runs.h"

static scene the_scene;  // too long for the stack

static bool make_tied(long number) {
  scene_make(&the_scene, number);
  return strstr(the_scene.text, "holonomic") != NULL;
}

static void tied_scenes_create_no_energy(void **unused) {
  (void)unused;
  long runs = 0, failed = 0;
  double lifted = 0;
  for (long i = 0; i < 2400/check_share(20); i++) {
    if (!make_tied(i))
      continue;
    course c = run_scene(&the_scene, "moreau", scene_step_of(&the_scene));
    assert_true(c.made);
    if (c.failed)
      check_sentence(&c, i);
    check_stepping(&the_scene, &c, i);
    lifted = fmax(lifted, c.lifted_rise);
    failed += c.failed;
    runs++;
  }
  print_message("tied: %ld runs, %ld of them ended early; lifted %.2g\n", runs, failed, lifted);
  assert_true(failed <= runs/100);  // rods that whip
}

// With steps that are too long for chains the bounds are those of all scenes: 192 and 197 once gained 4
// and 8 %.
static void chains_with_long_steps_create_no_energy(void **unused) {
  (void)unused;
  static const long list[] = {2, 182, 192, 197};
  for (int i = 0; i < 4; i++) {
    assert_true(make_tied(list[i]));
    course c = run_scene(&the_scene, "moreau", scene_step);
    if (c.failed)
      check_sentence(&c, list[i]);
    check_below(c.lifted_rise, 0.1);
    check_below(c.residual, 1e-6);  // passes that take turns are accepted, with a warning
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tied_scenes_create_no_energy),
      cmocka_unit_test(chains_with_long_steps_create_no_energy),
  };
  return check_run(argc, argv, tests);
}

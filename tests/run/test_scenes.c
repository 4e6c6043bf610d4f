// Random scenes of 2 to 8 bodies (scenes.h), from event to event and with moreau: no step creates
// energy or penetrates more than it may, and every failure is a sentence with a remedy.
//
// From event to event, to rounding: an event does not add energy, gaps at nodes are not negative,
// closed contacts and constraints hold. Between events a method of order p adds O(h^p).
//
// moreau, to rounding: closed contacts and constraints hold. With bodies of the mass M, a contact
// that was d below its surface and is put onto it adds M g d at most; d is at most h U, U the fastest
// approach: h U/2 in the step before the contact takes part, and (1 - e) h U/2 in the next.

#include "tests/run/scenes.h"
#include "tests/support/check.h"

#include "noslip.h"

static const double step = 0.02, gravity = 9.81, until = 1;
static const double scene_rounding = 1e-10;  // of a gap

static const char *const methods[] = {"rattle", "lobatto(2)", "compose(euler-true, symmetric)",
                                      "compose(euler-true, suzuki4)"};
enum { nmethod = sizeof methods/sizeof *methods };

// what was noticed in a run
typedef struct course {
  bool made, failed;  // the method treats the model; a step failed
  bool finite;        // all values of all nodes
  char sentence[600];
  long events, iterations;
  double size;         // kinetic and potential energy, at most
  double event_rise;   // of the energy at an event, of its size; at most
  double smooth_rise;  // from one event or node to the next
  double lifted_rise;  // in a step, without M g d, in units of M g^2 h^2
  double work;         // of the contacts in a step, of the size of the energy
  double depth;        // of a gap below 0 at a node
  double share;        // of h U
  double residual;     // of constraints and closed contacts, against their terms
} course;

// ---------------------------------------------------------------------------------------------
// one step, watched

typedef struct watch {
  noslip_run *run;
  course *found;
  double h, mass;
  double energy, depth, work;  // at the last node or event
  double fastest;              // of all gaps so far
  int contacts;
} watch;

// rows of one instant have the same energies
static void watch_events(watch *w, long first) {
  noslip_event e, last = {.time = (double)NAN};
  course *c = w->found;
  for (long k = first; noslip_run_event(w->run, k, &e); k++) {
    if (e.time == last.time && e.energy_before == last.energy_before)
      continue;
    c->smooth_rise = fmax(c->smooth_rise, (e.energy_before - w->energy)/c->size);
    c->event_rise = fmax(c->event_rise, (e.energy_after - e.energy_before)/c->size);
    w->energy = e.energy_after;
    last = e;
  }
}

// observables: the size of the energy, then gap and rate of each contact
static void watch_gaps(watch *w, const double *seen) {
  w->depth = 0;
  for (int k = 0; k < w->contacts; k++) {
    w->depth = fmax(w->depth, -seen[1 + 2*k]);
    w->fastest = fmax(w->fastest, fabs(seen[2 + 2*k]));
  }
  w->found->depth = fmax(w->found->depth, w->depth);
  if (w->depth > scene_rounding)
    w->found->share = fmax(w->found->share, w->depth/(w->h*w->fastest));
}

static void watch_work(watch *w) {
  noslip_event_totals t;
  noslip_run_event_totals(w->run, &t);
  double work = t.normal_work + t.friction_work;
  w->found->work = fmax(w->found->work, (work - w->work)/w->found->size);
  w->work = work;
}

static bool all_finite(noslip_run *r, noslip_group g) {
  const double *x = noslip_run_values(r, g);
  for (int i = 0; i < noslip_run_count(r, g); i++)
    if (!isfinite(x[i]))
      return false;
  return true;
}

static void watch_node(watch *w) {
  const double *seen = noslip_run_values(w->run, NOSLIP_OBSERVABLE);
  course *c = w->found;
  double energy = noslip_energy(w->run), unit = w->mass*gravity;
  c->smooth_rise = fmax(c->smooth_rise, (energy - w->energy)/c->size);
  c->lifted_rise =
      fmax(c->lifted_rise, (energy - w->energy - unit*w->depth)/(unit*gravity*w->h*w->h));
  w->energy = energy;
  watch_work(w);
  watch_gaps(w, seen);
  c->finite &= all_finite(w->run, NOSLIP_STATE) && all_finite(w->run, NOSLIP_MULTIPLIER);
}

// ---------------------------------------------------------------------------------------------
// a run

static void take_steps(watch *w, bool stepping) {
  noslip_report report;
  course *c = w->found;
  for (double t = 0; t < until - w->h/2 && !c->failed; t += w->h) {
    long events = noslip_run_event_count(w->run);
    c->failed = noslip_step(w->run) != NOSLIP_OK;
    if (c->failed)
      break;
    c->size = fmax(c->size, noslip_run_values(w->run, NOSLIP_OBSERVABLE)[0]);
    if (!stepping)
      watch_events(w, events);
    watch_node(w);
  }
  noslip_run_report(w->run, &report);
  c->residual = report.constraint_scaled_error;
  c->iterations = report.newton_iterations + report.newton_failed_iterations;
  c->events = noslip_run_event_count(w->run);
}

static void begin(watch *w, const scene *s) {
  const double *seen = noslip_run_values(w->run, NOSLIP_OBSERVABLE);
  w->found->size = seen[0];
  w->energy = noslip_energy(w->run);
  w->contacts = s->contacts;
  for (int i = 0; i < s->bodies; i++)
    w->mass += s->m[i];
  watch_gaps(w, seen);
}

static course run_scene(const scene *s, const char *method, double h) {
  course found = {.finite = true};
  watch w = {.found = &found, .h = h};
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_run_options o = {.method = method, .step = h, .backend = "interpret"};
  if (noslip_model_parse(context, "scene", s->text, NULL, &model) != NOSLIP_OK)
    check_fail("%s\n%s\n", noslip_last_error(context), s->text);
  found.made = noslip_run_new(context, model, &o, &w.run) == NOSLIP_OK;
  if (found.made) {
    begin(&w, s);
    take_steps(&w, strcmp(method, "moreau") == 0);
  }
  if (!found.made || found.failed)
    snprintf(found.sentence, sizeof found.sentence, "%s", noslip_last_error(context));
  noslip_run_free(w.run);
  noslip_model_free(model);
  noslip_close(context);
  return found;
}

// ---------------------------------------------------------------------------------------------
// what must hold

// a name for messages of checks
static long number;

static void check_sentence(const course *c) {
  static const char *const remedies[] = {"moreau", "try a", "take a", "methods that can"};
  for (size_t i = 0; i < sizeof remedies/sizeof *remedies; i++)
    if (strstr(c->sentence, remedies[i]))
      return;
  check_fail("scene %ld: no remedy in `%s`\n", number, c->sentence);
}

#define scene_below(value, bound)                                                            \
  check_that((value) <= (bound), __FILE__, __LINE__, "scene %ld, %s: %s = %g is above %g\n", \
             number, method, #value, (double)(value), (double)(bound))

// Measured with 480 scenes: 7e-16, 2e-12, 4e-15; 3.5e-3 and with suzuki4 1.7e-4; iterations 1.3e6,
// where bounces of corners accumulate.
static void check_events(const course *c, const char *method) {
  scene_below(c->event_rise, 1e-13);
  scene_below(c->depth, scene_rounding);
  scene_below(c->residual, 1e-13);
  scene_below(c->smooth_rise, strstr(method, "suzuki4") ? 1e-3 : 1e-2);
  scene_below((double)c->iterations, 4000000);
  assert_true(c->finite);
}

// Measured: residual 8e-12, where the stopping of the solver for impulses allows 1e-11; share 0.95,
// and 1.03 with bodies that turn, since speeds at nodes are not the fastest; lifted 0.03, work 3e-3.
// Chains have energy from the constraint forces of impacts, which falls with h.
static void check_stepping(const scene *s, const course *c, const char *method) {
  scene_below(c->residual, 2e-11);
  scene_below(c->share, 1.2);
  scene_below(c->work, 1e-2);
  if (!s->tied)
    scene_below(c->lifted_rise, 0.1);
  scene_below((double)c->iterations, 60*until/step*8);
  assert_true(c->finite);
}

typedef struct tally {
  long made, refused, failed;
} tally;

static scene the_scene;  // too long for the stack

static void try_scene(long i, const char *method, tally *all) {
  number = i;
  scene_make(&the_scene, i);
  bool whips = the_scene.tied && the_scene.kind == SCENE_RODS;  // chains need shorter steps
  course c = run_scene(&the_scene, method, whips ? step/8 : step);
  if (!c.made || c.failed)
    check_sentence(&c);
  all->made += c.made;
  all->refused += !c.made;
  all->failed += c.failed;
  if (c.made && strcmp(method, "moreau") == 0)
    check_stepping(&the_scene, &c, method);
  else if (c.made)
    check_events(&c, method);
}

// ---------------------------------------------------------------------------------------------
// tests

static void scenes_from_event_to_event(void **unused) {
  (void)unused;
  tally all = {0};
  long count = 160/check_share(8);
  for (long i = 0; i < count; i++)
    for (int k = 0; k < nmethod; k++)
      if (check_long() || k == i % nmethod)
        try_scene(i, methods[k], &all);
  print_message("from event to event: %ld runs, %ld of them ended early; %ld refused\n", all.made,
                all.failed, all.refused);
  assert_true(2*all.made > all.refused);
  assert_true(all.failed <=
              all.made/3);  // forces not unique, whipping chains, bounces without end
}

static void scenes_with_moreau(void **unused) {
  (void)unused;
  tally all = {0};
  long count = 160/check_share(4);
  for (long i = 0; i < count; i++)
    try_scene(i, "moreau", &all);
  print_message("moreau: %ld runs, %ld of them ended early\n", all.made, all.failed);
  assert_int_equal(all.refused, 0);
  assert_true(all.failed <= all.made/100);  // chains that whip
}

// Scenes that have shown something: contacts that cannot open yet (31, 56), landings that were found
// again at once (36, 56), steps too short to be solved in the search for an event (61), deep
// landings that were not put onto their surface (62, 97), passes that took turns (81, 91, 161).
static void scenes_that_once_failed(void **unused) {
  (void)unused;
  static const struct {
    long number;
    const char *method;
  } list[] = {
      {31, "rattle"},  {56, "rattle"},     {56, "compose(euler-true, symmetric)"},
      {61, "rattle"},  {61, "lobatto(2)"}, {62, "moreau"},
      {97, "moreau"},  {81, "moreau"},     {91, "moreau"},
      {161, "moreau"},
  };
  tally all = {0};
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    try_scene(list[i].number, list[i].method, &all);
    assert_int_equal(all.failed, 0);
    assert_int_equal(all.refused, 0);
  }
}

// smooth motion adds what the order of the method allows: h^3 in a step
static void smooth_motion_adds_less_with_smaller_steps(void **unused) {
  (void)unused;
  static const long list[] = {6, 12};
  for (int i = 0; i < 2; i++) {
    scene_make(&the_scene, list[i]);
    course coarse = run_scene(&the_scene, "rattle", step);
    course fine = run_scene(&the_scene, "rattle", step/2);
    check_above(coarse.smooth_rise/fine.smooth_rise, 4);
  }
}

// ---- the checks can fail

static void make_twin(const char *contact, const char *gap, const char *more) {
  the_scene = (scene){.bodies = 1, .contacts = 1, .m = {1}};
  scene_add(&the_scene,
            "model twin\ncoord y\nlagrangian y'^2/2 - 9.81*y\n"
            "observe size = y'^2/2 + 9.81*abs(y)\ncontact c: %s >= 0, restitution 0.9\n"
            "observe gap[1] = %s\nobserve rate[1] = (%s)'\ninit y = 0.2\n%s",
            contact, gap, gap, more);
}

// a racket strikes the ball: its impacts add energy
static void energy_of_an_event_is_noticed(void **unused) {
  (void)unused;
  make_twin("y - 0.02*sin(40*t)", "y - 0.02*sin(40*t)", "");
  course c = run_scene(&the_scene, "rattle", step);
  check_above(c.event_rise, 1e-2);
  c = run_scene(&the_scene, "moreau", step);
  check_above(c.lifted_rise, 1);
  check_above(c.work + c.smooth_rise, 1e-2);
}

static void energy_between_events_is_noticed(void **unused) {
  (void)unused;
  make_twin("y", "y", "force y = 15\n");
  course c = run_scene(&the_scene, "rattle", step);
  check_above(c.smooth_rise, 1e-2);
  check_below(c.event_rise, 1e-15);
  c = run_scene(&the_scene, "moreau", step);
  check_above(c.lifted_rise, 1);
}

// another gap than that of the contact
static void penetration_is_noticed(void **unused) {
  (void)unused;
  make_twin("y", "y - 0.1", "");
  course c = run_scene(&the_scene, "rattle", step);
  check_above(c.depth, 1e-3);
  c = run_scene(&the_scene, "moreau", step);
  check_above(c.share, 1);
}

// the same without faults
static void twins_are_faultless_otherwise(void **unused) {
  (void)unused;
  make_twin("y", "y", "");
  course c = run_scene(&the_scene, "rattle", step);
  check_events(&c, "rattle");
  c = run_scene(&the_scene, "moreau", step);
  check_stepping(&the_scene, &c, "moreau");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scenes_from_event_to_event),
      cmocka_unit_test(scenes_with_moreau),
      cmocka_unit_test(scenes_that_once_failed),
      cmocka_unit_test(smooth_motion_adds_less_with_smaller_steps),
      cmocka_unit_test(energy_of_an_event_is_noticed),
      cmocka_unit_test(energy_between_events_is_noticed),
      cmocka_unit_test(penetration_is_noticed),
      cmocka_unit_test(twins_are_faultless_otherwise),
  };
  return check_run(argc, argv, tests);
}

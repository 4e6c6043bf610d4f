// Random scenes of 2 to 8 bodies: no step creates energy or penetrates too far, and every failure is a
// sentence with a remedy.

#include "tests/run/scenes.h"
#include "tests/support/check.h"

#include "noslip.h"

#include <stdlib.h>

static scene the_scene;  // too long for the stack

// what was noticed in a run
typedef struct course {
  bool made;    // the method treats the model
  bool failed;  // a step failed
  char sentence[600];
  long steps, events, iterations;
  double size;         // kinetic and potential energy, at most
  double event_rise;   // of the energy at an event, of its size; at most
  double smooth_rise;  // from one event or node to the next
  double total_rise;   // sum of the rises
  double depth;        // of a gap below 0 at a node
  double share;        // of h U/2, U the largest speed of that gap so far
  double residual;     // of constraints and closed contacts, against their terms
  bool finite;
} course;

// ---- one step, watched

typedef struct watch {
  noslip_run *run;
  course *found;
  double h, energy;
  double speed[scene_most_contacts];  // of each gap, at most
  int size_at, gap_at;                // observables
} watch;

static double rise(watch *w, double from, double to) {
  double change = (to - from)/w->found->size;
  w->found->total_rise += fmax(change, 0);
  return change;
}

// rows of one instant have the same energies
static void watch_events(watch *w, long first) {
  noslip_event e, last = {.time = (double)NAN};
  for (long k = first; noslip_run_event(w->run, k, &e); k++) {
    if (e.time == last.time && e.energy_before == last.energy_before)
      continue;
    course *c = w->found;
    c->smooth_rise = fmax(c->smooth_rise, rise(w, w->energy, e.energy_before));
    c->event_rise = fmax(c->event_rise, rise(w, e.energy_before, e.energy_after));
    w->energy = e.energy_after;
    last = e;
  }
}

static void watch_gaps(watch *w, const double *seen, int contacts) {
  for (int k = 0; k < contacts; k++) {
    double gap = seen[w->gap_at + 2*k], speed = fabs(seen[w->gap_at + 2*k + 1]);
    w->speed[k] = fmax(w->speed[k], speed);
    w->found->depth = fmax(w->found->depth, -gap);
    if (gap < -1e-10)
      w->found->share = fmax(w->found->share, -gap/(w->h*w->speed[k]/2));
  }
}

static bool all_finite(noslip_run *r, noslip_group g) {
  const double *x = noslip_run_values(r, g);
  for (int i = 0; i < noslip_run_count(r, g); i++)
    if (!isfinite(x[i]))
      return false;
  return true;
}

static void watch_node(watch *w, int contacts, long first, bool stepping) {
  const double *seen = noslip_run_values(w->run, NOSLIP_OBSERVABLE);
  course *c = w->found;
  c->size = fmax(c->size, seen[w->size_at]);
  if (!stepping)
    watch_events(w, first);
  double energy = noslip_energy(w->run);
  c->smooth_rise = fmax(c->smooth_rise, rise(w, w->energy, energy));
  w->energy = energy;
  watch_gaps(w, seen, contacts);
  c->finite &= all_finite(w->run, NOSLIP_STATE) && all_finite(w->run, NOSLIP_MULTIPLIER);
}

// ---- a run

static void watch_run(watch *w, const scene *s, bool stepping, long steps) {
  course *c = w->found;
  noslip_report report;
  for (c->steps = 0; c->steps < steps; c->steps++) {
    long events = noslip_run_event_count(w->run);
    if (noslip_step(w->run) != NOSLIP_OK) {
      c->failed = true;
      break;
    }
    watch_node(w, s->contacts, events, stepping);
  }
  noslip_run_report(w->run, &report);
  c->residual = report.constraint_scaled_error;
  c->iterations = report.newton_iterations + report.newton_failed_iterations;
  c->events = noslip_run_event_count(w->run);
}

static course run_scene(const scene *s, const char *method, double h, long steps) {
  course found = {.finite = true};
  watch w = {.found = &found, .h = h};
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_run_options o = {.method = method, .step = h, .backend = "interpret"};
  if (noslip_model_parse(context, "scene", s->text, NULL, &model) != NOSLIP_OK)
    check_fail("%s\n%s\n", noslip_last_error(context), s->text);
  found.made = noslip_run_new(context, model, &o, &w.run) == NOSLIP_OK;
  if (found.made) {
    const double *seen = noslip_run_values(w.run, NOSLIP_OBSERVABLE);
    w.gap_at = 1;
    found.size = seen[0];
    w.energy = noslip_energy(w.run);
    for (int k = 0; k < s->contacts; k++)
      w.speed[k] = fabs(seen[2 + 2*k]);
    watch_run(&w, s, strcmp(method, "moreau") == 0, steps);
  }
  if (!found.made || found.failed)
    snprintf(found.sentence, sizeof found.sentence, "%s", noslip_last_error(context));
  noslip_run_free(w.run);
  noslip_model_free(model);
  noslip_close(context);
  return found;
}

static void show(long i, const char *method, const course *c) {
  if (!c->made || c->failed)
    printf("%ld %s: %s at step %ld: %s\n", i, method, c->made ? "failed" : "refused", c->steps,
           c->sentence);
  if (c->made)
    printf("%ld kind %d %s: steps %ld events %ld it %ld | event %.1e smooth %.1e total %.1e depth "
           "%.1e share %.3f res %.1e fin %d\n",
           i, the_scene.kind, method, c->steps, c->events, c->iterations, c->event_rise,
           c->smooth_rise, c->total_rise, c->depth, c->share, c->residual, c->finite);
}

int main(int argc, char **argv) {
  static const char *const methods[] = {"rattle", "lobatto(2)", "compose(euler-true, symmetric)",
                                        "compose(euler-true, suzuki4)", "moreau"};
  long a = atol(argv[1]), b = argc > 2 ? atol(argv[2]) : a + 1;
  double h = argc > 3 ? atof(argv[3]) : 0.02;
  for (long i = a; i < b; i++) {
    scene_make(&the_scene, i);
    for (int k = 0; k < 5; k++) {
      course c = run_scene(&the_scene, methods[k], h, (long)(1/h));
      show(i, methods[k], &c);
      fflush(stdout);
    }
  }
  return 0;
}

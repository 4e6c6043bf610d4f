// Nanoseconds per step: by hand, and of noslip in every way, in turns.
//
// A block is always the same piece of the same trajectory: `segment` steps from near the start. What
// a block needs before its first step is made before the clock starts, and a few steps are taken, so
// that the code is there and the iteration has its history.

#include "bench/bench.h"
#include "bench/table.h"
#include "bench/timing.h"

#include <string.h>

// what is timed
typedef enum variant_kind {
  HAND_STEP,  // one call per step
  HAND_LOOP,  // one call for all steps: the state stays in registers
  HAND_RATE,
  NOSLIP_STEP,
  NOSLIP_ADVANCE,
} variant_kind;

typedef struct variant {
  variant_kind kind;
  const subject *subject;
  const loaded *loaded;
  hand_advance *advance;    // of the hand steps
  const hand_state *start;  //
  double h;
  const char *way;  // of noslip
  bool monitored;
  double best;  // seconds for one block, so far
} variant;

enum { warm_up = 10 };  // steps

// results are written here, so that they are needed
static volatile double sink;

static double block_of_hand(const variant *v) {
  long segment = v->subject->segment, calls = v->kind == HAND_LOOP ? 1 : segment;
  hand_state s = *v->start;
  v->advance(&s, v->h, warm_up);
  double from = timing_now();
  for (long k = 0; k < calls; k++)
    v->advance(&s, v->h, segment/calls);
  double seconds = timing_now() - from;
  sink = s.q[0];
  return seconds;
}

// Each evaluation waits for the one before, as those of a step do: the last coordinate and the last
// velocity, on which all depends in every system here, get nothing added from it.
static double block_of_rate(const variant *v) {
  hand_state s = *v->start;
  double rate[hand_most];
  hand_rate *function = v->subject->hand->rate;
  double from = timing_now();
  for (long k = 0; k < v->subject->segment; k++) {
    function(rate, s.q, s.x, s.n);
    s.q[s.n - 1] += 0*rate[s.n - 1];
    s.x[s.n - 1] += 0*rate[s.n - 1];
  }
  double seconds = timing_now() - from;
  sink = rate[0];
  return seconds;
}

static double block_of_noslip(const variant *v) {
  long segment = v->subject->segment;
  noslip_run *run = new_way(v->loaded, v->way, v->monitored);
  if (!run)
    return (double)NAN;
  noslip_status status = noslip_advance(run, warm_up);
  double from = timing_now();
  if (v->kind == NOSLIP_ADVANCE && status == NOSLIP_OK)
    status = noslip_advance(run, segment);
  for (long k = 0; v->kind == NOSLIP_STEP && k < segment && status == NOSLIP_OK; k++)
    status = noslip_step(run);
  double seconds = timing_now() - from;
  noslip_run_free(run);
  return status == NOSLIP_OK ? seconds : (double)NAN;
}

static double block(const variant *v) {
  switch (v->kind) {
  case HAND_STEP:
  case HAND_LOOP: return block_of_hand(v);
  case HAND_RATE: return block_of_rate(v);
  case NOSLIP_STEP:
  case NOSLIP_ADVANCE: return block_of_noslip(v);
  }
  return (double)NAN;
}

// blocks of all variants in turn; a variant that cannot run gets NaN and is left out
static void time_all(variant *v, int count) {
  for (int i = 0; i < count; i++)
    v[i].best = HUGE_VAL;
  for (int round = 0; round < timing_rounds; round++)
    for (int i = 0; i < count; i++) {
      double end = timing_now() + timing_slot;
      do {
        double seconds = block(&v[i]);
        if (!(seconds >= v[i].best))
          v[i].best = seconds;
      } while (!isnan(v[i].best) && timing_now() < end);
    }
}

// places in the list of variants
enum { plain, compensated, plain_loop, compensated_loop, rate, nhand };
enum { by_step, by_advance, watched, nrun };
enum { nvariant = nhand + nway*nrun };

static void list_variants(variant *v, const subject *s, const loaded *l, const hand_state *start,
                          double h) {
  const variant any = {.subject = s, .loaded = l, .start = start, .h = h};
  for (int i = 0; i < nvariant; i++)
    v[i] = any;
  for (int i = 0; i < rate; i++) {
    v[i].kind = i < plain_loop ? HAND_STEP : HAND_LOOP;
    v[i].advance = i % 2 == 0 ? s->hand->plain : s->hand->compensated;
  }
  v[rate].kind = HAND_RATE;
  for (int i = nhand; i < nvariant; i++) {
    int what = (i - nhand) % nrun;
    v[i].way = ways[(i - nhand)/nrun];
    v[i].kind = what == by_step ? NOSLIP_STEP : NOSLIP_ADVANCE;
    v[i].monitored = what == watched;
  }
}

// Newton's iterations per step by hand
static double hand_iterations(const subject *s, const hand_state *start, double h) {
  hand_state a = *start;
  s->hand->compensated(&a, h, s->segment);
  return (double)a.iterations/(double)s->segment;
}

// one line: hand steps, one way of noslip
static void print_way(const subject *s, const loaded *l, const variant *v, int way, double newton) {
  double per = 1e9/(double)s->segment;
  const variant *own = v + nhand + way*nrun;
  double step = per*fmin(own[by_step].best, own[by_advance].best), hand = per*v[plain].best;
  if (isnan(own[by_step].best))
    step = (double)NAN;
  double loop = per*v[compensated_loop].best, watching = per*own[watched].best;
  double limit = s->bars[way], unwatched_limit = way == 0 ? s->loop_bars[0] : 0,
         watched_limit = way == 0 ? s->loop_bars[1] : 0;
  noslip_report r = {.energy_max_error = (double)NAN, .constraint_max_error = (double)NAN};
  noslip_run *run = new_way(l, ways[way], true);
  if (run) {
    take_steps(l, run, s->segment);
    noslip_run_report(run, &r);
  }
  double iterations = run ? (double)r.newton_iterations/(double)s->segment : (double)NAN;
  const table_cell cells[] = {
      {"case", "case", -9, s->name, NULL, 0},
      {"n", "n", 2, NULL, "%.0f", v->start->n},
      {"hand", "hand", 7, NULL, "%.1f", hand},
      {"hand_compensated", "comp.", 7, NULL, "%.1f", per*v[compensated].best},
      {"hand_loop", "loop", 7, NULL, "%.1f", per*v[plain_loop].best},
      {"hand_loop_compensated", "comp.", 7, NULL, "%.1f", loop},
      {"rate", "rate", 6, NULL, "%.1f", per*v[rate].best},
      {"hand_newton", "Newton", 6, NULL, "%.2f", newton},
      {"way", "way", -9, ways[way], NULL, 0},
      {"step", "step", 8, NULL, "%.1f", step},
      {"ratio", "/hand", 6, NULL, "%.2f", step/hand},
      {"bar", "bar", 4, limit > 0 ? NULL : "", "%.2f", limit},
      {"met", "met", 3, table_met(step/hand, limit), NULL, 0},
      {"ratio_rate", "/rate", 6, NULL, "%.1f", step/(per*v[rate].best)},
      {"ratio_loop", "/loop", 6, NULL, "%.2f", step/loop},
      {"bar_loop", "bar", 4, unwatched_limit > 0 ? NULL : "", "%.2f", unwatched_limit},
      {"met_loop", "met", 3, table_met(step/loop, unwatched_limit), NULL, 0},
      {"monitored", "monit.", 8, NULL, "%.1f", watching},
      {"ratio_monitored", "/loop", 6, NULL, "%.2f", watching/loop},
      {"bar_monitored", "bar", 4, watched_limit > 0 ? NULL : "", "%.2f", watched_limit},
      {"met_monitored", "met", 3, table_met(watching/loop, watched_limit), NULL, 0},
      {"newton", "Newton", 6, NULL, "%.2f", iterations},
      {"constraint", "constr.", 7, NULL, "%.0e", r.constraint_max_error},
      {"energy", "energy", 7, NULL, "%.0e", r.energy_max_error},
  };
  table_line("step", cells, sizeof cells/sizeof *cells);
  noslip_run_free(run);
}

void bench_step(const subject *s) {
  loaded l = load_subject(s);
  noslip_run *run = new_way(&l, "interpret", true);
  hand_state start;
  variant v[nvariant];
  double h = l.step;
  read_node(&start, run, s->hand->momenta);
  noslip_run_free(run);
  list_variants(v, s, &l, &start, h);
  time_all(v, nvariant);
  double newton = hand_iterations(s, &start, h);
  for (int way = 0; way < (l.bound ? nway : nbackend); way++)
    print_way(s, &l, v, way, newton);
  unload(&l);
}

// ---------------------------------------------------------------------------------------------
// for a profiler

// many steps of one run; where the motion settles, from the start again after each segment
static long profile_piece(const subject *s, long left) {
  return s->settles && s->segment < left ? s->segment : left;
}

static void profile_hand(const subject *s, hand_advance *advance, long steps) {
  hand_state start, a;
  double r[hand_most];
  loaded l = load_subject(s);
  noslip_run *run = new_way(&l, "interpret", true);
  double h = l.step;
  read_node(&start, run, s->hand->momenta);
  for (long left = steps; left > 0; left -= profile_piece(s, left)) {
    a = start;
    for (long k = 0; k < profile_piece(s, left); k++)
      if (advance)
        advance(&a, h, 1);
      else
        s->hand->rate(r, a.q, a.x, a.n);
  }
  sink = a.q[0];
  noslip_run_free(run);
  unload(&l);
}

static bool profile_noslip(const subject *s, const char *way, long steps) {
  loaded l = load_subject(s);
  bool there = true;
  for (long left = steps; there && left > 0; left -= profile_piece(s, left)) {
    noslip_run *run = new_way(&l, way, false);
    there = run != NULL;
    if (there)
      take_steps(&l, run, profile_piece(s, left));
    noslip_run_free(run);
  }
  unload(&l);
  return there;
}

bool bench_profile(const subject *s, const char *way, long steps) {
  if (strcmp(way, "plain") == 0)
    profile_hand(s, s->hand->plain, steps);
  else if (strcmp(way, "compensated") == 0)
    profile_hand(s, s->hand->compensated, steps);
  else if (strcmp(way, "rate") == 0)
    profile_hand(s, NULL, steps);
  else
    return profile_noslip(s, way, steps);
  return true;
}

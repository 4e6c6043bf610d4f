// An ensemble on several threads: the energy error of 200 chaotic orbits up to t = 10000, whose variance
// grows like c h^4 t for methods of order 2, with c about 1e-4, and not at all for discrete gradients.
//
//   slope     least squares through 0 of the variance against t, over h^4
//   bars      slope 0.8e-4 to 1.5e-4; with discrete gradients at most 1e-25, energy error 2e-12
//   twins     each is the other's: neither meets the bar of the other

#include "bench/bench.h"
#include "bench/chaotic_starts.h"
#include "bench/table.h"
#include "bench/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { nmember = 200, most_rounds = 5 };

static const double T = 10000, between = 10;  // the end, and the time between two samples
static const double slot = 10;                // seconds, then no further round is begun
static const double slope_low = 0.8e-4, slope_high = 1.5e-4, slope_kept = 1e-25, energy_bar = 2e-12;

// a method on the system with its constraint, or reduced
typedef struct subject_method {
  const char *file, *method;
  bool keeps_energy;
} subject_method;

static bool is_frame(const subject_method *m) {
  return strcmp(m->file, "chaotic") != 0;
}

typedef struct outcome {
  double slope, last;  // of the variance, over h^4, and the variance at the end
  double largest;      // energy error
  double seconds[2];   // on one thread and on two
  bool same;           // bits
} outcome;

static void give_up(const char *sentence) {
  fprintf(stderr, "bench: %s\n", sentence);
  exit(1);
}

// all starts, for the keys of the model; the caller frees them
static double *make_starts(bool frame) {
  int nkey = frame ? chaotic_nframe : chaotic_nkey;
  double *x = malloc((size_t)nkey*nmember*sizeof *x);
  if (!x)
    give_up("no memory");
  for (int k = 0; k < nmember; k++)
    (frame ? chaotic_frame_start : chaotic_start)(x + nkey*k, k);
  return x;
}

static noslip_ensemble_result *compute(const loaded *l, const noslip_ensemble_options *o) {
  noslip_ensemble_result *r;
  if (noslip_ensemble(l->context, l->model, o, &r) != NOSLIP_OK)
    give_up(noslip_last_error(l->context));
  return r;
}

static void judge(outcome *out, const noslip_ensemble_result *r) {
  const noslip_statistics *q = &r->quantities[0];
  double ty = 0, tt = 0, scale = pow(r->step, 4);
  out->largest = 0;
  for (int i = 0; i < r->ntime; i++) {
    ty += r->times[i]*q->variance[i];
    tt += r->times[i]*r->times[i];
    out->largest = fmax(out->largest, fmax(-q->min[i], q->max[i]));
  }
  out->slope = ty/tt/scale;
  out->last = q->variance[r->ntime - 1]/scale;
}

// one thread and two, in turns, for some seconds; the shortest times count
static void time_threads(outcome *out, const loaded *l, noslip_ensemble_options *o) {
  double began = timing_now();
  out->seconds[0] = out->seconds[1] = HUGE_VAL;
  out->same = true;
  for (int round = 0; round < most_rounds && timing_now() - began < slot; round++) {
    noslip_ensemble_result *r[2];
    for (int k = 0; k < 2; k++) {
      o->threads = k + 1;
      r[k] = compute(l, o);
      out->seconds[k] = fmin(out->seconds[k], r[k]->wall_seconds);
    }
    judge(out, r[0]);
    out->same &= memcmp(r[0]->quantities[0].variance, r[1]->quantities[0].variance,
                        (size_t)r[0]->ntime*sizeof(double)) == 0;
    noslip_ensemble_free(r[0]);
    noslip_ensemble_free(r[1]);
  }
}

static outcome run(const loaded *l, const subject_method *m, const double *starts, double h) {
  bool frame = is_frame(m);
  outcome out;
  noslip_ensemble_options o = {
      .keys = frame ? chaotic_frame_keys : chaotic_keys,
      .nkey = frame ? chaotic_nframe : chaotic_nkey,
      .starts = starts,
      .nmember = 1,
      .method = m->method,
      .step = h,
      .steps = 1,
      .every = lround(between/h),
      .backend = "native",
  };
  noslip_ensemble_free(compute(l, &o));  // compiles, which is not in the times
  o.nmember = nmember;
  o.steps = lround(T/h);
  time_threads(&out, l, &o);
  return out;
}

static bool is_met(const subject_method *m, const outcome *c) {
  bool walks = c->slope >= slope_low && c->slope <= slope_high;
  bool keeps = c->largest <= energy_bar && c->slope <= slope_kept;
  return m->keeps_energy ? keeps && !walks : walks && !keeps;
}

static void show(const subject_method *m, double h, const outcome *c) {
  const table_cell cells[] = {
      {"model", "model", -14, m->file, NULL, 0},
      {"method", "method", -9, m->method, NULL, 0},
      {"h", "h", 4, NULL, "%.1f", h},
      {"slope", "slope/h^4", 10, NULL, "%.2e", c->slope},
      {"last", "last/h^4", 9, NULL, "%.2g", c->last},
      {"energy", "energy error", 13, NULL, "%.1e", c->largest},
      {"met", "met", 4, is_met(m, c) ? "yes" : "no", NULL, 0},
      {"seconds", "1 thread s", 11, NULL, "%.2f", c->seconds[0]},
      {"seconds2", "2 threads s", 12, NULL, "%.2f", c->seconds[1]},
      {"ratio", "ratio", 6, NULL, "%.2f", c->seconds[0]/c->seconds[1]},
      {"same", "same bits", 10, c->same ? "yes" : "no", NULL, 0},
  };
  table_line("ensemble", cells, sizeof cells/sizeof *cells);
}

static bool run_method(const subject_method *m) {
  static const double steps[] = {0.1, 0.2};
  loaded l = load_file(m->file, NULL, 0);
  double *starts = make_starts(is_frame(m));
  bool good = true;
  if (noslip_method_applies(l.context, m->method, l.model) != NOSLIP_OK)
    table_note("%s does not treat models/%s.noslip", m->method, m->file);
  else
    for (int i = 0; i < 2; i++) {
      outcome c = run(&l, m, starts, steps[i]);
      show(m, steps[i], &c);
      good &= is_met(m, &c) && c.same;
    }
  free(starts);
  unload(&l);
  return good;
}

bool bench_ensemble(void) {
  static const subject_method list[] = {{"chaotic", "dla-mp", false},
                                        {"chaotic", "dla-cm", false},
                                        {"chaotic", "spark(2)", false},
                                        {"chaotic", "gonzalez", true},
                                        {"chaotic_frame", "gonzalez", true}};
  bool good = true;
  for (size_t i = 0; i < sizeof list/sizeof *list; i++)
    good &= run_method(&list[i]);
  return good;
}

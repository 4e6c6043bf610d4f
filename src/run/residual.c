// Residuals of the constraints along a run, and how large they are for their constraints.
//
// Each constraint and each level, positions and velocities, has its largest residual so far and its
// size S (problem/constraint_size.h). Sizes are found at the start, at the end, and at a node where
// a residual is larger than all before it and than 1e-10 S; they only grow. So a node costs one
// comparison for each residual. What is too large even for the size of its own node is kept as it
// is, whatever the sizes are that come later.

#include "run/run.h"

#include "problem/constraint_size.h"

#include <math.h>

// Rounding leaves 1e-13 and less, an equation that is not solved 1e-8 and more. A verdict uses the
// same.
static const double rounding_limit = 1e-10;

bool residual_init(noslip_run *r) {
  residual_watch *w = &r->residuals;
  int m = r->problem->m;
  *w = (residual_watch){
      .largest = ARENA_ARRAY(&r->arena, double, 2*m),
      .size = ARENA_ARRAY(&r->arena, double, 2*m),
      .here = ARENA_ARRAY(&r->arena, double, 2*m),
      .bound = ARENA_ARRAY(&r->arena, double, 2*m),
      .broken = ARENA_ARRAY(&r->arena, double, 2*m),
      .error = ARENA_ARRAY(&r->arena, double, m),
      .scaled = ARENA_ARRAY(&r->arena, double, m),
  };
  r->scratch.size = ARENA_ARRAY(&r->arena, double, r->problem->n);
  return constraint_size_init(&w->sizes, &r->arena, &r->evaluator, &r->consistent, r->h) &&
         !r->arena.failed;
}

// the sizes of this node, where they are larger than those before
static void grow(noslip_run *r) {
  residual_watch *w = &r->residuals;
  constraint_size_at(&w->sizes, &r->state, w->here);
  for (int c = 0; c < 2*r->problem->m; c++) {
    w->size[c] = vec_larger(w->size[c], w->here[c]);
    w->bound[c] = vec_larger(w->bound[c], rounding_limit*w->size[c]);
  }
}

void residual_start(noslip_run *r) {
  grow(r);
}

// A residual that is too large is looked at again when it has doubled: the methods that keep no
// constraints would find sizes in every step.
static void look_again(noslip_run *r, int c, double residual) {
  residual_watch *w = &r->residuals;
  if (isnan(w->largest[c]))
    return;
  grow(r);
  if (residual <= w->bound[c])
    return;
  w->broken[c] = observed_larger(w->broken[c], constraint_size_share(residual, w->size[c]));
  w->bound[c] = 2*residual;
}

void residual_node(noslip_run *r, const watched_places *w, const double *residual) {
  int m = r->problem->m;
  for (int c = 0; c < 2*m; c++)
    if (watched_grew(w, c, m, residual[c]) && !(fabs(residual[c]) <= w->bound[c]))
      look_again(r, c, fabs(residual[c]));
  watched_add_residuals(run_watched_shape(r), w, residual);
}

static double scaled(const residual_watch *w, int c) {
  return observed_larger(w->broken[c], constraint_size_share(w->largest[c], w->size[c]));
}

void residual_report(noslip_run *r, noslip_report *out) {
  residual_watch *w = &r->residuals;
  int m = r->problem->m;
  if (m > 0)
    grow(r);
  out->constraint_max_error = out->constraint_scaled_error = 0;
  for (int c = 0; c < m; c++) {
    w->error[c] = observed_larger(w->largest[c], w->largest[m + c]);
    w->scaled[c] = observed_larger(scaled(w, c), scaled(w, m + c));
    out->constraint_max_error = observed_larger(out->constraint_max_error, w->error[c]);
    out->constraint_scaled_error = observed_larger(out->constraint_scaled_error, w->scaled[c]);
  }
  out->constraint_errors = w->error;
  out->constraint_scaled_errors = w->scaled;
}

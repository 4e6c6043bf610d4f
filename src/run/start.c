// The start of a run: initial data from the model, checked, completed.

#include "run/run.h"

#include <string.h>

// what `init` says
static void read_start(noslip_run *r) {
  const model_system *s = r->model->system;
  if (r->problem->class == PROBLEM_INDEX2) {
    for (int i = 0; i < r->problem->n; i++)
      r->state.q[i] = s->states.list[i].start;
    for (int k = 0; k < r->problem->m; k++)
      r->state.lambda[k] = s->algebraics.list[k].start;
    return;
  }
  for (int i = 0; i < r->problem->n; i++) {
    r->state.q[i] = s->positions.list[i].start;
    r->state.v[i] = s->velocities.list[i].start;
    r->state.p[i] = s->momenta.list[i].start;
  }
}

noslip_status start_state(noslip_run *r, bool project, failure *why) {
  text_buffer notes;
  text_init(&notes, &r->context->memory);
  if (r->model->note)
    run_warn(r, r->model->note);
  read_start(r);
  bool hamiltonian = r->problem->class == PROBLEM_MECHANICAL && !r->problem->lagrangian;
  initial in = {&r->evaluator, &r->consistent, project, &notes};
  noslip_status status = NOSLIP_OK;
  if (hamiltonian && !seen_complete(&r->evaluator, &r->state, false))
    status = fail(why, NOSLIP_ERROR_MODEL, "the velocities cannot be found from the momenta");
  if (status == NOSLIP_OK)
    status = initial_prepare(&in, &r->arena, &r->state, why);

  // one warning per line of the notes
  char *line = notes.data;
  while (status == NOSLIP_OK && line && *line) {
    char *end = strchr(line, '\n');
    if (!end)
      break;
    const char *copy = arena_text(&r->arena, line, (size_t)(end - line));
    if (copy)
      run_warn(r, copy);
    line = end + 1;
  }
  text_free(&notes);
  return status;
}

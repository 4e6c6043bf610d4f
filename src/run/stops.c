#include "run/stops.h"

#include "run/crossing.h"

#include <assert.h>
#include <math.h>

bool stops_init(noslip_run *r) {
  const model_system *s = r->model->system;
  run_stops *all = &r->watches.stops;
  all->list = ARENA_ARRAY(&r->arena, crossing, s->stops.count);
  for (int i = 0; all->list && i < s->stops.count; i++)
    if (!crossing_init(&all->list[all->count++], r, s->sections.count + i,
                       s->stops.list[i].direction))
      return false;
  return all->list != NULL;
}

void stops_begin(noslip_run *r) {
  for (int i = 0; i < r->watches.stops.count; i++)
    crossing_begin(&r->watches.stops.list[i]);
}

// the first crossing in this step, -1: there is none; the run is on its node
static noslip_status find_first(run_stops *all, int *first) {
  *first = -1;
  for (int i = 0; i < all->count; i++) {
    crossing *c = &all->list[i];
    bool found;
    noslip_status status = crossing_end(c, &found);
    if (status != NOSLIP_OK)
      return status;
    if (!found)
      continue;
    if (!crossing_at_nodes(c))
      crossing_return(c);
    if (*first < 0 || fabs(c->tau) < fabs(all->list[*first].tau))
      *first = i;
  }
  return NOSLIP_OK;
}

noslip_status stops_end(noslip_run *r) {
  run_stops *all = &r->watches.stops;
  int first;
  noslip_status status = find_first(all, &first);
  if (status != NOSLIP_OK || first < 0)
    return status;
  crossing *c = &all->list[first];
  status = crossing_at_nodes(c) ? NOSLIP_OK : crossing_again(c);
  if (status != NOSLIP_OK) {
    crossing_return(c);
    return status;
  }
  all->label = r->model->system->stops.list[first].label;
  return NOSLIP_STOPPED;
}

// the place of the one that has ended the run, -1: none has
static int ended_by(const noslip_run *r) {
  const run_stops *all = &r->watches.stops;
  for (int i = 0; all->label && i < all->count; i++)
    if (r->model->system->stops.list[i].label == all->label)
      return i;
  return -1;
}

void stops_transfer(noslip_run *r, transfer *t) {
  run_stops *all = &r->watches.stops;
  int ended = ended_by(r);
  transfer_integers(t, "stop", &ended, 1, (transfer_range){-1, all->count - 1});
  for (int i = 0; i < all->count; i++)
    crossing_transfer(&all->list[i], t);
  if (t->in && !t->failed)
    all->label = ended >= 0 ? r->model->system->stops.list[ended].label : NULL;
}

const char *noslip_run_stopped(const noslip_run *r) {
  return r ? r->watches.stops.label : NULL;
}

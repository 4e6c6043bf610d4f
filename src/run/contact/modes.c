// Modes: made when they are first entered, and kept.

#include "run/contact/contact.h"

#include "run/backend.h"

#include <assert.h>
#include <string.h>

// ---- making one

// the arrays of the state that do not depend on the mode are those of the run
static void share_state(state *to, const state *of) {
  assert(to->n == of->n);
  to->q = of->q;
  to->v = of->v;
  to->p = of->p;
  to->q_low = of->q_low;
  to->v_low = of->v_low;
  to->p_low = of->p_low;
  to->turns = of->turns;
  to->rho = of->rho;
  to->rho_low = of->rho_low;
}

static bool allocate(mode *m, const noslip_run *r) {
  arena *a = &m->arena;
  const problem *p = m->problem;
  int count = 0;
  m->row = ARENA_ARRAY(a, int, p->m);
  m->start = ARENA_ARRAY(a, double, p->nv);
  if (a->failed || !evaluator_init(&m->evaluator, a, p) ||
      !consistent_init(&m->consistent, a, &m->evaluator) || !state_init(&m->state, a, p) ||
      !state_init(&m->saved, a, p))
    return false;
  m->evaluator.inputs = r->evaluator.inputs;
  for (int k = 0; k < r->problem->m; k++)
    if (m->use[k] == ROW_HELD)
      m->row[count++] = k;
  assert(count == p->m);
  share_state(&m->state, &r->state);
  return !r->effort || effort_count(&m->evaluator, a, r->effort);
}

// A method of order 1 leaves a surface by O(h^2) in its first step of flight, the true path by
// O(h^3), and would land at once and for ever. In flight it takes its steps with its adjoint.
static noslip_status choose_method(const mode *m, noslip_run *r, const method **out, failure *why) {
  bool flight = true;
  *out = r->method;
  for (int i = 0; i < r->contacts->count; i++)
    flight &= m->use[r->contacts->touch[i].row] == ROW_FREE;
  if (!flight || r->method->order > 1 || contacts_stepping(r->contacts))
    return NOSLIP_OK;
  const char *text = arena_print(&r->arena, "compose(%s, symmetric)", r->method->name);
  return text ? method_find(&r->arena, text, out, why) : fail_memory(why);
}

// ---- compiled while the interpreter works

// modes that are compiled at once: they are often entered one shortly after the other
enum { most_compiled = 2 };

static int count_making(const contacts *c) {
  int count = 0;
  for (const mode *m = c->modes; m; m = m->next)
    count += m->making != NULL;
  return count;
}

static bool is_automatic(const char *backend) {
  return !backend || strcmp(backend, "auto") == 0;
}

static noslip_status choose_backend(contacts *c, mode *m, failure *why) {
  m->waits = false;
  if (codes_take(c->run, m))
    return NOSLIP_OK;
  backend_target target = {m->problem,         &m->evaluator,   m->stepper,
                           c->run->plan.steps, m->arena.memory, &m->making};
  m->waits = is_automatic(c->backend) && count_making(c) >= most_compiled;
  return m->waits ? NOSLIP_OK : backend_bind(&target, c->backend, &m->native, why);
}

static void take_compiled(mode *m) {
  failure unsaid;
  native_making *making = m->making;
  m->making = NULL;
  native_finish(making, &m->evaluator, m->stepper, &m->native, &unsaid);
}

void contacts_take_compiled(contacts *c, bool wait) {
  failure unsaid;
  do {
    for (mode *m = c->modes; m; m = m->next)
      if (m->making && (wait || native_ready(m->making)))
        take_compiled(m);
    for (mode *m = c->modes; m && count_making(c) < most_compiled; m = m->next)
      if (m->waits)
        choose_backend(c, m, &unsaid);
  } while (wait && count_making(c) > 0);
}

static noslip_status make_stepper(mode *m, noslip_run *r, failure *why) {
  arena *a = &m->arena;
  const method *taken;
  if (choose_method(m, r, &taken, why) != NOSLIP_OK)
    return why->status;
  m->stepper = method_make(taken, &m->evaluator, a);
  if (!m->stepper)
    return fail_memory(why);
  size_t size = stepper_carried_size(m->stepper);
  mode_init_places(m);
  m->fresh = arena_alloc(a, size + 1);
  m->carried = arena_alloc(a, size + 1);
  if (a->failed)
    return fail_memory(why);
  noslip_status status = choose_backend(r->contacts, m, why);
  stepper_save(m->stepper, m->fresh);
  return status;
}

static noslip_status fill_mode(mode *m, noslip_run *r, failure *why) {
  char sentence[500];
  int rows = 0;
  for (int k = 0; k < r->problem->m; k++)
    rows += m->use[k] == ROW_HELD;
  bool stepping = contacts_stepping(r->contacts), fixed, free = r->method && rows < r->problem->nv;
  reduction_kind form = free ? method_form(r->method, r->problem) : REDUCTION_COUNT;
  noslip_status status =
      model_mode(r->model, &m->arena, m->use, form, stepping, &m->problem, &fixed, why);
  if (status != NOSLIP_OK)
    return status;
  if (!allocate(m, r))
    return fail_memory(why);
  m->still = m->problem->m >= m->problem->nv && fixed && !stepping;
  if (!r->method || m->still)
    return mode_init_places(m) ? NOSLIP_OK : fail_memory(why);
  if (method_refuses(r->method, m->problem, sentence, sizeof sentence))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%s", sentence);
  return make_stepper(m, r, why);
}

static void free_mode(mode *m, const memory *from) {
  arena_free(&m->arena);
  native_give_up(m->making);
  native_free(m->native);
  memory_free(from, m);
}

static noslip_status new_mode(contacts *c, mode **out, failure *why) {
  noslip_run *r = c->run;
  const memory *from = &r->context->memory;
  mode *m = memory_resize(from, NULL, sizeof *m);
  if (!m)
    return fail_memory(why);
  *m = (mode){.next = c->modes};
  arena_init(&m->arena, from);
  m->use = ARENA_ARRAY(&m->arena, unsigned char, r->problem->m);
  noslip_status status = m->use ? NOSLIP_OK : fail_memory(why);
  if (status == NOSLIP_OK) {
    memcpy(m->use, c->use, (size_t)r->problem->m);
    status = fill_mode(m, r, why);
  }
  if (status != NOSLIP_OK) {
    free_mode(m, from);
    return status;
  }
  *out = c->modes = m;
  return NOSLIP_OK;
}

void contacts_free(noslip_run *r) {
  mode *m = r->contacts ? r->contacts->modes : NULL;
  while (m) {
    mode *next = m->next;
    free_mode(m, &r->context->memory);
    m = next;
  }
}

bool contacts_count_effort(contacts *c) {
  for (mode *m = c->modes; m; m = m->next)
    if (!effort_count(&m->evaluator, &m->arena, c->run->effort))
      return false;
  return true;
}

bool contacts_compiled(const contacts *c) {
  for (const mode *m = c->modes; m; m = m->next)
    if (m->native)
      return true;
  return false;
}

// ---- changing

// of the slip of a closed contact
static void use_slip(contacts *c, const touch *k) {
  unsigned char *use = c->use + k->slip_row;
  for (int i = 0; i < k->nslip; i++)
    use[i] = k->sticks ? ROW_HELD : ROW_FREE;
  if (k->sticks && touch_in_space(k))
    use[2] = (unsigned char)(ROW_AXIS_1 + k->axis);
  if (!k->sticks)
    use[0] = k->nslip > 1 ? ROW_SLIDING : k->sign > 0 ? ROW_FORWARD : ROW_BACKWARD;
}

// Held are constraints that wait for no contact, or for a closed one, closed contacts, and the slips
// of those that stick.
void contacts_find_use(contacts *c) {
  const noslip_run *r = c->run;
  int rows = r->problem->m;
  memset(c->use, ROW_FREE, (size_t)rows);
  for (int k = 0; k < r->model->system->constraints.count; k++) {
    int waits = model_row_waits(r->model->system, k);
    c->use[k] = waits < 0 || c->touch[waits].closed ? ROW_HELD : ROW_FREE;
  }
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    c->use[k->row] = k->closed ? ROW_HELD : ROW_FREE;
    if (k->closed && k->nslip > 0 && !c->lifting)
      use_slip(c, k);
  }
  for (int k = 0; k < rows; k++)
    c->held[k] = c->use[k] == ROW_HELD;
}

// Where forces depend on multipliers, those of rows that were held lead to the new ones; of the
// others nothing is known. Before the first mode all are guesses of the model.
static void guess_multipliers(contacts *c, mode *m) {
  for (int k = 0; k < m->problem->m; k++) {
    bool known = !c->now || c->now->use[m->row[k]] == ROW_HELD;
    m->state.lambda[k] = known ? c->run->state.lambda[m->row[k]] : (double)NAN;
  }
}

// the mode of this use, which becomes the first of the list; NULL: there is none yet
static mode *find_mode(contacts *c) {
  size_t size = (size_t)c->run->problem->m;
  for (mode **at = &c->modes; *at; at = &(*at)->next) {
    mode *m = *at;
    if (memcmp(m->use, c->use, size) != 0)
      continue;
    *at = m->next;
    m->next = c->modes;
    c->modes = m;
    return m;
  }
  return NULL;
}

static bool is_in_use(const contacts *c, const mode *m) {
  bool used = m == c->now || (m->stepper && m->stepper == c->run->stepper);
  for (int i = 0; i < contacts_places; i++)
    used |= m == c->place[i].mode;
  return used;
}

// Crowds have many modes, and each is a problem of its own: those that were not entered for the
// longest time are made again if they are needed.
static void drop_old_modes(contacts *c) {
  enum { most = 200 };
  int count = 0;
  for (mode **at = &c->modes; *at;) {
    mode *m = *at;
    if (++count <= most || is_in_use(c, m)) {
      at = &m->next;
      continue;
    }
    *at = m->next;
    free_mode(m, &c->run->context->memory);
  }
}

void modes_keep_first(contacts *c, int count) {
  mode **at = &c->modes;
  for (int i = 0; *at && i < count; i++)
    at = &(*at)->next;
  while (*at) {
    mode *m = *at;
    *at = m->next;
    c->now = m == c->now ? NULL : c->now;
    for (int i = 0; i < contacts_places; i++)
      c->place[i].mode = m == c->place[i].mode ? NULL : c->place[i].mode;
    free_mode(m, &c->run->context->memory);
  }
}

noslip_status mode_enter(contacts *c, failure *why) {
  mode *m = find_mode(c);
  if (m)
    return NOSLIP_OK;
  drop_old_modes(c);
  return new_mode(c, &m, why);
}

noslip_status mode_change(contacts *c, failure *why) {
  contacts_find_use(c);
  noslip_status status = mode_enter(c, why);
  if (status != NOSLIP_OK)
    return status;
  mode *m = c->modes;
  guess_multipliers(c, m);
  c->now = m;
  if (m->stepper)
    c->run->stepper = m->stepper;
  c->run->state.reduced = false;
  if (m->stepper)
    stepper_restore(m->stepper, m->fresh);
  return NOSLIP_OK;
}

// ---- trials

void mode_save(contacts *c) {
  mode *m = c->now;
  m->state.t = c->from = c->run->state.t;
  m->state.reduced = c->run->state.reduced;
  state_copy(&m->saved, &m->state);
  if (m->stepper)
    stepper_save(m->stepper, m->carried);
  const double *start = legendre_start(&m->evaluator);
  if (start)
    vec_copy(m->start, start, m->problem->nv);
}

static void go_back(contacts *c) {
  mode *m = c->now;
  state_copy(&m->state, &m->saved);
  if (m->stepper)
    stepper_restore(m->stepper, m->carried);
  double *start = legendre_start(&m->evaluator);
  if (start)
    vec_copy(start, m->start, m->problem->nv);
}

static void add_work(method_work *all, method_work now, method_work before) {
  all->iterations += now.iterations - before.iterations;
  all->factorisations += now.factorisations - before.factorisations;
  all->evaluations += now.evaluations - before.evaluations;
  all->accepted += now.accepted - before.accepted;
  all->rejected += now.rejected - before.rejected;
}

noslip_status mode_try(contacts *c, double tau, failure *why) {
  go_back(c);
  return mode_step(c, tau, why);
}

noslip_status mode_step(contacts *c, double tau, failure *why) {
  mode *m = c->now;
  noslip_status status = NOSLIP_OK;
  if (tau != 0 && !m->still) {
    method_work before = method_counts(m->stepper);
    status = method_step(m->stepper, &m->state, tau, why);
    add_work(&c->work, method_counts(m->stepper), before);
  }
  m->state.t = c->run->state.t = status == NOSLIP_OK ? c->from + tau : c->from;
  c->run->state.reduced = m->state.reduced;
  observed_forget(&c->run->observed);
  c->run->observed.known_multipliers = false;
  return status;
}

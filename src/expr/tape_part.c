#include "expr/tape_part.h"

#include "expr/validate.h"

#include <assert.h>
#include <string.h>

struct tape_cutter {
  arena *kept;
  const tape *of;
  int ninput;   // slots of constants and inputs: instructions come after these
  int *input;   // ninput  entry in its group; constants: 0
  int *stored;  // nout    the slot of an output, -1: it is zero
  int *place;   // nwork   the slot in the part, -1: it has none
  int *slots;   // nwork   of the part, in order
  int nslot;
  int *used;  // ninput  inputs of the last group
  int nused;
  tape part;           // the last cut, its arrays as long as those of `of`
  const tape **parts;  // limit
  int count, limit;
};

static bool allocate(tape_cutter *c, arena *a) {
  const tape *t = c->of;
  c->input = ARENA_ARRAY(a, int, c->ninput + 1);
  c->stored = ARENA_ARRAY(a, int, t->nout + 1);
  c->place = ARENA_ARRAY(a, int, t->nwork + 1);
  c->slots = ARENA_ARRAY(a, int, t->nwork + 1);
  c->used = ARENA_ARRAY(a, int, c->ninput + 1);
  c->part.constants = ARENA_ARRAY(a, double, t->nconstant + 1);
  c->part.code = ARENA_ARRAY(a, tape_code, t->ncode + 1);
  c->part.store = ARENA_ARRAY(a, tape_move, t->nout + 1);
  for (int k = 0; k < t->ngroup; k++)
    c->part.load[k] = ARENA_ARRAY(a, tape_move, t->nload[k] + 1);
  c->parts = ARENA_ARRAY(a, const tape *, c->limit + 1);
  return !a->failed;
}

tape_cutter *tape_cutter_new(arena *kept, arena *scratch, const tape *t, int limit) {
  assert(t->ngroup > 0 && limit >= 0);
  tape_cutter *c = arena_alloc(scratch, sizeof *c);
  if (!c)
    return NULL;
  *c = (tape_cutter){.kept = kept, .of = t, .ninput = t->nwork - t->ncode, .limit = limit};
  if (!allocate(c, scratch))
    return NULL;
  for (int k = 0; k < t->ngroup; k++)
    for (int i = 0; i < t->nload[k]; i++)
      c->input[t->load[k][i].to] = t->load[k][i].from;
  for (int i = 0; i < t->nout; i++)
    c->stored[i] = -1;
  for (int i = 0; i < t->nstore; i++)
    c->stored[t->store[i].to] = t->store[i].from;
  for (int i = 0; i < t->nwork; i++)
    c->place[i] = -1;
  c->part.ngroup = t->ngroup;
  return c;
}

// ---------------------------------------------------------------------------------------------
// cutting

// `slots` is a stack while they are found: a slot joins once
static void need(tape_cutter *c, int slot) {
  if (slot < 0 || c->place[slot] >= 0)
    return;
  c->place[slot] = 0;
  c->slots[c->nslot++] = slot;
}

static int operand(const tape_code *code, int k) {
  return k == 0 ? code->a : k == 1 ? code->b : code->c;
}

static void find_slots(tape_cutter *c, int first, int count) {
  c->nslot = 0;
  for (int i = first; i < first + count; i++)
    need(c, c->stored[i]);
  for (int i = 0; i < c->nslot; i++) {
    int slot = c->slots[i];
    if (slot < c->ninput)
      continue;
    const tape_code *code = &c->of->code[slot - c->ninput];
    assert(code->dst == slot);
    for (int k = 0; k < expr_operands((expr_op)code->op); k++)
      need(c, operand(code, k));
  }
}

// in ascending order: operands before what needs them; parts are short
static void sort_slots(int *slots, int n) {
  for (int gap = n/2; gap > 0; gap /= 2)
    for (int i = gap; i < n; i++) {
      int x = slots[i], j = i;
      for (; j >= gap && slots[j - gap] > x; j -= gap)
        slots[j] = slots[j - gap];
      slots[j] = x;
    }
}

// the group of an input slot, -1: it is a constant
static int group_of(const tape *t, int slot) {
  int end = t->nconstant;
  if (slot < end)
    return -1;
  for (int k = 0; k < t->ngroup; k++) {
    end += t->nload[k];
    if (slot < end)
      return k;
  }
  return t->ngroup;
}

static void place_input(tape_cutter *c, int slot, int to) {
  const tape *t = c->of;
  tape *p = &c->part;
  int group = group_of(t, slot);
  if (group < 0) {
    p->constants[p->nconstant++] = t->constants[slot];
    return;
  }
  int from = c->input[slot];
  if (group == t->ngroup - 1) {
    c->used[c->nused] = from;
    from = c->nused++;
  }
  p->load[group][p->nload[group]++] = (tape_move){from, to};
}

static void place_code(tape_cutter *c, int slot, int to) {
  tape_code code = c->of->code[slot - c->ninput];
  int n = expr_operands((expr_op)code.op);
  code.dst = to;
  code.a = n > 0 ? c->place[code.a] : 0;
  code.b = n > 1 ? c->place[code.b] : 0;
  code.c = n > 2 ? c->place[code.c] : 0;
  c->part.code[c->part.ncode++] = code;
}

static void cut(tape_cutter *c, int first, int count) {
  tape *p = &c->part;
  find_slots(c, first, count);
  sort_slots(c->slots, c->nslot);
  p->nconstant = p->ncode = p->nstore = c->nused = 0;
  memset(p->nload, 0, sizeof p->nload);
  p->nout = count;
  p->nwork = c->nslot;
  for (int i = 0; i < c->nslot; i++) {
    int slot = c->slots[i];
    c->place[slot] = i;
    if (slot < c->ninput)
      place_input(c, slot, i);
    else
      place_code(c, slot, i);
  }
  for (int i = 0; i < count; i++)
    if (c->stored[first + i] >= 0)
      p->store[p->nstore++] = (tape_move){c->place[c->stored[first + i]], i};
  for (int i = 0; i < c->nslot; i++)
    c->place[c->slots[i]] = -1;
}

// ---------------------------------------------------------------------------------------------
// sharing

static bool same_bytes(const void *a, const void *b, int count, size_t size) {
  return count == 0 || memcmp(a, b, (size_t)count*size) == 0;
}

static bool is_same(const tape *a, const tape *b) {
  if (a->nconstant != b->nconstant || a->ncode != b->ncode || a->nstore != b->nstore ||
      a->nout != b->nout || memcmp(a->nload, b->nload, sizeof a->nload) != 0)
    return false;
  for (int k = 0; k < a->ngroup; k++)
    if (!same_bytes(a->load[k], b->load[k], a->nload[k], sizeof *a->load[k]))
      return false;
  return same_bytes(a->constants, b->constants, a->nconstant, sizeof *a->constants) &&
         same_bytes(a->code, b->code, a->ncode, sizeof *a->code) &&
         same_bytes(a->store, b->store, a->nstore, sizeof *a->store);
}

static void *copy(arena *a, const void *from, int count, size_t size) {
  void *to = arena_alloc(a, (size_t)(count + 1)*size);
  if (to && count > 0)
    memcpy(to, from, (size_t)count*size);
  return to;
}

static const tape *keep(tape_cutter *c) {
  arena *a = c->kept;
  tape *t = arena_alloc(a, sizeof *t);
  if (!t)
    return NULL;
  *t = c->part;
  t->constants = copy(a, c->part.constants, t->nconstant, sizeof *t->constants);
  t->code = copy(a, c->part.code, t->ncode, sizeof *t->code);
  t->store = copy(a, c->part.store, t->nstore, sizeof *t->store);
  for (int k = 0; k < t->ngroup; k++)
    t->load[k] = copy(a, c->part.load[k], t->nload[k], sizeof *t->load[k]);
  assert(a->failed || !tape_flaw(t));
  return a->failed ? NULL : t;
}

int tape_cut(tape_cutter *c, int first, int count) {
  assert(first >= 0 && count >= 0 && first + count <= c->of->nout);
  cut(c, first, count);
  for (int i = c->count - 1; i >= 0; i--)
    if (is_same(c->parts[i], &c->part))
      return i;
  if (c->count == c->limit)
    return -1;
  c->parts[c->count] = keep(c);
  return c->parts[c->count] ? c->count++ : -1;
}

int tape_part_inputs(const tape_cutter *c, const int **inputs) {
  *inputs = c->used;
  return c->nused;
}

int tape_part_count(const tape_cutter *c) {
  return c->count;
}

const tape *tape_part(const tape_cutter *c, int which) {
  assert(which >= 0 && which < c->count);
  return c->parts[which];
}

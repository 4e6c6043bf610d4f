// The operations of a tape as text. Inputs are read first and outputs written last, so
// that it does not matter to the compiler whether arrays overlap.
//
// The text is to be compiled without contraction of a*b + c. Functions are those of real/, so the
// compiler does not know what they are, and takes neither x*x for x^2.0 nor x/sqrt(1 + x^2) for
// sin(atan(x)). Sine and cosine of one number are one call.
//
// A long tape is cut into pieces, one function each, for compilers take a time that grows with the
// square of a function's length: 6 s with -O1 for a pendulum of 20 links, 13000 instructions, and
// 2 s in pieces. What a later piece needs waits in an array, whose places are used again. A step is
// not slower for it, if sine and cosine of one number stay together.

#include "expr/print_c.h"

#include "expr/validate.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
  whole = 500,   // instructions of the longest tape that is not cut
  length = 200,  // of a piece
};

// the value of each operation, with the operands a, b, c
static const char *const forms[EXPR_OP_COUNT] = {
#define OPERATION(name, sign, n, traits, file, value, ...) [EXPR_##name] = #value,
#include "expr/functions.inl"
};

// what is known of a slot
typedef struct slot {
  int piece;         // that computes it; -1: none, it is a constant or an input
  int last;          // the last piece that needs it, -1: none
  int needed;        // the last piece so far that needs it
  int place;         // where it waits for later pieces; -1: it does not
  int sine, cosine;  // instructions that make its sine and cosine; -1: there are none
} slot;

typedef struct printer {
  text_buffer *out;
  const tape *t;
  const char *name;
  bool halves;
  bool zeros;
  int npiece;
  int nplace;   // length of the array in which values wait
  slot *slots;  // nwork
  int *places;  // nwork  those that are free
  int nfree;
} printer;

// ---- the files of the functions

const char *print_c_file(expr_op op) {
  static const char *const files[EXPR_OP_COUNT] = {
#define OPERATION(name, sign, n, traits, file, ...) [EXPR_##name] = file,
#include "expr/functions.inl"
  };
  return files[op];
}

bool print_c_uses(const tape *t, expr_op op) {
  for (int i = 0; i < t->ncode; i++)
    if ((expr_op)t->code[i].op == op)
      return true;
  return false;
}

// ---- what is known of the slots

static int operand(const tape_code *code, int k) {
  return k == 0 ? code->a : k == 1 ? code->b : code->c;
}

// of a sine the cosine of the same number, and the other way round; NULL: there is none
static const tape_code *partner_of(const printer *p, const tape_code *code) {
  const slot *s = &p->slots[code->a];
  int at = code->op == EXPR_SIN ? s->cosine : code->op == EXPR_COS ? s->sine : -1;
  return at >= 0 ? p->t->code + at : NULL;
}

// The second of the two is computed with the first, perhaps in an earlier piece: one call makes both.
static bool is_second(const printer *p, const tape_code *code) {
  const tape_code *partner = partner_of(p, code);
  return partner && partner < code;
}

static void know_code(printer *p, int at, int piece) {
  const tape_code *code = &p->t->code[at], *partner = partner_of(p, code);
  p->slots[code->dst].piece = partner ? p->slots[partner->dst].piece : piece;
  if (code->op == EXPR_SIN)
    p->slots[code->a].sine = at;
  if (code->op == EXPR_COS)
    p->slots[code->a].cosine = at;
  for (int k = 0; !partner && k < expr_operands((expr_op)code->op); k++)
    p->slots[operand(code, k)].last = piece;
}

static void know_slots(printer *p) {
  for (int i = 0; i < p->t->nwork; i++)
    p->slots[i] = (slot){-1, -1, -1, -1, -1, -1};
  for (int i = 0; i < p->t->ncode; i++)
    know_code(p, i, p->npiece > 1 ? i/length : 0);
}

// the instructions of piece k
static const tape_code *begin_of(const printer *p, int k) {
  int at = p->npiece > 1 ? k*length : 0;
  return p->t->code + (at < p->t->ncode ? at : p->t->ncode);
}

static const tape_code *end_of(const printer *p, int k) {
  return k == p->npiece - 1 ? p->t->code + p->t->ncode : begin_of(p, k + 1);
}

// a place for a value that later pieces need
static void give_place(printer *p, int at, int k) {
  if (p->slots[at].last > k)
    p->slots[at].place = p->nfree > 0 ? p->places[--p->nfree] : p->nplace++;
}

// after piece k, which reads it, this value waits no longer
static void take_place(printer *p, int at, int k) {
  slot *s = &p->slots[at];
  if (s->place >= 0 && s->last == k && s->needed != k)
    p->places[p->nfree++] = s->place;
  assert(p->nfree <= p->nplace && p->nplace <= p->t->nwork);
  s->needed = k;
}

// A piece reads all that waits for it before it puts its own values down, so it may use the places
// that become free.
static void give_places(printer *p) {
  for (int k = 0; k < p->npiece; k++) {
    for (const tape_code *i = begin_of(p, k); i < end_of(p, k); i++)
      for (int j = 0; !is_second(p, i) && j < expr_operands((expr_op)i->op); j++)
        take_place(p, operand(i, j), k);
    for (const tape_code *i = begin_of(p, k); i < end_of(p, k); i++)
      if (!is_second(p, i)) {
        give_place(p, i->dst, k);
        if (partner_of(p, i))
          give_place(p, partner_of(p, i)->dst, k);
      }
  }
}

// ---- the text of a piece

// slots are named w0, w1, ...; constants stand for themselves
static void print_slot(const printer *p, int at) {
  assert(0 <= at && at < p->t->nwork);
  if (at >= p->t->nconstant) {
    text_print(p->out, "w%d", at);
    return;
  }
  bool sign = signbit(p->t->constants[at]);
  text_print(p->out, sign ? "(" : "");
  text_c_number(p->out, p->t->constants[at]);
  text_print(p->out, sign ? ")" : "");
}

// the form of the operation; its operands are the words a, b and c
static void print_one(const printer *p, const tape_code *code) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
  text_print(p->out, "  const double w%d = ", code->dst);
  for (const char *at = forms[code->op]; *at;) {
    size_t word = strspn(at, letters);
    if (word == 1 && 'a' <= *at && *at <= 'c')
      print_slot(p, operand(code, *at - 'a'));
    else
      text_add(p->out, at, word > 0 ? word : 1);
    at += word > 0 ? word : 1;
  }
  text_print(p->out, ";\n");
}

// sine and cosine of one number
static void print_both(const printer *p, const tape_code *code, const tape_code *partner) {
  bool first = code->op == EXPR_SIN;
  text_print(p->out, "  const real_pair s%d = real_sin_cos(", code->dst);
  print_slot(p, code->a);
  text_print(p->out, ");\n  const double w%d = s%d.high, w%d = s%d.low;\n",
             first ? code->dst : partner->dst, code->dst, first ? partner->dst : code->dst,
             code->dst);
}

static void print_code(const printer *p, const tape_code *code) {
  const tape_code *partner = partner_of(p, code);
  if (is_second(p, code))
    return;
  if (partner)
    print_both(p, code, partner);
  else
    print_one(p, code);
}

// values that are neither constants nor computed here, and all that is stored here
static void mark_needed(printer *p, int k) {
  for (const tape_code *i = begin_of(p, k); i < end_of(p, k); i++)
    for (int j = 0; !is_second(p, i) && j < expr_operands((expr_op)i->op); j++)
      p->slots[operand(i, j)].needed = k;
  for (int i = 0; k == 0 && i < p->t->nstore; i++)
    if (p->slots[p->t->store[i].from].piece < 0)
      p->slots[p->t->store[i].from].needed = k;
}

static void print_loads(const printer *p, int k) {
  const tape *t = p->t;
  for (int g = 0; g < t->ngroup; g++)
    for (int i = 0; i < t->nload[g]; i++)
      if (p->slots[t->load[g][i].to].needed == k)
        text_print(p->out, "  const double w%d = in[%d][%d];\n", t->load[g][i].to, g,
                   t->load[g][i].from);
  for (int i = t->nconstant; p->npiece > 1 && i < t->nwork; i++)
    if (p->slots[i].needed == k && p->slots[i].place >= 0 && p->slots[i].piece < k)
      text_print(p->out, "  const double w%d = kept[%d];\n", i, p->slots[i].place);
}

static void print_zeros(const printer *p) {
  const tape *t = p->t;
  for (int i = 0, next = 0; i < t->nout; i++) {
    bool stored = next < t->nstore && t->store[next].to == i;
    next += stored;
    if (!stored)
      text_print(p->out, "  out[%d] = 0;\n", i);
  }
}

static void print_stores(const printer *p, int k) {
  const tape *t = p->t;
  for (int i = t->nconstant; p->npiece > 1 && i < t->nwork; i++)
    if (p->slots[i].piece == k && p->slots[i].place >= 0)
      text_print(p->out, "  kept[%d] = w%d;\n", p->slots[i].place, i);
  if (p->zeros && k == 0)
    print_zeros(p);
  for (int i = 0; i < t->nstore; i++) {
    int piece = p->slots[t->store[i].from].piece;
    if (piece != k && !(piece < 0 && k == 0))
      continue;
    text_print(p->out, "  out[%d] = ", t->store[i].to);
    print_slot(p, t->store[i].from);
    text_print(p->out, ";\n");
  }
}

static void print_piece(printer *p, int k) {
  mark_needed(p, k);
  text_print(p->out, "  (void)in, (void)out;\n");
  print_loads(p, k);
  for (const tape_code *i = begin_of(p, k); i < end_of(p, k); i++)
    print_code(p, i);
  print_stores(p, k);
  text_print(p->out, "}\n");
}

// ---- the whole

static const char arguments[] = "const double *const *in, double *out";

// the head of piece k
static void print_head_of_piece(const printer *p, int k) {
  text_print(p->out, "%s void %s_%d(%s, double *kept)",
             p->halves ? "__attribute__((visibility(\"hidden\")))"
                       : "static __attribute__((noinline))",
             p->name, k, arguments);
}

static void print_pieces(printer *p) {
  for (int k = 0; k < p->npiece; k++) {
    if (p->halves) {
      print_head_of_piece(p, k);
      // the first half has the rest of the text to compile: it gets two pieces of five
      text_print(p->out, ";\n#if NOSLIP_HALF != %d\n", k % 5 < 2 ? 2 : 1);
    }
    print_head_of_piece(p, k);
    text_print(p->out, " {\n  (void)kept;\n");
    print_piece(p, k);
    text_print(p->out, p->halves ? "#endif\n" : "");
  }
  text_print(p->out, "static inline void %s(%s) {\n  double kept[%d];\n", p->name, arguments,
             p->nplace + 1);
  for (int k = 0; k < p->npiece; k++)
    text_print(p->out, "  %s_%d(in, out, kept);\n", p->name, k);
  text_print(p->out, "}\n");
}

void print_c_tape(text_buffer *out, const tape *t, const char *name, unsigned how) {
  const memory *m = out->memory;
  printer p = {.out = out, .t = t, .name = name, .npiece = 1};
  assert(name && !tape_flaw(t));
  p.zeros = how & PRINT_C_ZEROS;
  p.halves = how & PRINT_C_HALVES;
  if (t->ncode > whole)
    p.npiece = (t->ncode + length - 1)/length;
  p.slots = memory_resize(m, NULL, ((size_t)t->nwork + 1)*sizeof *p.slots);
  p.places = memory_resize(m, NULL, ((size_t)t->nwork + 1)*sizeof *p.places);
  if (p.slots && p.places) {
    know_slots(&p);
    give_places(&p);
    if (p.npiece > 1) {
      print_pieces(&p);
    } else {
      text_print(out, "static inline void %s(%s) {\n", name, arguments);
      print_piece(&p, 0);
    }
  } else {
    out->failed = true;
  }
  memory_free(m, p.slots);
  memory_free(m, p.places);
}

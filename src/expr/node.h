// The graph of expressions: one node per distinct expression.
//
// A node is a number, a symbol or an operation on earlier nodes. Equal nodes are one node
// (hash-consing), so equality of expressions is equality of integers, and every pass over a graph
// is a loop: the operands of a node always have smaller indices than the node.
//
// The constructors fold constants and simplify lightly (x + 0, x*1, x - x, --x, ...; the rules are
// at the head of simplify.c). Memory that runs out, or a graph beyond its limit, sets a flag that
// stays: the constructors then return `expr_zero`, and the caller tests graph_status() at the
// end of a stage.

#pragma once

#include "base/failure.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef int32_t expr;  // index of a node in its graph

enum { expr_zero = 0, expr_one = 1 };  // these two stand in every graph

// The closed set of operations; what is known of each is its row of functions.inl. Sums and products
// come first (interpret.c), and exported files include what they need in this order.    ORDER OP
// clang-format off
typedef enum expr_op {
  EXPR_NUMBER,  // a = index in the table of numbers
  EXPR_SYMBOL,  // a = index in the table of symbols
  EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV, EXPR_NEG, EXPR_POWER, EXPR_POW,
  EXPR_SIN, EXPR_COS, EXPR_TAN, EXPR_ASIN, EXPR_ACOS, EXPR_ATAN,
  EXPR_SINH, EXPR_COSH, EXPR_TANH, EXPR_EXP, EXPR_LOG, EXPR_SQRT, EXPR_LOG1P,
  EXPR_ABS, EXPR_FLOOR, EXPR_SIGN, EXPR_ATAN2, EXPR_MIN, EXPR_MAX, EXPR_MOD,
  EXPR_LESS, EXPR_LESS_EQUAL, EXPR_AND, EXPR_OR, EXPR_SELECT,
  EXPR_OP_COUNT,
} expr_op;
// clang-format on

// A bit of the kinds of an expression: floor or mod of something that varies stands in it. Kinds of
// symbols are below.
enum { expr_jumps = 1 << 30 };

// what is known of an operation, as bits
typedef enum expr_trait {
  EXPR_CALL = 1,       // made by expr_call or expr_call2
  EXPR_COMMUTES = 2,   // op(a, b) = op(b, a): the node has a <= b
  EXPR_ODD = 4,        // op(-a) = -op(a)
  EXPR_EVEN = 8,       // op(-a) = op(a)
  EXPR_POSITIVE = 16,  // never negative
  EXPR_SMOOTH = 32,    // its derivative in a says by how much a rounding of a changes it
  EXPR_STEPS = 64,     // constant between its steps: no derivative passes
  EXPR_TRUTH = 128,    // 0 or 1
  EXPR_BRANCH = 256,   // one of its operands, as a condition says
  EXPR_MORE = 512,     // op(a, b, c, ...) = op(op(a, b), c), ... in the language
  EXPR_JUMPS = 1024,   // its value jumps: expr_jumps is in the kinds of what contains it
} expr_trait;

typedef struct node {
  int32_t op, a, b, c;
} node;

typedef struct graph graph;

// `limit` is the largest number of nodes; returns NULL when there is no memory
graph *graph_new(const memory *m, int32_t limit);

// from here on, at most `more` new nodes, if that is less than the limit allows
void graph_allow(graph *g, int32_t more);
void graph_free(graph *g);

// A graph of its own with the same nodes, in memory m; names of symbols are shared. The original is only
// read, so several threads may copy it at once. NULL when there is no memory.
graph *graph_copy(const graph *from, const memory *m);

// NOSLIP_OK, NOSLIP_ERROR_MEMORY, or NOSLIP_ERROR_MODEL if the limit was passed
noslip_status graph_status(const graph *g);
int32_t graph_size(const graph *g);
node graph_node(const graph *g, expr e);
const memory *graph_memory(const graph *g);

// a new symbol; `kind` is one bit of the caller's choice, `name` is kept as a pointer
expr expr_symbol(graph *g, unsigned kind, const char *name);
const char *expr_symbol_name(const graph *g, expr e);

expr expr_number(graph *g, double value);
bool expr_is_number(const graph *g, expr e);
double expr_number_value(const graph *g, expr e);  // of a number node

expr expr_add(graph *g, expr a, expr b);
expr expr_sub(graph *g, expr a, expr b);
expr expr_mul(graph *g, expr a, expr b);
expr expr_div(graph *g, expr a, expr b);
expr expr_neg(graph *g, expr a);
expr expr_power(graph *g, expr a, int32_t k);           // any integer k
expr expr_pow(graph *g, expr a, expr b);                // becomes expr_power for an integer b
expr expr_call(graph *g, expr_op op, expr a);           // EXPR_CALL of one operand
expr expr_call2(graph *g, expr_op op, expr a, expr b);  // EXPR_CALL of two operands
expr expr_select(graph *g, expr condition, expr yes, expr no);

// the kinds of all symbols in e, or'ed together, and expr_jumps
unsigned expr_kinds(const graph *g, expr e);

// number of operands of an operation (0 to 3; of EXPR_POWER one: its exponent is no node)
int expr_operands(expr_op op);

// bits of expr_trait
unsigned expr_traits(expr_op op);

// the value of one operation on numbers: the single definition for folding and interpreting
double expr_apply(expr_op op, double a, double b, double c);

// The nodes that `roots` need, operands first. Returns an array from the graph's memory, *count
// long (the caller frees it with memory_free), or NULL when there is no memory.
expr *graph_below(graph *g, const expr *roots, int nroot, int32_t *count);

// Does a branch below e[0..count) depend on symbols of these kinds? Derivatives pass over the steps
// of sign and where, and do not tell. False when there is no memory.
bool graph_branches(graph *g, const expr *e, int count, unsigned kinds, bool *found);

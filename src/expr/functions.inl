// The functions of the model language and the operations of the graph, one row each: all that has
// to agree about one of them stands here.
//
//   OPERATION(name, sign, n, traits, file, value, slope, change)     a node of the graph
//   FUNCTION(...)                the same columns: a node that a model calls by its sign
//   FORM(word)                   called with an argument list of its own: parse_expr.c
//   TENSOR(word, n, function)    of n vectors or matrices, by a function of lang/eval_call.c
//
//   name    EXPR_name of node.h
//   sign    how it is written: show.c; a function is called by it: lang/words.c, eval_call.c
//   n       operands; of EXPR_POWER one, its exponent b is an integer and no node
//   traits  bits of expr_trait
//   file    the file of real/ that `value` needs, NULL: none
//   value   of the operands a, b, c: compiled in apply.h, printed in print_c.c
//   slope   s times the derivative of e = op(n.a, n.b) in its k-th operand: partial.c
//   change  e at x + dx minus e, from the operands a and b here, there, and changed: difference.c
//
// Whoever includes this defines the macros it needs; FUNCTION is OPERATION if it is not defined.
// The order of FUNCTION, FORM and TENSOR is that of suggestions for a misspelt name.

#ifndef OPERATION
#define OPERATION(...)
#endif
#ifndef FUNCTION
#define FUNCTION OPERATION
#endif
#ifndef FORM
#define FORM(word)
#endif
#ifndef TENSOR
#define TENSOR(word, n, function)
#endif

// ---- arithmetic

OPERATION(ADD, " + ", 2, EXPR_COMMUTES, NULL, a + b,
          s,
          expr_add(g, a.change, b.change))
OPERATION(SUB, " - ", 2, 0, NULL, a - b,
          k == 0 ? s : expr_neg(g, s),
          expr_sub(g, a.change, b.change))
OPERATION(MUL, "*", 2, EXPR_COMMUTES, NULL, a*b,
          expr_mul(g, s, k == 0 ? n.b : n.a),
          product(g, a, b))
OPERATION(DIV, "/", 2, 0, NULL, a/b,
          quotient_slope(g, s, e, n, k),
          quotient(g, a, b))
OPERATION(NEG, "-", 1, 0, NULL, -a,
          expr_neg(g, s),
          expr_neg(g, a.change))
OPERATION(POWER, "^", 1, 0, NULL, apply_power(a, (int32_t)b),  // |b| >= 2: a^-1 is 1/a
          power_slope(g, s, e, n),
          power(g, a, n.b))
OPERATION(POW, "^", 2, EXPR_SMOOTH, "real/logarithm.h", real_pow(a, b),
          pow_slope(g, s, e, n, k),
          general_power(g, a, b, whole))

// ---- of differences: the language has no word for it

OPERATION(LOG1P, "log1p", 1, EXPR_CALL | EXPR_SMOOTH, "real/logarithm.h", real_log1p(a),
          expr_div(g, s, expr_add(g, expr_one, n.a)),
          expr_call(g, EXPR_LOG1P, expr_div(g, a.change, expr_add(g, expr_one, a.here))))

// ---- conditions: 1 or 0; an operand holds if it is not 0

OPERATION(LESS, " < ", 2, EXPR_CALL | EXPR_TRUTH | EXPR_STEPS, NULL, a < b,
          expr_zero,
          expr_sub(g, there, e))
OPERATION(LESS_EQUAL, " <= ", 2, EXPR_CALL | EXPR_TRUTH | EXPR_STEPS, NULL, a <= b,
          expr_zero,
          expr_sub(g, there, e))
OPERATION(AND, " and ", 2, EXPR_CALL | EXPR_COMMUTES | EXPR_TRUTH | EXPR_STEPS, NULL,
          a != 0 && b != 0,
          expr_zero,
          expr_sub(g, there, e))
OPERATION(OR, " or ", 2, EXPR_CALL | EXPR_COMMUTES | EXPR_TRUTH | EXPR_STEPS, NULL,
          a != 0 || b != 0,
          expr_zero,
          expr_sub(g, there, e))

// ---- functions of scalars

FUNCTION(SIN, "sin", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_ODD, "real/sine.h", real_sin(a),
         expr_mul(g, s, expr_call(g, EXPR_COS, n.a)),
         by_half(g, EXPR_COS, EXPR_SIN, a))
FUNCTION(COS, "cos", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_EVEN, "real/sine.h", real_cos(a),
         expr_neg(g, expr_mul(g, s, expr_call(g, EXPR_SIN, n.a))),
         expr_neg(g, by_half(g, EXPR_SIN, EXPR_SIN, a)))
FUNCTION(TAN, "tan", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_ODD, "real/sine.h", real_tan(a),
         expr_mul(g, s, expr_add(g, expr_one, expr_power(g, e, 2))),
         by_whole(g, EXPR_SIN, EXPR_COS, a))
FUNCTION(ASIN, "asin", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_ODD, "real/arctangent.h", real_asin(a),
         asin_slope(g, s, n.a),
         angle(g, a, cosine(g, a)))
FUNCTION(ACOS, "acos", 1, EXPR_CALL | EXPR_SMOOTH, "real/arctangent.h", real_acos(a),
         expr_neg(g, asin_slope(g, s, n.a)),
         expr_neg(g, angle(g, a, cosine(g, a))))
FUNCTION(ATAN, "atan", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_ODD, "real/arctangent.h", real_atan(a),
         expr_div(g, s, expr_add(g, expr_one, expr_power(g, n.a, 2))),
         angle(g, a, one))
FUNCTION(ATAN2, "atan2", 2, EXPR_CALL | EXPR_SMOOTH, "real/arctangent.h", real_atan2(a, b),
         atan2_slope(g, s, n, k),
         angle(g, a, b))
FUNCTION(SINH, "sinh", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_ODD, "real/exponential.h", real_sinh(a),
         expr_mul(g, s, expr_call(g, EXPR_COSH, n.a)),
         by_half(g, EXPR_COSH, EXPR_SINH, a))
FUNCTION(COSH, "cosh", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_EVEN | EXPR_POSITIVE,
         "real/exponential.h", real_cosh(a),
         expr_mul(g, s, expr_call(g, EXPR_SINH, n.a)),
         by_half(g, EXPR_SINH, EXPR_SINH, a))
FUNCTION(TANH, "tanh", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_ODD, "real/exponential.h", real_tanh(a),
         expr_mul(g, s, expr_sub(g, expr_one, expr_power(g, e, 2))),
         by_whole(g, EXPR_SINH, EXPR_COSH, a))
FUNCTION(EXP, "exp", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_POSITIVE, "real/exponential.h", real_exp(a),
         expr_mul(g, s, e),
         by_half(g, EXPR_EXP, EXPR_SINH, a))
FUNCTION(LOG, "log", 1, EXPR_CALL | EXPR_SMOOTH, "real/logarithm.h", real_log(a),
         expr_div(g, s, n.a),
         logarithm(g, a))
FUNCTION(SQRT, "sqrt", 1, EXPR_CALL | EXPR_SMOOTH | EXPR_POSITIVE, NULL, sqrt(a),
         expr_div(g, s, expr_mul(g, expr_number(g, 2), e)),
         root(g, a))
FUNCTION(ABS, "abs", 1, EXPR_CALL | EXPR_EVEN | EXPR_POSITIVE, NULL, fabs(a),
         expr_mul(g, s, expr_call(g, EXPR_SIGN, n.a)),
         absolute(g, a))
FUNCTION(MIN, "min", 2, EXPR_CALL | EXPR_COMMUTES | EXPR_BRANCH | EXPR_MORE, NULL, a < b ? a : b,
         expr_zero,
         branch(p, e, there))
FUNCTION(MAX, "max", 2, EXPR_CALL | EXPR_COMMUTES | EXPR_BRANCH | EXPR_MORE, NULL, a < b ? b : a,
         expr_zero,
         branch(p, e, there))
FUNCTION(MOD, "mod", 2, EXPR_CALL | EXPR_POSITIVE | EXPR_JUMPS, "real/remainder.h", real_mod(a, b),
         mod_slope(g, s, e, n, k),
         expr_sub(g, there, e))
FUNCTION(FLOOR, "floor", 1, EXPR_CALL | EXPR_STEPS | EXPR_JUMPS, NULL, floor(a),
         expr_zero,
         expr_sub(g, there, e))
FUNCTION(SIGN, "sign", 1, EXPR_CALL | EXPR_ODD | EXPR_STEPS, NULL, (double)((a > 0) - (a < 0)),
         expr_zero,
         expr_sub(g, there, e))
OPERATION(SELECT, "where", 3, EXPR_BRANCH, NULL, a != 0 ? b : c,
          expr_zero,
          branch(p, e, there))

// ---- functions that are not of scalars alone

FORM("where")  // where(condition, a, b)
FORM("sum")    // sum(i in 1..n: e)
TENSOR("dot", 2, call_dot)
TENSOR("cross", 2, call_cross)
TENSOR("norm", 1, call_norm)
TENSOR("transpose", 1, call_transpose)
TENSOR("tr", 1, call_tr)
TENSOR("inv", 1, call_inv)
TENSOR("rotation", 2, call_rotation)

#undef OPERATION
#undef FUNCTION
#undef FORM
#undef TENSOR

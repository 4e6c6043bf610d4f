// Expressions of the tree as MathML. A quotient is a fraction, a derivative a dot, an index stands below,
// so fewer parentheses are needed than in the text:
//
//   sum < product < power < atom         an operand gets parentheses if it holds together less tightly

#include "lang/mathml.h"

#include "base/mathml.h"

#include <assert.h>
#include <string.h>

typedef enum level { LEVEL_CONDITION, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_ATOM } level;

typedef struct printer {
  text_buffer *t;
  size_t end;  // length of the text from which on expressions are ellipses
} printer;

static const char thin_space[] = "<mspace width=\"0.15em\"/>";

static void show(printer *p, const tree *e, level least);

static void put(printer *p, const char *markup) {
  text_add(p->t, markup, strlen(markup));
}

// -a*b is read as (-a)*b, and needs no parentheses where a sum needs none
static bool starts_with_minus(const tree *e) {
  while (e->kind == TREE_MUL)
    e = e->args[0];
  return e->kind == TREE_NEGATE;
}

static level level_of(const tree *e) {
  switch (e->kind) {
  case TREE_LESS:
  case TREE_LESS_EQUAL:
  case TREE_GREATER:
  case TREE_GREATER_EQUAL:
  case TREE_AND:
  case TREE_OR: return LEVEL_CONDITION;
  case TREE_ADD:
  case TREE_SUB:
  case TREE_NEGATE:
  case TREE_SUM: return LEVEL_SUM;
  case TREE_MUL: return starts_with_minus(e) ? LEVEL_SUM : LEVEL_PRODUCT;
  case TREE_CALL:
    return strcmp(e->name, "dot") == 0 || strcmp(e->name, "cross") == 0 ? LEVEL_PRODUCT
                                                                        : LEVEL_ATOM;
  default: return LEVEL_ATOM;
  }
}

static void show_list(printer *p, tree *const *list, int n) {
  for (int i = 0; i < n; i++) {
    put(p, i > 0 ? "<mo>,</mo>" : "");
    show(p, list[i], LEVEL_CONDITION);
  }
}

static void show_between(printer *p, const char *open, const tree *e, const char *close) {
  put(p, "<mrow><mo>");
  put(p, open);
  put(p, "</mo>");
  show_list(p, e->args, e->nargs);
  put(p, "<mo>");
  put(p, close);
  put(p, "</mo></mrow>");
}

static void show_pair(printer *p, const tree *e, const char *sign, level left, level right) {
  put(p, "<mrow>");
  show(p, e->args[0], left);
  put(p, sign);
  show(p, e->args[1], right);
  put(p, "</mrow>");
}

// ---------------------------------------------------------------------------------------------
// names with dots and indices

// a name, one of its entries or of its parts: the dots stand above the name itself
static void show_place(printer *p, const tree *e, int dots) {
  if (e->kind == TREE_NAME) {
    mathml_name(p->t, e->name, strlen(e->name), dots);
  } else if (e->kind == TREE_PRIME) {
    show_place(p, e->args[0], dots + 1);
  } else if (e->kind == TREE_INDEX) {
    put(p, "<msub>");
    show_place(p, e->args[0], dots);
    put(p, "<mrow>");
    show_list(p, e->args + 1, e->nargs - 1);
    put(p, "</mrow></msub>");
  } else if (e->kind == TREE_FIELD) {
    put(p, "<msub>");
    show_place(p, e->args[0], dots);
    mathml_name(p->t, e->name, strlen(e->name), 0);
    put(p, "</msub>");
  } else {
    put(p, dots > 0 ? "<msup>" : "");
    show(p, e, LEVEL_ATOM);
    put(p, dots > 0 ? "<mo>′</mo></msup>" : "");
  }
}

// ---------------------------------------------------------------------------------------------
// calls

// the element or the signs of a function that is not written by its name
typedef struct notation {
  const char *name, *open, *close;
} notation;

static const notation signs[] = {
    {"abs", "|", "|"},
    {"norm", "‖", "‖"},
    {"floor", "⌊", "⌋"},
};

// names as books have them
static const char *const renamed[][2] = {
    {"asin", "arcsin"}, {"acos", "arccos"}, {"atan", "arctan"}, {"log", "ln"}, {"sign", "sgn"},
};

static const char *printed_name(const char *name) {
  for (size_t i = 0; i < sizeof renamed/sizeof *renamed; i++)
    if (strcmp(renamed[i][0], name) == 0)
      return renamed[i][1];
  return name;
}

static bool is_among(const tree *e, const char *const *names) {
  while (*names && strcmp(*names, e->name) != 0)
    names++;
  return *names;
}

static bool is_trigonometric(const tree *e) {
  static const char *const names[] = {"sin", "cos", "tan", "sinh", "cosh", "tanh", NULL};
  return e->kind == TREE_CALL && is_among(e, names);
}

// sin x, sin²(x + y): the exponent stands at the name
static void show_function(printer *p, const tree *e, const tree *power) {
  const char *name = printed_name(e->name);
  put(p, power ? "<mrow><msup>" : "<mrow>");
  mathml_name(p->t, name, strlen(name), 0);
  if (power) {
    show(p, power, LEVEL_CONDITION);
    put(p, "</msup>");
  }

  if (is_trigonometric(e) && (e->args[0]->kind == TREE_NAME || e->args[0]->kind == TREE_INDEX)) {
    put(p, thin_space);
    show(p, e->args[0], LEVEL_ATOM);
  } else
    show_between(p, "(", e, ")");
  put(p, "</mrow>");
}

static void show_raised(printer *p, const tree *e, const char *exponent) {
  put(p, "<msup>");
  show(p, e->args[0], LEVEL_ATOM);
  put(p, exponent);
  put(p, "</msup>");
}

static void show_call(printer *p, const tree *e) {
  for (size_t i = 0; i < sizeof signs/sizeof *signs; i++)
    if (strcmp(signs[i].name, e->name) == 0 && e->nargs == 1) {
      show_between(p, signs[i].open, e, signs[i].close);
      return;
    }
  if (strcmp(e->name, "sqrt") == 0 && e->nargs == 1) {
    put(p, "<msqrt>");
    show(p, e->args[0], LEVEL_CONDITION);
    put(p, "</msqrt>");
  } else if (strcmp(e->name, "exp") == 0 && e->nargs == 1) {
    put(p, "<msup><mi>e</mi><mrow>");
    show(p, e->args[0], LEVEL_CONDITION);
    put(p, "</mrow></msup>");
  } else if (strcmp(e->name, "dot") == 0 && e->nargs == 2) {
    show_pair(p, e, "<mo>·</mo>", LEVEL_ATOM, LEVEL_ATOM);
  } else if (strcmp(e->name, "cross") == 0 && e->nargs == 2) {
    show_pair(p, e, "<mo>×</mo>", LEVEL_ATOM, LEVEL_ATOM);
  } else if (strcmp(e->name, "transpose") == 0 && e->nargs == 1) {
    show_raised(p, e, "<mi mathvariant=\"normal\">T</mi>");
  } else if (strcmp(e->name, "inv") == 0 && e->nargs == 1) {
    show_raised(p, e, "<mrow><mo>−</mo><mn>1</mn></mrow>");
  } else {
    show_function(p, e, NULL);
  }
}

// ---------------------------------------------------------------------------------------------
// the others

static void show_power(printer *p, const tree *e) {
  const tree *base = e->args[0], *power = e->args[1];
  if (is_trigonometric(base) && power->kind == TREE_NUMBER && power->number > 0) {
    show_function(p, base, power);
    return;
  }
  bool fraction = base->kind == TREE_DIV || base->kind == TREE_POW;
  put(p, fraction ? "<msup><mrow><mo>(</mo>" : "<msup>");
  show(p, base, LEVEL_ATOM);
  put(p, fraction ? "<mo>)</mo></mrow><mrow>" : "<mrow>");
  show(p, power, LEVEL_CONDITION);
  put(p, "</mrow></msup>");
}

// 2·3, 2x: a sign only where a number follows
static void show_product(printer *p, const tree *e) {
  const tree *right = e->args[1];
  while (right->kind == TREE_MUL || right->kind == TREE_POW)
    right = right->args[0];
  show_pair(p, e, right->kind == TREE_NUMBER ? "<mo>·</mo>" : thin_space,
            starts_with_minus(e) ? LEVEL_SUM : LEVEL_PRODUCT, LEVEL_PRODUCT);
}

static void show_fraction(printer *p, const tree *e) {
  put(p, "<mfrac>");
  show(p, e->args[0], LEVEL_CONDITION);
  show(p, e->args[1], LEVEL_CONDITION);
  put(p, "</mfrac>");
}

// sum(i in a..b: e)
static void show_sum(printer *p, const tree *e) {
  put(p, "<mrow><munderover><mo>∑</mo><mrow>");
  mathml_name(p->t, e->name, strlen(e->name), 0);
  put(p, "<mo>=</mo>");
  show(p, e->args[0], LEVEL_CONDITION);
  put(p, "</mrow>");
  show(p, e->args[1], LEVEL_CONDITION);
  put(p, "</munderover>");
  show(p, e->args[2], LEVEL_PRODUCT);
  put(p, "</mrow>");
}

// where(c, a, b)
static void show_cases(printer *p, const tree *e) {
  put(p, "<mrow><mo>{</mo><mtable columnalign=\"left\"><mtr><mtd>");
  show(p, e->args[1], LEVEL_CONDITION);
  put(p, "</mtd><mtd>");
  show(p, e->args[0], LEVEL_CONDITION);
  put(p, "</mtd></mtr><mtr><mtd>");
  show(p, e->args[2], LEVEL_CONDITION);
  put(p, "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>");
}

// [a, b], and of lists a matrix
static void show_vector(printer *p, const tree *e) {
  bool matrix = e->nargs > 0;
  for (int i = 0; i < e->nargs; i++)
    matrix = matrix && e->args[i]->kind == TREE_LIST;
  if (!matrix) {
    show_between(p, "(", e, ")");
    return;
  }
  put(p, "<mrow><mo>(</mo><mtable>");
  for (int i = 0; i < e->nargs; i++) {
    put(p, "<mtr>");
    for (int k = 0; k < e->args[i]->nargs; k++) {
      put(p, "<mtd>");
      show(p, e->args[i]->args[k], LEVEL_CONDITION);
      put(p, "</mtd>");
    }
    put(p, "</mtr>");
  }
  put(p, "</mtable><mo>)</mo></mrow>");
}

static void show_bare(printer *p, const tree *e) {
  switch (e->kind) {
  case TREE_NUMBER: mathml_number(p->t, e->number); break;
  case TREE_NAME:
  case TREE_INDEX:
  case TREE_FIELD:
  case TREE_PRIME: show_place(p, e, 0); break;
  case TREE_CALL: show_call(p, e); break;
  case TREE_LIST: show_vector(p, e); break;
  case TREE_NEGATE:
    put(p, "<mrow><mo>−</mo>");
    show(p, e->args[0], LEVEL_PRODUCT);
    put(p, "</mrow>");
    break;
  case TREE_ADD: show_pair(p, e, "<mo>+</mo>", LEVEL_SUM, LEVEL_SUM); break;
  case TREE_SUB: show_pair(p, e, "<mo>−</mo>", LEVEL_SUM, LEVEL_PRODUCT); break;
  case TREE_MUL: show_product(p, e); break;
  case TREE_DIV: show_fraction(p, e); break;
  case TREE_POW: show_power(p, e); break;
  case TREE_SUM: show_sum(p, e); break;
  case TREE_WHERE: show_cases(p, e); break;
  case TREE_LESS: show_pair(p, e, "<mo>&lt;</mo>", LEVEL_SUM, LEVEL_SUM); break;
  case TREE_LESS_EQUAL: show_pair(p, e, "<mo>≤</mo>", LEVEL_SUM, LEVEL_SUM); break;
  case TREE_GREATER: show_pair(p, e, "<mo>&gt;</mo>", LEVEL_SUM, LEVEL_SUM); break;
  case TREE_GREATER_EQUAL: show_pair(p, e, "<mo>≥</mo>", LEVEL_SUM, LEVEL_SUM); break;
  case TREE_AND: show_pair(p, e, "<mo>∧</mo>", LEVEL_SUM, LEVEL_SUM); break;
  case TREE_OR: show_pair(p, e, "<mo>∨</mo>", LEVEL_SUM, LEVEL_SUM); break;
  }
}

// e, in parentheses if it holds together less tightly than `least`
static void show(printer *p, const tree *e, level least) {
  if (p->t->failed || p->t->length > p->end) {
    put(p, "<mo>…</mo>");
    return;
  }
  bool parentheses = level_of(e) < least;
  put(p, parentheses ? "<mrow><mo>(</mo>" : "");
  show_bare(p, e);
  put(p, parentheses ? "<mo>)</mo></mrow>" : "");
}

void mathml_tree(text_buffer *t, const tree *e, size_t limit) {
  printer p = {.t = t, .end = t->length + limit};
  assert(e);
  show(&p, e, LEVEL_CONDITION);
}

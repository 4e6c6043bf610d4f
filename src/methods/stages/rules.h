// The rules there are, by kind and number of stages.

#pragma once

#include "base/literal.h"
#include "methods/stages/rule.h"
#include "tableau/tableau.h"

typedef enum rule_kind {
  RULE_LOBATTO,
  RULE_SPARK,
  RULE_SRK_GAUSS,
  RULE_SRK_RADAU_1A,
  RULE_RK_GAUSS,
  RULE_RK_RADAU_1A,
  RULE_RK_RADAU_2A,
  RULE_RK_LOBATTO_3A,
  RULE_RK_LOBATTO_3C,
  RULE_RK_LOBATTO_3D,
  RULE_COUNT,
} rule_kind;

// what a lobatto method does with the multiplier that its constraints leave open
typedef enum rule_multiplier {
  MULTIPLIER_REDUCE,   // the closure removes it
  MULTIPLIER_CARRY,    // Z_1 is Z_s of the step before
  MULTIPLIER_RESTART,  // Z_1 is consistent with the node
} rule_multiplier;

// which rule: rule_least(kind) <= s <= tableau_most
typedef struct rule_choice {
  rule_kind kind;
  int s;
  rule_multiplier multiplier;
  bool adjoint;  // M*(h) = M(-h)^-1
} rule_choice;

// The rule; false when there is no memory.
bool rule_init(rule *r, arena *a, rule_choice which);
int rule_least(rule_kind kind);

// The orders of positions, of momenta, and of the multipliers that are shown, on problems with
// constraints; all states of a DAE have that of the momenta.
typedef struct rule_orders {
  int q, p, multiplier;
} rule_orders;

rule_orders rule_orders_of(rule_kind kind, int s, rule_multiplier multiplier);

// The order without constraints, and with them that of the whole solution; as text, "2s-2".
int rule_order_free(rule_kind kind, int s);
const char *rule_order_free_text(rule_kind kind);
int rule_order(rule_kind kind, int s);
const char *rule_order_text(rule_kind kind);

// as C, the field `r` of a shape, with the first `parts` parts
void rule_print(const rule *r, int parts, literal *out);

// is there a rule for its adjoint, other than itself? And has that equations that are singular
// where there are multipliers?
bool rule_has_adjoint(rule_kind kind);
bool rule_adjoint_is_singular(rule_kind kind);

// where it is symplectic
typedef enum rule_symplectic {
  SYMPLECTIC_NEVER,
  SYMPLECTIC_FREE,       // without constraints
  SYMPLECTIC_HOLONOMIC,  // also with holonomic ones
} rule_symplectic;

rule_symplectic rule_is_symplectic(rule_kind kind);

// has each part of a DAE a tableau of its own?
bool rule_has_parts(rule_kind kind);

// does a step hand a multiplier to the next?
bool rule_carries(rule_kind kind, rule_multiplier multiplier);

// is the multiplier of its last stage one of the node?
bool rule_delivers(rule_kind kind, rule_multiplier multiplier);

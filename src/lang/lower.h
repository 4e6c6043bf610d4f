// Lowering: the syntax tree becomes a system of scalar expressions, statement by statement, in the
// order of the file. This header is shared by the files lower_*.c, eval*.c, names.c and check.c;
// read.c calls lower_model().

#pragma once

#include "base/failure.h"
#include "base/table.h"
#include "lang/source.h"
#include "lang/system.h"
#include "lang/tree.h"
#include "lang/value.h"

// limits: the table of section "Limits" of docs/language.md
enum {
  limit_unknowns = 1000000,
  limit_statements = 1000000,
  limit_names = 250000,
  limit_pairs = 64,       // contacts of pairs
  limit_nodes = 3000000,  // of the graph, beside its symbols
  limit_work = 20000000,  // evaluations, and entries of vectors and matrices in them
  limit_depth = 2000,     // evaluations inside each other, calls of functions included
};

// what a name stands for
typedef enum name_kind {
  NAME_CONST,
  NAME_PARAM,
  NAME_COORD,
  NAME_VELOCITY,
  NAME_MOMENTUM,
  NAME_STATE,
  NAME_ALGEBRAIC,
  NAME_MULTIPLIER,
  NAME_INPUT,
  NAME_LET,
  NAME_FUNCTION,
  NAME_INDEX,
} name_kind;

typedef struct name_entry {
  const char *name;
  name_kind kind;
  int at;                    // where it was declared
  bool live;                 // visible; false for the locals of a `for` pass after it
  value value;               // except of functions
  const tree_let *function;  // NAME_FUNCTION
  int item;                  // NAME_COORD: index in system.coords; otherwise -1
  int base;                  // first entry in its array of unknowns; -1: none
  bool sparse;               // multipliers declared one by one as N[i]
  ARRAY_OF(int) index;       // of a sparse name: the index of each item of its value, in order
  ARRAY_OF(expr) symbols;    // and these items
} name_entry;

// a call of a function of the model that is being evaluated
typedef struct call_frame {
  const tree_let *function;
  int at;                          // where it is called
  const struct call_frame *outer;  // the call around it, NULL: none
} call_frame;

// a parameter or local name of a function, or the index of a sum
typedef struct local {
  const char *name;
  int at;
  name_kind kind;
  value value;
} local;

// what a symbol of the graph is: an entry of one of the arrays of unknowns
typedef struct meaning {
  unsigned kind;
  int position;
  bool slot;  // of a pair: an entry of lowering.slots
} meaning;

// what an expression may contain, and what to call it in an error
typedef struct scope {
  unsigned allowed;
  const char *where;   // "a holonomic constraint"
  const char *remedy;  // where a velocity is not allowed, NULL: none
} scope;

// the labels of each space, to their places in the text
typedef struct label_spaces {
  table constraints, sections, columns;
  table contacts;  // to the index in system.contacts
} label_spaces;

// what the model has cost so far, held against the limits
typedef struct lowering_cost {
  int depth;        // evaluations inside each other
  long work;        // evaluations
  long statements;  // statements
  double passes;    // product of the lengths of the loops and sums we are in
} lowering_cost;

// numeric evaluation at the initial data
typedef struct lowering_start {
  double *point;  // the value of each node, `room` long; on the heap
  int room;
  expr *conjugates;         // p = L_v or v = H_p, made when first needed
  expr *conjugate_symbols;  // what they replace
  int used_at;              // the initial value that is being evaluated
  bool giving;              // it is one of `init`
  int *place;               // of each node of the graph among the steps of the start, `nplace` long
  int nplace;               //   (lower_rules.c), beginning with 1; on the heap
} lowering_start;

// what the statements so far contain, for the checks of the whole model
typedef struct lowering_notes {
  ARRAY_OF(uint64_t) state_parts;  // per state: the parts that have an equation for it, as bits
  ARRAY_OF(int) force_at;          // per entry of system.forces: the last statement on it
  int energy_at, momentum_at;      // first use: of energy, of a momentum in the dynamics; -1: none
  int dissipation_at;              // first of these statements; -1: none
  unsigned run_items;              // kinds of items of `run` so far, as bits
  int dimension;                   // of drawn points: 2 or 3, 0 none yet
} lowering_notes;

typedef struct lowering {
  const source *source;  // the text whose places are meant: the model or a setting
  const tree_model *model;
  tree_settings *settings;
  arena *arena;
  failure *why;
  graph *graph;
  model_system *system;

  ARRAY_OF(name_entry) names;
  table name_table;            // name -> index in names
  ARRAY_OF(meaning) meanings;  // what each symbol of the graph is, by its index there
  ARRAY_OF(local) locals;
  int frame;    // the first local that is visible
  int visible;  // names declared from here on are not: inside a function
  scope scope;
  bool labelled;  // names may also be labels of invariants and observables
  label_spaces labels;

  contact_pairs *pairs;  // whose law is being read, NULL: none
  unknowns slots;        // of all contacts of pairs, without values

  const call_frame *call;        // NULL: not in a function
  const tree_loop *loop;         // the innermost `for` we are in, NULL: none
  ARRAY_OF(const tree *) spine;  // operators that wait for their right operands
  ARRAY_OF(value) stack;         // arguments and entries of lists that have been evaluated

  lowering_cost cost;
  lowering_start start;
  lowering_notes notes;
} lowering;

// names.c
name_entry *names_declare(lowering *l, const char *name, int at, name_kind kind, value v);
name_entry *names_find(const lowering *l, const char *name);               // visible here, or NULL
const local *names_local(const lowering *l, const char *name);             // visible here, or NULL
bool names_free(lowering *l, const char *name, int at, const char *what);  // error if taken
void names_forget(lowering *l, int before);                                // locals of a `for` pass
const char *names_what(name_kind kind);                                    // "a coordinate"
noslip_status names_unknown(lowering *l, const char *name, int at);
unknown *names_symbol(const lowering *l, expr symbol, unsigned *kind);  // what a symbol is
const char *names_of_kind(lowering *l, const value *v, unsigned kinds, unsigned *kind);
expr names_new_symbol(lowering *l, unsigned kind, const char *name, int position);

// errors: all return false or a status, so that a caller can `return wrong(...)`
__attribute__((format(printf, 4, 5))) bool wrong(lowering *l, int at, const char *remedy,
                                                 const char *format, ...);
bool wrong_memory(lowering *l);

// eval.c
bool eval(lowering *l, const tree *e, value *out);
bool eval_plain(lowering *l, const tree *e, value *out);  // not tested against the scope
bool eval_charge(lowering *l, int at);                    // within the limits?
// push the operators on the left spine of e and return the operand at its bottom; NULL: no memory
const tree *eval_spine(lowering *l, const tree *e, bool (*belongs)(const tree *));
// eval_scope.c
extern const char eval_jumps[];             // remedy: where floor() and mod() may stand
const char *eval_kind_word(unsigned kind);  // "coordinate"
bool eval_check_scope(lowering *l, const tree *e, const value *v);  // may it stand here?
// eval_name.c
bool eval_name(lowering *l, const tree *e, value *out);
// eval_rate.c
bool eval_prime(lowering *l, const tree *e, value *v);
bool eval_rate(lowering *l, expr of, int at, expr *out);  // its time derivative
// eval_condition.c
bool eval_condition(lowering *l, const tree *e, value *out);
bool eval_where(lowering *l, const tree *e, value *out);
// eval_known.c
extern const char eval_only_numbers[];       // remedy: where a number is expected
const char *eval_entry(const value *v);      // remedy: what to write where a scalar is expected
bool eval_push(lowering *l, const tree *e);  // onto the stack of values
bool eval_scalar_value(lowering *l, const tree *e, value *out);  // with what is known of it
bool eval_scalar(lowering *l, const tree *e, expr *out);
bool eval_integer(lowering *l, const tree *e, const char *what, int *out);
bool eval_range(lowering *l, const tree_range *r, int *lo, int *hi);
bool eval_number(lowering *l, const tree *e, const char *what, double *out);
// a number, or what live parameters make one
bool eval_live_number(lowering *l, const tree *e, const char *what, expr *out);
bool eval_difference(lowering *l, const tree_sides *s, value *out);  // left - right
// an index in brackets: an integer, and *pair = -1; or the symbol of an index of a pair
bool eval_entry_index(lowering *l, const tree *e, int *out, expr *pair);
// eval_index.c
bool eval_index(lowering *l, const tree *e, value *out);
bool eval_field(lowering *l, const tree *e, value *out);
// error: v needs `what`; `form` is "[i]" or the like, `other` one more such form, NULL: none
bool eval_needs_index(lowering *l, const tree *e, const value *v, const char *what,
                      const char *form, const char *other);
// eval_call.c
bool eval_call(lowering *l, const tree *e, value *out);
bool eval_let(lowering *l, const tree_let *s, value *out);  // its value, after its local names
// eval_shape.c
bool eval_add(lowering *l, const tree *e, const value *a, const value *b, value *out);
bool eval_mul(lowering *l, const tree *e, const value *a, const value *b, value *out);
bool eval_div(lowering *l, const tree *e, const value *a, const value *b, value *out);
bool eval_pow(lowering *l, const tree *e, const value *a, const value *b, value *out);
bool eval_neg(lowering *l, const value *a, value *out);
bool eval_list(lowering *l, const tree *e, value *out);
bool eval_check_finite(lowering *l, const tree *e, const value *v);

// lower_*.c: one function per statement; all return false after an error
bool lower_body(lowering *l, statement *const *body, int n);
bool lower_count(lowering *l, int n, int at);  // n more statements: a vector gives one per entry
bool lower_constants(lowering *l, const statement *s);  // const, param
bool lower_inputs(lowering *l, const statement *s);     // input
bool lower_coord(lowering *l, const statement *s);
bool lower_state(lowering *l, const statement *s);
bool lower_function(lowering *l, const statement *s);  // lagrangian, hamiltonian
bool lower_force(lowering *l, const tree_force *s);
bool lower_dissipation(lowering *l, const tree *e, int at);
bool lower_pad_forces(lowering *l);                      // one entry per velocity
bool lower_constraint(lowering *l, const statement *s);  // holonomic, nonholonomic
bool lower_contact(lowering *l, const statement *s);
// what a law may contain; that of pairs their indices, too
scope lower_scope(const lowering *l, unsigned allowed, const char *where, const char *remedy);
bool lower_law(lowering *l, const tree_constraint *s, contact *out);  // gap, restitution, friction
bool lower_friction(lowering *l, const tree_friction *s, friction *out);
bool lower_negative_friction(lowering *l, int at, double mu);  // the error
bool lower_pairs(lowering *l, const statement *s);             // contact pair[i,j] for ...
// lower_pairs.c: does a family of coordinates have the range of an index of the pair?
bool pairs_cover(lowering *l, int item, int side, int at);
// the entry of a family at an index of the pair; `index` is its symbol
bool pairs_entry(lowering *l, const tree *e, const value *v, expr index, value *out);
bool lower_equations(lowering *l, const statement *s);
bool lower_algebraic_constraint(lowering *l, const statement *s);
bool lower_bracket(lowering *l, const tree_bracket *s);
bool lower_init(lowering *l, const tree_assigns *s);
bool lower_init_settings(lowering *l);
// lower_rules.c: initial value `index` of a kind is e, which contains others; conjugates are resolved
bool lower_rule(lowering *l, unsigned kind, int index, expr e);
// the same of a number of any group; nothing if it contains no symbol
bool lower_rule_of(lowering *l, start_group group, int index, expr e);
// lower_live.c: if the options name it, the parameter becomes a symbol, in *e
bool lower_live(lowering *l, const char *name, int at, parameter *p, expr *e);
// the number that is computed from live parameters, with the values of the model; it is finite
bool lower_live_value(lowering *l, const char *name, int at, expr e, double *out);
// e with the values of the model in the place of live parameters; false: no memory
bool lower_live_numbers(lowering *l, const expr *e, int count, expr *out);
bool lower_live_end(lowering *l);  // after all statements: their symbols, and what they stand in
bool lower_exact(lowering *l, const tree_assigns *s);
bool lower_monitor(lowering *l, const statement *s);  // invariant, observe
bool lower_section(lowering *l, const tree_section *s, bool stop);
bool lower_section_setting(lowering *l);                   // that of --section
bool lower_draw(lowering *l, const tree_draw *s, int at);  // lower_draw.c
// lower_ground.c: *named: this is the name of a contact or of a holonomic constraint, and *gap its gap
bool lower_ground_names(lowering *l, const tree *e, bool *named, expr *gap);
// the ground of a gap, where the point P, which is written as e, touches it
bool lower_ground(lowering *l, const tree *e, const value *P, expr gap, drawing *out);
bool lower_run(lowering *l, const tree_run *s);

// the text of a label, "rod[3]"; NULL after an error
const char *lower_label_text(lowering *l, const tree_label *label);
// the same; records it in `space` and fails if it is there already
const char *lower_label(lowering *l, const tree_label *label, table *space);
// the label of entry i of a vector, "weld[2]", likewise; `at` is the place of the label
const char *lower_entry(lowering *l, const char *label, int i, int at, table *space);
// the label of a contact of pairs, without its indices, likewise
const char *lower_pairs_label(lowering *l, const tree_label *label);
// where the contact of pairs is declared whose label this one begins with; -1: nowhere
int lower_pairs_with(const lowering *l, const char *name);
// record a label that the model does not write, likewise
bool lower_keep_label(lowering *l, const char *name, int at, table *space);

// multiplier N, multiplier N[i]: `count` new unknowns; *first is the index of the first, -1: none
bool lower_multipliers(lowering *l, const tree_multiplier *m, int count, bool vector, int *first);
// only the dynamics of a hamiltonian may contain a momentum: check_momenta tests it at the end
void lower_note_momentum(lowering *l, const value *v, int at);

// lower_target.c: what a target means
typedef struct target_range {
  unknown *list;  // `count` unknowns from here
  int count;
  int offset;  // of the first in its array
  unsigned kind;
  const char *text;   // as written
  value_shape shape;  // of what is expected on the right side
  int rows, cols;
  bool rotation;  // a matrix of SO(n): checked for orthogonality
  bool skew;      // a skew matrix: entries i < j are taken
} target_range;
bool lower_target(lowering *l, const tree_target *t, bool prime, target_range *out);
// g.x, g.y, g.theta, g.z: which of the unknowns of an element of SE(2) or SE(3); -1: none
int lower_field(const coord_item *item, const char *field);
// the expression for unknown k of a target: of a skew matrix the entries i < j in order
expr lower_item(const target_range *r, const value *v, int k);

// the value of an expression at the initial data
bool point_value(lowering *l, expr e, double *out);

// check.c: the model as a whole, at its end
bool check_model(lowering *l);
bool check_energy(lowering *l);  // it stands only where there is one
// check_angle.c
bool check_angles(lowering *l);
double check_random(uint64_t *state);  // numbers in (-1, 1) that are the same in every run
// check_while.c: constraints that repeat what their closed contact imposes
bool check_whiles(lowering *l);
// check_within.c: the axes of l->pairs, and whether bodies further apart than that can touch
bool check_within(lowering *l, const statement *s);
// class.c
bool class_find(lowering *l);

// Places are meant in the text of a setting from here on, until lower_leave; an error if the text
// could not be parsed.
bool lower_enter(lowering *l, const setting_text *t);
void lower_leave(lowering *l);

// Lower a model and its settings. The arena must outlive the system; its graph is freed with
// graph_free. `why` gets the first error.
noslip_status lower_model(const tree_model *model, tree_settings *given, arena *a,
                          model_system **out, failure *why);

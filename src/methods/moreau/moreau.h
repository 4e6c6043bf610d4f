// moreau: time stepping with contacts and friction, at a fixed step, without events.
//
//   problem   M(t,q,v) v' = F(t,q,v) + A^T lambda + H^T f, contacts with gaps g_i >= 0,
//             u_N = g' = H_N v + g_t,  u_T = H_T v + c,
//             0 <= f_N _|_ g >= 0,  |f_T| <= mu f_N,  f_T = -mu f_N u_T/|u_T| where u_T != 0
//   unknowns  v1, and the impulses P of all candidates
//   step      v_h = (v0 + v1)/2,  q_h = q0 (+) h/2 v_h,  q1 = q0 (+) h v_h, then projected
//             M(q_h) (v1 - v0) = h F(q_h, v_h, t_h) + Hbar^T P
//             0 <= u_N+ + e min(u_N-, 0) _|_ P_N >= 0
//             P_T in the disc mu P_N, opposite to u_T+ + beta u_T-
//             u- = H(q0) v0 + c(q0,t0),  u+ = H(q1) v1 + c(q1,t1)
//   (+)       x + d on R^n, R cay(d) on rotations. Hbar = H(q_h), except that the three entries k
//             of a rotation are (1 - h/2 hat(w_h)) cay(h/2 w_h) k: the angular momentum in space
//             then changes by exactly the moment of P
//   beta      1 in steady sliding: the contact was closed, and the slip cannot end in this step.
//             Friction then points along the mean slip, of order 2 while it turns. Otherwise 0
//   reversal  of one slip within a step: friction is -mu before it and +mu after it, in the share
//             2 phi - 1 that the end of the slip, extrapolated, says. Not in late passes: where
//             many slips reverse at once, each of these decisions may turn others over
//   closed    P_N > 0 and u_N+ = 0: q1 is put onto g = 0 along M^-1 Hbar_N^T. Contacts that rebound
//             are not: that would create energy. u_N- of a contact that was closed is rounding,
//             and has no restitution
//   others    constraints A v + a = 0 hold for v1 at q1; their impulses are eliminated: M^-1
//             becomes M^-1 - M^-1 Abar^T (A M^-1 Abar^T)^-1 A M^-1, A at q1. Where A is constant,
//             Abar = A. Otherwise Abar = A(q_h) - d (M v_h)^T/(v_h.M v_h), d = A(q_h) v_h + a, so that
//             Abar v_h = -a: impulses of constraints do no work if a = 0 (straight.c)
//   impacts   beside constraints that turn, before the step, at q0, so that constraints do no work
//             (jump.c): M (v+ - v0) = A^T Lambda + H^T P, A v+ + a = 0, with the laws above for
//             u- = H v0 + c and u+ = H v+ + c. v+ is then v0 of the step, in which nothing bounces
//   jammed    W = H(q1) M^-1 Hbar^T is not symmetric. Where contacts hold bodies in more ways than
//             one there may then be no solution; such a step takes H(q1) for Hbar, and W is
//             symmetric. If rows are nearly dependent as well, a residual of 1e-6 is taken, or
//             passes that take turns within 1e-6 of the velocities; both are reported
//   solved    by iteration over v1, rows and M made again each time, around the frictional problem
//             (contact/impulse.h). There is no Jacobian of F: h must resolve the forces, and the
//             turning of constraints. Islands of contacts are iterated apart where M and F are
//             constant (parts.c)
//   order     2 as long as no body lands, 1 over impacts
//   keeps     gaps and normal velocities of closed contacts at rounding; energy and angular
//             momentum of a free rotation; energy of bodies without forces that are tied to each
//             other; no impact creates energy: where restitution and friction together would, all e
//             of the impact are reduced (contact/impact.h)
//   not kept  the times of events: they are known to a step. Energy of a sliding or rolling body,
//             to order 2
//
//   moreau(order=1): friction opposite to u_T+ throughout, no split reversal; for comparison
//
// Jean, Moreau, "Unilaterality and dry friction in the dynamics of rigid body collections" (1992);
// Moreau, "Numerical aspects of the sweeping process" (1999); the mean slip, the reversal and the
// transformed columns are ours.

#pragma once

#include "contact/cells.h"
#include "contact/impact.h"
#include "contact/island.h"
#include "methods/kernel.h"
#include "problem/unilateral.h"

struct method;

// of the size of a gap: closer than this is touching
static const double moreau_touching = 1e-10;

// of |b| + |u-|: a smaller velocity is none
static const double moreau_rest = 1e-9;

// What is known of one contact beyond its expressions. Contacts of the model come first, then
// places for contacts of pairs, which are filled anew in each step.
typedef struct moreau_form {
  const unilateral_contact *contact;
  int law;            // of pairs; -1: it is a contact of the model
  int point[2];       // of a pair: which bodies, counted from the first of their ranges
  contact_rows rows;  // its clauses have 1 or 2 rows; `row` is where its memory begins
  int width;          // rows
  int frame;          // the clause that is the whole relative velocity, -1: none
  int nreach;         // velocities that its impulses change
  int *reach;         // nreach
  int nblock;         // the blocks of these
  int *block;         // nblock
  int left, right;    // where its values begin in the arrays of strips,
  int slip;           // and its forces in `friction`, if it is a contact of the model
} moreau_form;

typedef struct moreau_shape {
  const problem *problem;
  const unilateral *u;
  unilateral_evaluator *evaluator;
  impulse_solver *solver;  // of all rows, and of closed normals
  struct moreau_room *room;
  moreau_form *forms;                 // nform
  int nform;                          // contacts of the model, and places for those of pairs
  const int *turn;                    // nv  the rotation of a velocity, in order; -1: none
  int nturn;                          // rotations
  int nrow;                           // rows of all contacts
  int nslip;                          // components of slips of those of the model
  int nleft, nright;                  // values of their strips,
  int ncolumn;                        // and velocities of these
  int nmass;                          // numbers of the blocks of M
  int nmotion, nnumber, nconstraint;  // outputs of the tapes
  bool first_order;                   // order=1
} moreau_shape;

// what a run can ask for at its end
typedef struct moreau_report {
  double normal_work, friction_work;  // P.(Hbar v_h + c): dissipation
  double normal_energy,
      friction_energy;       // P.(Hbar v_h): fed to the bodies; differs on driven walls
  double positive_friction;  // of the friction work, where it is positive; falls like h^2
  double penetration;        // the largest -g at a node
  long jammed;               // steps with a symmetric W
  double residual;           // the largest of the frictional problems, over |b| + |u-|
  long reduced;              // contacts struck with a restitution that was reduced
  long contacts;             // closed contacts, summed over all steps
  long sweeps, steps;        // of the frictional problems
  int most_candidates;
  bool not_unique;  // the forces of the last step were not the only ones
  int jam;          // a contact of the last step with an impact without a collision; -1: none
} moreau_report;

// what a step hands to the next, beside the arrays of the memory
typedef struct moreau_carried {
  double h;  // of the last step; 0: there was none
  moreau_report report;
} moreau_carried;

// what is known of one candidate in a step
typedef struct moreau_candidate {
  int contact;
  int from;      // where its memory is, -1: it has none
  bool near;     // its gap is 0 at the start of the step,
  double noise;  // for it is below this
  bool was_closed, closed;
  int was, now;                  // what it does before the step and after it: events.c
  bool steady[contact_clauses];  // beta = 1
  int axis;                      // of its frame: the axis that the first tangent avoids
  double scale;                  // s = |n| of its frame at q1; 1 without a frame
  double tangent[2][3];          // of its frame at q_h
} moreau_candidate;

// a contact that takes part, before the candidates are put in order
typedef struct moreau_found {
  int contact, from, axis;
  bool near;
  double noise;
} moreau_found;

// Candidates and velocities that passes treat together: all of them, or those of an island
// (parts.c).
typedef struct moreau_part {
  int first, last;  // candidates
  int row, nrow;    // the first of their rows, and how many
  int nmoving;      // velocities, in `moving`
} moreau_part;

// a contact that was remembered; of pairs its bodies
typedef struct moreau_pair {
  int form, point[2];
} moreau_pair;

// a law of pairs, and which of its places are taken
typedef struct moreau_law {
  const unilateral_pairs *of;
  int first, capacity;  // its forms,
  int count;            // and those of this step
  int npoint, nfirst;   // bodies; those of the first range
  cells cells;
  double *x;     // npoint x naxis
  int *partner;  // npoint
  double *q;     // nslot
} moreau_law;

// the candidates of a step: arrays that are no numbers
struct moreau_room {
  moreau_law *law;                             // npairs
  unilateral_contact *own;                     // nform - ncontact  contacts of pairs
  moreau_found *found;                         // nform  in the order of contacts,
  int *slot;                                   // nform  and the candidate that each becomes
  islands islands;                             // of the candidates, if they are separate parts
  moreau_candidate *candidate;                 // nform  island after island
  contact_rows *rows;                          // nform
  contact_strip *left, *right, *mean, *start;  // nform  at q1, R of Hbar, Hbar, at q0
  contact_strip *energy;                       // nform  (M R^T)^T: Hbar, with constraints more
  contact_rows *closed;                        // nform  normals alone
  contact_strip *closed_left, *closed_right;   // nform
  moreau_pair *gone;                           // nform  touched before the step, no candidates now
  int ngone;
  int *state;  // nform  what the candidates do, for impulse_is_unique
};

// Memory between steps. Of pairs it is that of the first places, npair of each law.
typedef struct moreau_memory {
  double *P;         // nrow     impulses of the last step; of contacts 0: it was no candidate
  double *scale;     // nform    of its frame: P/h is scale times the multiplier of the gap
  double *friction;  // nslip    forces in the components of the slips of contacts of the model
  int *closed;       // nform
  int *state;        // nform    what it did: events.c
  int *axis;         // nform    of its frame, -1: it was no candidate
  int *pair;         // 2 nform  the bodies of pairs
  int *npair;        // npairs   pairs of each law
} moreau_memory;

// positions, velocities, motion
typedef struct moreau_bodies {
  double *motion;          // nmotion      at q_h
  double *constraints[2];  // nconstraint  at q_h, q1
  double *straight;        // nconstraint  Abar that does no work
  double *floor;           // nblock       of v_h.M v_h
  double *inverse, *mob;   // nmass        M^-1; with constraints the mobility
  double *scratch;         // 3 widest^2 + 3 widest: of eliminate 3 widest^2 + widest
  int *pivot;              // widest
  double *turned;          // 9 nturn      of Hbar
  double *q0, *qh, *q1;    // n
  double *v0, *vh, *v1;    // nv
  double *rate;            // nv  the acceleration at the start
  double *free, *next;     // nv  v1 without impulses, and with them
  double *dv, *weight;     // nv  scratch; sqrt(M_ii)
  double *size;            // nv  of coordinates
  int *moving;             // nv  velocities of the part at hand; of those in no part v1 = free
  int *moves;              // nv  scratch: is it one of them?
  double still;            // the size of free, if there are parts
  double *framed;          // 4 nv  rows that a frame is found from, over M_ii
} moreau_bodies;

// An impact at q0, before the motion of the step: where constraints turn.
typedef struct moreau_jump {
  bool any;        // there was one
  double *v;       // nv    (v- + v+)/2
  double *P;       // nrow
  double *before;  // nrow  u-; `before` of the step is u+ of the jump
  double *factor;  // n     of e
} moreau_jump;

// rows of the candidates
typedef struct moreau_touch {
  int n, nrow;
  moreau_part part;                     //           at hand
  double *numbers[3];                   // nnumber   of all contacts at q0, q_h, q1
  double *gaps;                         // ncontact  of all contacts in the middle of the step
  double *left, *right, *mean, *start;  // values of the strips
  double *energy;                       // the same, where there are constraints
  double *before;                       // nrow  u-
  double *c_start;                      // nrow  c and g_t at q0
  double *c_end, *c_middle;             // nrow  c and g_t at q1, q_h
  double *b;                            // nrow  u+ + beta u- without impulses
  double *mean_free;                    // nrow  energy (v0 + free)/2 + c: work without P
  double *P;                            // nrow
  double *e, *factor;                   // n     of e: what an impact without work leaves
  double *gap, *tau;                    // n     of closed contacts, in the projection
  double fastest;                       //       |u-| of all candidates
  double size;                          //       |b| of the part, and that
  double residual;                      //       of the impulses that were taken, over that
  bool symmetric;                       //       Hbar is H(q1): where there is no solution else
  bool patient;                         //       the whole budget of the solver
  moreau_jump jump;
  impact_result solved;
} moreau_touch;

typedef struct moreau {
  moreau_shape shape;
  kernel *base;
  moreau_carried *carried;
  moreau_memory memory;
  moreau_bodies bodies;
  moreau_touch touch;
} moreau;

// ---- make.c

// the constants of a run; false: no memory
bool moreau_make_shape(moreau_shape *k, const struct method *m, evaluator *e, arena *a);

// ---- step.c

kernel_result moreau_step(moreau_shape k, moreau *s, const newton_equations *unused, state *x,
                          double h);

// ---- motion.c

// q = from (+) share d
void moreau_move(const moreau *s, double *q, const double *from, double share, const double *d);

// F and M at (t,q,v), constraints there and at (t1,q1): the mobility, and `free` from v0. False
// where M or the constraints are singular: failed_at is a velocity of the block.
bool moreau_motion(moreau *s, double t, double h, const double *q, const double *v, double t1,
                   const double *q1);

// Put q1 onto the holonomic constraints, one step of Newton's method. Returns the largest residual
// before; NaN if the constraints are dependent.
double moreau_hold(moreau *s, double t1);

// the matrices that turn the columns of Hbar
void moreau_turn(moreau *s, double h);

// ---- straight.c

// from velocities that are slower than this on, Abar is straightened less
void moreau_find_floors(moreau *s, double h);

// Abar of a block at q_h and v_h, straightened
const double *moreau_straighten(moreau *s, const unilateral_block *in);

// ---- parts.c

// the parts of a step; number k, or all of them again, becomes the one at hand
int moreau_parts(const moreau *s);
void moreau_take_part(moreau *s, int k);
void moreau_take_all(moreau *s);

// the candidates that were found, put in the order of their parts
void moreau_order(moreau *s, double h);

// of the velocities of a part: x = 0; y = x; vh = (v0 + v1)/2; the largest sqrt(M_ii) |x_i|
void moreau_clear(const moreau *s, double *x);
void moreau_copy(const moreau *s, double *y, const double *x);
void moreau_middle(const moreau *s, double *vh, const double *v1);
double moreau_size(const moreau *s, const double *x);

// dv = R^T P
void moreau_changes(const moreau *s, double *dv, const impulse_problem *p, const double *P);

// as moreau_move, of a part; q1 <- q1 (+) dv
void moreau_shift(const moreau *s, double *q, const double *from, double share, const double *d);
void moreau_correct(moreau *s, const double *dv);

// ---- rows.c

// the contacts that take part, with their rows at q0
kernel_result moreau_candidates(moreau *s, double t, double h);

// Does form i, of contact c, surely not take part? What most of very many are asked: from its numbers at q0 and its gap
// in the middle of the step alone, if it has no frame.
bool moreau_is_far(const moreau *s, int i, const unilateral_contact *c, double h);

// found number l, with c at q0, becomes candidate k
void moreau_take_in(moreau *s, int l, int k, double h);

// Form i, whose numbers at q0 are known and its gap in the middle of the step, takes part or not.
// `from` is where its memory is, -1: it has none.
kernel_result moreau_consider(moreau *s, int i, int from, double h, bool *taken);

// Sizes of coordinates at q0, with what a step moves them by: a position may be 0. Rotations count as 1.
void moreau_find_sizes(const moreau *s, double h);

// A gap with these normals is 0 below this: each coordinate counts as it enters the gap, so that the
// units of others do not matter.
double moreau_noise_of(const moreau *s, const unilateral_contact *c, const double *normal);

// the gap of form i at q, after moreau_gaps at the same place: contacts of the model may have one tape
void moreau_gaps(moreau *s, double t, const double *q);
double moreau_gap(moreau *s, int i, double t, const double *q);

// rows of the candidates in the middle of the step and at its end, and R
kernel_result moreau_rows(moreau *s, double t, double h);

// ---- pairs.c

// pairs of bodies that are near each other, considered
kernel_result moreau_pairs(moreau *s, double t, double h);

// the positions of its slots at q, in the `q` of its law; numbers of a pair at q
void moreau_pair_place(moreau *s, const moreau_form *f, const double *q);
void moreau_pair_numbers(moreau *s, const moreau_form *f, double t, const double *q, double *out);

// The form whose gap is the farthest below 0 at q, beside what counts as touching; -1: there is none. If
// it is a pair, its place has its bodies.
int moreau_deepest(moreau *s, double t, const double *q, double *gap);

// remember which pairs were candidates
void moreau_keep_pairs(moreau *s);

// R = mobility times the columns of these rows, block by block; dv is zero before and after
void moreau_reach(moreau *s, const moreau_form *form, const contact_strip *rows, double *value);

// u = rows times v, plus c
void moreau_rows_times(double *u, const contact_strip *rows, const double *v, const double *c,
                       int width);

// mu of a candidate from the numbers at q0 (0), q_h (1) or q1 (2); false: there is none
bool moreau_coefficients(moreau *s, int k, int place);

// ---- jump.c

// Velocities jump at q0 if a candidate approaches: v0 and u- are then those after the impact.
kernel_result moreau_jump_at_start(moreau *s);

// The step is done: its impulses and reductions contain those of the jump, u- is the one before it.
void moreau_jump_join(moreau *s);

// ---- law.c

// From this pass on restitution that was lost stays lost, a contact that was not closed stays so, and
// no reversal is split: passes may take turns otherwise.
enum { moreau_late_pass = 10 };

// solve a problem of the candidates at hand, into P
kernel_result moreau_solve(moreau *s, const impulse_problem *p, const impact_law *law, double *P);

// P for the rows at hand
kernel_result moreau_impulses(moreau *s, int pass);

// are there other forces than those at hand, with the same motion? After moreau_note
bool moreau_is_ambiguous(moreau *s);

// ---- events.c

// u+ of row i of candidate k with the velocities v, and the size of its terms
double moreau_end_velocity(const moreau *s, int k, int i, const double *v, double *size);

// what has happened to the candidates, at the end of a step
void moreau_note(moreau *s);

// ---- project.c

// which candidates are closed; q1, moved along v_h, is put onto them
kernel_result moreau_project(moreau *s, double t1, double h, int pass);

// Tests of elaboration: statements that are wrong, where the message points, what it says. Section
// 9 of the language reference, then its section 5, statement by statement.

#include "tests/support/language.h"

// --- section 9 -----------------------------------------------------------------------------------

// section 9, statements
static void examples_of_statements(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"holonomic c: x' = 0", 5, 14, "a holonomic constraint cannot contain the velocity `x'`",
       "a constraint on velocities is `nonholonomic`"},
      {"for i in 1..n { holonomic rod: w[i] = 0 }", 5, 27, "`rod` is used twice",
       "inside `for`, give the name an index: rod[i]"},
      {"init y = 2*x, x = 1", 5, 15,
       "the initial value of `x` was used above, before it is given here",
       "write this value first"},
      {"init w = [1, 2]", 5, 10, "`w` has 3 entries, this vector has 2",
       "write one number for each entry"},
      {"let f(x) = x^2", 5, 7, "`x` is already a coordinate (line 4)",
       "choose another name for the parameter"},
      {"coords x, y", 5, 1, "unknown statement `coords`", "did you mean `coord`?"},
      {"run method spark(3) step 0.01", 5, 21, "expected `,` after the method, found `step`",
       "write a comma between the items of `run`"},
      {"lagrangian m/2*(x'^2 + y^2)", 5, 12, "`y'` does not occur in the lagrangian",
       "a coordinate needs a kinetic energy; is a prime missing?"},
  };
  reading_wrong(rows);
}

// section 9, declarations
static void examples_of_declarations(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\ncoord x, y momentum px, py\nhamiltonian px^2", 2, 7,
       "a hamiltonian needs a name for every momentum; `x` has none",
       "coord x momentum px, y momentum py"},
      {"model m\ncoord theta: angle\nlagrangian theta'^2/2 - theta^2/2", 3, 12,
       "`theta` is an angle, but the lagrangian changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w) + R[3]", 3, 24,
       "`R` is a 3x3 matrix and needs two indices", "write R[i,j]"},
      {"model m\ncoord R: SO(3) velocity w\nforce R = [0, 0, 1]", 3, 7,
       "a force on `R` acts along its body velocity", "write force w = ..."},
      {"model m\nparam N = 3\ncoord w[1..N]", 3, 12,
       "the end of a range cannot depend on the parameter `N`", "declare it with `const`"},
      {"model m\ncoord x[1..2000000000]", 2, 7,
       "`x[1..2000000000]` has 2000000000 entries, more than the limit of 1000000 unknowns",
       "declare a shorter range"},
  };
  reading_wrong(rows);
}

// --- section 5 -----------------------------------------------------------------------------------

// constants do not depend on parameters, parameters are scalars and vectors
static void constants(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"const a = k", 5, 11, "a constant cannot depend on the parameter `k`",
       "declare it with `const`"},
      {"param a = [1, 2]", 5, 11, "a parameter is a scalar, this is a vector of length 2",
       "write param a[1..2] = ... for a vector"},
      {"const a = [[1, 2]]", 5, 11, "a constant is a scalar, this is a 1x2 matrix",
       "write `let` for a matrix"},
      {"param a[1..2] = [[1, 2]]", 5, 17,
       "a parameter is a scalar or a vector, this is a 1x2 matrix", "write `let` for a matrix"},
      {"param a[0..2] = [1, 2]", 5, 17, "`a` has 3 entries, this vector has 2",
       "write one number for each entry, or one for all"},
      {"param a[1..0] = 1", 5, 7, "`a[1..0]` has no entries",
       "the first index of a range is the smaller one"},
      {"param a[1..m] = 1", 5, 12, "the end of a range cannot depend on the parameter `m`",
       "declare it with `const`"},
      {"param a[2] = 1", 5, 10, "expected `..`, found `]`",
       "it is written as in: param NAME = number, or param m[1..3] = [1, 2, 3]"},
      {"param a[1..2] = 1\nobserve b = a[3]*x", 6, 15, "the index 3 is outside a[1..2]",
       "write an index from 1 to 2"},
      {"param a[1..2] = 1\nobserve b = (a*x)'*a'", 6, 20, "the time derivative of a constant",
       "`'` is d/dt, never a transpose; write transpose(A)"},
      {"const a[1..2] = [1, k]", 5, 17, "a constant cannot depend on the parameter `k`",
       "declare it with `const`"},
      {"param a[1..2] = [1, x]", 5, 21, "a parameter cannot contain the coordinate `x`",
       "write it with numbers and constants"},
  };
  reading_wrong(rows);
}

// ranges, groups, velocities and momenta that do not fit together
static void coordinates(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\ncoord x velocity v", 2, 18,
       "`velocity` names the body velocity of a rotation or rigid motion", "write x'"},
      {"model m\ncoord w[3..1]", 2, 7, "`w[3..1]` has no entries",
       "the first index of a range is the smaller one"},
      {"model m\ncoord w[1..3] momentum p[0..3]", 2, 24, "the momenta of `w` carry its range",
       "write momentum p[1..3]"},
      {"model m\ncoord x momentum p[1..3]", 2, 18, "the momenta of `x` carry its range",
       "write momentum p"},
      {"model m\ncoord x momentum (a, b)", 2, 19, "a pair of momenta belongs to SE(2) or SE(3)",
       "give each coordinate its own: x momentum px, y momentum py"},
      {"model m\ncoord R: SO(3)", 2, 7, "`R` must name its body velocity", "write velocity omega"},
      {"model m\ncoord g: SE(2)", 2, 7, "`g` must name its body velocity",
       "write velocity (v, omega)"},
      {"model m\ncoord R: SO(2) velocity v", 2, 10, "SO(2) is an angle", "declare it as `: angle`"},
      {"model m\ncoord R: SO(1) velocity v", 2, 10, "SO(n) needs n from 3 to 64",
       "the rotations of space are SO(3)"},
      {"model m\ncoord R: SO(65) velocity v", 2, 10, "SO(n) needs n from 3 to 64",
       "the rotations of space are SO(3)"},
      {"model m\ncoord R: SE(4) velocity v", 2, 10, "SE(n) is SE(2) or SE(3)",
       "write SE(2) for the plane, SE(3) for space"},
      {"model m\ncoord R: SO(3) velocity (v, w)", 2, 26,
       "a rotation has one body velocity, not a pair", "write one name, as in velocity omega"},
      {"model m\ncoord R: SO(3) velocity w[1..4]", 2, 25,
       "the body velocity of SO(3) has the entries 1..3", "delete the range"},
      {"model m\ncoord g: SE(2) velocity v", 2, 25, "the body velocity of a rigid motion is a pair",
       "write velocity (v, omega)"},
      {"model m\ncoord g: SE(2) velocity (v, w) momentum p", 2, 41,
       "the momentum of a rigid motion is a pair", "write momentum (p, mu)"},
  };
  reading_wrong(rows);
}

// what a model must have, and what excludes what
static void models_as_a_whole(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\n", 2, 1, "the model has no unknowns",
       "declare coordinates with `coord` or states with `state`"},
      {"model m\ncoord x", 2, 8, "the model has coordinates, but no lagrangian or hamiltonian",
       "write lagrangian T - V, or hamiltonian T + V"},
      {"model m\ncoord x\nstate y", 3, 1, "a model has coordinates or states, not both",
       "declare all of them with `coord`, or all with `state`"},
      {"model m\nalgebraic z\ncoord x", 3, 1, "a model has coordinates or states, not both",
       "declare all of them with `coord`, or all with `state`"},
      {"model m\ncoord x\nlagrangian x'^2\nlagrangian x'^2", 4, 1,
       "a model has one lagrangian or hamiltonian", "join the two with + or -"},
      {"model m\nstate y\nlagrangian y^2", 3, 1, "a lagrangian needs coordinates, not states",
       "declare the positions with `coord`"},
      {"model m\nstate y\nhamiltonian y^2", 3, 13, "a hamiltonian of states needs brackets",
       "write bracket {a, b} = ... for the pairs of states that have one"},
      {"model m\nstate a, b\nbracket {a, b} = 1", 3, 19, "brackets need a hamiltonian",
       "write hamiltonian H, a function of the states"},
      {"model m\nstate a, b\nhamiltonian a\nbracket {a, b} = 1\na' = 1", 5, 1,
       "a model has a hamiltonian with brackets, or equations, not both",
       "delete the equations, or the hamiltonian"},
      {"model m\nstate a, b\nalgebraic z\nhamiltonian a\nbracket {a, b} = 1", 3, 11,
       "a hamiltonian with brackets has no algebraic variables",
       "write the model with equations y' = ..."},
  };
  reading_wrong(rows);
}

// forces act on coordinates, entry by entry, and do not contain momenta
static void forces(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"force w = [1, 2]", 5, 11, "the force on `w` has 3 entries, this is a vector of length 2",
       "write a vector, one entry for each: [a, b]"},
      {"force x = w", 5, 11, "the force on `x` has 1 entry, this is a vector of length 3",
       "write a scalar"},
      {"force k = 1", 5, 7, "`k` is a parameter, not an unknown of the model",
       "declare it with `coord` or `state`, or give it its value where it is declared"},
      {"model m\nstate y\nforce y = 1", 3, 7, "a force acts on a coordinate, `y` is a state",
       "write force x = ... for the coordinate x"},
      {"model m\ncoord g: SE(2) velocity (v, w)\nforce g = 1", 3, 7,
       "a force on `g` acts along its body velocity", "write force v = ..."},
      {"model m\ncoord x momentum p\nforce x = p\nlagrangian x'^2", 3, 11,
       "the forces and constraints of a lagrangian model cannot contain a momentum",
       "write it with the velocities"},
      {"model m\ncoord x momentum p\nlagrangian x'^2\nnonholonomic c: x' = p", 4, 17,
       "the forces and constraints of a lagrangian model cannot contain a momentum",
       "write it with the velocities"},
  };
  reading_wrong(rows);
}

#define DISK "model m\ncoord x, y, th\nlagrangian x'^2 + y'^2 + th'^2\n"
#define HILL "contact hill: sqrt(x^2 + y^2) >= 1.2"
#define ROLL "\nholonomic roll: x*cos(th/6) = y*sin(th/6) while hill\ninit y = 1.2"

// what holds while a contact is closed, beside what the contact imposes
static void dissipations(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"dissipation k/2*x^2", 5, 13, "a dissipation needs a velocity",
       "write it with velocities, as c/2*x'^2"},
      {"dissipation k*w'", 5, 13, "expected a scalar, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"dissipation R = x'^2", 5, 15, "expected the end of the line, found `=`",
       "it needs no name: write dissipation c/2*x'^2"},
      {"holonomic c: x = 0 multiplier N\ndissipation N*x'^2", 6, 13,
       "a dissipation cannot contain the multiplier `N`",
       "it may contain coordinates, velocities and t"},
      {"model m\ncoord x momentum p\ndissipation p^2\nhamiltonian p^2", 3, 13,
       "a dissipation cannot contain the momentum `p`",
       "it may contain coordinates, velocities and t"},
      {"model m\ncoord x momentum p\ndissipation x'^2\nhamiltonian p^2", 3, 1,
       "a dissipation needs a lagrangian", "write force x = ..., with velocities or momenta"},
      {"model m\ncoord x momentum p\ndissipation 0*x'^2\nhamiltonian p^2", 3, 1,
       "a dissipation needs a lagrangian", "write force x = ..., with velocities or momenta"},
      {"model m\nstate y\ndissipation y^2\ny' = 1", 3, 1, "a dissipation needs coordinates",
       "declare them above with `coord`"},
      {"model m\ncoord a: angle\nlagrangian a'^2\ndissipation a^2*a'^2", 4, 13,
       "`a` is an angle, but the force changes when it makes a full turn",
       "declare it without `: angle`"},
      {"coord dissipation", 5, 7, "`dissipation` is a reserved word", "choose another name"},
  };
  reading_wrong(rows);
}

static void constraints_while_a_contact_is_closed(void **state) {
  (void)state;
  static const char hold[] =
      "delete the constraint or the friction: only one of them can hold the point that touches";
  static const mistake rows[] = {
      {DISK "contact floor: y >= 0, friction 0.3 along x' - th'/2\n"
            "nonholonomic roll: 2*x' = th' + 1 while floor",
       5, 1, "the constraint `roll` repeats what the contact `floor` imposes while it is closed",
       hold},
      {DISK "contact floor: y >= 0, friction 0.3 along [x', th' + x]\n"
            "nonholonomic one: x' + y' = 0 while floor\n"
            "nonholonomic two: x*x' = y*th' + y' while floor",
       5, 1, "the constraint `one` repeats what the contact `floor` imposes while it is closed",
       hold},
      // on the hill only, where it starts, is it the same
      {DISK HILL ", friction 0.4 along (y*x' - x*y')/1.2 - 0.2*th'" ROLL, 5, 1,
       "the constraint `roll` repeats what the contact `hill` imposes while it is closed", hold},
      {DISK "contact floor: y >= x^2\nholonomic stay: 2*y = 2*x^2 while floor", 5, 1,
       "the constraint `stay` repeats what the contact `floor` imposes while it is closed",
       "delete the constraint: a closed contact has its own reaction"},
  };
  mistakes_hold("", rows, reading_fails);

  static const char *const good[] = {
      DISK "contact floor: y >= 0, friction 0.3 along x' - th'/2\n"
           "nonholonomic roll: th' = 1 while floor\nnonholonomic other: x' = th'/2",
      DISK HILL ROLL,
      DISK "contact floor: y >= 0, friction 0.3 along x'\nnonholonomic c: th'^2 = 1 while floor",
  };
  for (size_t i = 0; i < sizeof good/sizeof *good; i++) {
    reading r;
    reading_good(&r, good[i]);
    reading_end(&r);
  }
}

// sides, gaps, restitutions, contacts and multipliers of constraints
static void constraints(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"holonomic c: w = x", 5, 16,
       "the two sides differ in shape: a vector of length 3 and a scalar",
       "write both in one shape, or one of them as 0"},
      {"holonomic c: [[x]] = 0", 5, 14,
       "a constraint is a scalar or a vector, this is a 1x1 matrix",
       "write its entries one by one"},
      {"model m\nstate y\nholonomic c: y = 0", 3, 1, "a holonomic constraint needs coordinates",
       "declare them above with `coord`; with states, write constraint g = 0"},
      {"model m\nstate y\ncontact c: y >= 0", 3, 1, "a contact needs coordinates",
       "declare them above with `coord`"},
      {"model m\ncoord x\nconstraint x = 0", 3, 1, "`constraint` needs states",
       "a constraint on coordinates is `holonomic` or `nonholonomic`"},
      {"contact c: w >= 0", 5, 12, "the gap of a contact is a scalar, this is a vector of length 3",
       "write one contact for each entry"},
      {"contact c: x >= 0, restitution 1.5", 5, 32,
       "the restitution lies between 0 and 1, not at 1.5",
       "0 stops at the contact, 1 bounces back in full"},
      {"contact c: x >= 0, restitution -k", 5, 32,
       "the restitution lies between 0 and 1, not at -2",
       "0 stops at the contact, 1 bounces back in full"},
      {"contact c: x >= 0, friction -k along x'", 5, 29,
       "a coefficient of friction is not negative, this is -2",
       "`along` gives the direction: write a number that is 0 or more"},
      {"contact c: x >= 0, friction w along x'", 5, 29,
       "expected a scalar, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"contact c: x >= 0, friction k*y' along x'", 5, 31,
       "a coefficient of friction cannot contain the velocity `y'`",
       "friction that depends on the speed is not treated: use coordinates and t"},
      {"contact c: x >= 0 multiplier N\ncontact d: y >= 0, friction N along x'", 6, 29,
       "a coefficient of friction cannot contain the multiplier `N`",
       "it may contain coordinates and t"},
      {"contact c: x >= 0, friction k along y", 5, 37, "`along` needs a velocity",
       "give the velocity of the touching point, as in: friction mu along x'"},
      {"contact c: x >= 0, friction k along 0", 5, 37, "`along` needs a velocity",
       "give the velocity of the touching point, as in: friction mu along x'"},
      {"contact c: x >= 0, friction k along [y', x]", 5, 37,
       "component 2 after `along` contains no velocity", "give only components that can slip"},
      {"contact c: x >= 0, friction k along norm([x', y'])", 5, 37,
       "what stands after `along` is affine in the velocities, this is not",
       "give components, not the speed: along [x', y']"},
      {"contact c: x >= 0, friction k along [x', x'*y']", 5, 37,
       "what stands after `along` is affine in the velocities, this is not",
       "give components, not the speed: along [x', y']"},
      {"contact c: x >= 0, friction k along x' + sign(y')", 5, 37,
       "what stands after `along` is affine in the velocities, this is not",
       "give components, not the speed: along [x', y']"},
      {"contact c: x >= 0, friction k along abs(y')", 5, 37,
       "what stands after `along` is affine in the velocities, this is not",
       "give components, not the speed: along [x', y']"},
      {"contact c: x >= 0, friction k along [x', y', w[1]', w[2]']", 5, 37,
       "`along` has 1, 2 or 3 components, this is a vector of length 4",
       "one in the plane, two tangential ones or all three in space"},
      {"contact c: x >= 0, friction k along [[x', y'], [x', y']]", 5, 37,
       "`along` has 1, 2 or 3 components, this is a 2x2 matrix",
       "one in the plane, two tangential ones or all three in space"},
      {"nonholonomic c: x' = 0 while floor", 5, 30, "there is no contact `floor` above",
       "declare it above: contact NAME: gap >= 0"},
      {"contact floor: x >= 0\nnonholonomic c: x' = 0 while flor", 6, 30,
       "there is no contact `flor` above", "did you mean `floor`?"},
      {"holonomic c: w = 0 multiplier N[1]", 5, 31,
       "a vector of constraints needs a multiplier without an index",
       "write multiplier N: it is a vector, too"},
      {"for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N }", 5, 53,
       "the multiplier `N` is declared twice", "inside `for`, give it an index: N[i]"},
      {"for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N[1] }", 5, 53,
       "the multiplier `N[1]` is declared twice", "give each an index of its own"},
      {"for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N[2*i] }\nobserve a = N[3]", 6, 15,
       "there is no multiplier N[3]", "its indices are those of its `multiplier` clauses"},
      {"for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N[2*i] }\ninit N = 1", 6, 6,
       "`N` is given entry by entry", "write N[i]"},
  };
  reading_wrong(rows);
}

// each part of each state once, as many constraints as algebraic variables
static void equations(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\nstate y\ny' = 1\ny' = 2", 4, 1, "part 1 of `y'` is given twice",
       "add the two right sides, or number the parts: part 2: y' = ..."},
      {"model m\nstate y[1..2]\ny[2]' = 2", 2, 7, "the state `y[1]` has no equation",
       "write y[1]' = ..."},
      {"model m\nstate y[1..2]\ny' = 1 + t", 3, 6, "`y` has 2 entries, this is a scalar",
       "write a vector, one entry for each: [a, b]"},
      {"model m\nstate y\npart 0: y' = 1", 3, 6, "parts are numbered from 1 to 64",
       "write part 1, part 2, ..."},
      {"model m\nstate y\npart 65: y' = 1", 3, 6, "parts are numbered from 1 to 64",
       "write part 1, part 2, ..."},
      {"model m\nalgebraic z\nz' = 1", 3, 1, "an equation needs a state",
       "declare it with `state`"},
      {"model m\nstate y\nalgebraic z\nz' = 1", 4, 1,
       "an equation gives the derivative of a state, `z` is not one", "declare it with `state`"},
      {"model m\nstate y\nalgebraic z\ny' = z", 4, 7,
       "there are 0 constraints for 1 algebraic variable",
       "each algebraic variable needs one scalar constraint"},
      {"model m\nstate y\ny' = 1\nconstraint y = 1", 4, 17,
       "there is 1 constraint for 0 algebraic variables",
       "each algebraic variable needs one scalar constraint"},
      {"model m\nstate y\ny' = 1\nobserve a = y + energy", 4, 17,
       "there is no energy in a model without lagrangian or hamiltonian",
       "give the quantity a formula of its own"},
      {"model m\nstate y\ny' = 1\nsection s: energy = 1 both", 4, 12,
       "there is no energy in a model without lagrangian or hamiltonian",
       "give the quantity a formula of its own"},
  };
  reading_wrong(rows);
}

// a DAE is of one class
static void classes_that_do_not_mix(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\nstate a, b, c\nalgebraic z[1..2]\na' = z[1]\nb' = c\nc' = z[2]\n"
       "constraint a = 0\nconstraint b = 0",
       7, 1,
       "the time derivatives of some constraints contain an algebraic variable, of others not: the "
       "two classes do not mix",
       "replace the others by their time derivatives"},
      {"model m\nstate b, c\nalgebraic z\nb' = c\npart 3: c' = z\nconstraint b = 0", 4, 1,
       "an overdetermined DAE has at most two parts, f and r; this has 3",
       "write f as part 1 and r as part 2"},
      {"model m\nstate a, b, c, d\nalgebraic z[1..2]\na' = z[1]*0*b + c\nb' = c\n"
       "c' = z[1]\nd' = z[2] - z[2]*where(a < 0, 1, 1)\nconstraint a = 0\n"
       "constraint [b + sign(c)][1] = 0",
       9, 1,
       "the constraint of an overdetermined DAE cannot contain `c`, whose equation has an "
       "algebraic variable",
       "algebraic variables belong into the equations of the other states"},
  };
  reading_wrong(rows);
}

// brackets between two different scalar states, each pair once
static void brackets(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\nstate a, b\nbracket {a, a} = 1", 3, 13, "the bracket of a state with itself is 0",
       "delete the line"},
      {"model m\nstate a, b\nbracket {a, b} = 1\nbracket {b, a} = 1", 4, 10,
       "this bracket is given twice", "{b, a} = -{a, b} is understood"},
      {"model m\nstate a, y[1..2]\nbracket {a, y} = 1", 3, 13, "a bracket is between scalars",
       "write y[i]"},
      {"model m\ncoord x, y\nbracket {x, y} = 1", 3, 10,
       "a bracket is between states, `x` is not one", "declare it with `state`"},
  };
  reading_wrong(rows);
}

// given once, before they are used, in the shape of the unknown, on its group
static void initial_values(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"init x = 1, x = 2", 5, 13, "the initial value of `x` is given twice", "delete one of them"},
      {"init w[2] = 1\ninit w = [1, 2, 3]", 6, 6, "the initial value of `w[2]` is given twice",
       "delete one of them"},
      {"init x = y, y = 0", 5, 13,
       "the initial value of `y` was used above, before it is given here",
       "write this value first"},
      {"init x = x + 1, y = x, x' = 1, x = 2", 5, 32,
       "the initial value of `x` was used above, before it is given here",
       "write this value first"},
      {"init k = 1", 5, 6, "`k` is a parameter, not an unknown of the model",
       "declare it with `coord` or `state`, or give it its value where it is declared"},
      {"init x[1] = 1", 5, 6, "`x` has no index", "write x"},
      {"init w[1,2] = 1", 5, 10, "`w` has one index", "write w[i]"},
      {"init w[4] = 1", 5, 8, "the index 4 is outside w[1..3]", "write an index from 1 to 3"},
      {"init x = w", 5, 10, "`x` is a scalar, this is a vector of length 3", "write a scalar"},
      {"init w = 1", 5, 10, "`w` is a vector of length 3, this is a scalar",
       "write a vector: [a, b]"},
      {"model m\ncoord R: SO(3) velocity v\ninit R = 0", 3, 10,
       "`R` is a 3x3 matrix, this is a scalar", "write a matrix by its rows: [[a, b], [c, d]]"},
      {"model m\ncoord R: SO(3) velocity v\ninit R = [[1, 1e-3, 0], [0, 1, 0], [0, 0, 1]]", 3, 10,
       "`R` is no rotation: its columns are orthonormal to 1.0e-03 only, not to 1e-12",
       "write its entries with all their digits, or as cos(a), sin(a), sqrt(2)/2"},
      {"model m\ncoord R: SO(3) velocity v\ninit R = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]", 3, 10,
       "`R` is no rotation: its determinant is -1",
       "exchange two of its rows, or change their sign: a reflection is no rotation"},
      {"model m\ncoord R: SO(3) velocity v\ninit R[1,1] = 1", 3, 6, "`R` is set as a whole matrix",
       "write R = [[..., ...], ...], row by row"},
      {"model m\ncoord R: SO(3) velocity v\ninit R' = 1", 3, 6, "`R'` cannot be set",
       "give its body velocity by the name declared with `velocity`"},
      {"model m\ncoord R: SO(3) velocity v\ninit v' = 1", 3, 6,
       "`v` is a velocity: its derivative cannot be set",
       "delete the prime: values are given for the unknowns themselves"},
      {"model m\ncoord R: SO(4) velocity W\ninit W[2,1] = 1", 3, 8,
       "the entries of the skew matrix `W` are given for 1 <= i < j <= 4",
       "the others are their opposites"},
      {"model m\ncoord R: SO(4) velocity W\ninit W[2] = 1", 3, 6,
       "`W` is a skew 4x4 matrix and needs two indices", "write W[i,j]"},
      {"model m\ncoord R: SO(4) velocity W\ninit W = [[0,1,0,0],[-1,0,2,0],[0,2,0,0],[0,0,0,0]]", 3,
       10, "`W` is a skew matrix, but here its entries 2,3 and 3,2 are not opposite",
       "give the entries with i < j only, one by one"},
      {"model m\nstate y\ninit y' = 1", 3, 6,
       "the derivative of the state `y` follows from its equation", "delete it"},
  };
  reading_wrong(rows);
}

// velocities belong to a lagrangian, momenta to a hamiltonian
static void initial_values_of_the_other_side(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\ncoord x momentum p\nhamiltonian p^2\ninit x' = 1", 4, 6,
       "a hamiltonian model starts from momenta, not from `x'`",
       "give the momentum of that coordinate"},
      {"model m\ncoord x momentum p\nlagrangian x'^2\ninit p = 1", 4, 6,
       "a lagrangian model starts from velocities, not from `p`", "give x' of that coordinate"},
      {"model m\ncoord x momentum p\ninit x = p + 1\nlagrangian x'^2", 3, 10,
       "the initial value of `p` follows from the lagrangian", "write it below the lagrangian"},
  };
  reading_wrong(rows);
}

// given once, for unknowns that have one, equal to the initial values at t = 0
static void exact_solutions(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"exact x' = 1", 5, 7, "exact velocities follow from the exact positions",
       "write exact x = ..., without the prime"},
      {"exact x = t, x = t", 5, 14, "the exact solution of `x` is given twice",
       "delete one of them"},
      {"exact w[2] = t\nexact w = [t, t, t]", 6, 7, "the exact solution of `w[2]` is given twice",
       "delete one of them"},
      {READING_LAGRANGIAN "exact x = 1 + t", 6, 7,
       "the exact solution starts with x = 1, the model with 0",
       "at t = 0, `exact` and `init` must agree"},
      {READING_LAGRANGIAN "exact w = [0, t, 1e-11*cos(t)]", 6, 7,
       "the exact solution starts with w[3] = 1e-11, the model with 0",
       "at t = 0, `exact` and `init` must agree"},
      {"model m\ncoord R: SO(3) velocity v\nexact v = [1, 2, 3]", 3, 7,
       "an exact solution is given for coordinates, momenta, states and algebraic variables",
       "delete it: it follows from these"},
  };
  reading_wrong(rows);
}

// shapes and numbers in `section`, `draw` and `run`
static void sections_drawings_runs(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"section S: w = 0 both", 5, 12,
       "a section is a scalar equation, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"section S: x = 0 both plot (x, w)", 5, 32,
       "expected a scalar, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"draw point x", 5, 12, "a point is a vector of length 2 or 3, this is a scalar",
       "write it as [x, y] or [x, y, z]"},
      {"draw rod [x, y], w", 5, 18, "the points of a model are all in the plane or all in space",
       "write all with two entries, or all with three"},
      {"draw point [x, y]\ndraw trail w", 6, 12,
       "the points of a model are all in the plane or all in space",
       "write all with two entries, or all with three"},
      {"draw rod [x, y]", 5, 1, "this drawing has 1 value", "write draw rod P, Q, ..."},
      {"draw point [x, y], [y, x]", 5, 1, "this drawing has 2 values", "write draw point P"},
      {"draw wheel [x, y], [1, 1]", 5, 20, "the size is a scalar, this is a vector of length 2",
       "write draw wheel P, r, turn"},
      {"draw wheel [x, y], 1, [[1]]", 5, 23,
       "a turn in the plane is an angle, this is a 1x1 matrix", "write draw wheel P, r, turn"},
      {"draw wheel w, 1, x", 5, 18, "a turn in space is a 3x3 matrix, this is a scalar",
       "write draw wheel P, r, turn"},
      {"run step 0", 5, 10, "the step is positive, this is 0", "write a number greater than 0"},
      {"run until -1", 5, 11, "the end time is positive, this is -1",
       "write a number greater than 0"},
      {"run steps 2.5", 5, 11, "the number of steps is a positive integer, this is 2.5",
       "write a whole number from 1 to 1e15"},
      {"run every 0", 5, 11, "`every` is a positive integer, this is 0",
       "write a whole number from 1 to 1e15"},
      {"run step 1, step 2", 5, 13, "`step` is given twice", "delete one of them"},
      {"run step 1\nrun step 2", 6, 5, "`step` is given twice", "delete one of them"},
      {"run until 1\nrun steps 2", 6, 5, "give `until` or `steps`, not both", "delete one of them"},
  };
  reading_wrong(rows);
}

// a family, a field, a force, a constraint; angles that are coupled without being periodic
static void angles_that_are_not_periodic(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\ncoord a[1..9]: angle\nlagrangian dot(a', a') + (a[1] - a[8])^2", 3, 12,
       "`a[1]` is an angle, but the lagrangian changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord a[1..9]: angle\nlagrangian dot(a', a') + cos(a[7]/2)", 3, 12,
       "`a[7]` is an angle, but the lagrangian changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord g: SE(2) velocity (v, w)\nlagrangian dot(v, v) + w^2 - g.theta", 3, 12,
       "`g.theta` is an angle, but the lagrangian changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord x, a: angle\nlagrangian x'^2 + a'^2\nforce x = a", 4, 11,
       "`a` is an angle, but the force changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord x, a: angle\nlagrangian x'^2 + a'^2\nholonomic rim: x = a", 4, 1,
       "`a` is an angle, but the constraint `rim` changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord x, a: angle\nlagrangian x'^2 + a'^2\ncontact rim: x >= a", 4, 1,
       "`a` is an angle, but the contact `rim` changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord x, a: angle\nlagrangian x'^2 + a'^2\ncontact rim: x >= 0, friction 1 along "
       "a*x'",
       4, 22, "`a` is an angle, but the friction of `rim` changes when it makes a full turn",
       "declare it without `: angle`"},
      {"model m\ncoord x, a: angle\nlagrangian x'^2 + a'^2\ncontact rim: x >= 0, friction 1 along "
       "x', friction a^2 along a'",
       4, 43, "`a` is an angle, but the friction of `rim` changes when it makes a full turn",
       "declare it without `: angle`"},
  };
  reading_wrong(rows);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_statements),
      cmocka_unit_test(examples_of_declarations),
      cmocka_unit_test(constants),
      cmocka_unit_test(coordinates),
      cmocka_unit_test(models_as_a_whole),
      cmocka_unit_test(forces),
      cmocka_unit_test(constraints),
      cmocka_unit_test(dissipations),
      cmocka_unit_test(constraints_while_a_contact_is_closed),
      cmocka_unit_test(equations),
      cmocka_unit_test(classes_that_do_not_mix),
      cmocka_unit_test(brackets),
      cmocka_unit_test(initial_values),
      cmocka_unit_test(initial_values_of_the_other_side),
      cmocka_unit_test(exact_solutions),
      cmocka_unit_test(sections_drawings_runs),
      cmocka_unit_test(angles_that_are_not_periodic),
  };
  return check_run(argc, argv, tests);
}

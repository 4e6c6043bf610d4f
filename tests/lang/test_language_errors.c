// Tests of elaboration: what is an error, where it points, what it says. Expressions, names, and
// what may stand where: sections 9, 3 and 4 of the language reference. Statements are in
// test_language_statements.c.

#include "tests/support/language.h"

// --- section 9 -----------------------------------------------------------------------------------

// section 9, expressions
static void examples_of_expressions(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"lagrangian x^2'", 5, 14, "the time derivative of a number",
       "x^2' reads x^(2'); write (x^2)'"},
      {"lagrangian 2x'^2", 5, 13, "missing operator between `2` and `x`", "write 2*x..."},
      {"lagrangian m(x'^2 + y'^2)/2", 5, 12, "`m` is a parameter, not a function",
       "write m*(...) to multiply"},
      {"lagrangian w'^2", 5, 12, "`^` needs scalars, this is a vector of length 3",
       "write dot(u, u) for the square of a vector"},
      {"force x = -k*x''", 5, 16, "second derivatives do not occur in a model",
       "accelerations follow from the Lagrangian"},
      {"observe q = [1, 2, 3]'", 5, 13, "the time derivative of a constant",
       "`'` is d/dt, never a transpose; write transpose(A)"},
      {"observe q = where(0 < x < 1, 0, x)", 5, 25, "comparisons do not chain",
       "write a < b and b < c"},
      {"let p = m*x'\nlagrangian p'^2", 6, 12,
       "this time derivative would need accelerations: it contains the velocity `x'`",
       "' is for expressions in coordinates, parameters and t"},
  };
  reading_wrong(rows);
}

// --- section 3: shapes ---------------------------------------------------------------------------

// every operator and every place tells the shapes it was given
static void shapes_that_do_not_fit(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"observe a = x + w", 5, 15, "`+` needs equal shapes, not a scalar and a vector of length 3",
       "write both in one shape; the number 0 fits every shape"},
      {"observe a = [1, 2] - w", 5, 20,
       "`-` needs equal shapes, not a vector of length 2 and a vector of length 3",
       "write both in one shape; the number 0 fits every shape"},
      {"observe a = w*w", 5, 14, "`*` does not multiply two vectors",
       "write dot(u, v) or cross(u, v)"},
      {"observe a = w*[[1]]", 5, 14, "`*` does not multiply a vector of length 3 by a 1x1 matrix",
       "write transpose(A)*u"},
      {"observe a = [[1, 2]]*w", 5, 21, "a 1x2 matrix cannot multiply a vector of length 3",
       "the left has as many columns as the right has rows"},
      {"observe a = x/w", 5, 15, "`/` needs a scalar on its right, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"observe a = 2^w", 5, 15, "`^` needs scalars, this is a vector of length 3",
       "an exponent is a number or an entry, u[i]"},
      {"observe a = [[x]]^2", 5, 13, "`^` needs scalars, this is a 1x1 matrix",
       "write A*A for the square of a matrix"},
      {"observe a = [x, w]", 5, 17,
       "the entries of a list have one shape: a scalar, but a vector of length 3",
       "write [a, b] with scalars, or [[a, b], [c, d]] with rows of one length"},
      {"observe a = [w, [1, 2]]", 5, 17,
       "the entries of a list have one shape: a vector of length 3, but a vector of length 2",
       "write [a, b] with scalars, or [[a, b], [c, d]] with rows of one length"},
      {"observe a = [[[x]]]", 5, 14, "a list holds scalars or vectors, not matrices",
       "a matrix is written by its rows: [[a, b], [c, d]]"},
      {"observe a = sum(i in 1..2: where(i < 2, x, w[1]) + w*(i - 1))", 5, 50,
       "`+` needs equal shapes, not a scalar and a vector of length 3",
       "write both in one shape; the number 0 fits every shape"},
      {"observe a = [[x]]", 5, 13, "an observable is a scalar or a vector, this is a 1x1 matrix",
       "write an entry of it, A[i,j], or a row [A[1,1], A[1,2]]"},
      {"invariant a = [[x]]", 5, 15, "an invariant is a scalar or a vector, this is a 1x1 matrix",
       "write an entry of it, A[i,j], or a row [A[1,1], A[1,2]]"},
      {"lagrangian w'", 5, 12, "expected a scalar, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"observe a = where(x < 1, w, x)", 5, 26, "expected a scalar, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"observe a = where(w < 1, 0, x)", 5, 19, "expected a scalar, this is a vector of length 3",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
  };
  reading_wrong(rows);
}

// the number of arguments and their shapes; names that are nearly functions
static void functions_of_the_language(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"observe a = dot(x, w)", 5, 17, "dot() needs a vector, this is a scalar",
       "a vector is a family, or written [a, b, c]"},
      {"observe a = dot(w, [1, 2])", 5, 20, "dot() needs vectors of equal length, not 3 and 2",
       "take vectors of one length"},
      {"observe a = cross([1, 2], [x, 4])", 5, 19,
       "cross() needs vectors of length 3, this is a vector of length 2",
       "in the plane write u[1]*v[2] - u[2]*v[1]"},
      {"observe a = norm([[x]])", 5, 18, "norm() needs a vector, this is a 1x1 matrix",
       "a vector is a family, or written [a, b, c]"},
      {"observe a = tr(w)", 5, 16, "tr() needs a matrix, this is a vector of length 3",
       "a matrix is written [[a, b], [c, d]]"},
      {"observe a = tr([[x, 1]])", 5, 16, "tr() needs a square matrix, this is a 1x2 matrix",
       "write as many rows as columns: [[a, b], [c, d]]"},
      {"observe a = inv([[1, 2], [2, 4]])*[x, x]", 5, 17, "this matrix has no inverse",
       "its determinant is 0: check its rows"},
      {"let A = [[1,0,0,0,0],[0,1,0,0,0],[0,0,1,0,0],[0,0,0,1,0],[0,0,0,0,x]]\n"
       "observe a = tr(inv(A))",
       6, 20, "inv() is for matrices up to 4x4, this is a 5x5 matrix",
       "write out the entries of the inverse that you need"},
      {"observe a = sin(w)", 5, 17, "sin() needs a scalar, this is a vector of length 3",
       "write it entry by entry: [sin(u[1]), ...]"},
      {"observe a = sin(x, y)", 5, 13, "sin() takes 1 argument, not 2", "write sin(a)"},
      {"observe a = atan2(x)", 5, 13, "atan2() takes 2 arguments, not 1", "write atan2(a, b)"},
      {"observe a = max(x)", 5, 13, "max() takes at least 2 arguments, not 1",
       "write max(a, b, ...)"},
      {"observe a = rotation(x, 1)[1,1]", 5, 22, "rotation() needs a vector, this is a scalar",
       "a vector is a family, or written [a, b, c]"},
      {"observe a = rotation([1, 2], x)[1,1]", 5, 22,
       "rotation() needs an axis of length 3, this is a vector of length 2",
       "in the plane write [[cos(a), -sin(a)], [sin(a), cos(a)]]"},
      {"observe a = rotation(w, w)[1,1]", 5, 25,
       "rotation() needs an angle, this is a vector of length 3", "write rotation(axis, angle)"},
      {"observe a = rotation([0, 0, 0], x)[1,1]", 5, 22, "the axis of rotation() is 0",
       "write a direction, as [0, 0, 1]"},
      {"observe a = mod(x)", 5, 13, "mod() takes 2 arguments, not 1", "write mod(a, b)"},
      {"observe a = mod(x, 0)*mod(3, 0)", 5, 23, "this is not a finite number",
       "it is too large or undefined: check the numbers in it"},
      {"observe a = foo(x)", 5, 13, "unknown name `foo`",
       "declare it above with `param`, `coord` or `let`"},
      {"observe a = ceil(x)", 5, 13, "unknown name `ceil`", "write -floor(-x)"},
      {"observe a = fmod(x, 2)", 5, 13, "unknown name `fmod`", "write mod(x, y)"},
      {"observe a = sinn(x)", 5, 13, "unknown name `sinn`",
       "did you mean `sin`, `sinh` or `sign`?"},
  };
  reading_wrong(rows);
}

// floor and mod of what varies stand where nothing is differentiated
static void functions_that_jump(void **state) {
  (void)state;
#define JUMPS "they jump: use them in `observe`, `section`, `draw` and `init`"
  static const mistake rows[] = {
      {"lagrangian x'^2 - floor(x)", 5, 19,
       "a lagrangian cannot contain floor() or mod() of what varies", JUMPS},
      {"let a = mod(x, 2)\nlagrangian x'^2 - 3*a", 6, 21,
       "a lagrangian cannot contain floor() or mod() of what varies", JUMPS},
      {"let f(u) = mod(u, 2)\nforce x = f(t)", 5, 12,
       "a force cannot contain floor() or mod() of what varies",
       JUMPS "\n  in f(), called on line 6"},
      {"holonomic c: floor(x) = 1", 5, 14,
       "a holonomic constraint cannot contain floor() or mod() of what varies", JUMPS},
      {"nonholonomic c: mod(x', 1) = 1", 5, 17,
       "a nonholonomic constraint cannot contain floor() or mod() of what varies", JUMPS},
      {"contact c: x >= mod(y, 1)", 5, 17,
       "a contact cannot contain floor() or mod() of what varies", JUMPS},
      {"invariant c = floor(x)", 5, 15,
       "an invariant cannot contain floor() or mod() of what varies", JUMPS},
      {"exact x = floor(t)", 5, 11,
       "an exact solution cannot contain floor() or mod() of what varies", JUMPS},
      {"observe c = floor(x)'", 5, 13, "floor() and mod() of what varies have no time derivative",
       JUMPS},
      {"model m\nstate y\ny' = mod(y, 1)", 3, 6,
       "an equation cannot contain floor() or mod() of what varies", JUMPS},
  };
  reading_wrong(rows);
}

// they are fine where they may stand, and of numbers everywhere
static void functions_that_may_jump(void **state) {
  (void)state;
  reading r;
  reading_good(
      &r, "model m\nconst n = 5, h = floor(n/2)\ncoord x[1..n]\nlet a = mod(x[h], 2)\n"
          "lagrangian sum(i in 1..n: x[i]'^2 - (x[mod(i, n) + 1] - x[i])^2)\n"
          "init x[1] = 7.5, x[2] = floor(x[1]), x[3] = mod(x[2], 2*h)\n"
          "observe b = a + floor(x[1])\nsection s: a = 1 rising when floor(t) > 2 plot (a, t)\n"
          "draw point [a, floor(x[2])]");
  check_near(reading_start(&r, "x[3]"), 3, 0);
  check_near(reading_observable(&r, "b"), 8, 0);
  reading_end(&r);
}

// divisions by zero and values that are not finite
static void numbers_that_are_none(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"observe a = x/0", 5, 14, "a division by zero", "check the constants in the divisor"},
      {"observe a = x/(k - 2)", 5, 14, "a division by zero", "check the constants in the divisor"},
      {"observe a = x*0^-1", 5, 16, "a division by zero", "check the constants in the divisor"},
      {"observe a = x + sqrt(-1)", 5, 17, "this is not a finite number",
       "it is too large or undefined: check the numbers in it"},
      {"param big = 1e308*10", 5, 13, "this is not a finite number",
       "it is too large or undefined: check the numbers in it"},
      {"init x = sqrt(y - 1)", 5, 10, "the initial value of `x` is not a finite number",
       "it is too large or undefined: check the values it is made of"},
  };
  reading_wrong(rows);
}

// an index is an integer constant within the range that was declared
static void indices_out_of_range(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"observe a = w[4]", 5, 15, "the index 4 is outside w[1..3]", "write an index from 1 to 3"},
      {"observe a = w'[0]", 5, 16, "the index 0 is outside the vector[1..3]",
       "write an index from 1 to 3"},
      {"observe a = [x, y][3]", 5, 20, "the index 3 is outside the vector[1..2]",
       "write an index from 1 to 2"},
      {"observe a = w[1.5]", 5, 15, "an index is an integer, this is 1.5", "write a whole number"},
      {"observe a = w[1e10]", 5, 15, "an index is too large: 10000000000",
       "integers go to 2147483647"},
      {"observe a = w[k]", 5, 15, "an index cannot depend on the parameter `k`",
       "declare it with `const`"},
      {"observe a = w[where(k < 3, 1, 2)]", 5, 15, "an index cannot depend on the parameter `k`",
       "declare it with `const`"},
      {"observe a = w[x]", 5, 15, "an index cannot contain the coordinate `x`",
       "write it with numbers and constants"},
      {"observe a = w[1,2]", 5, 17, "a vector has one index", "write u[i]"},
      {"observe a = w[w]", 5, 15, "an index cannot contain the coordinate `w[1]`",
       "write it with numbers and constants"},
      {"observe a = w[[1, 2]]", 5, 15, "an index is a scalar, this is a vector of length 2",
       "write an entry of it, u[i], or dot(u, u) or norm(u)"},
      {"observe a = x[1]", 5, 13, "a scalar has no index",
       "declare it as a family, as in coord x[1..3], or delete the index"},
      {"observe a = [[x, y]][2,1]", 5, 22, "the index 2 is outside the vector[1..1]",
       "write an index from 1 to 1"},
      {"observe a = [[x, y]][1,3]", 5, 24, "the index 3 is outside the vector[1..2]",
       "write an index from 1 to 2"},
      {"model m\ncoord th[0..2]\nobserve a = th[3]", 3, 16, "the index 3 is outside th[0..2]",
       "write an index from 0 to 2"},
      {"model m\ncoord w[2147483647..2147483647]\nobserve a = w[-2147483647]", 3, 15,
       "the index -2147483647 is outside w[2147483647..2147483647]",
       "write an index from 2147483647 to 2147483647"},
  };
  reading_wrong(rows);
}

// a prime needs something that moves, and no accelerations
static void time_derivatives_that_are_none(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"observe a = k'", 5, 13, "the time derivative of a constant", "it is 0: delete the prime"},
      {"observe a = x*(pi*n)'", 5, 15, "the time derivative of a constant",
       "it is 0: delete the prime"},
      {"observe a = x*where(1 < 2, 1, 3)'", 5, 15, "the time derivative of a constant",
       "it is 0: delete the prime"},
      {"observe a = 2'", 5, 13, "the time derivative of a number", "it is 0: delete the prime"},
      {"force x = (x'*2)'", 5, 11,
       "this time derivative would need accelerations: it contains the velocity `x'`",
       "' is for expressions in coordinates, parameters and t"},
      {"observe a = energy'", 5, 13, "the time derivative of the name `energy` is not known",
       "' is for expressions in coordinates, parameters and t"},
      {"holonomic c: x = 0 multiplier N\nobserve a = N'", 6, 13,
       "the time derivative of the multiplier `N` is not known",
       "' is for expressions in coordinates, parameters and t"},
      {"model m\ncoord x momentum p\nobserve a = p'", 3, 13,
       "the time derivative of the momentum `p` is not known",
       "' is for expressions in coordinates, parameters and t"},
      {"model m\nstate y\nobserve a = y'", 3, 13,
       "the time derivative of the state `y` is given by its equation",
       "write the right side of its equation here"},
      {"model m\nalgebraic z\nobserve a = z'", 3, 13,
       "the time derivative of the algebraic variable `z` is not known",
       "' is for expressions in coordinates, parameters and t"},
  };
  reading_wrong(rows);
}

// fields belong to rigid motions, each kind with its own
static void fields_that_are_none(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"observe a = x.y", 5, 14, "only a coordinate in SE(2) or SE(3) has fields",
       "declare it as in: coord g: SE(2) velocity (v, omega)"},
      {"model m\ncoord g: SE(2) velocity (v, w)\nobserve a = g.z", 3, 15, "`g` has no field `z`",
       "it has .x, .y, .theta and .R"},
      {"model m\ncoord g: SE(3) velocity (v, w)\nobserve a = g.theta", 3, 15,
       "`g` has no field `theta`", "it has .x, .y, .z and .R"},
      {"model m\ncoord g: SE(2) velocity (v, w)\ninit g = 1", 3, 6, "`g` is set by its fields",
       "write g.x = ..., g.y = ..."},
      {"model m\ncoord g: SE(2) velocity (v, w)\ninit g.R = 1", 3, 8, "`g` has no field `R` to set",
       "it has .x, .y and .theta"},
      {"model m\ncoord g: SE(2) velocity (v, w)\ninit g[1].x = 1", 3, 11,
       "a field comes without an index", "write g.x"},
  };
  reading_wrong(rows);
}

// --- section 4: names ----------------------------------------------------------------------------

// a name has one meaning, parameters of functions and indices included
static void names_are_declared_once(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"param x = 1", 5, 7, "`x` is already a coordinate (line 4)", "choose another name"},
      {"const k = 1", 5, 7, "`k` is already a parameter (line 2)", "choose another name"},
      {"coord n", 5, 7, "`n` is already a constant (line 3)", "choose another name"},
      {"coord z momentum z", 5, 18, "`z` is already a coordinate (line 5)", "choose another name"},
      {"let w = 1", 5, 5, "`w` is already a coordinate (line 4)", "choose another name"},
      {"let f(u) = u\nlet f = 2", 6, 5, "`f` is already a function (line 5)",
       "choose another name"},
      {"let f(u, u) = u", 5, 10, "`u` stands twice among the parameters",
       "choose another name for one of them"},
      {"let f(k) = 1", 5, 7, "`k` is already a parameter (line 2)",
       "choose another name for the parameter"},
      {"observe a = sum(x in 1..2: 1)", 5, 17, "`x` is already a coordinate (line 4)",
       "choose another name for the index"},
      {"observe a = sum(i in 1..2: sum(i in 1..2: x))", 5, 32, "`i` is already an index (line 5)",
       "choose another name for the index"},
      {"for m in 1..2 { init w[m] = 1 }", 5, 5, "`m` is already a parameter (line 2)",
       "choose another name for the index"},
      {"for i in 1..2 { for i in 1..2 { init w[i] = 1 } }", 5, 21,
       "`i` is already an index (line 5)", "choose another name for the index"},
      {"holonomic c: x = 0 multiplier y", 5, 31, "`y` is already a coordinate (line 4)",
       "choose another name"},
      {"coord g: SE(2) velocity (v, v)", 5, 29, "`v` is already a velocity (line 5)",
       "choose another name"},
  };
  reading_wrong(rows);
}

// a name is known below its declaration and inside its loop only
static void names_are_declared_before_use(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"lagrangian m/2*x'^2 - kk/2*x^2", 5, 23, "unknown name `kk`", "did you mean `k`?"},
      {"observe a = zzz", 5, 13, "unknown name `zzz`",
       "declare it above with `param`, `coord` or `let`"},
      {"observe a = zzz.x", 5, 13, "unknown name `zzz`",
       "declare it above with `param`, `coord` or `let`"},
      {"force z = 1", 5, 7, "unknown name `z`", "declare it above with `param`, `coord` or `let`"},
      {"observe a = f(x)\nlet f(u) = u", 5, 13, "unknown name `f`",
       "it is declared on line 6: move that line up, before its first use"},
      {"let f(u) = f(u)\nobserve a = f(x)", 5, 12, "unknown name `f`",
       "a function cannot call itself\n  in f(), called on line 6"},
      {"let f(u) = u + later\nlet later = 2\nobserve a = f(x)", 5, 16, "unknown name `later`",
       "it is declared on line 6: move that line up, before its first use\n  in f(), called on "
       "line 7"},
      {"for i in 1..2 { let a = i }\nobserve b = x + a", 6, 17, "unknown name `a`",
       "declare it above with `param`, `coord` or `let`"},
      {"for i in 1..2 { init w[i] = i }\nobserve b = x + i", 6, 17, "unknown name `i`",
       "declare it above with `param`, `coord` or `let`"},
  };
  reading_wrong(rows);
}

// errors inside a function tell who called it
static void functions_of_the_model(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"let f(u) = u\nobserve a = f", 6, 13, "`f` is a function and needs its arguments",
       "write f(...)"},
      {"let f(u) = u\nobserve a = f(x, y)", 6, 13, "f() takes 1 argument, not 2", "write f(u)"},
      {"let f(u) = u\nlet g(v) = v(3)\nobserve a = g(x)", 6, 12,
       "`v` is an abbreviation, not a function",
       "write v*(...) to multiply\n  in g(), called on line 7"},
      {"let f(u) = dot(u, u)\nobserve a = x\n  + f(y)", 5, 16,
       "dot() needs a vector, this is a scalar",
       "a vector is a family, or written [a, b, c]\n  in f(), called on line 7"},
      {"let f(u) = u + w\nlet g(u) = f(u)\nlet h(u) = g(u)\nobserve a = h(x)", 5, 14,
       "`+` needs equal shapes, not a scalar and a vector of length 3",
       "write both in one shape; the number 0 fits every shape\n  in f(), called on line 6\n  in "
       "h(), called on line 8"},
      {"let f(u) = u'\nholonomic c: f(x) = 0", 5, 12,
       "a holonomic constraint cannot contain the velocity `x'`",
       "a constraint on velocities is `nonholonomic`\n  in f(), called on line 6"},
  };
  reading_wrong(rows);
}

// names after `with` are new, each of them once, and unknown elsewhere
static void local_names(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"let f(u) = a with a = u, x = 2", 5, 26, "`x` is already a coordinate (line 4)",
       "choose another name for the local name"},
      {"let f(u) = a with a = u, u = 2", 5, 26, "`u` stands twice among the names of this `let`",
       "choose another name for one of them"},
      {"let f(u) = a with a = u, a = 2", 5, 26, "`a` stands twice among the names of this `let`",
       "choose another name for one of them"},
      {"let f = a with f = 1, a = f", 5, 16, "`f` stands twice among the names of this `let`",
       "choose another name for one of them"},
      {"let f(u) = b with b = a, a = u\nobserve c = f(x)", 5, 23, "unknown name `a`",
       "it stands further on in this `with`: write it before its first use\n  in f(), called on "
       "line 6"},
      {"let f(u) = a with a = u\nobserve c = a", 6, 13, "unknown name `a`",
       "it is a local name of `f`, hidden outside"},
      {"let f(u) = a with a = dot(u, u)\nobserve c = f(x)", 5, 27,
       "dot() needs a vector, this is a scalar",
       "a vector is a family, or written [a, b, c]\n  in f(), called on line 6"},
      {"let f(u) = a with a = u'\nholonomic c: f(x) = 0", 5, 23,
       "a holonomic constraint cannot contain the velocity `x'`",
       "a constraint on velocities is `nonholonomic`\n  in f(), called on line 6"},
      {"let f = a*x with", 5, 17, "expected a name, found the end of the file",
       "it is written as in: let f(u) = a*u + b with a = expression, b = expression"},
      {"let f = a*x where a = 2", 5, 13, "missing operator between `x` and `where`",
       "local names follow `with`: let f = a*b with a = 1, b = 2"},
      {"let with = 2", 5, 5, "`with` is a reserved word", "choose another name"},
  };
  reading_wrong(rows);
}

// labels are unique, with their indices, inside loops and among the automatic ones
static void labels_are_used_once(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"holonomic c: x = 0\nnonholonomic c: y' = 0", 6, 14, "`c` is used twice",
       "the first is on line 5"},
      {"holonomic c: x = 0\ncontact c: y >= 0", 6, 9, "`c` is used twice",
       "the first is on line 5"},
      {"holonomic c: w = 0\nholonomic c[2]: y = 0", 6, 11, "`c[2]` is used twice",
       "the first is on line 5"},
      {"invariant a = x\nobserve a = y", 6, 9, "`a` is used twice", "the first is on line 5"},
      {"observe a[2] = x\nobserve a = w", 6, 9, "`a[2]` is used twice", "the first is on line 5"},
      {"section a: x = 0 both\nsection a: y = 0 both", 6, 9, "`a` is used twice",
       "the first is on line 5"},
      {"for j in 1..2 { observe a[1] = w[j] }", 5, 25, "`a[1]` is used twice",
       "the first is on line 5"},
      {"for j in 1..2 { observe a = w[j] }", 5, 25, "`a` is used twice",
       "inside `for`, give the name an index: a[j]"},
      {"for j in 1..1 { observe a = w[j] }", 5, 25, "inside `for`, the name `a` needs an index",
       "write a[j]"},
      {"observe a[x] = y", 5, 11, "an index cannot contain the coordinate `x`",
       "write it with numbers and constants"},
      {"model m\nstate y[1..2]\nconstraint g2: y[1] = 1\nconstraint y[2] = 1", 4, 1,
       "`g2` is used twice", "the first is on line 3"},
  };
  reading_wrong(rows);
}

// names that the output has for itself
static void labels_of_the_output(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"observe energy = x", 5, 9, "`energy` cannot be a label: the output uses it",
       "choose another name"},
      {"observe constraint = x", 5, 9, "`constraint` cannot be a label: the output uses it",
       "choose another name"},
      {"observe t = x", 5, 9, "`t` cannot be a label: the output uses it", "choose another name"},
      {"observe max_error = x", 5, 9, "`max_error` cannot be a label: the output uses it",
       "choose another name"},
  };
  reading_wrong(rows);
}

// the unknowns of the output come first, wherever they are declared
static void labels_that_are_columns(void **state) {
  (void)state;
  static const mistake rows[] = {
      {READING_LAGRANGIAN "observe x = y", 6, 9, "`x` is a column of the output already",
       "choose another name"},
      {READING_LAGRANGIAN "observe w[2] = y", 6, 9, "`w[2]` is a column of the output already",
       "choose another name"},
      {READING_LAGRANGIAN "invariant w = w", 6, 11, "`w[1]` is a column of the output already",
       "choose another name"},
      {"model m\ncoord g: SE(2) velocity (v, a)\nobserve g[1,3] = g.x\nlagrangian dot(v, v) + a^2",
       3, 9, "`g[1,3]` is a column of the output already", "choose another name"},
      {"model m\nobserve y = t\nstate y\ny' = 1", 2, 9, "`y` is a column of the output already",
       "choose another name"},
  };
  reading_wrong(rows);
}

// messages stay short, whatever the names are
static void long_names_in_messages(void **state) {
  (void)state;
  reading r;
  char text[9000] = "model m\ncoord ";
  size_t n = strlen(text);
  for (int i = 0; i < 1000; i++)
    strcpy(text + n + 2*(size_t)i, "θ");
  strcat(text, "\nlet a = ");
  n = strlen(text);
  memset(text + n, 'a', 3000);
  text[n + 3000] = 0;
  reading_text(&r, text, NULL);
  check_text(r.why.sentence,
             "unknown name `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaa`\n  ");
  assert_true(strlen(r.why.sentence) < 500);
  reading_end(&r);

  strcpy(text + n, "x");
  char *second = strstr(text, "\nlet");
  snprintf(second, 100, "\nlagrangian 1");
  reading_text(&r, text, NULL);
  check_text(r.why.sentence, "θ…θ");
  assert_true(strlen(r.why.sentence) < 500);
  reading_end(&r);
}

// --- section 4: what may stand where -------------------------------------------------------------

// a statement with a place for a symbol, how messages call it, and the kinds that may stand there
typedef struct place {
  const char *statement, *name, *allowed;
} place;

typedef struct symbol {
  const char *kind, *name;
} symbol;

// each symbol in each place where its kind is not allowed, on line 4, after the declarations
static void kinds_are_refused(const char *declarations, const place *places, size_t nplace,
                              const symbol *symbols, size_t nsymbol) {
  for (size_t i = 0; i < nplace; i++)
    for (size_t k = 0; k < nsymbol; k++) {
      char line[200], text[2048], sentence[200];
      failure why;
      if (strstr(places[i].allowed, symbols[k].kind))
        continue;
      snprintf(line, sizeof line, places[i].statement, symbols[k].name);
      snprintf(text, sizeof text, "%s%s\n", declarations, line);
      snprintf(sentence, sizeof sentence, "%s cannot contain the %s `%s`", places[i].name,
               symbols[k].kind, symbols[k].name);
      reading_fails(text, &why);
      if (why.status == NOSLIP_OK)
        print_error("this was read:\n%s\n", text);
      check_text(why.sentence, "m.noslip:4:");
      check_text(why.sentence, sentence);
    }
}

// each statement with each kind of symbol that it must not contain
static void kinds_in_mechanical_models(void **state) {
  (void)state;
  static const place places[] = {
      {"const a = 1 + %s", "a constant", ""},
      {"param a = 1 + %s", "a parameter", ""},
      {"lagrangian 1 + %s", "a lagrangian", "coordinate velocity time"},
      {"hamiltonian 1 + %s", "a hamiltonian", "coordinate momentum time"},
      {"force x = 1 + %s", "a force", "coordinate velocity momentum multiplier time"},
      {"holonomic h: x + %s = 0", "a holonomic constraint", "coordinate time"},
      {"contact h: x + %s >= 0", "a contact", "coordinate time"},
      {"nonholonomic h: x' + %s = 0", "a nonholonomic constraint",
       "coordinate velocity momentum time"},
      {"init x = 1 + %s", "an initial value", "coordinate velocity momentum"},
      {"exact x = 1 + %s", "an exact solution", "time"},
      {"contact h: x >= 0, restitution 0*%s", "the restitution", ""},
      {"contact h: x >= 0, friction 1 + %s along x'", "a coefficient of friction",
       "coordinate time"},
      {"contact h: x >= 0, friction 1 along x' + %s", "the velocity after `along`",
       "coordinate velocity momentum time"},
      {"run step 1 + %s", "the step", ""},
      {"run until 1 + %s", "the end time", ""},
      {"run steps 1 + %s", "the number of steps", ""},
      {"run every 1 + %s", "`every`", ""},
      {"for i in 1..%s { observe a[i] = x }", "the end of a range", ""},
      {"coord v[%s..2]", "the start of a range", ""},
      {"coord S: SO(%s) velocity v", "the size of a group", ""},
  };
  static const symbol symbols[] = {
      {"coordinate", "x"}, {"velocity", "x'"}, {"momentum", "p"},     {"multiplier", "N"},
      {"time", "t"},       {"name", "energy"}, {"velocity", "om[2]"},
  };
  kinds_are_refused("model m\ncoord x momentum p, R: SO(3) velocity om\n"
                    "holonomic c: x = 0 multiplier N\n",
                    places, sizeof places/sizeof *places, symbols,
                    sizeof symbols/sizeof *symbols);
}

// the same for states and algebraic variables
static void kinds_in_models_of_states(void **state) {
  (void)state;
  static const place places[] = {
      {"hamiltonian 1 + %s", "a hamiltonian", "state"},
      {"y' = 1 + %s", "an equation", "state algebraic variable time"},
      {"part 2: y' = 1 + %s", "an equation", "state algebraic variable time"},
      {"constraint y = %s", "a constraint", "state time"},
      {"init y = 1 + %s", "an initial value", "state"},
      {"exact y = 1 + %s", "an exact solution", "time"},
      {"part 1 + %s: y' = 1", "the number of a part", ""},
  };
  static const symbol symbols[] = {
      {"state", "y"}, {"algebraic variable", "z"}, {"time", "t"}, {"name", "energy"}};
  kinds_are_refused("model m\nstate y\nalgebraic z\n", places, sizeof places/sizeof *places,
                    symbols, sizeof symbols/sizeof *symbols);

  static const mistake rows[] = {
      {"model m\nstate a, b\nbracket {a, b} = t", 3, 18, "a bracket cannot contain the time `t`",
       "it may contain states"},
  };
  reading_wrong(rows);
}

// an abbreviation is judged where it is used
static void abbreviations_in_their_place(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"holonomic c: x = 0 multiplier N\nlet FN = k*abs(N)\nlagrangian x'^2 - FN", 7, 19,
       "a lagrangian cannot contain the multiplier `N`",
       "it may contain coordinates, velocities and t"},
      {"let T = x'^2\nholonomic c: x + T = 0", 6, 18,
       "a holonomic constraint cannot contain the velocity `x'`",
       "a constraint on velocities is `nonholonomic`"},
      {"hamiltonian x'^2", 5, 13, "a hamiltonian cannot contain the velocity `x'`",
       "write it with the momenta"},
  };
  reading_wrong(rows);
}

// a constraint, an observable or a section without anything that varies
static void constraints_need_something(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"holonomic c: t = 1", 5, 14, "a holonomic constraint needs a coordinate",
       "write it with coordinates, or delete it"},
      {"holonomic c: [x, 1] = 0", 5, 14, "a holonomic constraint needs a coordinate",
       "write it with coordinates, or delete it"},
      {"contact c: t >= 1", 5, 12, "a contact needs a coordinate",
       "the gap is a function of the position: write it with coordinates"},
      {"nonholonomic c: x = 1", 5, 17, "a nonholonomic constraint needs a velocity",
       "a constraint on positions is `holonomic`"},
      {"model m\nstate y\nconstraint t = 1", 3, 12, "a constraint needs a state",
       "write it with states, or delete it"},
      {"observe a = 1 + k", 5, 13, "nothing varies in `a`",
       "write it with unknowns or t; a fixed number is a `param`"},
      {"section a: k = 1 both", 5, 12, "nothing varies in the section `a`",
       "write it with unknowns, t or energy"},
  };
  reading_wrong(rows);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_expressions),
      cmocka_unit_test(shapes_that_do_not_fit),
      cmocka_unit_test(functions_of_the_language),
      cmocka_unit_test(functions_that_jump),
      cmocka_unit_test(functions_that_may_jump),
      cmocka_unit_test(numbers_that_are_none),
      cmocka_unit_test(indices_out_of_range),
      cmocka_unit_test(time_derivatives_that_are_none),
      cmocka_unit_test(fields_that_are_none),
      cmocka_unit_test(names_are_declared_once),
      cmocka_unit_test(names_are_declared_before_use),
      cmocka_unit_test(functions_of_the_model),
      cmocka_unit_test(local_names),
      cmocka_unit_test(labels_are_used_once),
      cmocka_unit_test(labels_of_the_output),
      cmocka_unit_test(labels_that_are_columns),
      cmocka_unit_test(long_names_in_messages),
      cmocka_unit_test(kinds_in_mechanical_models),
      cmocka_unit_test(kinds_in_models_of_states),
      cmocka_unit_test(abbreviations_in_their_place),
      cmocka_unit_test(constraints_need_something),
  };
  return check_run(argc, argv, tests);
}

// Tests of elaboration: what is an error, where it points, what it says. Section 9 of the language
// reference, then its sections 3, 4 and 5: everything that must not stand where it stands.

#include "tests/language.h"

// the lines after the declarations of section 9; the first of them is line 5
static void wrong_at(const char *lines, int line, int column, const char *sentence,
                     const char *remedy) {
  char text[4096];
  snprintf(text, sizeof text, "model m\nparam k = 2, m = 1\nconst n = 3\ncoord x, y, w[1..n]\n%s",
           lines);
  reading_wrong(text, line, column, sentence, remedy);
}

static void wrong_line(const char *lines, int column, const char *sentence, const char *remedy) {
  wrong_at(lines, 5, column, sentence, remedy);
}

// the lines after `model m`, line 2 being wrong; or another one
static void wrong_2(const char *lines, int column, const char *sentence, const char *remedy) {
  char text[4096];
  snprintf(text, sizeof text, "model m\n%s", lines);
  reading_wrong(text, 2, column, sentence, remedy);
}

static void wrong_3(const char *lines, int column, const char *sentence, const char *remedy) {
  char text[4096];
  snprintf(text, sizeof text, "model m\n%s", lines);
  reading_wrong(text, 3, column, sentence, remedy);
}

static void wrong_4(const char *lines, int column, const char *sentence, const char *remedy) {
  char text[4096];
  snprintf(text, sizeof text, "model m\n%s", lines);
  reading_wrong(text, 4, column, sentence, remedy);
}

// --- section 9 -----------------------------------------------------------------------------------

static void examples_of_expressions(void **state) {
  (void)state;
  wrong_line("lagrangian x^2'", 14, "the time derivative of a number",
             "x^2' reads x^(2'); write (x^2)'");
  wrong_line("lagrangian 2x'^2", 13, "missing operator between `2` and `x`", "write 2*x...");
  wrong_line("lagrangian m(x'^2 + y'^2)/2", 12, "`m` is a parameter, not a function",
             "write m*(...) to multiply");
  wrong_line("lagrangian w'^2", 12, "`^` needs scalars, this is a vector of length 3",
             "write dot(u, u) for the square of a vector");
  wrong_line("force x = -k*x''", 16, "second derivatives do not occur in a model",
             "accelerations follow from the Lagrangian");
  wrong_line("observe q = [1, 2, 3]'", 13, "the time derivative of a constant",
             "`'` is d/dt, never a transpose; write transpose(A)");
  wrong_line("observe q = where(0 < x < 1, 0, x)", 25, "comparisons do not chain",
             "write a < b and b < c");
  wrong_at("let p = m*x'\nlagrangian p'^2", 6, 12,
           "this time derivative would need accelerations: it contains the velocity `x'`", "");
}

static void examples_of_statements(void **state) {
  (void)state;
  wrong_line("holonomic c: x' = 0", 14, "a holonomic constraint cannot contain the velocity `x'`",
             "a constraint on velocities is `nonholonomic`");
  wrong_line("for i in 1..n { holonomic rod: w[i] = 0 }", 27, "`rod` is used twice",
             "inside `for`, give the name an index: rod[i]");
  wrong_line("init y = 2*x, x = 1", 15,
             "the initial value of `x` was used above, before it is given here", "");
  wrong_line("init w = [1, 2]", 10, "`w` has 3 entries, this vector has 2", "");
  wrong_line("let f(x) = x^2", 7, "`x` is already a coordinate (line 4)",
             "choose another name for the parameter");
  wrong_line("coords x, y", 1, "unknown statement `coords`", "did you mean `coord`?");
  wrong_line("run method spark(3) step 0.01", 21, "expected `,` after the method, found `step`",
             "");
  wrong_line("lagrangian m/2*(x'^2 + y^2)", 12, "`y'` does not occur in the lagrangian",
             "a coordinate needs a kinetic energy; is a prime missing?");
}

static void examples_of_declarations(void **state) {
  (void)state;
  wrong_2("coord x, y momentum px, py\nhamiltonian px^2", 7,
          "a hamiltonian needs a name for every momentum; `x` has none",
          "coord x momentum px, y momentum py");
  wrong_3("coord theta: angle\nlagrangian theta'^2/2 - theta^2/2", 12,
          "`theta` is an angle, but the lagrangian changes when it makes a full turn",
          "declare it without `: angle`");
  wrong_3("coord R: SO(3) velocity w\nlagrangian dot(w, w) + R[3]", 24,
          "`R` is a 3x3 matrix and needs two indices", "write R[i,j]");
  wrong_3("coord R: SO(3) velocity w\nforce R = [0, 0, 1]", 7,
          "a force on `R` acts along its body velocity", "write force w = ...");
  wrong_3("param N = 3\ncoord w[1..N]", 12, "the end of a range cannot depend on the parameter `N`",
          "declare it with `const`");
  wrong_2("coord x[1..2000000000]", 7,
          "`x[1..2000000000]` has 2000000000 entries, more than the limit of 1000000 unknowns", "");
}

// --- section 3: shapes ---------------------------------------------------------------------------

static void shapes_that_do_not_fit(void **state) {
  (void)state;
  wrong_line("observe a = x + w", 15,
             "`+` needs equal shapes, not a scalar and a vector of length 3", "");
  wrong_line("observe a = [1, 2] - w", 20,
             "`-` needs equal shapes, not a vector of length 2 and a vector of length 3", "");
  wrong_line("observe a = w*w", 14, "`*` does not multiply two vectors",
             "write dot(u, v) or cross(u, v)");
  wrong_line("observe a = w*[[1]]", 14,
             "`*` does not multiply a vector of length 3 by a 1x1 matrix", "write transpose(A)*u");
  wrong_line("observe a = [[1, 2]]*w", 21, "a 1x2 matrix cannot multiply a vector of length 3", "");
  wrong_line("observe a = x/w", 15, "`/` needs a scalar on its right, this is a vector of length 3",
             "");
  wrong_line("observe a = 2^w", 15, "`^` needs scalars, this is a vector of length 3", "");
  wrong_line("observe a = [[x]]^2", 13, "`^` needs scalars, this is a 1x1 matrix", "");
  wrong_line("observe a = [x, w]", 17,
             "the entries of a list have one shape: a scalar, but a vector of length 3", "");
  wrong_line("observe a = [w, [1, 2]]", 17,
             "the entries of a list have one shape: a vector of length 3, but a vector of length 2",
             "");
  wrong_line("observe a = [[[x]]]", 14, "a list holds scalars or vectors, not matrices", "");
  wrong_line("observe a = sum(i in 1..2: where(i < 2, x, w[1]) + w*(i - 1))", 50,
             "`+` needs equal shapes, not a scalar and a vector of length 3", "");
  wrong_line("observe a = [[x]]", 13, "an observable is a scalar or a vector, this is a 1x1 matrix",
             "");
  wrong_line("invariant a = [[x]]", 15,
             "an invariant is a scalar or a vector, this is a 1x1 matrix", "");
  wrong_line("lagrangian w'", 12, "expected a scalar, this is a vector of length 3", "");
  wrong_line("observe a = where(x < 1, w, x)", 26,
             "expected a scalar, this is a vector of length 3", "");
  wrong_line("observe a = where(w < 1, 0, x)", 19,
             "expected a scalar, this is a vector of length 3", "");
}

static void functions_of_the_language(void **state) {
  (void)state;
  wrong_line("observe a = dot(x, w)", 17, "dot() needs a vector, this is a scalar", "");
  wrong_line("observe a = dot(w, [1, 2])", 20, "dot() needs vectors of equal length, not 3 and 2",
             "");
  wrong_line("observe a = cross([1, 2], [x, 4])", 19,
             "cross() needs vectors of length 3, this is a vector of length 2", "");
  wrong_line("observe a = norm([[x]])", 18, "norm() needs a vector, this is a 1x1 matrix", "");
  wrong_line("observe a = tr(w)", 16, "tr() needs a matrix, this is a vector of length 3", "");
  wrong_line("observe a = tr([[x, 1]])", 16, "tr() needs a square matrix, this is a 1x2 matrix",
             "");
  wrong_line("observe a = inv([[1, 2], [2, 4]])*[x, x]", 17, "this matrix has no inverse", "");
  wrong_at("let A = [[1,0,0,0,0],[0,1,0,0,0],[0,0,1,0,0],[0,0,0,1,0],[0,0,0,0,x]]\n"
           "observe a = tr(inv(A))",
           6, 20, "inv() is for matrices up to 4x4, this is a 5x5 matrix", "");
  wrong_line("observe a = sin(w)", 17, "sin() needs a scalar, this is a vector of length 3", "");
  wrong_line("observe a = sin(x, y)", 13, "sin() takes 1 argument, not 2", "");
  wrong_line("observe a = atan2(x)", 13, "atan2() takes 2 arguments, not 1", "");
  wrong_line("observe a = max(x)", 13, "max() takes at least 2 arguments, not 1", "");
  wrong_line("observe a = foo(x)", 13, "unknown name `foo`", "");
  wrong_line("observe a = sinn(x)", 13, "unknown name `sinn`", "did you mean `sin`?");
}

static void numbers_that_are_none(void **state) {
  (void)state;
  wrong_line("observe a = x/0", 14, "a division by zero", "");
  wrong_line("observe a = x/(k - 2)", 14, "a division by zero", "");
  wrong_line("observe a = x*0^-1", 16, "a division by zero", "");
  wrong_line("observe a = x + sqrt(-1)", 17, "this is not a finite number", "");
  wrong_line("param big = 1e308*10", 13, "this is not a finite number", "");
  wrong_line("init x = sqrt(y - 1)", 10, "the initial value of `x` is not a finite number", "");
}

static void indices_out_of_range(void **state) {
  (void)state;
  wrong_line("observe a = w[4]", 15, "the index 4 is outside w[1..3]", "");
  wrong_line("observe a = w'[0]", 16, "the index 0 is outside the vector[1..3]", "");
  wrong_line("observe a = [x, y][3]", 20, "the index 3 is outside the vector[1..2]", "");
  wrong_line("observe a = w[1.5]", 15, "an index is an integer, this is 1.5", "");
  wrong_line("observe a = w[1e10]", 15, "an index is too large: 10000000000", "");
  wrong_line("observe a = w[k]", 15, "an index cannot depend on the parameter `k`",
             "declare it with `const`");
  wrong_line("observe a = w[where(k < 3, 1, 2)]", 15, "an index cannot depend on the parameter `k`",
             "declare it with `const`");
  wrong_line("observe a = w[x]", 15, "an index cannot contain the coordinate `x`", "");
  wrong_line("observe a = w[1,2]", 17, "a vector has one index", "");
  wrong_line("observe a = w[w]", 15, "an index cannot contain the coordinate `w[1]`", "");
  wrong_line("observe a = w[[1, 2]]", 15, "an index is a scalar, this is a vector of length 2", "");
  wrong_line("observe a = x[1]", 13, "a scalar has no index", "");
  wrong_line("observe a = [[x, y]][2,1]", 22, "the index 2 is outside the vector[1..1]", "");
  wrong_line("observe a = [[x, y]][1,3]", 24, "the index 3 is outside the vector[1..2]", "");
  wrong_3("coord th[0..2]\nobserve a = th[3]", 16, "the index 3 is outside th[0..2]", "");
  wrong_3("coord w[2147483647..2147483647]\nobserve a = w[-2147483647]", 15,
          "the index -2147483647 is outside w[2147483647..2147483647]", "");
}

static void time_derivatives_that_are_none(void **state) {
  (void)state;
  wrong_line("observe a = k'", 13, "the time derivative of a constant", "");
  wrong_line("observe a = x*(pi*n)'", 15, "the time derivative of a constant", "");
  wrong_line("observe a = x*where(1 < 2, 1, 3)'", 15, "the time derivative of a constant", "");
  wrong_line("observe a = 2'", 13, "the time derivative of a number", "");
  wrong_line("observe a = (x'*2)'", 13,
             "this time derivative would need accelerations: it contains the velocity `x'`", "");
  wrong_line("observe a = energy'", 13, "the time derivative of the name `energy` is not known",
             "");
  wrong_at("holonomic c: x = 0 multiplier N\nobserve a = N'", 6, 13,
           "the time derivative of the multiplier `N` is not known", "");
  wrong_3("coord x momentum p\nobserve a = p'", 13,
          "the time derivative of the momentum `p` is not known", "");
  wrong_3("state y\nobserve a = y'", 13,
          "the time derivative of the state `y` is given by its equation", "");
  wrong_3("algebraic z\nobserve a = z'", 13,
          "the time derivative of the algebraic variable `z` is not known", "");
}

static void fields_that_are_none(void **state) {
  (void)state;
  wrong_line("observe a = x.y", 14, "only a coordinate in SE(2) or SE(3) has fields", "");
  wrong_3("coord g: SE(2) velocity (v, w)\nobserve a = g.z", 15, "`g` has no field `z`",
          "it has .x, .y, .theta and .R");
  wrong_3("coord g: SE(3) velocity (v, w)\nobserve a = g.theta", 15, "`g` has no field `theta`",
          "it has .x, .y, .z and .R");
  wrong_3("coord g: SE(2) velocity (v, w)\ninit g = 1", 6, "`g` is set by its fields",
          "write g.x = ..., g.y = ...");
  wrong_3("coord g: SE(2) velocity (v, w)\ninit g.R = 1", 8, "`g` has no field `R` to set",
          "it has .x, .y and .theta");
  wrong_3("coord g: SE(2) velocity (v, w)\ninit g[1].x = 1", 11, "a field comes without an index",
          "");
}

// --- section 4: names ----------------------------------------------------------------------------

static void names_are_declared_once(void **state) {
  (void)state;
  wrong_line("param x = 1", 7, "`x` is already a coordinate (line 4)", "choose another name");
  wrong_line("const k = 1", 7, "`k` is already a parameter (line 2)", "choose another name");
  wrong_line("coord n", 7, "`n` is already a constant (line 3)", "choose another name");
  wrong_line("coord z momentum z", 18, "`z` is already a coordinate (line 5)",
             "choose another name");
  wrong_line("let w = 1", 5, "`w` is already a coordinate (line 4)", "choose another name");
  wrong_at("let f(u) = u\nlet f = 2", 6, 5, "`f` is already a function (line 5)",
           "choose another name");
  wrong_line("let f(u, u) = u", 10, "`u` stands twice among the parameters", "");
  wrong_line("let f(k) = 1", 7, "`k` is already a parameter (line 2)",
             "choose another name for the parameter");
  wrong_line("observe a = sum(x in 1..2: 1)", 17, "`x` is already a coordinate (line 4)",
             "choose another name for the index");
  wrong_line("observe a = sum(i in 1..2: sum(i in 1..2: x))", 32,
             "`i` is already an index (line 5)", "choose another name for the index");
  wrong_line("for m in 1..2 { init w[m] = 1 }", 5, "`m` is already a parameter (line 2)",
             "choose another name for the index");
  wrong_line("for i in 1..2 { for i in 1..2 { init w[i] = 1 } }", 21,
             "`i` is already an index (line 5)", "choose another name for the index");
  wrong_line("holonomic c: x = 0 multiplier y", 31, "`y` is already a coordinate (line 4)",
             "choose another name");
  wrong_line("coord g: SE(2) velocity (v, v)", 29, "`v` is already a velocity (line 5)",
             "choose another name");
}

static void names_are_declared_before_use(void **state) {
  (void)state;
  wrong_line("lagrangian m/2*x'^2 - kk/2*x^2", 23, "unknown name `kk`", "did you mean `k`?");
  wrong_line("observe a = zzz", 13, "unknown name `zzz`", "");
  wrong_line("observe a = zzz.x", 13, "unknown name `zzz`", "");
  wrong_line("force z = 1", 7, "unknown name `z`", "");
  wrong_line("observe a = f(x)\nlet f(u) = u", 13, "unknown name `f`", "");
  wrong_line("let f(u) = f(u)\nobserve a = f(x)", 12, "unknown name `f`",
             "in f(), called on line 6");
  wrong_line("let f(u) = u + later\nlet later = 2\nobserve a = f(x)", 16, "unknown name `later`",
             "in f(), called on line 7");
  wrong_at("for i in 1..2 { let a = i }\nobserve b = x + a", 6, 17, "unknown name `a`", "");
  wrong_at("for i in 1..2 { init w[i] = i }\nobserve b = x + i", 6, 17, "unknown name `i`", "");
}

static void functions_of_the_model(void **state) {
  (void)state;
  wrong_at("let f(u) = u\nobserve a = f", 6, 13, "`f` is a function and needs its arguments",
           "write f(...)");
  wrong_at("let f(u) = u\nobserve a = f(x, y)", 6, 13, "f() takes 1 argument, not 2", "");
  wrong_at("let f(u) = u\nlet g(v) = v(3)\nobserve a = g(x)", 6, 12,
           "`v` is an abbreviation, not a function",
           "write v*(...) to multiply\n  in g(), called on line 7");
  wrong_line("let f(u) = dot(u, u)\nobserve a = x\n  + f(y)", 16,
             "dot() needs a vector, this is a scalar", "in f(), called on line 7");
  wrong_line("let f(u) = u + w\nlet g(u) = f(u)\nlet h(u) = g(u)\nobserve a = h(x)", 14,
             "`+` needs equal shapes, not a scalar and a vector of length 3",
             "in f(), called on line 6\n  in h(), called on line 8");
  wrong_line("let f(u) = u'\nholonomic c: f(x) = 0", 12,
             "a holonomic constraint cannot contain the velocity `x'`",
             "a constraint on velocities is `nonholonomic`\n  in f(), called on line 6");
}

static void labels_are_used_once(void **state) {
  (void)state;
  wrong_at("holonomic c: x = 0\nnonholonomic c: y' = 0", 6, 14, "`c` is used twice",
           "the first is on line 5");
  wrong_at("holonomic c: x = 0\ncontact c: y >= 0", 6, 9, "`c` is used twice",
           "the first is on line 5");
  wrong_at("holonomic c: w = 0\nholonomic c[2]: y = 0", 6, 11, "`c[2]` is used twice",
           "the first is on line 5");
  wrong_at("invariant a = x\nobserve a = y", 6, 9, "`a` is used twice", "the first is on line 5");
  wrong_at("observe a[2] = x\nobserve a = w", 6, 9, "`a[2]` is used twice",
           "the first is on line 5");
  wrong_at("section a: x = 0 both\nsection a: y = 0 both", 6, 9, "`a` is used twice",
           "the first is on line 5");
  wrong_line("for j in 1..2 { observe a[1] = w[j] }", 25, "`a[1]` is used twice",
             "the first is on line 5");
  wrong_line("for j in 1..2 { observe a = w[j] }", 25, "`a` is used twice",
             "inside `for`, give the name an index: a[j]");
  wrong_line("for j in 1..1 { observe a = w[j] }", 25, "inside `for`, the name `a` needs an index",
             "write a[j]");
  wrong_line("observe a[x] = y", 11, "an index cannot contain the coordinate `x`", "");
  wrong_4("state y[1..2]\nconstraint g2: y[1] = 1\nconstraint y[2] = 1", 1, "`g2` is used twice",
          "the first is on line 3");
}

static void labels_of_the_output(void **state) {
  (void)state;
  static const char *const taken[] = {"energy", "constraint", "t", "max_error"};
  for (int i = 0; i < 4; i++) {
    char line[80], sentence[80];
    snprintf(line, sizeof line, "observe %s = x", taken[i]);
    snprintf(sentence, sizeof sentence, "`%s` cannot be a label: the output uses it", taken[i]);
    wrong_line(line, 9, sentence, "choose another name");
  }
}

#define LAGRANGIAN "lagrangian x'^2 + y'^2 + dot(w', w')\n"

static void labels_that_are_columns(void **state) {
  (void)state;
  wrong_at(LAGRANGIAN "observe x = y", 6, 9, "`x` is a column of the output already",
           "choose another name");
  wrong_at(LAGRANGIAN "observe w[2] = y", 6, 9, "`w[2]` is a column of the output already",
           "choose another name");
  wrong_at(LAGRANGIAN "invariant w = w", 6, 11, "`w[1]` is a column of the output already",
           "choose another name");
  wrong_3("coord g: SE(2) velocity (v, a)\nobserve g[1,3] = g.x\nlagrangian dot(v, v) + a^2", 9,
          "`g[1,3]` is a column of the output already", "choose another name");
  wrong_2("observe y = t\nstate y\ny' = 1", 9, "`y` is a column of the output already",
          "choose another name");
}

// --- section 4: what may stand where -------------------------------------------------------------

// A model with a symbol of every kind, and statements that are wrong on its line 4.
static void wrong_kind(const char *line, const char *sentence) {
  char text[2048];
  snprintf(text, sizeof text,
           "model m\ncoord x momentum p, R: SO(3) velocity om\n"
           "holonomic c: x = 0 multiplier N\n%s\n",
           line);
  reading r;
  reading_text(&r, text, NULL);
  check_text(r.why.sentence, "m.noslip:4:");
  check_text(r.why.sentence, sentence);
  reading_end(&r);
}

static void wrong_state_kind(const char *line, const char *sentence) {
  char text[2048];
  snprintf(text, sizeof text, "model m\nstate y\nalgebraic z\n%s\n", line);
  reading r;
  reading_text(&r, text, NULL);
  check_text(r.why.sentence, "m.noslip:4:");
  check_text(r.why.sentence, sentence);
  reading_end(&r);
}

static void kinds_in_mechanical_models(void **state) {
  (void)state;
  static const struct {
    const char *statement, *where, *allowed;
  } rows[] = {
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
      {"run step 1 + %s", "the step", ""},
      {"run until 1 + %s", "the end time", ""},
      {"run steps 1 + %s", "the number of steps", ""},
      {"run every 1 + %s", "`every`", ""},
      {"for i in 1..%s { observe a[i] = x }", "the end of a range", ""},
      {"coord v[%s..2]", "the start of a range", ""},
      {"coord S: SO(%s) velocity v", "the size of a group", ""},
  };
  static const struct {
    const char *kind, *text, *name;
  } kinds[] = {
      {"coordinate", "x", "x"},       {"velocity", "x'", "x'"}, {"momentum", "p", "p"},
      {"multiplier", "N", "N"},       {"time", "t", "t"},       {"name", "energy", "energy"},
      {"velocity", "om[2]", "om[2]"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    for (size_t k = 0; k < sizeof kinds/sizeof *kinds; k++) {
      char line[200], sentence[200];
      if (strstr(rows[i].allowed, kinds[k].kind))
        continue;
      snprintf(line, sizeof line, rows[i].statement, kinds[k].text);
      snprintf(sentence, sizeof sentence, "%s cannot contain the %s `%s`", rows[i].where,
               kinds[k].kind, kinds[k].name);
      wrong_kind(line, sentence);
    }
}

static void kinds_in_models_of_states(void **state) {
  (void)state;
  static const struct {
    const char *statement, *where, *allowed;
  } rows[] = {
      {"hamiltonian 1 + %s", "a hamiltonian", "state"},
      {"y' = 1 + %s", "an equation", "state algebraic variable time"},
      {"part 2: y' = 1 + %s", "an equation", "state algebraic variable time"},
      {"constraint y = %s", "a constraint", "state time"},
      {"init y = 1 + %s", "an initial value", "state"},
      {"exact y = 1 + %s", "an exact solution", "time"},
      {"part 1 + %s: y' = 1", "the number of a part", ""},
  };
  static const struct {
    const char *kind, *text;
  } kinds[] = {{"state", "y"}, {"algebraic variable", "z"}, {"time", "t"}, {"name", "energy"}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    for (size_t k = 0; k < sizeof kinds/sizeof *kinds; k++) {
      char line[200], sentence[200];
      if (strstr(rows[i].allowed, kinds[k].kind))
        continue;
      snprintf(line, sizeof line, rows[i].statement, kinds[k].text);
      snprintf(sentence, sizeof sentence, "%s cannot contain the %s `%s`", rows[i].where,
               kinds[k].kind, kinds[k].text);
      wrong_state_kind(line, sentence);
    }
  wrong_3("state a, b\nbracket {a, b} = t", 18, "a bracket cannot contain the time `t`", "");
}

// an abbreviation is judged where it is used
static void abbreviations_in_their_place(void **state) {
  (void)state;
  wrong_at("holonomic c: x = 0 multiplier N\nlet FN = k*abs(N)\nlagrangian x'^2 - FN", 7, 19,
           "a lagrangian cannot contain the multiplier `N`", "");
  wrong_at("let T = x'^2\nholonomic c: x + T = 0", 6, 18,
           "a holonomic constraint cannot contain the velocity `x'`",
           "a constraint on velocities is `nonholonomic`");
  wrong_line("hamiltonian x'^2", 13, "a hamiltonian cannot contain the velocity `x'`",
             "write it with the momenta");
}

static void constraints_need_something(void **state) {
  (void)state;
  wrong_line("holonomic c: t = 1", 14, "a holonomic constraint needs a coordinate", "");
  wrong_line("holonomic c: [x, 1] = 0", 14, "a holonomic constraint needs a coordinate", "");
  wrong_line("contact c: t >= 1", 12, "a contact needs a coordinate", "");
  wrong_line("nonholonomic c: x = 1", 17, "a nonholonomic constraint needs a velocity",
             "a constraint on positions is `holonomic`");
  wrong_3("state y\nconstraint t = 1", 12, "a constraint needs a state", "");
  wrong_line("observe a = 1 + k", 13, "nothing varies in `a`", "");
  wrong_line("section a: k = 1 both", 12, "nothing varies in the section `a`", "");
}

// --- section 5: statements -----------------------------------------------------------------------

static void constants(void **state) {
  (void)state;
  wrong_line("const a = k", 11, "a constant cannot depend on the parameter `k`",
             "declare it with `const`");
  wrong_line("param a = [1, 2]", 11, "a parameter is a scalar, this is a vector of length 2",
             "write `let` for a vector or matrix");
}

static void coordinates(void **state) {
  (void)state;
  wrong_2("coord x velocity v", 18,
          "`velocity` names the body velocity of a rotation or rigid "
          "motion",
          "write x'");
  wrong_2("coord w[3..1]", 7, "`w[3..1]` has no entries", "");
  wrong_2("coord w[1..3] momentum p[0..3]", 24, "the momenta of `w` carry its range", "");
  wrong_2("coord x momentum p[1..3]", 18, "the momenta of `x` carry its range", "");
  wrong_2("coord x momentum (a, b)", 19, "a pair of momenta belongs to SE(2) or SE(3)", "");
  wrong_2("coord R: SO(3)", 7, "`R` must name its body velocity", "write velocity omega");
  wrong_2("coord g: SE(2)", 7, "`g` must name its body velocity", "write velocity (v, omega)");
  wrong_2("coord R: SO(2) velocity v", 10, "SO(2) is an angle", "declare it as `: angle`");
  wrong_2("coord R: SO(1) velocity v", 10, "SO(n) needs n from 3 to 64", "");
  wrong_2("coord R: SO(65) velocity v", 10, "SO(n) needs n from 3 to 64", "");
  wrong_2("coord R: SE(4) velocity v", 10, "SE(n) is SE(2) or SE(3)", "");
  wrong_2("coord R[1..2]: SO(3) velocity v", 7,
          "there are no families of rotations or rigid motions", "declare several coordinates");
  wrong_2("coord R: SO(3) velocity (v, w)", 26, "a rotation has one body velocity, not a pair", "");
  wrong_2("coord R: SO(3) velocity w[1..4]", 25, "the body velocity of SO(3) has the entries 1..3",
          "");
  wrong_2("coord g: SE(2) velocity v", 25, "the body velocity of a rigid motion is a pair",
          "write velocity (v, omega)");
  wrong_2("coord g: SE(2) velocity (v, w) momentum p", 41,
          "the momentum of a rigid motion is a pair", "write momentum (p, mu)");
}

static void models_as_a_whole(void **state) {
  (void)state;
  wrong_2("", 1, "the model has no unknowns",
          "declare coordinates with `coord` or states with `state`");
  wrong_2("coord x", 8, "the model has coordinates, but no lagrangian or hamiltonian", "");
  wrong_3("coord x\nstate y", 1, "a model has coordinates or states, not both", "");
  wrong_3("algebraic z\ncoord x", 1, "a model has coordinates or states, not both", "");
  wrong_4("coord x\nlagrangian x'^2\nlagrangian x'^2", 1,
          "a model has one lagrangian or hamiltonian", "");
  wrong_3("state y\nlagrangian y^2", 1, "a lagrangian needs coordinates, not states", "");
  wrong_3("state y\nhamiltonian y^2", 13, "a hamiltonian of states needs brackets", "");
  wrong_3("state a, b\nbracket {a, b} = 1", 19, "brackets need a hamiltonian", "");
  reading_wrong("model m\nstate a, b\nhamiltonian a\nbracket {a, b} = 1\na' = 1", 5, 1,
                "a model has a hamiltonian with brackets, or equations, not both", "");
  reading_wrong("model m\nstate a, b\nalgebraic z\nhamiltonian a\nbracket {a, b} = 1", 3, 11,
                "a hamiltonian with brackets has no algebraic variables", "");
}

static void forces(void **state) {
  (void)state;
  wrong_line("force w = [1, 2]", 11, "the force on `w` has 3 entries, this is a vector of length 2",
             "");
  wrong_line("force x = w", 11, "the force on `x` has 1 entry, this is a vector of length 3", "");
  wrong_line("force k = 1", 7, "`k` is a parameter, not an unknown of the model", "");
  wrong_3("state y\nforce y = 1", 7, "a force acts on a coordinate, `y` is a state", "");
  wrong_3("coord g: SE(2) velocity (v, w)\nforce g = 1", 7,
          "a force on `g` acts along its body velocity", "write force v = ...");
  wrong_3("coord x momentum p\nforce x = p\nlagrangian x'^2", 11,
          "the forces and constraints of a lagrangian model cannot contain a momentum",
          "write it with the velocities");
  wrong_4("coord x momentum p\nlagrangian x'^2\nnonholonomic c: x' = p", 17,
          "the forces and constraints of a lagrangian model cannot contain a momentum",
          "write it with the velocities");
}

static void constraints(void **state) {
  (void)state;
  wrong_line("holonomic c: w = x", 16,
             "the two sides differ in shape: a vector of length 3 and a scalar", "");
  wrong_line("holonomic c: [[x]] = 0", 14,
             "a constraint is a scalar or a vector, this is a 1x1 "
             "matrix",
             "");
  wrong_3("state y\nholonomic c: y = 0", 1, "a holonomic constraint needs coordinates", "");
  wrong_3("state y\ncontact c: y >= 0", 1, "a contact needs coordinates", "");
  wrong_3("coord x\nconstraint x = 0", 1, "`constraint` needs states",
          "a constraint on coordinates is `holonomic` or `nonholonomic`");
  wrong_line("contact c: w >= 0", 12,
             "the gap of a contact is a scalar, this is a vector of "
             "length 3",
             "");
  wrong_line("contact c: x >= 0, restitution 1.5", 32,
             "the restitution lies between 0 and 1, not "
             "at 1.5",
             "");
  wrong_line("contact c: x >= 0, restitution -k", 32,
             "the restitution lies between 0 and 1, not "
             "at -2",
             "");
  wrong_line("nonholonomic c: x' = 0 while floor", 30, "there is no contact `floor` above", "");
  wrong_at("contact floor: x >= 0\nnonholonomic c: x' = 0 while flor", 6, 30,
           "there is no contact `flor` above", "did you mean `floor`?");
  wrong_line("holonomic c: w = 0 multiplier N[1]", 31,
             "a vector of constraints needs a multiplier without an index", "");
  wrong_line("for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N }", 53,
             "the multiplier `N` is declared twice", "inside `for`, give it an index: N[i]");
  wrong_line("for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N[1] }", 53,
             "the multiplier `N[1]` is declared twice", "");
  wrong_at("for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N[2*i] }\nobserve a = N[3]", 6, 15,
           "there is no multiplier N[3]", "");
  wrong_at("for i in 1..n { holonomic c[i]: w[i] = 0 multiplier N[2*i] }\ninit N = 1", 6, 6,
           "`N` is given entry by entry", "write N[i]");
}

static void equations(void **state) {
  (void)state;
  wrong_4("state y\ny' = 1\ny' = 2", 1, "part 1 of `y'` is given twice", "");
  wrong_2("state y[1..2]\ny[2]' = 2", 7, "the state `y[1]` has no equation", "");
  wrong_3("state y[1..2]\ny' = 1 + t", 6, "`y` has 2 entries, this is a scalar", "");
  wrong_3("state y\npart 0: y' = 1", 6, "parts are numbered from 1 to 64", "");
  wrong_3("state y\npart 65: y' = 1", 6, "parts are numbered from 1 to 64", "");
  wrong_3("algebraic z\nz' = 1", 1, "an equation needs a state", "declare it with `state`");
  wrong_4("state y\nalgebraic z\nz' = 1", 1,
          "an equation gives the derivative of a state, `z` is not one", "");
  wrong_4("state y\nalgebraic z\ny' = z", 7, "there are 0 constraints for 1 algebraic variable",
          "");
  wrong_4("state y\ny' = 1\nconstraint y = 1", 17,
          "there is 1 constraint for 0 algebraic variables", "");
  wrong_4("state y\ny' = 1\nobserve a = y + energy", 17,
          "there is no energy in a model without lagrangian or hamiltonian", "");
  wrong_4("state y\ny' = 1\nsection s: energy = 1 both", 12,
          "there is no energy in a model without lagrangian or hamiltonian", "");
}

static void classes_that_do_not_mix(void **state) {
  (void)state;
  reading_wrong("model m\nstate a, b, c\nalgebraic z[1..2]\na' = z[1]\nb' = c\nc' = z[2]\n"
                "constraint a = 0\nconstraint b = 0",
                7, 1,
                "the time derivatives of some constraints contain an algebraic variable, of others "
                "not: the two classes do not mix",
                "");
  reading_wrong("model m\nstate b, c\nalgebraic z\nb' = c\npart 3: c' = z\nconstraint b = 0", 4, 1,
                "an overdetermined DAE has at most two parts, f and r; this has 3", "");
  reading_wrong("model m\nstate a, b, c, d\nalgebraic z[1..2]\na' = z[1]*0*b + c\nb' = c\n"
                "c' = z[1]\nd' = z[2] - z[2]*where(a < 0, 1, 1)\nconstraint a = 0\n"
                "constraint [b + sign(c)][1] = 0",
                9, 1,
                "the constraint of an overdetermined DAE cannot contain `c`, whose equation has an "
                "algebraic variable",
                "");
}

static void brackets(void **state) {
  (void)state;
  wrong_3("state a, b\nbracket {a, a} = 1", 13, "the bracket of a state with itself is 0", "");
  wrong_4("state a, b\nbracket {a, b} = 1\nbracket {b, a} = 1", 10, "this bracket is given twice",
          "{b, a} = -{a, b} is understood");
  wrong_3("state a, y[1..2]\nbracket {a, y} = 1", 13, "a bracket is between scalars", "write y[i]");
  wrong_3("coord x, y\nbracket {x, y} = 1", 10, "a bracket is between states, `x` is not one", "");
}

static void initial_values(void **state) {
  (void)state;
  wrong_line("init x = 1, x = 2", 13, "the initial value of `x` is given twice", "");
  wrong_at("init w[2] = 1\ninit w = [1, 2, 3]", 6, 6, "the initial value of `w[2]` is given twice",
           "");
  wrong_line("init x = y, y = 0", 13,
             "the initial value of `y` was used above, before it is given here", "");
  wrong_line("init x = x + 1, y = x, x' = 1, x = 2", 32,
             "the initial value of `x` was used above, before it is given here", "");
  wrong_line("init k = 1", 6, "`k` is a parameter, not an unknown of the model", "");
  wrong_line("init x[1] = 1", 6, "`x` has no index", "");
  wrong_line("init w[1,2] = 1", 10, "`w` has one index", "");
  wrong_line("init w[4] = 1", 8, "the index 4 is outside w[1..3]", "");
  wrong_line("init x = w", 10, "`x` is a scalar, this is a vector of length 3", "");
  wrong_line("init w = 1", 10, "`w` is a vector of length 3, this is a scalar", "");
  wrong_3("coord R: SO(3) velocity v\ninit R = 0", 10, "`R` is a 3x3 matrix, this is a scalar", "");
  wrong_3("coord R: SO(3) velocity v\ninit R = [[1, 1e-3, 0], [0, 1, 0], [0, 0, 1]]", 10,
          "`R` is no rotation: its columns are orthonormal to 1.0e-03 only, not to 1e-12", "");
  wrong_3("coord R: SO(3) velocity v\ninit R = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]", 10,
          "`R` is no rotation: its determinant is -1", "");
  wrong_3("coord R: SO(3) velocity v\ninit R[1,1] = 1", 6, "`R` is set as a whole matrix", "");
  wrong_3("coord R: SO(3) velocity v\ninit R' = 1", 6, "`R'` cannot be set",
          "give its body velocity by the name declared with `velocity`");
  wrong_3("coord R: SO(3) velocity v\ninit v' = 1", 6,
          "`v` is a velocity: its derivative cannot be set", "");
  wrong_3("coord R: SO(4) velocity W\ninit W[2,1] = 1", 8,
          "the entries of the skew matrix `W` are given for 1 <= i < j <= 4", "");
  wrong_3("coord R: SO(4) velocity W\ninit W[2] = 1", 6,
          "`W` is a skew 4x4 matrix and needs two indices", "write W[i,j]");
  wrong_3("coord R: SO(4) velocity W\ninit W = [[0,1,0,0],[-1,0,2,0],[0,2,0,0],[0,0,0,0]]", 10,
          "`W` is a skew matrix, but here its entries 2,3 and 3,2 are not opposite", "");
  wrong_3("state y\ninit y' = 1", 6, "the derivative of the state `y` follows from its equation",
          "");
}

static void initial_values_of_the_other_side(void **state) {
  (void)state;
  wrong_4("coord x momentum p\nhamiltonian p^2\ninit x' = 1", 6,
          "a hamiltonian model starts from momenta, not from `x'`", "");
  wrong_4("coord x momentum p\nlagrangian x'^2\ninit p = 1", 6,
          "a lagrangian model starts from velocities, not from `p`", "");
  wrong_3("coord x momentum p\ninit x = p + 1\nlagrangian x'^2", 10,
          "the initial value of `p` follows from the lagrangian", "write it below the lagrangian");
}

static void exact_solutions(void **state) {
  (void)state;
  wrong_line("exact x' = 1", 7, "exact velocities follow from the exact positions", "");
  wrong_line("exact x = t, x = t", 14, "the exact solution of `x` is given twice", "");
  wrong_at("exact w[2] = t\nexact w = [t, t, t]", 6, 7,
           "the exact solution of `w[2]` is given twice", "");
  wrong_at(LAGRANGIAN "exact x = 1 + t", 6, 7,
           "the exact solution starts with x = 1, the model with 0", "");
  wrong_at(LAGRANGIAN "exact w = [0, t, 1e-11*cos(t)]", 6, 7,
           "the exact solution starts with w[3] = 1e-11, the model with 0", "");
  wrong_3("coord R: SO(3) velocity v\nexact v = [1, 2, 3]", 7,
          "an exact solution is given for coordinates, momenta, states and algebraic variables",
          "");
}

static void sections_drawings_runs(void **state) {
  (void)state;
  wrong_line("section S: w = 0 both", 12,
             "a section is a scalar equation, this is a vector of "
             "length 3",
             "");
  wrong_line("section S: x = 0 both plot (x, w)", 32,
             "expected a scalar, this is a vector of "
             "length 3",
             "");
  wrong_line("draw point x", 12, "a point is a vector of length 2 or 3, this is a scalar", "");
  wrong_line("draw rod [x, y], w", 18,
             "the points of a model are all in the plane or all in "
             "space",
             "");
  wrong_at("draw point [x, y]\ndraw trail w", 6, 12,
           "the points of a model are all in the plane "
           "or all in space",
           "");
  wrong_line("draw rod [x, y]", 1, "this drawing has 1 value", "write draw rod P, Q, ...");
  wrong_line("draw point [x, y], [y, x]", 1, "this drawing has 2 values", "write draw point P");
  wrong_line("draw wheel [x, y], [1, 1]", 20, "the size is a scalar, this is a vector of length 2",
             "");
  wrong_line("draw wheel [x, y], 1, [[1]]", 23,
             "a turn in the plane is an angle, this is a 1x1 "
             "matrix",
             "");
  wrong_line("draw wheel w, 1, x", 18, "a turn in space is a 3x3 matrix, this is a scalar", "");
  wrong_line("run step 0", 10, "the step is positive, this is 0", "");
  wrong_line("run until -1", 11, "the end time is positive, this is -1", "");
  wrong_line("run steps 2.5", 11, "the number of steps is a positive integer, this is 2.5", "");
  wrong_line("run every 0", 11, "`every` is a positive integer, this is 0", "");
  wrong_line("run step 1, step 2", 13, "`step` is given twice", "");
  wrong_at("run step 1\nrun step 2", 6, 5, "`step` is given twice", "");
  wrong_at("run until 1\nrun steps 2", 6, 5, "give `until` or `steps`, not both", "");
}

// a family, a field, a force, a constraint; angles that are coupled without being periodic
static void angles_that_are_not_periodic(void **state) {
  (void)state;
  wrong_3("coord a[1..9]: angle\nlagrangian dot(a', a') + (a[1] - a[8])^2", 12,
          "`a[1]` is an angle, but the lagrangian changes when it makes a full turn",
          "declare it without `: angle`");
  wrong_3("coord a[1..9]: angle\nlagrangian dot(a', a') + cos(a[7]/2)", 12,
          "`a[7]` is an angle, but the lagrangian changes when it makes a full turn",
          "declare it without `: angle`");
  wrong_3("coord g: SE(2) velocity (v, w)\nlagrangian dot(v, v) + w^2 - g.theta", 12,
          "`g.theta` is an angle, but the lagrangian changes when it makes a full turn",
          "declare it without `: angle`");
  wrong_4("coord x, a: angle\nlagrangian x'^2 + a'^2\nforce x = a", 11,
          "`a` is an angle, but the force changes when it makes a full turn",
          "declare it without `: angle`");
  wrong_4("coord x, a: angle\nlagrangian x'^2 + a'^2\nholonomic rim: x = a", 1,
          "`a` is an angle, but the constraint `rim` changes when it makes a full turn",
          "declare it without `: angle`");
  wrong_4("coord x, a: angle\nlagrangian x'^2 + a'^2\ncontact rim: x >= a", 1,
          "`a` is an angle, but the contact `rim` changes when it makes a full turn",
          "declare it without `: angle`");
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
  check_text(r.why.sentence, "unknown name `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...`\n  ");
  assert_true(strlen(r.why.sentence) < 500);
  reading_end(&r);

  strcpy(text + n, "x");
  char *second = strstr(text, "\nlet");
  snprintf(second, 100, "\nlagrangian 1");
  reading_text(&r, text, NULL);
  check_text(r.why.sentence, "θ...");
  assert_true(strlen(r.why.sentence) < 500);
  reading_end(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_expressions),
      cmocka_unit_test(examples_of_statements),
      cmocka_unit_test(examples_of_declarations),
      cmocka_unit_test(shapes_that_do_not_fit),
      cmocka_unit_test(functions_of_the_language),
      cmocka_unit_test(numbers_that_are_none),
      cmocka_unit_test(indices_out_of_range),
      cmocka_unit_test(time_derivatives_that_are_none),
      cmocka_unit_test(fields_that_are_none),
      cmocka_unit_test(names_are_declared_once),
      cmocka_unit_test(names_are_declared_before_use),
      cmocka_unit_test(functions_of_the_model),
      cmocka_unit_test(labels_are_used_once),
      cmocka_unit_test(labels_of_the_output),
      cmocka_unit_test(labels_that_are_columns),
      cmocka_unit_test(kinds_in_mechanical_models),
      cmocka_unit_test(kinds_in_models_of_states),
      cmocka_unit_test(abbreviations_in_their_place),
      cmocka_unit_test(constraints_need_something),
      cmocka_unit_test(constants),
      cmocka_unit_test(coordinates),
      cmocka_unit_test(models_as_a_whole),
      cmocka_unit_test(forces),
      cmocka_unit_test(constraints),
      cmocka_unit_test(equations),
      cmocka_unit_test(classes_that_do_not_mix),
      cmocka_unit_test(brackets),
      cmocka_unit_test(initial_values),
      cmocka_unit_test(initial_values_of_the_other_side),
      cmocka_unit_test(exact_solutions),
      cmocka_unit_test(sections_drawings_runs),
      cmocka_unit_test(angles_that_are_not_periodic),
      cmocka_unit_test(long_names_in_messages),
  };
  return check_run(argc, argv, tests);
}

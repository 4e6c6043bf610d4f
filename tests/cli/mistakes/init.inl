// Initial values and exact solutions.

MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x(0) = 1", 6, 7, "expected `=`, found `(`",
      "write x = 1 for the value at the start, without (0)")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x'(0) = 1", 6, 8, "expected `=`, found `(`",
      "write x = 1 for the value at the start, without (0)")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit (x, y) = (1, 2)", 6, 6,
      "expected a name, found `(`",
      "give values one by one, x = 1, y = 2; a family takes a vector, w = [1, 2]")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit [x, y] = [1, 2]", 6, 6,
      "expected a name, found `[`",
      "give values one by one, x = 1, y = 2; a family takes a vector, w = [1, 2]")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x = 1, x = 2", 6, 13,
      "the initial value of `x` is given twice", "delete one of them")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x = 1\ninit x = 2", 7, 6,
      "the initial value of `x` is given twice", "delete one of them")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit y = 2*x, x = 1", 6, 15,
      "the initial value of `x` was used above, before it is given here",
      "write this value first")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit w = [1, 2]", 6, 10,
      "`w` has 3 entries, this vector has 2", "write one number for each entry")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit w = 1", 6, 10,
      "`w` is a vector of length 3, this is a scalar", "write a vector: [a, b]")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x = [1, 2]", 6, 10,
      "`x` is a scalar, this is a vector of length 2", "write a scalar")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit w[4] = 1", 6, 8,
      "the index 4 is outside w[1..3]", "write an index from 1 to 3")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit z = 1", 6, 6, "unknown name `z`",
      "declare it above with `param`, `coord` or `let`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit k = 1", 6, 6,
      "`k` is a parameter, not an unknown of the model",
      "declare it with `coord` or `state`, or give it its value where it is declared")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x'' = 1", 6, 8, "expected `=`, found `'`",
      "second derivatives do not occur in a model")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit w'[1] = 1", 6, 8, "expected `=`, found `[`",
      "the prime comes last: w[i]'")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x = t", 6, 10,
      "an initial value cannot contain the time `t`",
      "it may contain coordinates, velocities, momenta and states")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x = 1/0", 6, 11, "a division by zero",
      "check the constants in the divisor")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x = log(-1)", 6, 10,
      "this is not a finite number", "it is too large or undefined: check the numbers in it")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit ẋ = 1", 6, 6, "unknown name `ẋ`",
      "write x' for the time derivative of `x`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x_dot = 1", 6, 6, "unknown name `x_dot`",
      "write x' for the time derivative of `x`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit vx = 1", 6, 6, "unknown name `vx`",
      "did you mean `x`?")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x = 1 y = 2", 6, 12,
      "missing operator between `1` and `y`", "write a comma between the two")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x: 1", 6, 7, "expected `=`, found `:`",
      "it is written as in: init x = 1, x' = 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ninit x == 1", 6, 8, "unexpected symbol `==`",
      "write = in an equation")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nexact x' = 1", 6, 7,
      "exact velocities follow from the exact positions",
      "write exact x = ..., without the prime")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nexact x = 1 + t", 6, 7,
      "the exact solution starts with x = 1, the model with 0",
      "at t = 0, `exact` and `init` must agree")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nexact x = y", 6, 11,
      "an exact solution cannot contain the coordinate `y`", "it may contain t")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nexact x = t, x = t", 6, 14,
      "the exact solution of `x` is given twice", "delete one of them")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nexact z = t", 6, 7, "unknown name `z`",
      "declare it above with `param`, `coord` or `let`")
MODEL("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)\ninit R = [[1, 0, 0], [0, 1, 0], "
      "[0, 0, -1]]",
      4, 10, "`R` is no rotation: its determinant is -1",
      "exchange two of its rows, or change their sign: a reflection is no rotation")
MODEL("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)\ninit R = [[1, 0, 0], [0, 1, 0], "
      "[0, 0.1, 1]]",
      4, 10, "`R` is no rotation: its columns are orthonormal to 1.0e-01 only, not to 1e-12",
      "write its entries with all their digits, or as cos(a), sin(a), sqrt(2)/2")
MODEL("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)\ninit R[1,1] = 1", 4, 6,
      "`R` is set as a whole matrix", "write R = [[..., ...], ...], row by row")
MODEL("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)\ninit R = 1", 4, 10,
      "`R` is a 3x3 matrix, this is a scalar", "write a matrix by its rows: [[a, b], [c, d]]")
MODEL("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)\ninit R' = 1", 4, 6,
      "`R'` cannot be set", "give its body velocity by the name declared with `velocity`")
MODEL("model m\ncoord R: SO(4) velocity W\nlagrangian tr(W*transpose(W))\ninit W[2,1] = 1", 4, 8,
      "the entries of the skew matrix `W` are given for 1 <= i < j <= 4",
      "the others are their opposites")
MODEL("model m\ncoord g: SE(2) velocity (v, w)\nlagrangian dot(v, v) + w^2\ninit g = 1", 4, 6,
      "`g` is set by its fields", "write g.x = ..., g.y = ...")
MODEL("model m\ncoord g: SE(2) velocity (v, w)\nlagrangian dot(v, v) + w^2\ninit g.z = 1", 4, 8,
      "`g` has no field `z` to set", "it has .x, .y and .theta")
MODEL("model m\nstate y\ny' = 1\ninit y' = 1", 4, 6,
      "the derivative of the state `y` follows from its equation", "delete it")

// Names that are not known, taken already, or used as something else.

MODEL("let a = kk*x", 5, 9, "unknown name `kk`", "did you mean `k`?")
MODEL("let a = ln(x)", 5, 9, "unknown name `ln`", "write log(x) for the natural logarithm")
MODEL("let a = log10(x)", 5, 9, "unknown name `log10`", "write log(x)/log(10)")
MODEL("let a = arcsin(x)", 5, 9, "unknown name `arcsin`", "write asin(x)")
MODEL("let a = arctan(x)", 5, 9, "unknown name `arctan`", "write atan(x)")
MODEL("let a = pow(x, 2)", 5, 9, "unknown name `pow`", "write x^y")
MODEL("let a = sqr(x)", 5, 9, "unknown name `sqr`", "write x^2")
MODEL("let a = fabs(x)", 5, 9, "unknown name `fabs`", "write abs(x)")
MODEL("let a = sgn(x)", 5, 9, "unknown name `sgn`", "write sign(x)")
MODEL("let a = diff(x)", 5, 9, "unknown name `diff`", "write x' for the time derivative of x")
MODEL("let a = der(x)", 5, 9, "unknown name `der`", "write x' for the time derivative of x")
MODEL("let a = e^x", 5, 9, "unknown name `e`", "write exp(x), or exp(1) for the number")
MODEL("let a = π", 5, 9, "unknown name `π`", "write pi")
MODEL("let a = sinn(x)", 5, 9, "unknown name `sinn`", "did you mean `sin`, `sinh` or `sign`?")
MODEL("let a = X", 5, 9, "unknown name `X`", "did you mean `x`?")
MODEL("let a = Sin(x)", 5, 9, "unknown name `Sin`", "did you mean `sin`?")
MODEL("let a = unheard", 5, 9, "unknown name `unheard`",
      "declare it above with `param`, `coord` or `let`")
MODEL("let a = x_dot", 5, 9, "unknown name `x_dot`", "write x' for the time derivative of `x`")
MODEL("let a = xdot", 5, 9, "unknown name `xdot`", "write x' for the time derivative of `x`")
MODEL("let a = dx", 5, 9, "unknown name `dx`", "write x' for the time derivative of `x`")
MODEL("let a = ẋ", 5, 9, "unknown name `ẋ`", "write x' for the time derivative of `x`")
MODEL("let a = ẏ", 5, 9, "unknown name `ẏ`", "write y' for the time derivative of `y`")
MODEL("coord θ\nlet a = θ̇", 6, 9, "unknown name `θ̇`", "write θ' for the time derivative of `θ`")
MODEL("let a = ẍ", 5, 9, "unknown name `ẍ`",
      "second derivatives do not occur in a model: accelerations follow from the Lagrangian")
MODEL("let a = xddot", 5, 9, "unknown name `xddot`",
      "second derivatives do not occur in a model: accelerations follow from the Lagrangian")
MODEL("lagrangian T\nlet T = x'^2", 5, 12, "unknown name `T`",
      "it is declared on line 6: move that line up, before its first use")
MODEL("let a = later + 1\nparam later = 3", 5, 9, "unknown name `later`",
      "it is declared on line 6: move that line up, before its first use")
MODEL("let a = q\ncoord q", 5, 9, "unknown name `q`",
      "it is declared on line 6: move that line up, before its first use")
MODEL("let a = N\nholonomic c: x = 0 multiplier N", 5, 9, "unknown name `N`",
      "it is declared on line 6: move that line up, before its first use")
MODEL("coord x", 5, 7, "`x` is already a coordinate (line 4)", "choose another name")
MODEL("param k = 3", 5, 7, "`k` is already a parameter (line 2)", "choose another name")
MODEL("let w = 3", 5, 5, "`w` is already a coordinate (line 4)", "choose another name")
MODEL("let f(x) = x", 5, 7, "`x` is already a coordinate (line 4)",
      "choose another name for the parameter")
MODEL("let a = sum(x in 1..3: 1)", 5, 13, "`x` is already a coordinate (line 4)",
      "choose another name for the index")
MODEL("for x in 1..3 { }", 5, 5, "`x` is already a coordinate (line 4)",
      "choose another name for the index")
MODEL("let a = m(x)", 5, 9, "`m` is a parameter, not a function", "write m*(...) to multiply")
MODEL("let a = k(x)", 5, 9, "`k` is a parameter, not a function", "write k*(...) to multiply")
MODEL("let f(u) = u\nlet a = f", 6, 9, "`f` is a function and needs its arguments",
      "write f(...)")
MODEL("let f(u) = u\nlet a = f(x, y)", 6, 9, "f() takes 1 argument, not 2", "write f(u)")
MODEL("let f(u, v) = u\nlet a = f(x)", 6, 9, "f() takes 2 arguments, not 1", "write f(u, v)")
MODEL("let f(u) = f(u)\nlet a = f(x)", 5, 12, "unknown name `f`", "a function cannot call itself")
MODEL("let f(u) = uu\nlet a = f(x)", 5, 12, "unknown name `uu`", "did you mean `u`?")
MODEL("let a = x.y", 5, 10, "only a coordinate in SE(2) or SE(3) has fields",
      "declare it as in: coord g: SE(2) velocity (v, omega)")
MODEL("let a = w.x", 5, 10, "only a coordinate in SE(2) or SE(3) has fields",
      "declare it as in: coord g: SE(2) velocity (v, omega)")
MODEL("coord g: SE(2) velocity (v, om)\nlet a = g.z", 6, 11, "`g` has no field `z`",
      "it has .x, .y, .theta and .R")
MODEL("let a = where", 5, 14, "expected `(` after `where`, found the end of the file",
      "write where(...)")
MODEL("let a = sum", 5, 12, "expected `(` after `sum`, found the end of the file",
      "write sum(...)")
MODEL("observe A = x\nobserve A = y", 6, 9, "`A` is used twice", "the first is on line 5")
MODEL("holonomic c: x = 0\nholonomic c: y = 0", 6, 11, "`c` is used twice",
      "the first is on line 5")
MODEL("observe x = y", 5, 14, "the model has coordinates, but no lagrangian or hamiltonian",
      "write lagrangian T - V, or hamiltonian T + V")
MODEL("observe x' = y", 5, 10, "expected `=`, found `'`",
      "it is written as in: observe NAME = expression")

// accelerations
MODEL("lagrangian x''^2", 5, 14, "second derivatives do not occur in a model",
      "accelerations follow from the Lagrangian")
MODEL("nonholonomic c: x'' = 0", 5, 19, "second derivatives do not occur in a model",
      "accelerations follow from the Lagrangian")
MODEL("let a = x''\nforce x = -a", 6, 12, "a force cannot contain the acceleration `x''`",
      "it may contain coordinates, velocities, momenta, multipliers and t")
MODEL("observe a = x'''", 5, 13, "the time derivative of the acceleration `x''` is not known",
      "observe at most second derivatives")
MODEL("model m\ncoord R: SO(3) velocity w\nforce w = w'", 3, 11,
      "this time derivative would need accelerations: it contains the velocity `w[1]`",
      "' is for expressions in coordinates, parameters and t")

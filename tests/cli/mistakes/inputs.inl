// Inputs: where they may not stand, and what they are not.

MODEL("input u\nholonomic c: x = u", 6, 18, "a holonomic constraint cannot contain the input `u`",
      "it may contain coordinates and t")
MODEL("input u\nnonholonomic c: x' = u", 6, 22,
      "a nonholonomic constraint cannot contain the input `u`",
      "it may contain coordinates, velocities, momenta and t")
MODEL("input u\ncontact c: x >= u", 6, 17, "a contact cannot contain the input `u`",
      "it may contain coordinates and t")
MODEL("input u\ncontact c: x >= 0, friction u along y'", 6, 29,
      "a coefficient of friction cannot contain the input `u`",
      "it may contain coordinates and t")
MODEL("input u\ninit x = u", 6, 10, "an initial value cannot contain the input `u`",
      "it may contain coordinates, velocities, momenta and states")
MODEL("input u\nparam c = 2*u", 6, 13, "a parameter cannot contain the input `u`",
      "write it with numbers and constants")
MODEL("input u\nobserve a = u'", 6, 13, "the time derivative of the input `u` is not known",
      "' is for expressions in coordinates, parameters and t")
MODEL("input u\nforce u = 1", 6, 7, "`u` is an input, not an unknown of the model",
      "declare it with `coord` or `state`, or give it its value where it is declared")
MODEL("input u\nobserve a = u(t)", 6, 13, "`u` is an input, not a function",
      "write u*(...) to multiply")
MODEL("input x", 5, 7, "`x` is already a coordinate (line 4)", "choose another name")
MODEL("input u, u", 5, 10, "`u` is already an input (line 5)", "choose another name")
MODEL("input u = x", 5, 11, "the start of an input cannot contain the coordinate `x`",
      "write it with numbers and constants")
MODEL("input u[1..2]", 5, 8, "expected `,` or `=`, found `[`",
      "an input is one number: write input u1, u2")
MODEL("input", 5, 6, "expected a name, found the end of the file",
      "it is written as in: input u = 0, v")
MODEL("for i in 1..2 { input u }", 5, 17, "`input` cannot stand inside `for`",
      "write it before or after the loop")
MODEL("param input = 1", 5, 7, "`input` is a reserved word", "choose another name")
MODEL("observe a = u\ninput u", 5, 13, "unknown name `u`",
      "it is declared on line 6: move that line up, before its first use")
MODEL("model m\ninput u\nstate y\nalgebraic z\ny' = z\nconstraint y = u", 6, 16,
      "a constraint cannot contain the input `u`", "it may contain states and t")
MODEL("model m\ninput u\nstate a, b\nhamiltonian a^2 + u*b^2\nbracket {a, b} = 1", 4, 19,
      "a hamiltonian cannot contain the input `u`", "it may contain states")

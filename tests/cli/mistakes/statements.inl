// Words that begin no statement, and statements in the wrong place.

MODEL("coords q", 5, 1, "unknown statement `coords`", "did you mean `coord`?")
MODEL("parm a = 1", 5, 1, "unknown statement `parm`", "did you mean `param` or `part`?")
MODEL("lagrangien x'^2", 5, 1, "unknown statement `lagrangien`", "did you mean `lagrangian`?")
MODEL("rnu step 1", 5, 1, "unknown statement `rnu`", "did you mean `run`?")
MODEL("hamitlonian x", 5, 1, "unknown statement `hamitlonian`", "did you mean `hamiltonian`?")
MODEL("forec x = 1", 5, 1, "unknown statement `forec`", "did you mean `force`?")
MODEL("holonom c: x = 0", 5, 1, "unknown statement `holonom`", "did you mean `holonomic`?")
MODEL("intial x = 1", 5, 1, "unknown statement `intial`",
      "statements begin with coord, param, let, lagrangian, init, run, ...")
MODEL("x = 3", 5, 1, "unknown statement `x`",
      "write let x = ... for an abbreviation, x' = ... for an equation")
MODEL("x_dot = 3", 5, 1, "unknown statement `x_dot`", "an equation is written x' = ...")
MODEL("dx = 3", 5, 1, "unknown statement `dx`", "an equation is written x' = ...")
MODEL("print x", 5, 1, "unknown statement `print`",
      "statements begin with coord, param, let, lagrangian, init, run, ...")
MODEL("import x", 5, 1, "unknown statement `import`",
      "statements begin with coord, param, let, lagrangian, init, run, ...")
MODEL("3 = x", 5, 1, "expected a statement, found `3`",
      "a statement begins with a word, as `coord` or `init`")
MODEL("(x) = 1", 5, 1, "expected a statement, found `(`",
      "a statement begins with a word, as `coord` or `init`")
MODEL("let q = 1\nmodel again", 6, 1, "`model` stands once, at the beginning", "delete this line")
MODEL("lagrangian L = x'^2", 5, 14, "expected the end of the line, found `=`",
      "it needs no name: write lagrangian T - V")
MODEL("lagrangian", 5, 11, "expected an expression, found the end of the file",
      "it is written as in: lagrangian T - V")
MODEL("for i in 1..2 { coord q }", 5, 17, "`coord` cannot stand inside `for`",
      "write it before or after the loop")
MODEL("for i in 1..2 { run step 1 }", 5, 17, "`run` cannot stand inside `for`",
      "write it before or after the loop")
MODEL("for i in 1..2 { model a }", 5, 17, "`model` cannot stand inside `for`",
      "write it before or after the loop")
MODEL("param", 5, 6, "expected a name, found the end of the file",
      "it is written as in: param NAME = number")
MODEL("let", 5, 4, "expected a name, found the end of the file",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("lagrangian x'^2 lagrangian y'^2", 5, 17,
      "expected the end of the line, found `lagrangian`", "write one statement per line")
MODEL("model a b c", 1, 9, "expected the end of the line, found `b`",
      "a model has one name, and a title in quotes if you like")
MODEL("model", 1, 6, "expected a name, found the end of the file",
      "it is written as in: model pendulum")
MODEL("model sin", 1, 7, "`sin` is a reserved word", "choose another name")
MODEL("param sin = 3", 5, 7, "`sin` is a reserved word", "choose another name")
MODEL("coord t", 5, 7, "`t` is a reserved word", "choose another name")
MODEL("let pi = 3", 5, 5, "`pi` is a reserved word", "choose another name")
MODEL("let energy = 3", 5, 5, "`energy` is a reserved word", "choose another name")
MODEL("coord run", 5, 7, "`run` is a reserved word", "choose another name")
MODEL("observe t = x", 5, 9, "`t` cannot be a label: the output uses it", "choose another name")
MODEL("observe energy = x", 5, 9, "`energy` cannot be a label: the output uses it",
      "choose another name")
MODEL("holonomic constraint: x = 0", 5, 11, "`constraint` cannot be a label: the output uses it",
      "choose another name")
MODEL("holonomic max_error: x = 0", 5, 11, "`max_error` cannot be a label: the output uses it",
      "choose another name")
MODEL("T = x'^2", 5, 1, "unknown statement `T`",
      "write let T = ... for an abbreviation, T' = ... for an equation")

// stop
MODEL("stop s: x = 0", 5, 14, "expected `rising`, `falling` or `both`, found the end of the file",
      "it is written as in: stop NAME: left = right rising")
MODEL("stop x = 0 rising", 5, 8, "expected `:` after the name, found `=`",
      "give it a name: stop NAME: ...")
MODEL("stop s: w = 0 rising", 5, 9, "a stop is a scalar equation, this is a vector of length 3",
      "write an entry of it, u[i], or dot(u, u) or norm(u)")
MODEL("stop s: k = 2 rising", 5, 9, "nothing varies in the stop `s`",
      "write it with unknowns, t or energy")
MODEL("stop s: x = 0 rising plot (x, y)", 5, 22, "expected the end of the line, found `plot`",
      "a stop has no plot: write a `section` for that")
MODEL("stop s: x = 0 rising\nstop s: y = 0 rising", 6, 6, "`s` is used twice",
      "the first is on line 5")
MODEL("for i in 1..2 { stop s: w[i] = 0 rising }", 5, 22, "`s` is used twice",
      "inside `for`, give the name an index: s[i]")
MODEL("param stop = 1", 5, 7, "`stop` is a reserved word", "choose another name")

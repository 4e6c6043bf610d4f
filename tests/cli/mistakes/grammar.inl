// Statements that end too early, or go on where they should not.

MODEL("let a = (x + 1", 5, 15, "expected `)`, found the end of the file",
      "the `(` in column 9 is still open")
MODEL("let a = x + 1)", 5, 14, "expected the end of the line, found `)`",
      "there is no open bracket that it closes")
MODEL("let a = [x, y", 5, 14, "expected `,` or `]`, found the end of the file",
      "the `[` in column 9 is still open")
MODEL("let a = x +", 5, 12, "expected an expression, found the end of the file",
      "something is missing between the two symbols, or at the end")
MODEL("let a = * x", 5, 9, "expected an expression, found `*`",
      "something is missing between the two symbols, or at the end")
MODEL("let a = x y", 5, 11, "missing operator between `x` and `y`", "write * to multiply")
MODEL("let a = (x)(y)", 5, 12, "missing operator between `)` and `(`", "write * to multiply")
MODEL("let a = 2 (x)", 5, 11, "missing operator between `2` and `(`", "write * to multiply")
MODEL("let a = sin x", 5, 13, "expected `(` after `sin`, found `x`", "write sin(...)")
MODEL("let a = sin()", 5, 13, "expected an expression, found `)`",
      "something is missing before the bracket that closes")
MODEL("let a = sum(i in 1..3, x)", 5, 22, "expected `:`, found `,`",
      "it is written as in: sum(i in 1..n: expression)")
MODEL("let a = sum(i: x)", 5, 14, "expected `in`, found `:`",
      "it is written as in: sum(i in 1..n: expression)")
MODEL("let a = where(x, 0, 1)", 5, 16, "expected a comparison, found `,`",
      "write a condition such as x > 0")
MODEL("let a = where(x = 1, 0, 1)", 5, 17, "expected a comparison, found `=`",
      "conditions compare with < <= > >=")
MODEL("let a = where(0 < x < 1, 0, 1)", 5, 21, "comparisons do not chain",
      "write a < b and b < c")
MODEL("let a = x '", 5, 11, "a prime follows its operand without a space", "delete the space")
MODEL("let a = []", 5, 10, "expected an expression, found `]`",
      "something is missing before the bracket that closes")
MODEL("let a = x[", 5, 11, "expected an expression, found the end of the file",
      "something is missing between the two symbols, or at the end")
MODEL("let a = x,", 5, 10, "expected the end of the line, found `,`",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("let = 3", 5, 5, "expected a name, found `=`",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("let 3 = a", 5, 5, "expected a name, found `3`",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("let a", 5, 6, "expected `=`, found the end of the file",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("let a x", 5, 7, "expected `=`, found `x`",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("let f() = 1", 5, 7, "expected a name, found `)`",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("let f(x, x) = 1", 5, 7, "`x` is already a coordinate (line 4)",
      "choose another name for the parameter")
MODEL("let f(3) = 1", 5, 7, "expected a name, found `3`",
      "it is written as in: let NAME = expression, or let f(u, v) = expression")
MODEL("let a = ((((x", 5, 14, "expected `)`, found the end of the file",
      "the `(` in column 12 is still open")
MODEL("let a = x^", 5, 11, "expected an expression, found the end of the file",
      "something is missing between the two symbols, or at the end")
MODEL("let a = x ^^ 2", 5, 12, "expected an expression, found `^`",
      "something is missing between the two symbols, or at the end")
MODEL("let a = +", 5, 10, "expected an expression, found the end of the file",
      "something is missing between the two symbols, or at the end")
MODEL("let a = if(x > 0, 1, 2)", 5, 14, "expected `,` or `)`, found `>`",
      "a condition stands in where(condition, a, b)")
MODEL("let a = x'y", 5, 11, "missing operator between `'` and `y`", "write * to multiply")
MODEL("param a", 5, 8, "expected `=`, found the end of the file",
      "it is written as in: param NAME = number")
MODEL("param a 3", 5, 9, "expected `=`, found `3`", "it is written as in: param NAME = number")
MODEL("param = 3", 5, 7, "expected a name, found `=`", "it is written as in: param NAME = number")
MODEL("param a = 1 b = 2", 5, 13, "missing operator between `1` and `b`",
      "write a comma between the two")
MODEL("const a: 3", 5, 8, "expected `=`, found `:`", "it is written as in: const NAME = number")
MODEL("coord", 5, 6, "expected a name, found the end of the file",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord 3", 5, 7, "expected a name, found `3`",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord x1 x2", 5, 10, "expected the end of the line, found `x2`",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord q[1..3", 5, 13, "expected `,` or `]`, found the end of the file",
      "the `[` in column 8 is still open")
MODEL("coord q[3]", 5, 10, "expected `..`, found `]`",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord q[]", 5, 9, "expected an expression, found `]`",
      "something is missing before the bracket that closes")
MODEL("coord q: angles", 5, 10, "expected `angle`, `SO(n)` or `SE(n)`, found `angles`",
      "a real coordinate needs no kind")
MODEL("coord q: SO", 5, 12, "expected `(`, found the end of the file",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord q: SO(3", 5, 14, "expected `)`, found the end of the file",
      "the `(` in column 12 is still open")
MODEL("coord q: real", 5, 10, "expected `angle`, `SO(n)` or `SE(n)`, found `real`",
      "a real coordinate needs no kind")
MODEL("coord q momentum", 5, 17, "expected a name, found the end of the file",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord q velocity 3", 5, 18, "expected a name, found `3`",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord q: SE(2) velocity (v)", 5, 27, "expected `,`, found `)`",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("coord q: SE(2) velocity (v, )", 5, 29, "expected a name, found `)`",
      "it is written as in: coord x, y, theta: angle, w[1..3]")
MODEL("force = 3", 5, 7, "expected a name, found `=`",
      "it is written as in: force x = expression")
MODEL("force x 3", 5, 9, "expected `=`, found `3`", "it is written as in: force x = expression")
MODEL("force x", 5, 8, "expected `=`, found the end of the file",
      "it is written as in: force x = expression")
MODEL("holonomic x^2 + y^2 = 1", 5, 12, "expected `:` after the name, found `^`",
      "give it a name: holonomic NAME: ...")
MODEL("holonomic (x - 1)^2 = 1", 5, 11, "expected a name, found `(`",
      "it is written as in: holonomic NAME: left = right")
MODEL("holonomic c: x", 5, 15, "expected `=`, found the end of the file",
      "it is written as in: holonomic NAME: left = right")
MODEL("holonomic c: x - 1", 5, 19, "expected `=`, found the end of the file",
      "it is written as in: holonomic NAME: left = right")
MODEL("holonomic c x = 1", 5, 13, "expected `:` after the name, found `x`",
      "give it a name: holonomic NAME: ...")
MODEL("holonomic c: x >= 1", 5, 16, "expected `=`, found `>=`",
      "it is written as in: holonomic NAME: left = right")
MODEL("nonholonomic x' = y'", 5, 15, "expected `:` after the name, found `'`",
      "give it a name: nonholonomic NAME: ...")
MODEL("nonholonomic roll: x'", 5, 22, "expected `=`, found the end of the file",
      "it is written as in: nonholonomic NAME: left = right")
MODEL("holonomic c: x = 1 multiplier", 5, 30, "expected a name, found the end of the file",
      "it is written as in: holonomic NAME: left = right")
MODEL("holonomic c: x = 1 restitution 1", 5, 20,
      "expected the end of the line, found `restitution`",
      "only a `contact` has it: contact NAME: gap >= 0, friction mu along x'")
MODEL("holonomic c: x = 1, y = 2", 5, 21, "expected `multiplier` or `while`, found `y`",
      "it is written as in: holonomic NAME: left = right")
MODEL("contact floor: y = 0", 5, 18, "expected `>=`, found `=`",
      "a contact says which side is open: gap >= 0")
MODEL("contact floor: y > 0", 5, 18, "expected `>=`, found `>`",
      "a contact says which side is open: gap >= 0")
MODEL("contact y >= 0", 5, 11, "expected `:` after the name, found `>=`",
      "give it a name: contact NAME: ...")
MODEL("contact floor: y >= 0 while c", 5, 23, "expected the end of the line, found `while`",
      "it follows a constraint: holonomic NAME: left = right while floor")
MODEL("contact floor: y >= 0, friction k", 5, 34, "expected `along`, found the end of the file",
      "say which velocity slips: friction mu along x'")
MODEL("contact floor: y >= 0, friction k*x'", 5, 37, "expected `along`, found the end of the file",
      "say which velocity slips: friction mu along x'")
MODEL("contact floor: y >= 0, friction along x'", 5, 33,
      "expected the coefficient of friction, found `along`", "write friction mu along x'")
MODEL("contact floor: y >= 0 along x'", 5, 23, "expected the end of the line, found `along`",
      "it follows the coefficient: friction mu along x'")
MODEL("contact floor: y >= 0, mu k along x'", 5, 24,
      "expected `restitution`, `friction` or `multiplier`, found `mu`",
      "it is written as in: contact NAME: gap >= 0")
MODEL("holonomic floor: y = 0, friction k along x'", 5, 25,
      "expected `multiplier` or `while`, found `friction`",
      "only a `contact` has it: contact NAME: gap >= 0, friction mu along x'")
MODEL("contact floor: y >= 0 restitution", 5, 34,
      "expected an expression, found the end of the file",
      "it is written as in: contact NAME: gap >= 0")
MODEL("section x = 0", 5, 11, "expected `:` after the name, found `=`",
      "give it a name: section NAME: ...")
MODEL("section s: x = 0", 5, 17,
      "expected `rising`, `falling` or `both`, found the end of the file",
      "it is written as in: section NAME: left = right rising")
MODEL("section s: x = 0 upward", 5, 18, "missing operator between `0` and `upward`",
      "write * to multiply")
MODEL("section s: x = 0 rising plot x, y", 5, 30, "expected `(`, found `x`",
      "it is written as in: section NAME: left = right rising")
MODEL("section s: x = 0 rising plot (x)", 5, 32, "expected `,`, found `)`",
      "a plot has two or three axes")
MODEL("section s: x = 0 rising when x", 5, 31,
      "expected a comparison, found the end of the file", "write a condition such as x > 0")
MODEL("observe x + y", 5, 11, "expected `=`, found `+`",
      "it is written as in: observe NAME = expression")
MODEL("observe = x", 5, 9, "expected a name, found `=`",
      "it is written as in: observe NAME = expression")
MODEL("observe a x", 5, 11, "expected `=`, found `x`",
      "it is written as in: observe NAME = expression")
MODEL("invariant E", 5, 12, "expected `=`, found the end of the file",
      "it is written as in: invariant NAME = expression")
MODEL("draw circle [x, y]", 5, 6, "expected what to draw, found `circle`",
      "it is point, rod, spring, trail, arrow, wheel, box, ball, ellipsoid, disk, cylinder, frame or "
      "ground")
MODEL("draw weel [x, y], 1", 5, 6, "expected what to draw, found `weel`", "did you mean `wheel`?")
MODEL("draw", 5, 5, "expected what to draw, found the end of the file",
      "it is point, rod, spring, trail, arrow, wheel, box, ball, ellipsoid, disk, cylinder, frame or "
      "ground")
MODEL("draw point [x, y] colour", 5, 25, "expected a colour, found the end of the file",
      "it is blue, red, green, purple, orange, sky, grey or black")
MODEL("draw point [x, y] colour bleu", 5, 26, "expected a colour, found `bleu`",
      "did you mean `blue`?")
MODEL("draw point [x, y] colour 3", 5, 26, "expected a colour, found `3`",
      "it is blue, red, green, purple, orange, sky, grey or black")
MODEL("draw point", 5, 11, "expected an expression, found the end of the file",
      "it is written as in: draw rod P, Q")
MODEL("for i in 1..3", 5, 14, "expected `{`, found the end of the file",
      "it is written as in: for i in 1..n { ... }")
MODEL("for i in 1..3 {", 5, 16, "expected `}`, found the end of the file",
      "the `{` in column 15 is still open")
MODEL("for i in 3 { }", 5, 12, "expected `..`, found `{`",
      "it is written as in: for i in 1..n { ... }")
MODEL("for i = 1..3 { }", 5, 7, "expected `in`, found `=`",
      "it is written as in: for i in 1..n { ... }")
MODEL("for in 1..3 { }", 5, 5, "`in` is a reserved word", "choose another name")
MODEL("for i in 1..3 { observe a[i] = w[i]", 5, 36, "expected `}`, found the end of the file",
      "the `{` in column 15 is still open")
MODEL("}", 5, 1, "expected a statement, found `}`", "there is no `for` that this `}` would close")
MODEL("bracket {x, y}", 5, 15, "expected `=`, found the end of the file",
      "it is written as in: bracket {x, y} = expression")
MODEL("bracket x, y = 1", 5, 9, "expected `{`, found `x`",
      "it is written as in: bracket {x, y} = expression")
MODEL("bracket {x} = 1", 5, 11, "expected `,`, found `}`",
      "it is written as in: bracket {x, y} = expression")
MODEL("init", 5, 5, "expected a name, found the end of the file",
      "it is written as in: init x = 1, x' = 0")
MODEL("init x", 5, 7, "expected `=`, found the end of the file",
      "it is written as in: init x = 1, x' = 0")
MODEL("init x = ", 5, 9, "expected an expression, found the end of the file",
      "something is missing between the two symbols, or at the end")
MODEL("init x 1", 5, 8, "expected `=`, found `1`", "it is written as in: init x = 1, x' = 0")
MODEL("init 3 = x", 5, 6, "expected a name, found `3`", "it is written as in: init x = 1, x' = 0")
MODEL("run", 5, 4,
      "expected `method`, `step`, `until`, `steps` or `every`, found the end of the file",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("run dla-mp", 5, 5, "expected `method`, `step`, `until`, `steps` or `every`, found `dla`",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("run step", 5, 9, "expected an expression, found the end of the file",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("run method", 5, 11, "expected the name of a method, found the end of the file",
      "as in method dla-mp; `noslip methods` lists them")
MODEL("run step 0.1 until 3", 5, 14, "expected the end of the line, found `until`",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("run method dla-mp step 0.1", 5, 19, "expected `,` after the method, found `step`",
      "write a comma between the items of `run`")
MODEL("coord q = 1", 5, 9, "expected the end of the line, found `=`",
      "`init` gives values: init x = 1")
MODEL("state q = 1", 5, 9, "expected the end of the line, found `=`",
      "`init` gives values: init x = 1")

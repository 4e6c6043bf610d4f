// What is too long, too deep or too much.

MODEL("let a = @300*(@x", 5, 210, "expressions nest deeper than the limit of 200",
      "use `let` for the inner parts")
MODEL("let a = @300*-@x", 5, 210, "expressions nest deeper than the limit of 200",
      "use `let` for the inner parts")
MODEL("let a = x@9*[1]@", 5, 34, "more than 8 indices, fields and primes follow one another",
      "use `let` for a part of it")
MODEL("let a = @300*sin(@x", 5, 813, "expressions nest deeper than the limit of 200",
      "use `let` for the inner parts")
MODEL("@201*for i in 1..1 { @", 5, 3201, "`for` nests deeper than the limit of 200",
      "use fewer loops inside each other")
MODEL("coord q[1..2000000000]", 5, 7,
      "`q[1..2000000000]` has 2000000000 entries, more than the limit of 1000000 unknowns",
      "declare a shorter range")
MODEL("coord q[-2147483647..2147483647]", 5, 7,
      "`q[-2147483647..2147483647]` has 4294967295 entries, more than the limit of 1000000 "
      "unknowns",
      "declare a shorter range")
MODEL("coord q[1..1000000]", 5, 7, "there are more than the limit of 1000000 unknowns",
      "declare fewer of them")
MODEL("coord q[1..3000000000]", 5, 12, "the end of a range is too large: 3000000000",
      "integers go to 2147483647")
MODEL("let a = sum(i in 1..100000000: x)", 5, 18,
      "this sum expands to more than the limit of 20000000 terms",
      "use smaller families, sums and loops")
MODEL("let a = sum(i in 1..10000: sum(j in 1..10000: x))", 5, 37,
      "this sum expands to more than the limit of 20000000 terms",
      "use smaller families, sums and loops")
MODEL("for i in 1..100000000 { observe a[i] = x }", 5, 10,
      "this `for` expands to more than the limit of 1000000 statements",
      "use a shorter range, or fewer loops inside each other")
MODEL("model m\ncoord R: SO(65) velocity W", 2, 10, "SO(n) needs n from 3 to 64",
      "the rotations of space are SO(3)")
MODEL("let a = [@65*[1],@[1]]", 5, 9, "a 66x1 matrix is larger than the limit of 64x64",
      "use families and sums instead")
MODEL("let a = @10000*a@", 5, 9,
      "unknown name `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaa`",
      "declare it above with `param`, `coord` or `let`")
MODEL("let @10000*a@ = x\nlet @10000*a@ = x", 6, 5,
      "`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaa` is already an abbreviation (line 5)",
      "choose another name")
MODEL("coord @10000*θ@\nlagrangian 1", 6, 12, "`x'` does not occur in the lagrangian",
      "a coordinate needs a kinetic energy; is a prime missing?")
MODEL("@10000*a@ x", 5, 1,
      "unknown statement `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa`",
      "statements begin with coord, param, let, lagrangian, init, run, ...")
MODEL("let a = x.@10000*b@", 5, 10, "only a coordinate in SE(2) or SE(3) has fields",
      "declare it as in: coord g: SE(2) velocity (v, omega)")
MODEL("let a = 1@10000*0@", 5, 9,
      "the number `10000000000000000000000000000000…00000000000000000000` is too large",
      "the largest number is about 1.8e308")
MODEL("let a = @10000*9@e9999", 5, 9,
      "the number `99999999999999999999999999999999…999999999999999e9999` is too large",
      "the largest number is about 1.8e308")
MODEL("let a = x @10000*b@", 5, 11,
      "missing operator between `x` and `bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…bbbbbbbbbbbbbbbbbbbb`",
      "write * to multiply")
MODEL("force @10000*q@ = 1", 5, 7,
      "unknown name `qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq…qqqqqqqqqqqqqqqqqqq`",
      "declare it above with `param`, `coord` or `let`")
MODEL("let a = @10000*f@(x)", 5, 9,
      "unknown name `fffffffffffffffffffffffffffffff…fffffffffffffffffff`",
      "declare it above with `param`, `coord` or `let`")
MODEL("holonomic @10000*c@: x' = 0", 5, 10013,
      "a holonomic constraint cannot contain the velocity `x'`",
      "a constraint on velocities is `nonholonomic`")
MODEL("init @10000*x@ = 1", 5, 6,
      "unknown name `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxx`",
      "declare it above with `param`, `coord` or `let`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun method @10000*m@(, step 1", 6, 10013,
      "expected the name of a method, found `,`",
      "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)")
MODEL("let a = \"@10000*b@", 5, 9, "only the title after the name of the model stands in quotes",
      "delete the quotes, or begin a comment with #")
MODEL("# @10000*b@\nlet a = q@10000*r@ + 1", 6, 9,
      "unknown name `qrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr…rrrrrrrrrrrrrrrrrrr`",
      "declare it above with `param`, `coord` or `let`")
MODEL("let f(u) = u + @10000*v@\nlet a = f(x)", 5, 16,
      "unknown name `vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv…vvvvvvvvvvvvvvvvvvv`",
      "declare it above with `param`, `coord` or `let`")
MODEL("let a = w[99999999999]", 5, 11, "an index is too large: 99999999999",
      "integers go to 2147483647")
MODEL("state @3*s@", 5, 1, "a model has coordinates or states, not both",
      "declare all of them with `coord`, or all with `state`")
MODEL("run method spark(@20*1,@1), step 1", 5, 50, "more than 16 options for one method",
      "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)")
MODEL("run method @9*compose(@x, step 1", 5, 76, "methods are nested deeper than 8",
      "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)")

// Numbers, units and symbols of other languages.

MODEL("let a = 2x", 5, 10, "missing operator between `2` and `x`", "write 2*x...")
MODEL("let a = 2sin(x)", 5, 10, "missing operator between `2` and `sin`", "write 2*sin...")
MODEL("let a = 0x10", 5, 9, "`0x10` is a hexadecimal number, and these are not read",
      "write it in decimal, as 16 or 1.5e-3")
MODEL("let a = 0X1f", 5, 9, "`0X1f` is a hexadecimal number, and these are not read",
      "write it in decimal, as 16 or 1.5e-3")
MODEL("let a = 1e", 5, 10, "missing operator between `1` and `e`",
      "an exponent is written 1e3 or 1e-3; otherwise write * to multiply")
MODEL("let a = 1e999", 5, 9, "the number `1e999` is too large",
      "the largest number is about 1.8e308")
MODEL("let a = 1.2.3", 5, 12, "missing operator between `1.2` and `.3`", "write * to multiply")
MODEL("let a = 3e+", 5, 10, "missing operator between `3` and `e`",
      "an exponent is written 1e3 or 1e-3; otherwise write * to multiply")
MODEL("let a = 1_000", 5, 10, "missing operator between `1` and `_000`",
      "the digits of a number stand together, as in 1000")
MODEL("let a = .e3", 5, 9, "expected an expression, found `.`",
      "something is missing between the two symbols, or at the end")
MODEL("param g = 9.81 m/s^2", 5, 16, "missing operator between `9.81` and `m`",
      "numbers have no units: write the number alone, or * to multiply by a name")
MODEL("param a = 10 kg", 5, 14, "missing operator between `10` and `kg`",
      "numbers have no units: write the number alone, or * to multiply by a name")
MODEL("param a = 10kg", 5, 13, "a unit behind a number: `kg`",
      "numbers have no units: write the number alone, or * to multiply by a name")
MODEL("param a = 30 deg", 5, 14, "missing operator between `30` and `deg`",
      "angles are in radians: write *pi/180")
MODEL("param a = 30deg", 5, 13, "a unit behind a number: `deg`",
      "angles are in radians: write *pi/180")
MODEL("param a = 5 Hz", 5, 13, "missing operator between `5` and `Hz`",
      "numbers have no units: write the number alone, or * to multiply by a name")
MODEL("param a = 2 N", 5, 13, "missing operator between `2` and `N`",
      "numbers have no units: write the number alone, or * to multiply by a name")
MODEL("param a = 1 rad", 5, 13, "missing operator between `1` and `rad`",
      "numbers have no units: write the number alone, or * to multiply by a name")
MODEL("let a = x == 1", 5, 11, "unexpected symbol `==`", "write = in an equation")
MODEL("let a := x", 5, 7, "unexpected symbol `:=`", "write =")
MODEL("for i in 1...3 { }", 5, 11, "unexpected symbol `...`", "write .. for a range")
MODEL("contact c: x => 0", 5, 14, "unexpected symbol `=>`", "write >=")
MODEL("contact c: x =< 0", 5, 14, "unexpected symbol `=<`", "write <=")
MODEL("observe a = where(x != 1, 0, x)", 5, 21, "unexpected symbol `!=`",
      "conditions compare with < <= > >=")
MODEL("observe a = where(x > 1 && y > 1, 0, x)", 5, 25, "unexpected symbol `&&`", "write and")
MODEL("observe a = where(x > 1 || y > 1, 0, x)", 5, 25, "unexpected symbol `||`",
      "write or; the length of a vector is norm(u)")
MODEL("// a comment", 5, 1, "unexpected symbol `//`", "a comment begins with #")
MODEL("/* a comment */", 5, 1, "unexpected symbol `/*`", "a comment begins with #")
MODEL("let a = \"x\"", 5, 9, "only the title after the name of the model stands in quotes",
      "delete the quotes, or begin a comment with #")
MODEL("model m \"title", 1, 9, "a quote that is not closed",
      "a title begins and ends with \" on one line")
MODEL("let a = x\"", 5, 10, "only the title after the name of the model stands in quotes",
      "a time derivative is written x'")

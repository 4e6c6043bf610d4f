// Characters that are pasted by accident, or are no text.

MODEL("let a = x’", 5, 10, "unexpected character `’`", "write ' for a time derivative")
MODEL("let a = x′", 5, 10, "unexpected character `′`", "write ' for a time derivative")
MODEL("let a = x − y", 5, 11, "unexpected character `−`", "write -")
MODEL("let a = x·y", 5, 10, "unexpected character `·`", "write *")
MODEL("let a = 2×x", 5, 10, "unexpected character `×`", "write * (or cross(u, v) for vectors)")
MODEL("let a = x²", 5, 10, "unexpected character `²`", "write ^2")
MODEL("let a = x³ + 1", 5, 10, "unexpected character `³`", "write ^3")
MODEL("observe a = where(x ≥ 1, 0, x)", 5, 21, "unexpected character `≥`", "write >=")
MODEL("observe a = where(x ≤ 1, 0, x)", 5, 21, "unexpected character `≤`", "write <=")
MODEL("let a = √x", 5, 9, "unexpected character `√`", "write sqrt(...)")
MODEL("observe a = where(x ≠ 1, 0, x)", 5, 21, "unexpected character `≠`",
      "conditions compare with < <= > >=")
MODEL("for i in 1…3 { }", 5, 11, "unexpected character `…`", "write .. for a range")
MODEL("param a = 30°", 5, 13, "unexpected character `°`", "angles are in radians: write *pi/180")
MODEL("let a = ½*x", 5, 9, "unexpected character `½`", "write 1/2")
MODEL("let a = x\u00A0+ 1", 5, 10, "unexpected character U+00A0", "write an ordinary space")
MODEL("let a = x\u200B", 5, 10, "unexpected character U+200B", "delete it: it cannot be seen")
MODEL("let a = “x”", 5, 9, "unexpected character `“`", "write \"")
MODEL("let a = ∑ x", 5, 9, "unexpected character `∑`", "write sum(i in 1..n: ...)")
MODEL("let a = ∂x", 5, 9, "unexpected character `∂`", "partial derivatives are taken for you")
MODEL("let a = @x", 5, 9, "unexpected character `@`",
      "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : .")
MODEL("let a = $x", 5, 9, "unexpected character `$`",
      "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : .")
MODEL("let a = x & y", 5, 11, "unexpected character `&`",
      "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : .")
MODEL("let a = x ? 1", 5, 11, "unexpected character `?`",
      "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : .")
MODEL("let a = !x", 5, 9, "unexpected character `!`",
      "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : .")
MODEL("let a = x~y", 5, 10, "unexpected character `~`",
      "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : .")
MODEL("let a = |x|", 5, 9, "unexpected character `|`",
      "write abs(x), or norm(u) for the length of a vector")
MODEL("let a = ||w||", 5, 9, "unexpected symbol `||`",
      "write or; the length of a vector is norm(u)")
MODEL("let a = x; let b = y", 5, 10, "unexpected character `;`", "a statement ends with its line")
MODEL("let a = x \\\n + y", 5, 11, "unexpected character `\\`",
      "a line goes on after an operator or a comma, or inside brackets")
MODEL("let a = x % 2", 5, 11, "unexpected character `%`", "a comment begins with #")
MODEL("let a = `x`", 5, 9, "unexpected character ```", "write ' for a time derivative")
MODEL("# caf\xE9", 5, 6, "invalid UTF-8", "save the file as UTF-8")
MODEL("let a = \x07", 5, 9, "control character U+0007", "a model is plain text")
MODEL("let a = \x1B[31m", 5, 9, "control character U+001B", "a model is plain text")
MODEL("let a = 1\rlet b = 2", 5, 10, "a carriage return within a line",
      "end lines with LF or CR LF")
MODEL("let a = \xC0\xAF", 5, 9, "invalid UTF-8", "save the file as UTF-8")
MODEL("let a = x÷2", 5, 10, "unexpected character `÷`", "write /")
MODEL("let a = µ", 5, 9, "unexpected character `µ`", "write mu, or the Greek letter μ")
MODEL("let a = ∇x", 5, 9, "unexpected character `∇`", "gradients are taken for you")
MODEL("let a = x ∈ y", 5, 11, "unexpected character `∈`", "write in")
MODEL("let a = x — y", 5, 11, "unexpected character `—`", "write -")
MODEL("let a = «x»", 5, 9, "unexpected character `«`", "write \"")
MODEL("let a = w.^2", 5, 10, "unexpected symbol `.^`", "write ^")
MODEL("let a = w.*w", 5, 10, "unexpected symbol `.*`", "write *; of two vectors, dot(u, v)")
MODEL("let a = w./2", 5, 10, "unexpected symbol `./`", "write /")

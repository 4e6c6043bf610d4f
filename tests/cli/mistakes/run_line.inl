// The run statement.

MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun method spark(3, step 1", 6, 26,
      "expected `,` or `)`, found `1`",
      "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun method , step 1", 6, 12,
      "expected the name of a method, found `,`",
      "as in method dla-mp; `noslip methods` lists them")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun method 3, step 1", 6, 12,
      "expected the name of a method, found `3`",
      "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun method spark(3)), step 1", 6, 20,
      "expected `,` after the method, found `)`",
      "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun method spark(3) step 0.01", 6, 21,
      "expected `,` after the method, found `step`", "write a comma between the items of `run`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step 0", 6, 10,
      "the step is positive, this is 0", "write a number greater than 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step -1", 6, 10,
      "the step is positive, this is -1", "write a number greater than 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step x", 6, 10,
      "the step cannot contain the coordinate `x`", "write it with numbers and constants")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step k*x", 6, 12,
      "the step cannot contain the coordinate `x`", "write it with numbers and constants")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun until 0", 6, 11,
      "the end time is positive, this is 0", "write a number greater than 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun until -3", 6, 11,
      "the end time is positive, this is -3", "write a number greater than 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun steps 0", 6, 11,
      "the number of steps is a positive integer, this is 0",
      "write a whole number from 1 to 1e15")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun steps 1.5", 6, 11,
      "the number of steps is a positive integer, this is 1.5",
      "write a whole number from 1 to 1e15")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun every 0", 6, 11,
      "`every` is a positive integer, this is 0", "write a whole number from 1 to 1e15")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun every 2.5", 6, 11,
      "`every` is a positive integer, this is 2.5", "write a whole number from 1 to 1e15")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step 1, step 2", 6, 13, "`step` is given twice",
      "delete one of them")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun until 1, steps 3", 6, 14,
      "give `until` or `steps`, not both", "delete one of them")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step 1\nrun step 2", 7, 5,
      "`step` is given twice", "delete one of them")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun stpe 1", 6, 5,
      "expected `method`, `step`, `until`, `steps` or `every`, found `stpe`",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun h 0.1", 6, 5,
      "expected `method`, `step`, `until`, `steps` or `every`, found `h`",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step = 0.1", 6, 10,
      "expected an expression, found `=`",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step 0.1; until 3", 6, 13,
      "unexpected character `;`", "a statement ends with its line")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun tolerance 1e-3", 6, 5,
      "expected `method`, `step`, `until`, `steps` or `every`, found `tolerance`",
      "it is written as in: run method dla-mp, step 0.01, until 10")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step w", 6, 10,
      "the step cannot contain the coordinate `w[1]`", "write it with numbers and constants")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step 1/0", 6, 11, "a division by zero",
      "check the constants in the divisor")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun step 0x1", 6, 10,
      "`0x1` is a hexadecimal number, and these are not read",
      "write it in decimal, as 16 or 1.5e-3")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nrun method spark(0x3), step 1", 6, 18,
      "hexadecimal numbers are not read; write them in decimal",
      "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)")

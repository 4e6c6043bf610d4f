// Methods and their options.

TOOL("there is no method `dla-pm` in this version", "did you mean `dla-mp` or `dla-cm`?", "run",
     "sleigh.noslip", "--method", "dla-pm")
TOOL("there is no method `dlamp` in this version", "did you mean `dla-mp`?", "run",
     "sleigh.noslip", "--method", "dlamp")
TOOL("there is no method `lobato` in this version", "did you mean `lobatto(s)`?", "run",
     "sleigh.noslip", "--method", "lobato(3)")
TOOL("there is no method `SPARK` in this version", "did you mean `spark(s)`?", "run",
     "sleigh.noslip", "--method", "SPARK(3)")
TOOL("there is no method `sprak` in this version", "did you mean `spark(s)`?", "run",
     "sleigh.noslip", "--method", "sprak(3)")
TOOL("there is no method `verlet` in this version", "`noslip methods` lists those there are)",
     "run", "sleigh.noslip", "--method", "verlet")
TOOL("there is no method `rk4` in this version", "`noslip methods` lists those there are)",
     "run", "sleigh.noslip", "--method", "rk4")
TOOL("method ``",
     "expected the name of a method, found the end; methods are written as in dla-mp, spark(3),",
     "run", "sleigh.noslip", "--method", "")
TOOL("method `3`",
     "expected the name of a method, found `3`; methods are written as in dla-mp, spark(3),",
     "run", "sleigh.noslip", "--method", "3")
TOOL("`spark` needs a number of stages", "as in spark(3)", "run", "sleigh.noslip", "--method",
     "spark")
TOOL("method `spark()`",
     "expected the name of a method, found `)`; methods are written as in dla-mp, spark(3),",
     "run", "sleigh.noslip", "--method", "spark()")
TOOL("there is no spark(1): its tableau has 2 stages or more", "as in spark(3)", "run",
     "sleigh.noslip", "--method", "spark(1)")
TOOL("there is no spark(0): its tableau has 2 stages or more", "as in spark(3)", "run",
     "sleigh.noslip", "--method", "spark(0)")
TOOL("the number of stages of `spark` is an integer", "as in spark(3)", "run", "sleigh.noslip",
     "--method", "spark(2.5)")
TOOL("spark(51) is beyond the limit of 50 stages", "give fewer", "run", "sleigh.noslip",
     "--method", "spark(51)")
TOOL("the number of stages of `spark` is an integer", "as in spark(3)", "run", "sleigh.noslip",
     "--method", "spark(x)")
TOOL("method `spark(3`",
     "expected `,` or `)`, found the end; methods are written as in dla-mp, spark(3),", "run",
     "sleigh.noslip", "--method", "spark(3")
TOOL("method `spark(3))`",
     "expected `,` after the method, found `)`; methods are written as in dla-mp, spark(3),",
     "run", "sleigh.noslip", "--method", "spark(3))")
TOOL("`spark` takes one number, its stages", "as in spark(3)", "run", "sleigh.noslip",
     "--method", "spark(3,4)")
TOOL("method `spark(3,`",
     "expected the name of a method, found the end; methods are written as in dla-mp, spark(3),",
     "run", "sleigh.noslip", "--method", "spark(3,")
TOOL("`spark` has no option `foo`", "write spark(3)", "run", "sleigh.noslip", "--method",
     "spark(3, foo=1)")
TOOL("method `spark(0x3)`: hexadecimal numbers are not read",
     "write them in decimal; methods are written as in dla-mp, spark(3), compose(dla-mp,", "run",
     "sleigh.noslip", "--method", "spark(0x3)")
TOOL("there is no spark(-3): its tableau has 2 stages or more", "as in spark(3)", "run",
     "sleigh.noslip", "--method", "spark(-3)")
TOOL("method `spark(3) dla-mp`",
     "expected `,` after the method, found `dla-mp`; methods are written as in dla-mp,", "run",
     "sleigh.noslip", "--method", "spark(3) dla-mp")
TOOL("method `dla-mp,spark(3)`: one method is expected here, and a second follows after the `,`",
     "methods are written as in dla-mp, spark(3), compose(dla-mp, suzuki4)", "run",
     "sleigh.noslip", "--method", "dla-mp,spark(3)")
TOOL("the method `dla-mp` takes no options", "write dla-mp alone", "run", "sleigh.noslip",
     "--method", "dla-mp(3)")
TOOL("the method `dla-mp` takes no options", "write dla-mp alone", "run", "sleigh.noslip",
     "--method", "dla-mp(x=1)")
TOOL("`multiplier` of `lobatto` is reduce, carry or restart",
     "as in lobatto(3, multiplier=carry)", "run", "sleigh.noslip", "--method",
     "lobatto(3, multiplier=keep)")
TOOL("`lobatto` has the option `multiplier` twice", "delete one of them", "run", "sleigh.noslip",
     "--method", "lobatto(3, multiplier=carry, multiplier=carry)")
TOOL("`lobatto` has no option `multipler`", "there is `multiplier` and `retraction`", "run",
     "sleigh.noslip", "--method", "lobatto(3, multipler=carry)")
TOOL("a composition", "is written compose(METHOD, SCHEME), as in compose(dla-mp, suzuki4)",
     "run", "sleigh.noslip", "--method", "compose(dla-mp)")
TOOL("there is no composition scheme `suzuki5`", "did you mean `suzuki4`?", "run",
     "sleigh.noslip", "--method", "compose(dla-mp, suzuki5)")
TOOL("there is no composition scheme `yoshida`", "did you mean `yoshida4` or `yoshida6`?", "run",
     "sleigh.noslip", "--method", "compose(dla-mp, yoshida)")
TOOL("a star belongs to a method, not to the scheme `suzuki4`", "delete it", "run",
     "sleigh.noslip", "--method", "compose(dla-mp, suzuki4*)")
TOOL("`suzuki4` composes methods of order 2, and spark(3) has order 4",
     "take one as dla-mp or rattle", "run", "sleigh.noslip", "--method",
     "compose(spark(3), suzuki4)")
TOOL("`index1` cannot be composed: it chooses its steps itself and has none of size h",
     "take a method of fixed steps, as dla-mp", "run", "sleigh.noslip", "--method",
     "compose(index1, suzuki4)")
TOOL("there is no method `dla-pm` in this version", "did you mean `dla-mp` or `dla-cm`?", "run",
     "sleigh.noslip", "--method", "compose(dla-pm, suzuki4)")
TOOL("`frame` of `gonzalez` is analytic or fd", "as in gonzalez(frame=fd)", "run",
     "sleigh.noslip", "--method", "gonzalez(frame=x)")
TOOL("ep-collocation(2) wants 2 points or more: with 1 it would not have order 4",
     "give quadrature=2", "run", "sleigh.noslip", "--method", "ep-collocation(2, quadrature=1)")
TOOL("`quadrature` of `ep-collocation` is a number of points",
     "as in ep-collocation(2, quadrature=4)", "run", "sleigh.noslip", "--method",
     "ep-collocation(2, quadrature=x)")
TOOL("`representative` of `rattle` is cm or tn", "as in rattle(representative=tn)", "run",
     "sleigh.noslip", "--method", "rattle(representative=x)")
TOOL("`rk-lobatto3b` is not usable on problems with multipliers: that of its last stage enters",
     "rk-lobatto3a, rk-lobatto3c and rk-lobatto3d are", "run", "sleigh.noslip", "--method",
     "rk-lobatto3b(3)")
TOOL("rtol of `index1`", "is a number from 1e-14 to 1", "run", "sleigh.noslip", "--method",
     "index1(rtol=x)")
TOOL("rtol of `index1`", "is a number from 1e-14 to 1", "run", "sleigh.noslip", "--method",
     "index1(rtol=0)")
TOOL("rtol of `dop853`", "is a number from 1e-14 to 1", "run", "sleigh.noslip", "--method",
     "dop853(1e-15)")
TOOL("the options of `index1` are rtol and atol", "as in index1(rtol=1e-8, atol=1e-12)", "run",
     "sleigh.noslip", "--method", "index1(foo=1)")
TOOL("`rattle` treats holonomic constraints only, and `blade` is nonholonomic",
     "no method is symplectic on this model, and these treat it without: `dla-mp`, `dla-cm`,",
     "run", "sleigh.noslip", "--method", "rattle")
TOOL("contact.noslip:5:12: error: `dla-mp` has no equations for holonomic constraints, and `floor` is",
     "methods that can: `rattle`, `reich`,", "run", "contact.noslip")
TOOL("badmethod.noslip:4:12: error: there is no method `dla-pm` in this version",
     "did you mean `dla-mp` or `dla-cm`?", "run", "badmethod.noslip")
TOOL("`rattle` treats mechanical models, and this is an index-2 DAE",
     "no method is symplectic on this model, and these treat it without: `srk-gauss(s)`,", "run",
     "dae.noslip", "--method", "rattle")
TOOL("`dla-mp` has no equations on Lie groups, for rotations and rigid motions",
     "methods that can: `rattle`, `reich`, `reich*`, `moser-veselov`, `lobatto(s)`, `gonzalez`,", "run",
     "top.noslip", "--method", "dla-mp")
TOOL("`dla-mp` has no equations for holonomic constraints, and `rod` is one",
     "methods that can: `rattle`, `reich`, `reich*`, `euler-true`, "
     "`euler-true*`, `euler-true-conj`, `euler-true-conj*`, `euler-natural`, `euler-natural-conj`, "
     "`lobatto(s)`, `spark(s)`, `dop853`, `gonzalez`,",
     "run", "rod.noslip", "--method", "dla-mp")

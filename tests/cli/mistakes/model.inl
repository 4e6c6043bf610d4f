// Models as a whole: what is missing, and what does not go together.

MODEL("lagrangian x'^2 + y^2", 5, 12, "`y'` does not occur in the lagrangian",
      "a coordinate needs a kinetic energy; is a prime missing?")
MODEL("model m\ncoord x, y\nlagrangian (x'^2 + y^2)/2", 3, 12,
      "`y'` does not occur in the lagrangian",
      "a coordinate needs a kinetic energy; is a prime missing?")
MODEL("model m\ncoord x", 2, 8, "the model has coordinates, but no lagrangian or hamiltonian",
      "write lagrangian T - V, or hamiltonian T + V")
MODEL("model m", 1, 8, "the model has no unknowns",
      "declare coordinates with `coord` or states with `state`")
MODEL("model m\ncoord x\nlagrangian x'^2\nlagrangian x'^2", 4, 1,
      "a model has one lagrangian or hamiltonian", "join the two with + or -")
MODEL("model m\ncoord x\nstate y", 3, 1, "a model has coordinates or states, not both",
      "declare all of them with `coord`, or all with `state`")
MODEL("model m\nstate y\ncoord x", 3, 1, "a model has coordinates or states, not both",
      "declare all of them with `coord`, or all with `state`")
MODEL("model m\nstate y\nlagrangian y", 3, 1, "a lagrangian needs coordinates, not states",
      "declare the positions with `coord`")
MODEL("model m\nstate y\nhamiltonian y^2", 3, 13, "a hamiltonian of states needs brackets",
      "write bracket {a, b} = ... for the pairs of states that have one")
MODEL("model m\nstate y, z\nbracket {y, z} = 1", 3, 19, "brackets need a hamiltonian",
      "write hamiltonian H, a function of the states")
MODEL("model m\nstate y, z\ny' = 1", 2, 10, "the state `z` has no equation", "write z' = ...")
MODEL("model m\nstate y\nalgebraic z\ny' = z", 4, 7,
      "there are 0 constraints for 1 algebraic variable",
      "each algebraic variable needs one scalar constraint")
MODEL("model m\nstate y\nalgebraic z\ny' = z\nconstraint z = 1", 5, 12,
      "a constraint cannot contain the algebraic variable `z`", "it may contain states and t")
MODEL("model m\nstate y\ny' = 1\ny' = 2", 4, 1, "part 1 of `y'` is given twice",
      "add the two right sides, or number the parts: part 2: y' = ...")
MODEL("model m\nstate y\nz' = 1", 3, 1, "unknown name `z`",
      "declare it above with `param`, `coord` or `let`")
MODEL("model m\nstate y\ny = 1", 3, 1, "unknown statement `y`",
      "write let y = ... for an abbreviation, y' = ... for an equation")
MODEL("model m\nstate y\ny' = [1, 2]", 3, 6, "`y` has 1 entry, this is a vector of length 2",
      "write a scalar")
MODEL("model m\nstate y[1..2]\ny' = [1, 2, 3]", 3, 6,
      "`y` has 2 entries, this is a vector of length 3",
      "write a vector, one entry for each: [a, b]")
MODEL("model m\nstate y\npart 0: y' = 1", 3, 6, "parts are numbered from 1 to 64",
      "write part 1, part 2, ...")
MODEL("model m\nstate y\npart 65: y' = 1", 3, 6, "parts are numbered from 1 to 64",
      "write part 1, part 2, ...")
MODEL("model m\nstate y\npart 1.5: y' = 1", 3, 6,
      "the number of a part is an integer, this is 1.5", "write a whole number")
MODEL("model m\nstate y\ny' = 1\nobserve E = energy", 4, 13,
      "there is no energy in a model without lagrangian or hamiltonian",
      "give the quantity a formula of its own")
MODEL("model m\nstate y\ny' = y\nobserve a = y'", 4, 13,
      "the time derivative of the state `y` is given by its equation",
      "write the right side of its equation here")
MODEL("model m\nstate y, z\nhamiltonian y^2\nbracket {y, y} = 1", 4, 13,
      "the bracket of a state with itself is 0", "delete the line")
MODEL("model m\nstate y, z\nhamiltonian y^2\nbracket {y, z} = 1\nbracket {z, y} = 1", 5, 10,
      "this bracket is given twice", "{b, a} = -{a, b} is understood")
MODEL("model m\nparam k = 1\nstate y\nhamiltonian y^2\nbracket {y, k} = 1", 5, 13,
      "`k` is a parameter, not an unknown of the model",
      "declare it with `coord` or `state`, or give it its value where it is declared")
MODEL("model m\nstate y\ny' = 1\nconstraint 1 = 1", 4, 12, "a constraint needs a state",
      "write it with states, or delete it")
MODEL("model m\ncoord x\nlagrangian x'^2\nconstraint x = 1", 4, 1, "`constraint` needs states",
      "a constraint on coordinates is `holonomic` or `nonholonomic`")
MODEL("model m\nstate y\nholonomic c: y = 1", 3, 1, "a holonomic constraint needs coordinates",
      "declare them above with `coord`; with states, write constraint g = 0")
MODEL("model m\ncoord x, y\nhamiltonian x^2", 2, 7,
      "a hamiltonian needs a name for every momentum; `x` has none",
      "coord x momentum px, y momentum py")
MODEL("model m\ncoord x momentum px\nhamiltonian px^2\ninit x' = 1", 4, 6,
      "a hamiltonian model starts from momenta, not from `x'`",
      "give the momentum of that coordinate")
MODEL("model m\ncoord x momentum p\nlagrangian x'^2\ninit p = 1", 4, 6,
      "a lagrangian model starts from velocities, not from `p`", "give x' of that coordinate")
MODEL("model m\ncoord x momentum p\nhamiltonian p^2 + x'^2", 3, 19,
      "a hamiltonian cannot contain the velocity `x'`", "write it with the momenta")
MODEL("model m\ncoord x momentum p\nlagrangian x'^2 + p", 3, 19,
      "a lagrangian cannot contain the momentum `p`",
      "it may contain coordinates, velocities and t")
MODEL("model m\ncoord th: angle\nlagrangian th'^2 - th^2", 3, 12,
      "`th` is an angle, but the lagrangian changes when it makes a full turn",
      "declare it without `: angle`")
MODEL("model m\ncoord th: angle\nlagrangian th'^2 - cos(th/2)", 3, 12,
      "`th` is an angle, but the lagrangian changes when it makes a full turn",
      "declare it without `: angle`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nholonomic c: x' = 0", 6, 14,
      "a holonomic constraint cannot contain the velocity `x'`",
      "a constraint on velocities is `nonholonomic`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nholonomic c: 1 = 1", 6, 14,
      "a holonomic constraint needs a coordinate", "write it with coordinates, or delete it")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nnonholonomic c: x = 0", 6, 17,
      "a nonholonomic constraint needs a velocity", "a constraint on positions is `holonomic`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nholonomic c: w = x", 6, 16,
      "the two sides differ in shape: a vector of length 3 and a scalar",
      "write both in one shape, or one of them as 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nholonomic c: w = [1, 2]", 6, 16,
      "the two sides differ in shape: a vector of length 3 and a vector of length 2",
      "write both in one shape, or one of them as 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nforce q = 1", 6, 7, "unknown name `q`",
      "declare it above with `param`, `coord` or `let`")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nforce k = 1", 6, 7,
      "`k` is a parameter, not an unknown of the model",
      "declare it with `coord` or `state`, or give it its value where it is declared")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nforce x = w", 6, 11,
      "the force on `x` has 1 entry, this is a vector of length 3", "write a scalar")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nforce w = 1", 6, 11,
      "the force on `w` has 3 entries, this is a scalar",
      "write a vector, one entry for each: [a, b]")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nforce x = -k*x''", 6, 16,
      "second derivatives do not occur in a model", "accelerations follow from the Lagrangian")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ncontact c: x' >= 0", 6, 12,
      "a contact cannot contain the velocity `x'`", "it may contain coordinates and t")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ncontact c: w >= 0", 6, 12,
      "the gap of a contact is a scalar, this is a vector of length 3",
      "write one contact for each entry")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ncontact c: 1 >= 0", 6, 12,
      "a contact needs a coordinate",
      "the gap is a function of the position: write it with coordinates")
MODEL("contact c: y >= 0, friction k along sqrt(x'^2 + w[1]'^2)", 5, 37,
      "what stands after `along` is affine in the velocities, this is not",
      "give components, not the speed: along [x', y']")
MODEL("contact c: y >= 0, friction k along x", 5, 37, "`along` needs a velocity",
      "give the velocity of the touching point, as in: friction mu along x'")
MODEL("contact c: y >= 0, friction k along [x', 1]", 5, 37,
      "component 2 after `along` contains no velocity", "give only components that can slip")
MODEL("contact c: y >= 0, friction k along [x', y', x', y']", 5, 37,
      "`along` has 1, 2 or 3 components, this is a vector of length 4",
      "one in the plane, two tangential ones or all three in space")
MODEL("contact c: y >= 0, friction k*exp(-x'^2) along x'", 5, 36,
      "a coefficient of friction cannot contain the velocity `x'`",
      "friction that depends on the speed is not treated: use coordinates and t")
MODEL("contact c: y >= 0 multiplier N, friction k*N along x'", 5, 44,
      "a coefficient of friction cannot contain the multiplier `N`",
      "it may contain coordinates and t")
MODEL("contact c[i,j] for i < j in 1..n within 3: k*i*(w[i] - w[j]) >= 0", 5, 44,
      "the index `i` of a pair stands in brackets only",
      "only families of coordinates take it, as in x[i]: parameters and constants are the same")
MODEL("contact c[i,j] for i < j in 1..n within 3: w[i] - w[i+1] >= 0", 5, 53,
      "an index of a pair cannot be calculated with", "write x[i], with the index alone")
MODEL("contact c[i,j] for i < j in 1..n within 3: w[i] - x >= 0", 5, 44,
      "a contact of pairs cannot contain `x`", "write it with entries at its two indices")
MODEL("contact c[i,j] for i < j in 1..n within k/2: abs(w[i] - w[j]) >= k", 5, 41,
      "bodies that differ by 1 in `w` can touch: the gap is -1 there",
      "write a distance beyond which two bodies do not touch, as 3*r")
MODEL("contact c for i < j in 1..n within 3: w[i] >= w[j]", 5, 9,
      "the name of a contact of pairs has their two indices", "write c[i,j]")
MODEL("contact c[i,j] for i < j in 1..n: w[i] >= w[j]", 5, 33, "expected `within`, found `:`",
      "say how far apart two bodies may be: within 3*r")
MODEL("contact c[i,j] for i, j in 1..n within 3: w[i] >= w[j]", 5, 21, "expected `in`, found `,`",
      "it is written as in: contact pair[i,j] for i < j in 1..n within 3*r: gap >= 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ncontact c: y >= 0, friction k along x' - w[1]'\n"
      "nonholonomic roll: x' = w[1]' while c",
      7, 1, "the constraint `roll` repeats what the contact `c` imposes while it is closed",
      "delete the constraint or the friction")
MODEL("contact c: y >= 0, friction -0.3 along x'", 5, 29,
      "a coefficient of friction is not negative, this is -0.3",
      "`along` gives the direction: write a number that is 0 or more")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ncontact c: x >= 0 restitution 2", 6, 31,
      "the restitution lies between 0 and 1, not at 2",
      "0 stops at the contact, 1 bounces back in full")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nnonholonomic c: x' = 0 while floor", 6, 30,
      "there is no contact `floor` above", "declare it above: contact NAME: gap >= 0")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\ncontact floor: y >= 0\nnonholonomic c: x' = 0 while "
      "flor",
      7, 30, "there is no contact `flor` above", "did you mean `floor`?")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nsection s: w = 0 rising", 6, 12,
      "a section is a scalar equation, this is a vector of length 3",
      "write an entry of it, u[i], or dot(u, u) or norm(u)")
MODEL("lagrangian x'^2 + y'^2 + dot(w', w')\nsection s: 1 = 0 rising", 6, 12,
      "nothing varies in the section `s`", "write it with unknowns, t or energy")
MODEL("model m\ncoord R: SO(3)\nlagrangian 1", 2, 7, "`R` must name its body velocity",
      "write velocity omega")
MODEL("model m\ncoord R: SO(2) velocity w", 2, 10, "SO(2) is an angle", "declare it as `: angle`")
MODEL("model m\ncoord R: SO(100) velocity w", 2, 10, "SO(n) needs n from 3 to 64",
      "the rotations of space are SO(3)")
MODEL("model m\ncoord g: SE(4) velocity (v, w)", 2, 10, "SE(n) is SE(2) or SE(3)",
      "write SE(2) for the plane, SE(3) for space")
MODEL("model m\ncoord R: SO(3) velocity (v, w)", 2, 26,
      "a rotation has one body velocity, not a pair", "write one name, as in velocity omega")
MODEL("model m\ncoord g: SE(2) velocity w", 2, 25,
      "the body velocity of a rigid motion is a pair", "write velocity (v, omega)")
MODEL("model m\ncoord R: SO(3) velocity w\nlagrangian R[1]", 3, 12,
      "`R` is a 3x3 matrix and needs two indices", "write R[i,j]")
MODEL("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)\nforce R = [0, 0, 1]", 4, 7,
      "a force on `R` acts along its body velocity", "write force w = ...")
MODEL("model m\ncoord q velocity v", 2, 18,
      "`velocity` names the body velocity of a rotation or rigid motion", "write q'")
MODEL("model m\ncoord q momentum (p, s)", 2, 19, "a pair of momenta belongs to SE(2) or SE(3)",
      "give each coordinate its own: x momentum px, y momentum py")
MODEL("model m\ncoord q[1..2] momentum p[1..3]", 2, 24, "the momenta of `q` carry its range",
      "write momentum p[1..2]")
MODEL("model m\nparam N = 3\ncoord w[1..N]", 3, 12,
      "the end of a range cannot depend on the parameter `N`", "declare it with `const`")
MODEL("model m\ncoord w[3..1]", 2, 7, "`w[3..1]` has no entries",
      "the first index of a range is the smaller one")
MODEL("model m\ncoord w[1..2.5]", 2, 12, "the end of a range is an integer, this is 2.5",
      "write a whole number")
MODEL("model m\nconst a = b", 2, 11, "unknown name `b`",
      "declare it above with `param`, `coord` or `let`")
MODEL("model m\nparam b = 1\nconst a = b", 3, 11,
      "a constant cannot depend on the parameter `b`", "declare it with `const`")
MODEL("model m\nparam a = [1, 2]", 2, 11,
      "a parameter is a scalar, this is a vector of length 2",
      "write param a[1..2] = ... for a vector")
MODEL("model m\ncoord x\nparam a = x", 3, 11, "a parameter cannot contain the coordinate `x`",
      "write it with numbers and constants")
MODEL("model m\nparam a = t", 2, 11, "a parameter cannot contain the time `t`",
      "write it with numbers and constants")

// Scalars, vectors and matrices that do not fit; numbers that are none.

MODEL("let a = x + w", 5, 11, "`+` needs equal shapes, not a scalar and a vector of length 3",
      "write both in one shape; the number 0 fits every shape")
MODEL("let a = w*w", 5, 10, "`*` does not multiply two vectors", "write dot(u, v) or cross(u, v)")
MODEL("let a = w^2", 5, 9, "`^` needs scalars, this is a vector of length 3",
      "write dot(u, u) for the square of a vector")
MODEL("let a = 2^w", 5, 11, "`^` needs scalars, this is a vector of length 3",
      "an exponent is a number or an entry, u[i]")
MODEL("let a = x/w", 5, 11, "`/` needs a scalar on its right, this is a vector of length 3",
      "write an entry of it, u[i], or dot(u, u) or norm(u)")
MODEL("let a = w*[[1, 2]]", 5, 10, "`*` does not multiply a vector of length 3 by a 1x2 matrix",
      "write transpose(A)*u")
MODEL("let a = [[1, 2]]*w", 5, 17, "a 1x2 matrix cannot multiply a vector of length 3",
      "the left has as many columns as the right has rows")
MODEL("let a = [x, w]", 5, 13,
      "the entries of a list have one shape: a scalar, but a vector of length 3",
      "write [a, b] with scalars, or [[a, b], [c, d]] with rows of one length")
MODEL("let a = [[1, 2], [3]]", 5, 18,
      "the entries of a list have one shape: a vector of length 2, but a vector of length 1",
      "write [a, b] with scalars, or [[a, b], [c, d]] with rows of one length")
MODEL("let a = [[[1]]]", 5, 10, "a list holds scalars or vectors, not matrices",
      "a matrix is written by its rows: [[a, b], [c, d]]")
MODEL("let a = sin(w)", 5, 13, "sin() needs a scalar, this is a vector of length 3",
      "write it entry by entry: [sin(u[1]), ...]")
MODEL("let a = dot(x, w)", 5, 13, "dot() needs a vector, this is a scalar",
      "a vector is a family, or written [a, b, c]")
MODEL("let a = dot(w, [1, 2])", 5, 16, "dot() needs vectors of equal length, not 3 and 2",
      "take vectors of one length")
MODEL("let a = cross([1, 2], [3, 4])", 5, 15,
      "cross() needs vectors of length 3, this is a vector of length 2",
      "in the plane write u[1]*v[2] - u[2]*v[1]")
MODEL("let a = norm(x)", 5, 14, "norm() needs a vector, this is a scalar",
      "a vector is a family, or written [a, b, c]")
MODEL("let a = tr(w)", 5, 12, "tr() needs a matrix, this is a vector of length 3",
      "a matrix is written [[a, b], [c, d]]")
MODEL("let a = tr([[1, 2]])", 5, 12, "tr() needs a square matrix, this is a 1x2 matrix",
      "write as many rows as columns: [[a, b], [c, d]]")
MODEL("let a = inv([[1, 2], [2, 4]])", 5, 13, "this matrix has no inverse",
      "its determinant is 0: check its rows")
MODEL("let a = transpose(w)", 5, 19, "transpose() needs a matrix, this is a vector of length 3",
      "a matrix is written [[a, b], [c, d]]")
MODEL("let a = atan2(x)", 5, 9, "atan2() takes 2 arguments, not 1", "write atan2(a, b)")
MODEL("let a = max(x)", 5, 9, "max() takes at least 2 arguments, not 1", "write max(a, b, ...)")
MODEL("let a = sin(x, y)", 5, 9, "sin() takes 1 argument, not 2", "write sin(a)")
MODEL("let a = w[4]", 5, 11, "the index 4 is outside w[1..3]", "write an index from 1 to 3")
MODEL("let a = w[0]", 5, 11, "the index 0 is outside w[1..3]", "write an index from 1 to 3")
MODEL("let a = w[1,2]", 5, 13, "a vector has one index", "write u[i]")
MODEL("let a = w[1.5]", 5, 11, "an index is an integer, this is 1.5", "write a whole number")
MODEL("let a = w[k]", 5, 11, "an index cannot depend on the parameter `k`",
      "declare it with `const`")
MODEL("let a = w[x]", 5, 11, "an index cannot contain the coordinate `x`",
      "write it with numbers and constants")
MODEL("let a = x[1]", 5, 9, "a scalar has no index",
      "declare it as a family, as in coord x[1..3], or delete the index")
MODEL("let a = [[1, 2], [3, 4]][1]", 5, 9, "`A` is a 2x2 matrix and needs two indices",
      "write A[i,j]")
MODEL("let a = [[1, 2], [3, 4]][3,1]", 5, 26, "the index 3 is outside the vector[1..2]",
      "write an index from 1 to 2")
MODEL("lagrangian w'", 5, 12, "expected a scalar, this is a vector of length 3",
      "write an entry of it, u[i], or dot(u, u) or norm(u)")
MODEL("observe a = [[x, y], [y, x]]", 5, 13,
      "an observable is a scalar or a vector, this is a 2x2 matrix",
      "write an entry of it, A[i,j], or a row [A[1,1], A[1,2]]")
MODEL("observe a = 3", 5, 13, "nothing varies in `a`",
      "write it with unknowns or t; a fixed number is a `param`")
MODEL("observe a = where(w > 0, 1, x)", 5, 19, "expected a scalar, this is a vector of length 3",
      "write an entry of it, u[i], or dot(u, u) or norm(u)")
MODEL("observe a = where(x > 0, w, x)", 5, 26, "expected a scalar, this is a vector of length 3",
      "write an entry of it, u[i], or dot(u, u) or norm(u)")
MODEL("let a = 1/0", 5, 10, "a division by zero", "check the constants in the divisor")
MODEL("let a = 0^-1", 5, 10, "a division by zero", "check the constants in the divisor")
MODEL("let a = log(0)", 5, 9, "this is not a finite number",
      "it is too large or undefined: check the numbers in it")
MODEL("let a = sqrt(-1)", 5, 9, "this is not a finite number",
      "it is too large or undefined: check the numbers in it")
MODEL("let a = exp(1000)", 5, 9, "this is not a finite number",
      "it is too large or undefined: check the numbers in it")
MODEL("let a = x^2'", 5, 11, "the time derivative of a number", "x^2' reads x^(2'); write (x^2)'")
MODEL("let a = 3'", 5, 9, "the time derivative of a number", "it is 0: delete the prime")
MODEL("let a = k'", 5, 9, "the time derivative of a constant", "it is 0: delete the prime")
MODEL("force x = x''", 5, 13, "second derivatives do not occur in a model",
      "accelerations follow from the Lagrangian")
MODEL("force x = (x'*y)'", 5, 11,
      "this time derivative would need accelerations: it contains the velocity `x'`",
      "' is for expressions in coordinates, parameters and t")
MODEL("let a = [1, 2, 3]'", 5, 9, "the time derivative of a constant",
      "`'` is d/dt, never a transpose; write transpose(A)")
MODEL("draw point x", 5, 12, "a point is a vector of length 2 or 3, this is a scalar",
      "write it as [x, y] or [x, y, z]")
MODEL("draw point [1, 2, 3, 4]", 5, 12,
      "a point is a vector of length 2 or 3, this is a vector of length 4",
      "write it as [x, y] or [x, y, z]")
MODEL("draw point [x, y]\ndraw point [x, y, 0]", 6, 12,
      "the points of a model are all in the plane or all in space",
      "write all with two entries, or all with three")
MODEL("draw rod [x, y]", 5, 1, "this drawing has 1 value", "write draw rod P, Q, ...")
MODEL("draw wheel [x, y]", 5, 1, "this drawing has 1 value", "write draw wheel P, r, turn")
MODEL("draw wheel [x, y], w", 5, 20, "the size is a scalar, this is a vector of length 3",
      "write draw wheel P, r, turn")
MODEL("draw box [x, y], w", 5, 18,
      "the size is a scalar or a vector of length 2, this is a vector of length 3",
      "write draw box P, size, turn")
MODEL("draw arrow [x, y], 2", 5, 20,
      "the vector has as many entries as the point, this is a scalar",
      "write draw arrow P, vector")
MODEL("draw ground [x, y], w", 5, 21,
      "the vector has as many entries as the point, this is a vector of length 3",
      "write draw ground P, normal")
MODEL("draw cylinder [x, y], [1, 2]", 5, 1, "a cylinder is drawn in space only",
      "write draw box P, size, turn in the plane")
MODEL("draw cylinder w, 1", 5, 18,
      "radius and length are a vector of length 2, this is a scalar",
      "write draw cylinder P, [r, length], turn")
MODEL("draw spring [x, y], [0, 0], [1, 1]", 5, 1, "this drawing has 3 values",
      "write draw spring P, Q")
MODEL("contact floor: y >= 0\ndraw ground floor", 6, 1,
      "the ground of a contact is drawn under one point",
      "write draw ground floor, P with the point P of the body that touches")
MODEL("contact floor: y >= 0\ndraw ground floor, [x, cos(y)]", 6, 20,
      "entry 2 of this point does not move with a coordinate alone",
      "give the point that touches as in [x, y - r], with coordinates x and y")
MODEL("contact floor: y >= 0\ndraw ground floor, y", 6, 20,
      "a point is a vector of length 2 or 3, this is a scalar",
      "write it as [x, y] or [x, y, z]")
MODEL("contact floor: y >= 0\ndraw ground flor, [x, y]", 6, 13, "unknown name `flor`",
      "did you mean")

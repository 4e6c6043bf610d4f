// Reich's constraint algorithm, symplectic of order 1, and its adjoint: reich and reich*.
//
//   problem    that of rattle.h: q' = H_p,  p' = f + G^T lambda,  g(t,q) = 0,  f = -H_q + F
//   reich      ph = p0 + h f(t0,q0,ph) + G(q0)^T k0                                    [M] (2), (4)
//              q1 = q0 + h H_p(t0,q0,ph),   g(t1,q1) = 0
//              p1 = ph + G(q1)^T k1,   G(q1) H_p(t1,q1,p1) + g_t = 0                   [M] (3), (5)
//   reich*     ph = p0 + G(q0)^T k0                                                      [M] (10)
//              q1 = q0 + h H_p(t1,q1,ph),   g(t1,q1) = 0
//              p1 = ph + h f(t1,q1,ph) + G(q1)^T k1,   G(q1) H_p(t1,q1,p1) + g_t = 0
//   both       are the equations of rattle.h with the weights w0 h at the start of the step and w1
//              h at its end, in the place of h/2 and h/2: reich has (1, 0), reich* has (0, 1)
//
//   unknown    d = ph - p0 (n), u = (q1 - q0)/h (n), k0 (m); then k1 (m)
//   residual   r1 = d - w0 h f(t0,q0,ph) - G(q0)^T k0
//              r2 = u - w0 H_p(t0,q0,ph) - w1 H_p(t1,q1,ph)
//              r3 = g(t1,q1)/h
//   Jacobian   [ I - w0 h f_p(q0,ph)                     0                       -G(q0)^T ]
//              [ -w0 H_pp(q0,ph) - w1 H_pp(q1,ph)        I - w1 h H_pq(q1,ph)       0      ]
//              [ 0                                       G(q1)                      0      ]
//   separable  H = T(p) + V(q): k0 is the only unknown, as in rattle.h
//
//   adjoint    exchanging (q0,p0) with (q1,p1) and h with -h makes one of the other: a step of
//              reich* with -h undoes one of reich with h
//   keeps      g = 0 and G H_p + g_t = 0 to rounding; the symplectic form on the constraint
//              manifold; momentum maps of linear symmetries, to rounding
//   energy     oscillates with O(h), no drift
//   symmetric  compose(reich, symmetric) = reich*(h/2) o reich(h/2), of order 2. Without
//              constraints it is rattle; with them it is another method: it meets them in its
//              middle, too
//   class      p and p + G^T nu give the same step: the multiplier takes up the difference. So the
//              forms of [M] on T*N and, with any metric, on TN are this one with another p1
//   rotations  on SO(n) the same steps are taken in reduced form: `noslip methods moser-veselov`
//   does not   treat nonholonomic constraints
//
// [M] McLachlan, Scovel, "Equivariant constrained symplectic integration", 1994, secs 2 to 4. The
//     algorithm is due to Reich, "Symplectic integration of constrained Hamiltonian systems by
//     Runge-Kutta methods", Univ. of British Columbia, Tech. Rep. 93-13 (1993).

#pragma once

// w0; w1 = 1 - w0
static const double reich_at_start = 1, reich_at_end = 0;

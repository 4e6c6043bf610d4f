// What may be asked of a problem: one function each, with some arrays of numbers as inputs and one
// array of outputs. On a group q are the numbers of an element, n counts velocities, and
// derivatives by q are left-trivialised (group.h).
//
// BUNDLE(kind, name, inputs, number of outputs, what they are, and what those of a hamiltonian are,
//        where that differs)
//
//   inputs    of mechanical problems: t time and what is set between steps, q positions, v velocities, p momenta, x the v of a
//             lagrangian or the p of a hamiltonian, r the rate of x, mu multipliers, energy,
//             w positions without full turns
//             of the others: y states, z algebraic variables
//             of skew-gradient systems: Z variables, W a change of them, k the positions in Z,
//             u a change of these, s the signs of the frame and h, sc the same and changes of signs
//   outputs   n velocities, or states; m constraints, mn of them nonholonomic, mh holonomic;
//             parts of the equations; N variables Z, zq positions among them, zm constraints of
//             their frame; given: positions that constraints give; any: as many as the model has

// ---- mechanical problems
BUNDLE(VALUES, values, "t,q,x", 2*n, "p = L_v and f = L_q + F", "v = H_p and f = -H_q + F")
BUNDLE(BLOCKS, blocks, "t,q,x", 2*n + 4*n*n,
       "p, f, then p_v, p_q, f_v, f_q", "v, f, then v_p, v_q, f_p, f_q")
BUNDLE(PHI, phi, "t,q,v", mn, "the nonholonomic constraints Phi", NULL)
BUNDLE(PHI_BLOCKS, phi_blocks, "t,q,v", mn + 2*mn*n, "Phi, Phi_q, Phi_v", NULL)
BUNDLE(REACTION, reaction, "t,q,v", mn*n, "Phi_v, the directions of the reactions", NULL)
BUNDLE(REACTION_RATE, reaction_rate, "t,q,v,mu", n*n, "the derivative of Phi_v^T mu by v", NULL)
BUNDLE(G, g, "t,q", mh, "the holonomic constraints g", NULL)
BUNDLE(G_BLOCKS, g_blocks, "t,q", mh + mh*n + mh, "g, G = g_q, g_t", NULL)
BUNDLE(RESIDUALS, residuals, "t,q,v", 2*m,
       "all constraints, then G v + g_t of the holonomic ones", NULL)
// only where there are contacts
BUNDLE(FRICTION, friction, "t,q", any, "coefficients of friction", NULL)
// the equations of consistent.h
BUNDLE(ACCELERATION, acceleration, "t,q,x", lagrangian ? n*n + n + m*n + m : 2*m*n + m,
       "M, F, B, c of the equations of the multipliers",
       "C, B, c of the equations of the multipliers")
BUNDLE(ENERGY, energy, "t,q,x", 1, "the energy", NULL)
BUNDLE(MONITORS, monitors, "t,q,v,p,mu,energy,w", any,
       "invariants, then observables; w is q without full turns", NULL)
BUNDLE(STAGE, stage, "t,q,v,mu", n + m, "the reactions B^T mu, Phi, g", NULL)
BUNDLE(STAGE_BLOCKS, stage_blocks, "t,q,v,mu", n + m + 2*n*n + 2*mn*n + mh*n,
       "the same, their derivatives by q and v, G", NULL)
BUNDLE(LEVEL, level, "t,q,v", m, "the constraints on velocities, Phi and G v + g_t", NULL)
BUNDLE(LEVEL_BLOCKS, level_blocks, "t,q,v", m + 2*m*n,
       "the same, and their derivatives by q and v", NULL)
// only where forces depend on multipliers
BUNDLE(PULL, pull, "t,q,x,mu", n, "all reactions r = B^T mu + F(mu)", NULL)
BUNDLE(PULL_BLOCKS, pull_blocks, "t,q,x,mu", n + 2*n*n + n*m, "r, then r_q, r_v, r_mu",
       "r, then r_q, r_p, r_mu")
BUNDLE(ACCELERATION_RATE, acceleration_rate, "t,q,x,r", lagrangian ? n*n + n + m*n + m : 2*m*n + m,
       "d/dt of M, F, B, c along q' = v, v' = a", "d/dt of C, B, c along q' = v, p' = r")
// only where they were made: motion_form.h
BUNDLE(MOTION, motion, "t,q,x", lagrangian ? n : 2*n, "v', the multipliers eliminated",
       "q' and p', the multipliers eliminated")
BUNDLE(RESTORE, restore, "t,q,x", 2*n, "steps of q and v back to the constraints",
       "steps of q and p back to the constraints")

// ---- the others, called with q = y, x = z and mu = z. They have RESIDUALS (g, then zeros, of an
// overdetermined one its time derivative), ENERGY and MONITORS (v and p empty) besides
BUNDLE(PARTS, parts, "t,y,z", parts*n + m, "f_1, f_2, ..., g", NULL)
BUNDLE(PARTS_BLOCKS, parts_blocks, "t,y,z", parts*n + m + parts*(n*n + n*m) + m*n,
       "the same, f_y and f_z of each part, g_y", NULL)
BUNDLE(GAP, gap, "t,y,z", m, "g", NULL)
BUNDLE(GAP_BLOCKS, gap_blocks, "t,y,z", m + m*n, "g, g_y", NULL)
// of an overdetermined one w is the second time derivative of g, and w_z is K
BUNDLE(HIDDEN, hidden, "t,y,z", m + m*m, "the hidden constraints w = g_y f + g_t, and w_z", NULL)
BUNDLE(RATE_BLOCKS, rate_blocks, "t,y,z", m + m*n,
       "of an overdetermined problem the time derivatives of g, and their derivatives by y", NULL)

// ---- skew-gradient systems Z' = P(Z) grad H(Z), called with q = Z, x = W, mu = s: skew.h. The
// frame s is that of a reduced mechanical system, other systems have none
BUNDLE(SLOPE, slope, "t,Z,W,s", N, "H_Z", NULL)
BUNDLE(GRADIENT, gradient, "t,Z,W,s", N, "H_Z, or what takes its place", NULL)
BUNDLE(GRADIENT_BLOCKS, gradient_blocks, "t,Z,W,s", N + N*N, "the same with its derivative", NULL)
BUNDLE(STRUCTURE, structure, "t,Z,W,s", N, "P W", NULL)
BUNDLE(STRUCTURE_BLOCKS, structure_blocks, "t,Z,W,s", N + 2*N*N, "P W, P, (P W)_Z", NULL)
BUNDLE(TANGENT, tangent, "t,Z,W,s", N*N, "(P W)_Z + P H_ZZ", NULL)
BUNDLE(INCREMENT, increment, "t,Z,W,s", 1, "H(Z + W) - H(Z), without cancellation", NULL)
// none if H is free of the signs
BUNDLE(CROSSING, crossing, "t,Z,W,sc", 1,
       "the same where the signs are s at Z and s + c at Z + W", NULL)
BUNDLE(COORDINATES, coordinates, "t,Z,W,s", N,
       "H where Z_1..Z_i have moved by W, less H where Z_1..Z_(i-1) have, over W_i; H_i where W_i = 0",
       NULL)
BUNDLE(COORDINATES_BACK, coordinates_back, "t,Z,W,s", N, "the same where Z_N..Z_i have moved", NULL)

// ---- and the way between a mechanical system and its reduced form: reduction.h
BUNDLE(SIGNS, signs, "t,k,p", zm, "signs of the pivots", NULL)
BUNDLE(DESCEND, descend, "t,k,p,s", N - zq, "rho = X^T (p - a)", NULL)
BUNDLE(LIFT, lift, "t,Z,W,s", n + zm + given,
       "p = M X y + a, turns of the pivots, positions that are given", NULL)
// none without holonomic constraints
BUNDLE(SURFACE, surface, "t,k,u", zq,
       "the change of the positions back to where g is that of k + u: surface.h", NULL)

// ---- of all. Never compiled: a section of the command line would be a reason to compile
// everything again
BUNDLE(SECTIONS, sections, "t,q,v,p,mu,energy,w", any,
       "of each section left - right, condition, three axes", NULL)

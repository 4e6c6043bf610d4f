// One line per method:
// METHOD(name, family, variant, order, treats, keeps, kernel file, summary, source)
// FIXED(name, family, variant, its number, order, ...) with a number that is not written
// NUMBERED(name, letter, family, variant, example of its number, its order, treats, keeps, kernel
//          file, summary, source)

METHOD("dla-mp", dla, DLA_MP, 2, TREATS_NONHOLONOMIC,
       KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY, "dla/dla.h",
       "discrete Lagrange-d'Alembert, semi-implicit (McLachlan-Perlmutter), any mass matrix",
       "McLachlan, Perlmutter, J. Nonlinear Sci. 16 (2006)")
METHOD("dla-cm", dla, DLA_CM, 2, TREATS_NONHOLONOMIC,
       KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY, "dla/dla.h",
       "discrete Lagrange-d'Alembert, implicit (Cortes-Martinez), any mass matrix",
       "Cortes, Martinez, Nonlinearity 14 (2001)")
METHOD("dla-left", dla, DLA_LEFT, 1, TREATS_NONHOLONOMIC, KEEPS_CONSTRAINTS, "dla/dla.h",
       "discrete Lagrange-d'Alembert with the left-point Lagrangian, for comparison with a thesis",
       "Hilden, thesis, NTNU (2009), (4.3)")
METHOD("rattle", rattle, RATTLE, 2, TREATS_HOLONOMIC | TREATS_ROTATIONS,
       KEEPS_CONSTRAINTS | KEEPS_SYMPLECTIC | KEEPS_MOMENTA | KEEPS_REVERSIBLE |
           KEEPS_ENERGY_NEARLY,
       "rattle/rattle.h", "RATTLE, symplectic with holonomic constraints, any Hamiltonian",
       "Andersen, J. Comput. Phys. 52 (1983); Jay, SIAM J. Numer. Anal. 33 (1996)")

#define KEEPS_LIKE_REICH (KEEPS_CONSTRAINTS | KEEPS_SYMPLECTIC | KEEPS_MOMENTA | KEEPS_ENERGY_NEARLY)
#define REICH_1993 "Reich, UBC Tech. Rep. 93-13 (1993); McLachlan, Scovel, J. Nonlinear Sci. 5 (1995)"

METHOD("reich", rattle, REICH, 1, TREATS_HOLONOMIC | TREATS_ROTATIONS, KEEPS_LIKE_REICH, "rattle/reich.h",
       "symplectic with holonomic constraints, any Hamiltonian, a part of compositions", REICH_1993)
METHOD("reich*", rattle, REICH_ADJOINT, 1, TREATS_HOLONOMIC | TREATS_ROTATIONS, KEEPS_LIKE_REICH, "rattle/reich.h",
       "the adjoint of reich: its step with -h undoes one of reich", REICH_1993)

#define TREATS_OVER (TREATS_HOLONOMIC | TREATS_NONHOLONOMIC | TREATS_OVERDETERMINED | TREATS_LOADED)
#define JAY_SIMEON "Jay, Simeon, \"Consistent extensions of the symplectic Euler method\""

METHOD("euler-true", euler, EULER_TRUE, 1, TREATS_OVER, KEEPS_LIKE_REICH, "euler/euler.h",
       "symplectic Euler for reactions that are not linear in the multipliers, as friction", JAY_SIMEON)
METHOD("euler-true*", euler, EULER_TRUE_ADJOINT, 1, TREATS_OVER, KEEPS_LIKE_REICH, "euler/euler.h",
       "the adjoint of euler-true: its step with -h undoes one of euler-true", JAY_SIMEON "; the adjoint is ours")
METHOD("euler-true-conj", euler, EULER_TRUE_CONJ, 1, TREATS_OVER, KEEPS_LIKE_REICH, "euler/euler.h",
       "the conjugate of euler-true, which is its adjoint for ideal reactions only", JAY_SIMEON)
METHOD("euler-true-conj*", euler, EULER_TRUE_CONJ_ADJOINT, 1, TREATS_OVER, KEEPS_LIKE_REICH, "euler/euler.h",
       "the adjoint of euler-true-conj", JAY_SIMEON "; the adjoint is ours")
METHOD("euler-natural", euler, EULER_NATURAL, 1, TREATS_OVER, KEEPS_LIKE_REICH, "euler/euler.h",
       "euler-true where reactions are affine in the multipliers; otherwise inconsistent: it warns", JAY_SIMEON)
METHOD("euler-natural-conj", euler, EULER_NATURAL_CONJ, 1, TREATS_OVER, KEEPS_LIKE_REICH, "euler/euler.h",
       "its conjugate, likewise", JAY_SIMEON)

#undef TREATS_OVER
#undef JAY_SIMEON

METHOD("moser-veselov", rotations, 0, 2, TREATS_ROTATIONS,
       KEEPS_SYMPLECTIC | KEEPS_MOMENTA | KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY, "rotations/moser_veselov.h",
       "rattle on rotations in reduced form: free rigid bodies of R^n, tops, any potential",
       "Moser, Veselov, Commun. Math. Phys. 139 (1991); McLachlan, Scovel, J. Nonlinear Sci. 5 (1995)")

#undef KEEPS_LIKE_REICH
#undef REICH_1993

#define KEEPS_LIKE_SPARK (KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY)
#define JAY_1993 "Jay, BIT 33 (1993); Hilden, thesis, NTNU (2009)"
#define JAY_2006 "Jay, Math. Comp. 75 (2006); Hilden, thesis, NTNU (2009)"

NUMBERED("lobatto", "s", lobatto, RULE_LOBATTO, 3, 4, TREATS_NONHOLONOMIC | TREATS_HOLONOMIC | TREATS_GROUP | TREATS_LOADED, KEEPS_LIKE_SPARK,
       "stages/lobatto.h groups/group_lobatto.h", "partitioned Lobatto IIIA-IIIB, holonomic, nonholonomic and both, also on Lie groups",
       "Martin de Diego, Sato Martin de Almagro (2022); Jay, SIAM J. Numer. Anal. 33 (1996)")
NUMBERED("spark", "s", stages, RULE_SPARK, 3, 4, TREATS_NONHOLONOMIC | TREATS_HOLONOMIC | TREATS_INDEX2 | TREATS_LOADED | TREATS_OVERDETERMINED, KEEPS_LIKE_SPARK,
       "stages/spark.h", "SPARK Lobatto IIIA-B-C-C*-D, holonomic, nonholonomic and both together",
       "Jay, SIAM J. Sci. Comput. 20 (1998); Hilden, thesis, NTNU (2009)")
NUMBERED("srk-gauss", "s", stages, RULE_SRK_GAUSS, 2, 4, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, KEEPS_LIKE_SPARK, "stages/srk.h",
       "specialised Runge-Kutta with Gauss coefficients, constraints at the nodes", JAY_2006)
NUMBERED("srk-radau1a", "s", stages, RULE_SRK_RADAU_1A, 2, 3, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, KEEPS_CONSTRAINTS, "stages/srk.h",
       "specialised Runge-Kutta with Radau IA coefficients, constraints at the nodes", JAY_2006)
FIXED("midpoint", stages, RULE_RK_GAUSS, 1, 2, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, KEEPS_REVERSIBLE, "stages/rk.h",
      "the implicit midpoint rule, rk-gauss(1) by its name, the constraints in its middle",
      "Hairer, Lubich, Wanner, \"Geometric Numerical Integration\" (2006), sec. II.1")
NUMBERED("rk-gauss", "s", stages, RULE_RK_GAUSS, 2, 2, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, KEEPS_REVERSIBLE, "stages/rk.h",
       "Gauss, constraints in its stages", JAY_1993)
NUMBERED("rk-radau1a", "s", stages, RULE_RK_RADAU_1A, 2, 2, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, 0, "stages/rk.h",
       "Radau IA, constraints in its stages", JAY_1993)
NUMBERED("rk-radau2a", "s", stages, RULE_RK_RADAU_2A, 2, 3, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, KEEPS_CONSTRAINTS, "stages/rk.h",
       "Radau IIA, stiffly accurate", JAY_1993)
NUMBERED("rk-lobatto3a", "s", stages, RULE_RK_LOBATTO_3A, 3, 4, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED,
       KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE, "stages/rk.h",
       "Lobatto IIIA, stiffly accurate, carries a multiplier", JAY_1993)
NUMBERED("rk-lobatto3c", "s", stages, RULE_RK_LOBATTO_3C, 3, 4, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, KEEPS_CONSTRAINTS, "stages/rk.h",
       "Lobatto IIIC, stiffly accurate", JAY_1993)
NUMBERED("rk-lobatto3d", "s", stages, RULE_RK_LOBATTO_3D, 3, 4, TREATS_NONHOLONOMIC | TREATS_INDEX2 | TREATS_LOADED, KEEPS_REVERSIBLE, "stages/rk.h",
       "Lobatto IIID, constraints in its stages", JAY_1993)

#undef KEEPS_LIKE_SPARK
#undef JAY_1993
#undef JAY_2006

METHOD("index1", baseline, INDEX1, 5, TREATS_NONHOLONOMIC | TREATS_HOLONOMIC, 0, "baseline/index1.h",
         "index-reduced baseline, adaptive: multipliers eliminated, the constraints drift",
         "Dormand, Prince, J. Comput. Appl. Math. 6 (1980)")
METHOD("index0", baseline, INDEX0, 5, TREATS_NONHOLONOMIC | TREATS_HOLONOMIC, 0, "baseline/index1.h",
         "index-reduced baseline, adaptive: multipliers integrated, the constraints drift faster",
         "Dormand, Prince, J. Comput. Appl. Math. 6 (1980)")
METHOD("bdf", baseline, BDF, 5, TREATS_NONHOLONOMIC | TREATS_HOLONOMIC, 0, "baseline/bdf.h",
         "index-reduced baseline for stiff models, adaptive: CVODE of SUNDIALS, the constraints drift",
         "Hindmarsh et al., ACM Trans. Math. Software 31 (2005)")

METHOD("dop853", dop853, 0, 8, TREATS_NONHOLONOMIC | TREATS_HOLONOMIC, KEEPS_CONSTRAINTS, "baseline/dop853.h",
         "explicit, adaptive, of order 8, projected on the constraints: many digits of a short motion",
         "Hairer, Norsett, Wanner, \"Solving Ordinary Differential Equations I\" (1993), sec. II.10")

#define TREATS_ENERGIES (TREATS_SKEW | TREATS_NONHOLONOMIC | TREATS_HOLONOMIC | TREATS_GROUP)
#define GRADIENTS "Celledoni, Farre Puiggali, Hoiseth, Martin de Diego"

METHOD("gonzalez", avf, GRADIENT_GONZALEZ, 2, TREATS_ENERGIES, KEEPS_ENERGY | KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE, "gradient/avf.h",
       "midpoint discrete gradient: keeps the energy exactly",
       "Gonzalez, J. Nonlinear Sci. 6 (1996); " GRADIENTS)
NUMBERED("avf", "k", avf, GRADIENT_AVF, 5, 2, TREATS_ENERGIES, KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE, "gradient/avf.h",
       "averaged vector field with k Gauss points: keeps energies of degree 2k, and their parts",
       "McLachlan, Quispel, Robidoux (1999); " GRADIENTS)
NUMBERED("avfc", "k", avf, GRADIENT_AVFC, 3, 2, TREATS_ENERGIES, KEEPS_ENERGY | KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE, "gradient/avf.h",
       "averaged vector field with k Gauss points, corrected: keeps the energy exactly",
       "McLachlan, Quispel, Robidoux (1999); the correction is ours")
METHOD("itoh-abe", itoh_abe, ITOH_ABE, 1, TREATS_ENERGIES, KEEPS_CONSTRAINTS | KEEPS_ENERGY, "gradient/itoh_abe.h",
       "discrete gradient, one coordinate after the other: keeps the energy exactly",
       "Itoh, Abe, J. Comput. Phys. 76 (1988); " GRADIENTS)
METHOD("itoh-abe*", itoh_abe, ITOH_ABE_ADJOINT, 1, TREATS_ENERGIES, KEEPS_CONSTRAINTS | KEEPS_ENERGY, "gradient/itoh_abe.h",
       "the adjoint of itoh-abe, the last coordinate first: keeps the energy exactly",
       "Itoh, Abe, J. Comput. Phys. 76 (1988); " GRADIENTS)
METHOD("itoh-abe-sym", itoh_abe, ITOH_ABE_MEAN, 2, TREATS_ENERGIES, KEEPS_CONSTRAINTS | KEEPS_ENERGY | KEEPS_REVERSIBLE,
       "gradient/itoh_abe.h", "the mean of both discrete gradients: keeps the energy exactly, and its parts",
       "Itoh, Abe, J. Comput. Phys. 76 (1988); " GRADIENTS)
NUMBERED("ep-collocation", "s", ep_collocation, 0, 2, 4, TREATS_ENERGIES, KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE,
            "gradient/ep_collocation.h",
            "energy-preserving collocation: keeps energies that are polynomials, of any order",
            "Cohen, Hairer, BIT 51 (2011)")

METHOD("gonzalez-f", full, GRADIENT_GONZALEZ, 2, TREATS_FULL | TREATS_NONHOLONOMIC,
       KEEPS_ENERGY | KEEPS_REVERSIBLE, "gradient/full.h",
       "midpoint discrete gradient with multipliers: keeps the energy, not the constraints",
       GRADIENTS)
NUMBERED("avf-f", "k", full, GRADIENT_AVF, 5, 2, TREATS_FULL | TREATS_NONHOLONOMIC, KEEPS_REVERSIBLE,
       "gradient/full.h", "averaged vector field with multipliers: does not keep the constraints", GRADIENTS)

#undef TREATS_ENERGIES
#undef GRADIENTS

METHOD("moreau", moreau, 0, 2, TREATS_CONTACT | TREATS_NONHOLONOMIC | TREATS_HOLONOMIC | TREATS_GROUP, KEEPS_CONSTRAINTS,
       "moreau/moreau.h", "time stepping with many contacts and Coulomb friction, no events",
       "Jean, Moreau (1992); Moreau, Comput. Methods Appl. Mech. Engrg. 177 (1999)")

// One line per method:
// METHOD(name, maker, order, carries velocities, treats, keeps, kernel file, summary, source)

METHOD("dla-mp", dla_make_mp, 2, true, TREATS_NONHOLONOMIC,
       KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY, "dla.h",
       "discrete Lagrange-d'Alembert, semi-implicit (McLachlan-Perlmutter), any mass matrix",
       "McLachlan, Perlmutter, J. Nonlinear Sci. 16 (2006)")
METHOD("dla-cm", dla_make_cm, 2, true, TREATS_NONHOLONOMIC,
       KEEPS_CONSTRAINTS | KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY, "dla.h",
       "discrete Lagrange-d'Alembert, implicit (Cortes-Martinez), any mass matrix",
       "Cortes, Martinez, Nonlinearity 14 (2001)")
METHOD("rattle", rattle_make, 2, false, TREATS_HOLONOMIC,
       KEEPS_CONSTRAINTS | KEEPS_SYMPLECTIC | KEEPS_MOMENTA | KEEPS_REVERSIBLE |
           KEEPS_ENERGY_NEARLY,
       "rattle.h", "RATTLE, symplectic with holonomic constraints, any Hamiltonian",
       "Andersen, J. Comput. Phys. 52 (1983); Jay, SIAM J. Numer. Anal. 33 (1996)")

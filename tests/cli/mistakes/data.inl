// Initial data and models that contradict themselves.

TOOL("the initial data violate the constraint `rod`: its residual is 3",
     "correct `init`, or project the data with --project", "run", "off.noslip")
TOOL("the initial data violate the constraint `rod`: its velocity residual is 2",
     "correct `init`, or project the data with --project", "run", "moving.noslip")
TOOL("the initial data violate the constraint `rod`: its residual is 3",
     "correct `init`, or project the data with --project", "run", "rod.noslip", "--init", "x=2")
TOOL("the constraints are not independent: `b` depends on `a`", "remove one of them", "run",
     "twice.noslip")
TOOL("the lagrangian is singular at the start: its second derivatives in the velocities are no",
     "look at the kinetic energy of `y`)", "run", "singular.noslip")
TOOL("the equations are not finite at the initial data",
     "start elsewhere, as with --init \"x=1\"", "run", "pole.noslip")
TOOL("the initial data violate the constraint `g1`: its residual is 1",
     "correct `init`, or project the data with --project", "run", "daeoff.noslip")
TOOL("the initial data violate the constraint `blade`: its residual is 1",
     "correct `init`, or project the data with --project", "run", "sleigh.noslip", "--init",
     "y'=1")
TOOL("the constraints are not independent at this start: the constraint `rod` has no direction:",
     "start from another position or velocity", "run", "rod.noslip", "--init", "x=0", "--init",
     "y=0", "--project")
TOOL("ham.noslip:2:7: error: a hamiltonian model starts from momenta, not from `q'`",
     "give the momentum of that coordinate", "run", "ham.noslip", "--init", "q'=1")
TOOL("--init R:1:1: error: `R` is no rotation: its determinant is -1",
     "exchange two of its rows, or change their sign: a reflection is no rotation", "run",
     "top.noslip", "--init", "R=[[1,0,0],[0,1,0],[0,0,-1]]")
TOOL("--init R:1:1: error: `R` is no rotation: its columns are orthonormal to 1.0e-01 only, not",
     "write its entries with all their digits, or as cos(a), sin(a), sqrt(2)/2", "run",
     "top.noslip", "--init", "R=[[1,0,0],[0,1,0],[0,0.1,1]]")
TOOL("a hamiltonian model starts from momenta, not from `q'`", "give `p`", "ensemble",
     "ham.noslip", "--sample", "q'=0:1", "--members", "2")

// The files that the command lines name.

{"sleigh.noslip", "model sleigh\n"
 "param m = 1, g = 0.1\n"
 "coord x, y, theta\n"
 "lagrangian m/2*(x'^2 + y'^2 + theta'^2) - m*g*y\n"
 "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\n"
 "init x = 1\n"
 "run method spark(3), step 0.05, until 1\n"},
{"rod.noslip", "model rod\n"
 "coord x, y\n"
 "lagrangian (x'^2 + y'^2)/2 - y\n"
 "holonomic rod: x^2 + y^2 = 1\n"
 "init x = 1\n"
 "section low: x = 0 rising plot (y, y')\n"
 "run method rattle, step 0.01, until 1\n"},
{"off.noslip", "model off\n"
 "coord x, y\n"
 "lagrangian (x'^2 + y'^2)/2 - y\n"
 "holonomic rod: x^2 + y^2 = 1\n"
 "init x = 2\n"
 "run method rattle, step 0.01, until 1\n"},
{"moving.noslip", "model moving\n"
 "coord x, y\n"
 "lagrangian (x'^2 + y'^2)/2 - y\n"
 "holonomic rod: x^2 + y^2 = 1\n"
 "init x = 1, x' = 1\n"
 "run method rattle, step 0.01, until 1\n"},
{"twice.noslip", "model twice\n"
 "coord x, y\n"
 "lagrangian (x'^2 + y'^2)/2\n"
 "holonomic a: x = 0\n"
 "holonomic b: 2*x = 0\n"
 "run method rattle, step 0.01, until 1\n"},
{"singular.noslip", "model singular\n"
 "coord x, y\n"
 "lagrangian (x' + y')^2/2\n"
 "run method dla-mp, step 0.01, until 1\n"},
{"pole.noslip", "model pole\n"
 "coord x\n"
 "lagrangian x'^2/2 - 1/x\n"
 "run method dla-mp, step 0.01, until 1\n"},
{"bare.noslip", "model bare\n"
 "coord x\n"
 "lagrangian x'^2/2\n"},
{"dae.noslip", "model dae\n"
 "state y[1..2]\n"
 "algebraic z\n"
 "y[1]' = y[1]*y[2]^2*z^2\n"
 "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\n"
 "constraint y[1]^2*y[2] = 1\n"
 "init y = [1, 1], z = 1\n"
 "run method srk-gauss(2), step 0.1, until 1\n"},
{"daeoff.noslip", "model daeoff\n"
 "state y[1..2]\n"
 "algebraic z\n"
 "y[1]' = y[1]*y[2]^2*z^2\n"
 "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\n"
 "constraint y[1]^2*y[2] = 1\n"
 "init y = [1, 2], z = 1\n"
 "run method srk-gauss(2), step 0.1, until 1\n"},
{"ham.noslip", "model ham\n"
 "coord q momentum p\n"
 "hamiltonian p^2/2 + q^2/2\n"
 "init q = 1\n"
 "run method rattle, step 0.1, until 1\n"},
{"top.noslip", "model top\n"
 "coord R: SO(3) velocity w\n"
 "lagrangian dot(w, w)/2\n"
 "run method lobatto(2), step 0.1, until 1\n"},
{"contact.noslip", "model bounce\n"
 "coord y\n"
 "lagrangian y'^2/2 - y\n"
 "contact floor: y >= 0\n"
 "run method dla-mp, step 0.1, until 1\n"},
{"badmethod.noslip", "model a\n"
 "coord x\n"
 "lagrangian x'^2/2\n"
 "run method dla-pm, step 0.1, until 1\n"},
{"two.noslip", "model two\n"
 "coord x, y\n"
 "lagrangian (x'^2 + y'^2)/2\n"
 "section a: x = 0 rising\n"
 "section b: y = 0 rising\n"
 "run method dla-mp, step 0.1, until 1\n"},
{"empty.csv", ""},
{"names.csv", "x,y\n"},
{"text.csv", "x,y\n"
 "1,two\n"},
{"short.csv", "x,y\n"
 "1\n"},
{"long.csv", "x,y\n"
 "1,2,3\n"},
{"same.csv", "x,x\n"
 "1,2\n"},
{"noname.csv", "x,\n"
 "1,2\n"},
{"unknown.csv", "x,yy\n"
 "1,2\n"},
{"nan.csv", "x,y\n"
 "1,nan\n"},
{"inf.csv", "x,y\n"
 "inf,1\n"},
{"hex.csv", "x,y\n"
 "0x10,1\n"},
{"good.csv", "t,x,y,energy\n"
 "0,1,2,0\n"
 "1,2,3,0\n"},
{"fake.h5", "no\n"},
{"open.csv", "\"x,y\n"
 "1,2\n"},
{"quote.csv", "x,y\n"
 "1,\"2\n"},
{"driven.noslip", "model driven\ninput u, wind\ncoord x\nlagrangian x'^2/2 - (x - u)^2/2\n"
                  "force x = wind\nrun method dla-mp, step 0.1, until 1\n"},
{"gusts.csv", "t,wind\n0,1\n0.5,2\n"},
{"unsorted.csv", "t,u\n0,1\n1,2\n0.5,2\n"},

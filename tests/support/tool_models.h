// The models the tests of the tool use; each test writes them into its folder.

#pragma once

static const char sleigh[] = "model sleigh\n"
                             "param m = 1, a = 1, I = 1, g = 0.1\n"
                             "coord x, y, theta\n"
                             "lagrangian m/2*(x'^2 + y'^2) + (I + m*a^2)/2*theta'^2\n"
                             "         + m*a*theta'*(y'*cos(theta) - x'*sin(theta))\n"
                             "         - m*g*(y + a*sin(theta))\n"
                             "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\n"
                             "observe speed = sqrt(x'^2 + y'^2)\n"
                             "init x = 1\n"
                             "run method dla-mp, step 0.05, until 1\n";

// a label with a comma
static const char rod[] = "model rod\n"
                          "param g = 9.81\n"
                          "coord x, y\n"
                          "lagrangian (x'^2 + y'^2)/2 - g*y\n"
                          "holonomic pair[1,2]: x^2 + y^2 = 1\n"
                          "invariant total = (x'^2 + y'^2)/2 + g*y\n"
                          "init x = 1\n"
                          "run method rattle, step 0.01, steps 20\n";

// the square root ends at x = 1, which is passed at about t = 1
static const char cliff[] = "model cliff\n"
                            "coord x\n"
                            "lagrangian x'^2/2 + 1e-6*sqrt(1 - x)\n"
                            "init x' = 1\n"
                            "run method dla-mp, step 0.01, until 10\n";

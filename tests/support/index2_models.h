// Index-2 problems for tests.

#pragma once

// Hilden (2.28); z = exp(2 t) or, on the other branch, z = 1/(2 y2)
#define ONE_PART                         \
  "model one\nstate y[1..2]\n"           \
  "algebraic z\n"                        \
  "y[1]' = y[1]*y[2]^2*z^2\n"            \
  "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\n" \
  "constraint y[1]^2*y[2] = 1\n"

static const char one_part[] = ONE_PART "init y = [1, 1], z = 1\n"
                                        "invariant gap = y[1]^2*y[2]\nobserve twice = 2*z\n";

// Hilden (2.23); the same solution
static const char five_parts[] =
    "model five\nstate y[1..2]\nalgebraic z\n"
    "part 1: y[1]' = y[2] - 2*y[1]^2*y[2], y[2]' = -y[1]^2\n"
    "part 2: y[1]' = y[1]*y[2]^2*z^2, y[2]' = exp(-t)*z - y[1]\n"
    "part 3: y[1]' = -y[2]^2*z, y[2]' = -3*y[2]^2*z\n"
    "part 4: y[1]' = 2*y[1]*y[2]^2 - 2*exp(-2*t)*y[1]*y[2], y[2]' = z\n"
    "part 5: y[1]' = 2*y[2]^2*z^2, y[2]' = y[1]^2*y[2]^2\n"
    "constraint y[1]^2*y[2] = 1\ninit y = [1, 1], z = 1\n";

// A point on a sphere that breathes, driven in time, a second constraint that ties u to w; both
// multipliers enter linearly, three parts, one of them without equations.
static const char breathing[] =
    "model breathing\nstate x, y, z, u, w\nalgebraic a, b\n"
    "part 1: x' = y + 0.3*sin(t), y' = -x, z' = 0.2*cos(2*t), u' = x*w\n"
    "part 3: x' = 2*a*x, y' = 2*a*y + 0.1*z, z' = 2*a*z, u' = b*w, w' = cos(u) + b\n"
    "constraint sphere: x^2 + y^2 + z^2 = 1 + 0.2*sin(t)\n"
    "constraint tie: u + w^3/3 = x*cos(t)\n"
    "init x = 0.6, y = 0, z = 0.8, w = 0.9, u = x - w^3/3\n";

// an ordinary differential equation: a driven pendulum, two parts
static const char driven_pendulum[] = "model driven\nstate th, om\n"
                                      "part 1: th' = om\npart 2: om' = -sin(th) + 0.3*cos(2*t)\n"
                                      "init th = 1, om = 0.2\n";

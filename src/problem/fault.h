// What every problem is: sizes, names, bundles and what was found in it fit each other. In builds with
// assertions a problem is held against this once, when it is made.

#pragma once

#include "problem/problem.h"

// what is wrong with a problem, in words; NULL: nothing
const char *problem_fault(const problem *p);

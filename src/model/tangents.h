// The frame of a contact whose slip is the whole relative velocity, in expressions: contact/frame.h has
// it in numbers.

#pragma once

#include "lang/system.h"
#include "problem/mechanical.h"

// n of H_3^T n = H_N^T by least squares with weights, H_3 the derivatives of the slip by the velocities, H_N those
// of the rate of the gap. False when there is no memory.
bool tangents_normal(arena *a, const mechanical_parts *p, const contact *c, expr n[3]);

// |n|
expr tangents_size(graph *g, const expr n[3]);

// slip - (slip.n) n/n^2
void tangents_project(graph *g, const expr n[3], expr slip[3]);

// the slip along m x a and m x (m x a), m = n/|n| and a one of the axes 0, 1, 2
void tangents_slip(graph *g, const expr n[3], int axis, const expr slip[3], expr out[2]);

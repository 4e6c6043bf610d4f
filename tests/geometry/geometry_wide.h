// The kernels of src/geometry once more, compiled with long double in the place of double: what
// rounding takes from the originals, and differences that are right to 1e-16.

#pragma once

typedef long double wide;

struct group;

void wide_tau(const struct group *G, wide *g, const wide *xi);
void wide_rate(const struct group *G, wide *rate, const wide *g, const wide *xi);
void wide_Ad(const struct group *G, wide *M, const wide *g);
void wide_D(const struct group *G, wide *M, const wide *xi);
void wide_D_inverse(const struct group *G, wide *M, const wide *xi);
void wide_T(const struct group *G, wide *T, const wide *xi, const wide *eta, const wide *w);
void wide_S(const struct group *G, wide *S, const wide *xi, const wide *eta, const wide *w);

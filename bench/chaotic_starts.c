#include "bench/chaotic_starts.h"

#include "noslip.h"

#include <math.h>
#include <string.h>

enum { n = 3, nq = chaotic_nq, most_tries = 64 };

static const double energy = 3.06;

const char *const chaotic_keys[chaotic_nkey] = {
    "x",  "w[1]",  "w[2]",  "w[3]",  "z[1]",  "z[2]",  "z[3]",
    "x'", "w[1]'", "w[2]'", "w[3]'", "z[1]'", "z[2]'", "z[3]'",
};

const char *const chaotic_frame_keys[chaotic_nframe] = {
    "x",    "w[1]", "w[2]", "w[3]", "z[1]", "z[2]", "z[3]",
    "r[1]", "r[2]", "r[3]", "e[1]", "e[2]", "e[3]",
};

static double potential(const double *q) {
  const double *w = q + 1, *z = q + 1 + n;
  double sum = z[0]*z[0]*z[1]*z[1];
  for (int i = 0; i < nq; i++)
    sum += q[i]*q[i];
  for (int i = 0; i < n; i++)
    sum += w[i]*w[i]*z[i]*z[i];
  return sum/2;
}

// the first 14 numbers of the member whose q has energy to spare; one in 165 has not
static void draw(double *x, int member) {
  noslip_range ranges[chaotic_nkey*most_tries];
  double all[chaotic_nkey*most_tries], *last = all;
  for (int i = 0; i < chaotic_nkey*most_tries; i++)
    ranges[i] = (noslip_range){-1, 1};
  noslip_sample(all, ranges, chaotic_nkey*most_tries, 1, member);
  while (potential(last) >= energy && last < all + chaotic_nkey*(most_tries - 1))
    last += chaotic_nkey;
  memcpy(x, last, chaotic_nkey*sizeof *x);
}

void chaotic_start(double *x, int member) {
  draw(x, member);
  double *v = x + nq, along = v[0], length = 1, square = 0;
  const double *w = x + 1;
  double a[nq] = {1};
  for (int i = 0; i < n; i++) {
    a[1 + n + i] = w[i];
    along += w[i]*v[1 + n + i];
    length += w[i]*w[i];
  }
  for (int i = 0; i < nq; i++) {
    v[i] -= a[i]*along/length;
    square += v[i]*v[i];
  }
  double scale = sqrt(2*(energy - potential(x))/square);
  for (int i = 0; i < nq; i++)
    v[i] *= scale;
}

// r = w', e = w x' - z'
void chaotic_frame_start(double *x, int member) {
  double all[chaotic_nkey];
  const double *w = all + 1, *v = all + nq;
  chaotic_start(all, member);
  memcpy(x, all, nq*sizeof *x);
  for (int i = 0; i < n; i++) {
    x[nq + i] = v[1 + i];
    x[nq + n + i] = w[i]*v[0] - v[1 + n + i];
  }
}

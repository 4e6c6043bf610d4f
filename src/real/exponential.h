// exp, sinh, cosh and tanh to 0.502 units in the last place.
//
//   x = (128 m + j) ln 2/128 + r,  |r| <= ln 2/256
//   exp x = 2^m (T + T r + T (exp r - 1 - r)),  T = 2^(j/128)
//
// with 26 digits of T apart, as in sine.h: what is left to be rounded is below 2^-18 of the sum, but
// for T r, whose first digits make a product without rounding.

#pragma once

#include "real/pair.h"

// 2^(j/128): 26 digits, and the rest
static const double exponential_table[128][2] = {
    {1, 0},
    {0x1.0163da8p+0, 0x1.fb33356d84a67p-28},
    {0x1.02c9a38p+0, 0x1.9de0183b9bdf3p-26},
    {0x1.04315e8p+0, 0x1.b9fe12f5ce3e7p-30},
    {0x1.059b0dp+0, 0x1.8ac2ba1d73e2ap-27},
    {0x1.0706b28p+0, 0x1.ddf6ddc6dc404p-28},
    {0x1.0874518p+0, 0x1.d66f20230d7c9p-30},
    {0x1.09e3ec8p+0, 0x1.6379c1a290f03p-27},
    {0x1.0b55868p+0, 0x1.3e6243d8a62e5p-26},
    {0x1.0cc9228p+0, 0x1.b923fba03db83p-27},
    {0x1.0e3ec3p+0, 0x1.69e8d10103a17p-27},
    {0x1.0fb66a8p+0, 0x1.ffb4c6bc8c824p-26},
    {0x1.11301dp+0, 0x1.25b50a4ebbf1bp-32},
    {0x1.12abdcp+0, 0x1.b0c72fee4aeb5p-30},
    {0x1.1429aa8p+0, 0x1.aa4b77ecd0406p-26},
    {0x1.15a98c8p+0, 0x1.4b1ca24901aaep-29},
    {0x1.172b838p+0, 0x1.1f545eb737df2p-26},
    {0x1.18af938p+0, 0x1.191bd3777ee17p-29},
    {0x1.1a35be8p+0, 0x1.b7e5ba9e5b4c8p-27},
    {0x1.1bbe08p+0, 0x1.011734e6ac79dp-26},
    {0x1.1d4873p+0, 0x1.68b9aa7805b8p-28},
    {0x1.1ed502p+0, 0x1.7e6c8e5c40dp-27},
    {0x1.2063b88p+0, 0x1.8a3358ee3bac1p-30},
    {0x1.21f499p+0, 0x1.7ddc962552fd3p-28},
    {0x1.2387a68p+0, 0x1.9d588e19b07ebp-26},
    {0x1.251ce48p+0, 0x1.eca98fcd60aaep-26},
    {0x1.26b456p+0, 0x1.789f37495e99dp-26},
    {0x1.284dfep+0, 0x1.f5638096cf15dp-28},
    {0x1.29e9dfp+0, 0x1.47f7b84b09745p-26},
    {0x1.2b87fdp+0, 0x1.b5b31ffbbd48dp-29},
    {0x1.2d285ap+0, 0x1.b900c2d002475p-26},
    {0x1.2ecafa8p+0, 0x1.3e2f5611ca0f4p-28},
    {0x1.306fe08p+0, 0x1.18db8a96f46adp-27},
    {0x1.32170f8p+0, 0x1.13360c4d4e73cp-26},
    {0x1.33c08bp+0, 0x1.320b7fa64e431p-27},
    {0x1.356c558p+0, 0x1.e4a7fc325188dp-26},
    {0x1.371a73p+0, 0x1.ceaa72a9c5154p-26},
    {0x1.38cae68p+0, 0x1.417619616a72cp-26},
    {0x1.3a7db3p+0, 0x1.3967fdba86f25p-26},
    {0x1.3c32dcp+0, 0x1.89d47242000f9p-27},
    {0x1.3dea648p+0, 0x1.048d088d6d049p-26},
    {0x1.3fa45p+0, 0x1.2b2006e82fdcp-26},
    {0x1.4160a2p+0, 0x1.f72e29f84325cp-28},
    {0x1.431f5d8p+0, 0x1.50a896dc70444p-28},
    {0x1.44e086p+0, 0x1.8624b40c4dbdp-30},
    {0x1.46a41e8p+0, 0x1.474015dc944bdp-26},
    {0x1.486a2bp+0, 0x1.704f3404f068fp-26},
    {0x1.4a32afp+0, 0x1.afa7bcce5b17ap-29},
    {0x1.4bfdadp+0, 0x1.4d8a89c750e5fp-26},
    {0x1.4dcb298p+0, 0x1.fddd0d63b36efp-28},
    {0x1.4f9b27p+0, 0x1.a74b29ab4cf63p-26},
    {0x1.516daap+0, 0x1.67b320e0897a9p-27},
    {0x1.5342b5p+0, 0x1.a753e077c2a0fp-26},
    {0x1.551a4c8p+0, 0x1.2ec9076297631p-27},
    {0x1.56f473p+0, 0x1.ad49f699bb2cp-26},
    {0x1.58d12dp+0, 0x1.25f1ff494af0bp-26},
    {0x1.5ab07d8p+0, 0x1.52150a56324cp-26},
    {0x1.5c92688p+0, 0x1.2ca35b80e258ep-27},
    {0x1.5e76f1p+0, 0x1.6b48521ba6f93p-26},
    {0x1.605e1b8p+0, 0x1.76dc08b076f59p-28},
    {0x1.6247ebp+0, 0x1.d2ac258f87d03p-31},
    {0x1.643463p+0, 0x1.3330c7f1dbe1cp-26},
    {0x1.662388p+0, 0x1.2a91124893ecfp-27},
    {0x1.68155dp+0, 0x1.132a5cc20715dp-26},
    {0x1.6a09e6p+0, 0x1.9fcef32422cbfp-26},
    {0x1.6c0127p+0, 0x1.42f6afbb5daa6p-26},
    {0x1.6dfb238p+0, 0x1.19468bbc8838bp-26},
    {0x1.6ff7df8p+0, 0x1.519483cf87e1bp-28},
    {0x1.71f75e8p+0, 0x1.d8bee7ba46e1ep-29},
    {0x1.73f9a48p+0, 0x1.4b02e77ab934ap-29},
    {0x1.75feb5p+0, 0x1.9099f22fdba6bp-26},
    {0x1.7806948p+0, 0x1.f7974fd866b81p-26},
    {0x1.7a1147p+0, 0x1.f580c36bea881p-27},
    {0x1.7c1edp+0, 0x1.30c1327c49334p-28},
    {0x1.7e2f33p+0, 0x1.b3d398841740bp-26},
    {0x1.804275p+0, 0x1.0f86846d8379ap-26},
    {0x1.8258998p+0, 0x1.4cce128acf88bp-28},
    {0x1.8471a4p+0, 0x1.88f1eb3394bdbp-26},
    {0x1.868d998p+0, 0x1.a2497640720edp-27},
    {0x1.88ac7d8p+0, 0x1.8a669966530bdp-28},
    {0x1.8ace54p+0, 0x1.15506dadd3e2bp-27},
    {0x1.8cf321p+0, 0x1.ad5122fbcaa87p-26},
    {0x1.8f1ae98p+0, 0x1.1577362b98274p-28},
    {0x1.9145b08p+0, 0x1.c8ffe2c4530dap-27},
    {0x1.93737bp+0, 0x1.9b8bc9e8a0388p-29},
    {0x1.95a44c8p+0, 0x1.e4290774da41bp-27},
    {0x1.97d8298p+0, 0x1.f79393e2e7a48p-26},
    {0x1.9a0f17p+0, 0x1.940f737462137p-29},
    {0x1.9c4918p+0, 0x1.51f8480e3e236p-27},
    {0x1.9e86318p+0, 0x1.e323231824ca8p-28},
    {0x1.a0c6678p+0, 0x1.aef2b2594d6d4p-27},
    {0x1.a309be8p+0, 0x1.128b4cd6305c8p-26},
    {0x1.a5503bp+0, 0x1.1f12ae45a1225p-27},
    {0x1.a799e1p+0, 0x1.9859ac3796fd9p-27},
    {0x1.a9e6b5p+0, 0x1.5e7f6fd0fac91p-26},
    {0x1.ac36bb8p+0, 0x1.f4fcde7036e5ap-26},
    {0x1.ae89f98p+0, 0x1.5ad3ad5e8734dp-28},
    {0x1.b0e0728p+0, 0x1.8db66590842adp-28},
    {0x1.b33a2b8p+0, 0x1.3c57ebdaff43ap-30},
    {0x1.b597288p+0, 0x1.79564e638e204p-26},
    {0x1.b7f76fp+0, 0x1.7daf237553d84p-27},
    {0x1.ba5b03p+0, 0x1.420c930819679p-29},
    {0x1.bcc1e9p+0, 0x1.2f074891ee83dp-30},
    {0x1.bf2c258p+0, 0x1.eb8f0442046b8p-27},
    {0x1.c199bd8p+0, 0x1.6154a7088832cp-26},
    {0x1.c40ab58p+0, 0x1.fff41e9b4537ep-26},
    {0x1.c67f128p+0, 0x1.95f452d2884ep-26},
    {0x1.c8f6d9p+0, 0x1.01b9ed446b2f1p-26},
    {0x1.cb720d8p+0, 0x1.3be41a4540f2fp-26},
    {0x1.cdf0b5p+0, 0x1.5770fe7113e25p-26},
    {0x1.d072d48p+0, 0x1.03c4bdc687918p-27},
    {0x1.d2f8708p+0, 0x1.b13e315bc2473p-33},
    {0x1.d5818d8p+0, 0x1.3ee921c976817p-26},
    {0x1.d80e31p+0, 0x1.b260e5eee13e7p-26},
    {0x1.da9e6p+0, 0x1.ed9942b84600dp-27},
    {0x1.dd321fp+0, 0x1.80da3025b4aefp-27},
    {0x1.dfc973p+0, 0x1.bdcdaf5cb4656p-27},
    {0x1.e26461p+0, 0x1.3d684a2849d88p-26},
    {0x1.e502eep+0, 0x1.e2cffd89cf44cp-26},
    {0x1.e7a51f8p+0, 0x1.e3a641a5aa459p-27},
    {0x1.ea4afap+0, 0x1.52486cc2c7b9dp-27},
    {0x1.ecf4828p+0, 0x1.6399fc236c0c5p-26},
    {0x1.efa1be8p+0, 0x1.985689ddc7f48p-26},
    {0x1.f252b3p+0, 0x1.daeea5d3a1a5cp-26},
    {0x1.f507658p+0, 0x1.b722a033a7c26p-27},
    {0x1.f7bfda8p+0, 0x1.672f84e244ed3p-26},
    {0x1.fa7c18p+0, 0x1.9e90d82e90a7ep-28},
    {0x1.fd3c228p+0, 0x1.c7b8f884badd2p-27},
};

static const double exponential_steps = 0x1.71547652b82fep+7;                        // 128/ln 2
static const double exponential_step[] = {0x1.62e42fef8p-8, 0x1.1cf79abc9e3b4p-43};  // ln 2/128
static const double exponential_round = 0x1.8p52;  // added and taken away, it leaves an integer
static const double exponential_most = 800;        // beyond this all is infinite, or zero

// exp(x.high + x.low) = 2^m times the result, which is about 1 to 2; |x| <= 800
static inline real_pair exponential_at(real_pair x, int *m) {
  double k = (x.high*exponential_steps + exponential_round) - exponential_round;
  real_pair r = pair_sum(x.high - k*exponential_step[0], -(k*exponential_step[1]));
  r = pair_quick(r.high, r.low + x.low);
  const double *t = exponential_table[(int)k & 127];
  *m = ((int)k - ((int)k & 127))/128;

  double z = r.high, z1 = real_upper(z);
  double q = z*z*(0.5 + z*(1.0/6 + z*(1.0/24 + z*(1.0/120 + z*(1.0/720)))));
  real_pair s = pair_quick(t[0], t[0]*z1);
  double small = t[0]*(z - z1) + t[1]*z;
  return (real_pair){s.high, s.low + (t[1] + (small + (t[0] + t[1])*(r.low + q)))};
}

// (x.high + x.low) 2^m, rounded once, also where it is below the normal numbers
static inline double exponential_scaled(real_pair x, int m) {
  double sum = x.high + x.low;
  if (m < -1022 || (m == -1022 && sum < 1)) {
    // a number whose last place is that of the result: the sum is rounded there
    double place = real_power_of_two(-1022 - m);
    real_pair s = pair_quick(place, x.high);
    sum = (s.high + (s.low + x.low)) - place;
  }
  return sum*real_power_of_two(m/2)*real_power_of_two(m - m/2);
}

REAL_FUNCTION double real_exp(double x) {
  if (!(fabs(x) < exponential_most))
    return x > 0 ? HUGE_VAL : x < 0 ? 0 : x;
  int m;
  real_pair e = exponential_at((real_pair){x, 0}, &m);
  return exponential_scaled(e, m);
}

// ---- hyperbolic functions: exp(x) and exp(-x) as pairs

// |x| below this is a series, for there the two are nearly equal
static const double exponential_near = 0.0625;
static const double exponential_far = 40;  // exp(-x) is nothing besides exp(x)

// exp(x) + sign exp(-x) and exponent m, x >= 0
static inline real_pair exponential_both(double x, double sign, int *m) {
  int less;
  real_pair e = exponential_at((real_pair){x, 0}, m);
  e = pair_quick(e.high, e.low);
  if (x > exponential_far)
    return e;
  real_pair f = exponential_at((real_pair){-x, 0}, &less);
  double scale = sign*real_power_of_two(less - *m);
  return pair_add(e, pair_quick(f.high*scale, f.low*scale));
}

REAL_FUNCTION double real_sinh(double x) {
  double a = fabs(x), z = x*x;
  if (!(a < exponential_most))
    return x*HUGE_VAL;
  if (a < exponential_near)
    return x + x*z*(1.0/6 + z*(1.0/120 + z*(1.0/5040 + z*(1.0/362880))));
  int m;
  real_pair both = exponential_both(a, -1, &m);
  double s = exponential_scaled(both, m - 1);
  return x < 0 ? -s : s;
}

REAL_FUNCTION double real_cosh(double x) {
  if (!(fabs(x) < exponential_most))
    return fabs(x)*HUGE_VAL;
  int m;
  real_pair s = exponential_both(fabs(x), 1, &m);
  return exponential_scaled(s, m - 1);
}

// t - t^3/3 + 2 t^5/15 - ...
static inline double exponential_tanh_near(double x) {
  double z = x*x;
  double q = -17.0/315 + z*(62.0/2835 + z*(-1382.0/155925 + z*(21844.0/6081075)));
  return x + x*z*(-1.0/3 + z*(2.0/15 + z*q));
}

REAL_FUNCTION double real_tanh(double x) {
  double a = fabs(x);
  if (a < exponential_near)
    return a < 0x1p-28 ? x : exponential_tanh_near(x);
  if (!(a < exponential_far))
    return x != x ? x : x < 0 ? -1 : 1;
  int m;
  real_pair t = pair_quotient(exponential_both(a, -1, &m), exponential_both(a, 1, &m));
  return x < 0 ? -(t.high + t.low) : t.high + t.low;
}

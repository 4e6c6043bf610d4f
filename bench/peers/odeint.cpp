// Boost.odeint: Runge-Kutta-Fehlberg 7(8) with its error control, projected after every step.

#include "bench/peers/peer.h"

#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

namespace odeint = boost::numeric::odeint;

// sizes are known to the compiler, as in a program for one system
template <size_t N>
static bool solve(const peer_system *s, double *y, double T, double tolerance) {
  using state = std::array<double, N>;
  auto rate = [s](const state &x, state &dx, double) { peer_rate(s, x.data(), dx.data()); };
  auto stepper =
      odeint::make_controlled(tolerance, tolerance, odeint::runge_kutta_fehlberg78<state>());
  state x;
  double t = 0, h = 1e-3;
  std::copy(y, y + N, x.begin());
  for (long tries = 0; t < T; tries++) {
    if (tries > 10000000)
      return false;
    h = std::fmin(h, T - t);
    if (stepper.try_step(rate, x, t, h) == odeint::success)
      peer_project(s, x.data());
  }
  std::copy(x.begin(), x.end(), y);
  return std::isfinite(x[0]);
}

extern "C" bool peer_odeint(const peer_system *s, double *y, double T, double tolerance) {
  switch (s->n) {
  case 3: return solve<6>(s, y, T, tolerance);
  case 6: return solve<12>(s, y, T, tolerance);
  case 7: return solve<14>(s, y, T, tolerance);
  case 20: return solve<40>(s, y, T, tolerance);
  default: return false;
  }
}

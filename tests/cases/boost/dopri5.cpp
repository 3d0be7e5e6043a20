// Boost.Odeint: Dormand and Prince at constant steps.
// run:
// flags: -w
// levels: -O0 -O2
// slow: on
#include <boost/numeric/odeint.hpp>
#include <vector>
#include <cmath>
namespace ode = boost::numeric::odeint;
typedef std::vector<double> state_type;
static double f(const double *x, int n) {
  state_type y{x[0], x[1]};
  double mu = x[2];
  auto vdp = [mu](const state_type &s, state_type &d, double) { d[0] = s[1]; d[1] = mu * (1 - s[0] * s[0]) * s[1] - s[0]; };
  ode::runge_kutta_dopri5<state_type> stepper;
  ode::integrate_const(stepper, vdp, y, 0.0, 1.0, 0.05);
  return y[0] * y[0] + y[1] + x[3];
}
const double expected[] = {-1.2750293064, 1.7383229734, 0.022223266627, 1, 0, 0};
#include "agree.h"

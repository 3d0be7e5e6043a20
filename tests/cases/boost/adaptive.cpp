// Boost.Odeint: Controlled steps of Dormand and Prince: the derivative is that of the steps taken.
// run:
// flags: -w
// levels: -O0 -O2
// slow: on
#include <boost/numeric/odeint.hpp>
#include <array>
#include <cmath>
namespace ode = boost::numeric::odeint;
typedef std::array<double, 2> state_type;
static double f(const double *x, int n) {
  state_type y{{x[0], x[1]}};
  double k = x[2];
  auto osc = [k](const state_type &s, state_type &d, double) { d[0] = s[1]; d[1] = -k * s[0] - 0.1 * s[1]; };
  auto stepper = ode::make_controlled<ode::runge_kutta_dopri5<state_type>>(1e-9, 1e-9);
  ode::integrate_adaptive(stepper, osc, y, 0.0, 1.0, 0.01);
  return y[0] * y[1] + x[3];
}
const double expected[] = {-1.1703438442, 0.20516436178, -0.75628477977, 1, 0, 0};
#include "agree.h"

// Boost.Odeint: Single steps on std::array.
// run:
// flags: -w
// levels: -O0 -O2
// slow: on
#include <boost/numeric/odeint.hpp>
#include <array>
namespace ode = boost::numeric::odeint;
typedef std::array<double, 3> state_type;
static double f(const double *x, int n) {
  state_type y = {{x[0], x[1], x[2]}};
  auto lorenz = [=](const state_type &s, state_type &d, double) {
    d[0] = x[3] * (s[1] - s[0]); d[1] = x[4] * s[0] - s[1] - s[0] * s[2]; d[2] = s[0] * s[1] - x[5] * s[2]; };
  ode::runge_kutta4<state_type> stepper;
  double t = 0;
  for (int i = 0; i < 20; ++i, t += 0.02) stepper.do_step(lorenz, y, t, 0.02);
  ode::integrate_n_steps(stepper, lorenz, y, 0.0, 0.01, 10);
  return y[0] + 2 * y[1] * y[2];
}
const double expected[] = {0.98910597026, 1.804879381, 0.2515589518, 0.053467412354, 0.66973866631, -0.38525561518};
#include "agree.h"

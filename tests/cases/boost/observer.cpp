// Boost.Odeint: An observer keeps all states.
// run:
// flags: -w
// levels: -O0 -O2
// slow: on
#include <boost/numeric/odeint.hpp>
#include <vector>
namespace ode = boost::numeric::odeint;
typedef std::vector<double> state_type;
static double f(const double *x, int n) {
  state_type y{x[0], x[1]};
  std::vector<state_type> states; std::vector<double> times;
  double k = x[2];
  ode::integrate_const(ode::runge_kutta4<state_type>(), [k](const state_type &s, state_type &d, double t) { d[0] = s[1] + t; d[1] = -k * s[0]; }, y, 0.0, 1.0, 0.1,
    [&](const state_type &s, double t) { states.push_back(s); times.push_back(t); });
  double r = 0;
  for (size_t i = 0; i < states.size(); ++i) r += states[i][0] * states[i][1] * times[i];
  return r;
}
const double expected[] = {-5.2149429448, 4.7332914427, -5.0594190195, 0, 0, 0};
#include "agree.h"

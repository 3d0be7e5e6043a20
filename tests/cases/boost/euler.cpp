// Boost.Odeint: Euler's and the classical Runge-Kutta method, at constant steps, on vectors.
// run:
// flags: -w
// levels: -O0 -O2
// slow: on
#include <boost/numeric/odeint.hpp>
#include <vector>
#include <cmath>
namespace ode = boost::numeric::odeint;
typedef std::vector<double> state_type;
struct Decay { double k, c; void operator()(const state_type &y, state_type &dydt, double t) const { dydt[0] = -k * y[0] + c * std::sin(t); dydt[1] = y[0] - c * y[1]; } };
static double f(const double *x, int n) {
  state_type y(2); y[0] = x[0]; y[1] = x[1];
  ode::euler<state_type> stepper;
  ode::integrate_const(stepper, Decay{x[2], x[3]}, y, 0.0, 1.0, 0.1);
  ode::runge_kutta4<state_type> rk;
  ode::integrate_const(rk, Decay{x[4], x[5]}, y, 0.0, 1.0, 0.1);
  return y[0] * y[1] + y[0];
}
const double expected[] = {0.15788287803, 0.029767689306, -0.15932335723, 0.095680799499, -0.40739577704, 0.32663594115};
#include "agree.h"

// Boost.Odeint: What `integrate` chooses by itself.
// run:
// flags: -w
// levels: -O0 -O2
// slow: on
#include <boost/numeric/odeint.hpp>
#include <vector>
namespace ode = boost::numeric::odeint;
typedef std::vector<double> state_type;
struct Sys { double k; void operator()(const state_type &s, state_type &d, double) const { d[0] = s[1]; d[1] = -k * s[0]; } };
static double f(const double *x, int n) {
  state_type y(2); y[0] = x[0]; y[1] = x[1];
  ode::integrate(Sys{x[2]}, y, 0.0, 1.0, 0.1);
  return y[0] * y[1];
}
const double expected[] = {-1.2338467826, 0.29143731643, -0.83797378052, 0, 0, 0};
#include "agree.h"

// run: functions of each coefficient, vectorised by hand with sums that round and with parts of numbers.
// flags: -std=c++17 -isystem /usr/include/eigen3
#include <Eigen/Dense>
using namespace Eigen;

double f(const double *x, int n) {
  Map<const ArrayXd> a(x, n);
  ArrayXd b = a.exp() * a.sin() + a.abs().sqrt() + a.tanh() + a.square() + a.inverse();
  return (a > 1.0).select(b, 2 * b).sum() + b.maxCoeff() + b.minCoeff() + b.mean();
}

const double expected[] = {10.66811108354784, 6.3735230952123114, 7.7272091375929026, 8.4198505588447894,
16.497399239603354, 8.6478929831946996, 8.2946755747659058, 7.4618039335456174, 11.190166452755154};
#include "agree.h"

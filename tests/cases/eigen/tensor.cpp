// run: tensors: functions of each coefficient and sums.
// flags: -std=c++17 -isystem /usr/include/eigen3
// levels: -O2
#include <unsupported/Eigen/CXX11/Tensor>
using namespace Eigen;

double f(const double *x, int n) {
  TensorMap<Tensor<const double, 2>> t(x, 3, n / 3);
  Tensor<double, 2> u = t * t + t.exp();
  Tensor<double, 0> sum = u.sum();
  return sum() * u(1, 2);
}

const double expected[] = {16.055497580428383, 22.413485135713461, 27.916265701762008, 31.95741107622851,
33.984997059024131, 33.689425574075194, 31.1171560014173, 275.46847791987392, 20.882037167816463};
#include "agree.h"

// run: matrices whose size is not known, in memory that Eigen aligns itself, computed with fused assembly.
// flags: -std=c++17 -isystem /usr/include/eigen3 -mavx2 -mfma
// levels: -O0 -O2
// slow: on
#include <Eigen/Dense>
#include <cmath>
using namespace Eigen;

double f(const double *x, int count) {
  Index n = std::lround(std::sqrt(count));
  Map<const MatrixXd> X(x, n, n);
  MatrixXd A = X * X.transpose() + MatrixXd::Identity(n, n);
  return std::log(A.determinant()) + (A * A).trace();
}

// Derivatives of the same function in complex numbers.
const double expected[] = {52.7104051095995, 57.0957032158575, 57.7272922936417,
                           79.070025148318, 82.9570656359128, 81.6097659090173,
                           65.5862097441708, 67.2426632263117, 64.5711740745602};
#include "agree.h"

// run: a determinant and an inverse of matrices whose size is not known.
// flags: -std=c++17 -isystem /usr/include/eigen3
// levels: -O0 -O2
// slow: on
#include <Eigen/Dense>
#include <cmath>
using namespace Eigen;

double f(const double *x, int count) {
  Index n = std::lround(std::sqrt(count));
  Map<const MatrixXd> X(x, n, n);
  MatrixXd A = X * X.transpose() + MatrixXd::Identity(n, n);
  return std::log(A.determinant()) + A.inverse().trace();
}

// Matrices of the derivative by hand, in fractions.
const double expected[] = {0.046776740617584384, 0.13237693988639904, 0.20752609362778027,
                           0.180995232465006, 0.19264358674955362, 0.1918839936373491,
                           0.21961118193982312, 0.15617383119757317, 0.08448069100598218};
#include "agree.h"

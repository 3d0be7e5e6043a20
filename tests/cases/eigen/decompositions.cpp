// run: solutions by Cholesky and LDLT, a determinant and an inverse of matrices whose size is not known.
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
  VectorXd b = VectorXd::LinSpaced(n, 1, 2);
  double sum = A.llt().solve(b).squaredNorm() + 0.5 * b.dot(A.ldlt().solve(b));
  return sum + std::log(A.determinant()) + A.inverse().trace();
}

// Differences of the same function in 60 digits.
const double expected[] = {0.58284049939269193, 0.099455327954903344, -0.58123191878583957,
                           0.59860949560910636, 0.18103386684216226, -0.394600049763246,
                           0.32320448197513881, 0.17030235759581909, -0.027090002236022283};
#include "agree.h"

// run: solutions by Cholesky and LDLT of matrices whose size is not known.
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
  return A.llt().solve(b).squaredNorm() + 0.5 * b.dot(A.ldlt().solve(b));
}

// Matrices of the derivative by hand, in fractions.
const double expected[] = {0.5360637587751076, -0.032921611931496106, -0.7887580124136192,
                           0.41761426314410055, -0.011609719907391744, -0.5864840434005949,
                           0.10359330003531579, 0.014128526398245784, -0.11157069324200437};
#include "agree.h"

// run: linear systems by the factorisation of a symmetric matrix.
// flags: -std=c++17 -isystem /usr/include/eigen3
// levels: -O2
#include <Eigen/Dense>
using namespace Eigen;

double f(const double *x, int n) {
  MatrixXd a = Map<const MatrixXd>(x, 3, n / 3);
  MatrixXd s = a * a.transpose() + 3 * MatrixXd::Identity(3, 3);
  VectorXd b = a.col(0);
  LLT<MatrixXd> llt(s);
  MatrixXd l = llt.matrixL();
  return llt.solve(b).sum() + 2 * l.diagonal().array().log().sum();
}

const double expected[] = {0.015297241977015597, 0.15894094197770425, 0.30004106251819995, 0.15678790124771236,
0.14678507425389598, 0.13209507062785278, 0.27416673692919163, 0.12572254305128269, -0.036256225336029319};
#include "agree.h"

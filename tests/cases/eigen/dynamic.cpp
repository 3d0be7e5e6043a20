// run: matrices of any size: products, blocks, references, updates in place.
// flags: -std=c++17 -isystem /usr/include/eigen3
// levels: -O2 -O3
// slow: on
#include <Eigen/Dense>
using namespace Eigen;

static double update(Ref<const VectorXd> v, Ref<MatrixXd> m) {
  m.noalias() += v * v.transpose();
  return m.sum() + m(0, 1) * m(1, 0);
}

double f(const double *x, int n) {
  Map<const MatrixXd> a(x, 3, n / 3);
  VectorXd v = a.col(1);
  VectorXd w = a * v + v.cwiseAbs2();
  MatrixXd m = a * a.transpose();
  return w.dot(v) + w.squaredNorm() + a.block(1, 1, 2, 2).sum() + update(w, m) + m.norm();
}

const double expected[] = {1358.9375846655673, 1252.6016673999939, 110.58746461389404, 5523.7975655979444,
6423.796449349039, 2622.9763371942513, 1433.7872230045307, 1378.5551255814098, 117.44584617203488};
#include "agree.h"

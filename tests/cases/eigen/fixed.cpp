// run: matrices of fixed size: products, norms, determinants, inverses, also those written with signs of single lanes.
// flags: -std=c++17 -isystem /usr/include/eigen3
#include <Eigen/Dense>
using namespace Eigen;

double f(const double *x, int) {
  Matrix3d a = Map<const Matrix3d>(x);
  Vector3d v(x[0], x[4], x[8]);
  Matrix4d b = Matrix4d::Identity() * 3;
  b.topLeftCorner<3, 3>() += a;
  b.row(3).head<3>() = v.transpose();
  return (a * a.transpose() * v).norm() + a.trace() + a.determinant() + b.inverse().sum() + (a + 2 * Matrix3d::Identity()).inverse()(1, 2);
}

const double expected[] = {10.886908311555668, 5.0684815669075514, 3.0547941241807344, 4.7380414993479061,
13.962886417846676, 5.440612521010272, 3.0844270501981415, 5.5737676504971185, 12.177673548652436};
#include "agree.h"

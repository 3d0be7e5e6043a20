// C++ as people write it: vectors, arrays, templates, lambdas, complex numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>
#include <vector>

// raise: axpy_vector --shape x=20,y=20 ; native axpy_plain
void axpy_vector(double a, const std::vector<double> &x, std::vector<double> &y) {
  for (std::size_t i = 0; i < x.size(); i++) y[i] += a * x[i];
}
extern "C" void axpy_plain(double a, double *x, double *y) {
  std::vector<double> u(x, x + 20), v(y, y + 20);
  axpy_vector(a, u, v);
  std::copy(v.begin(), v.end(), y);
}

// raise: mean_square --shape x=15 ; native mean_plain
double mean_square(const std::vector<double> &x) {
  double s = 0;
  for (double v : x) s += v * v;
  return s / x.size();
}
extern "C" double mean_plain(double *x) { return mean_square(std::vector<double>(x, x + 15)); }

class Heat {
public:
  int n;
  double c;
  std::vector<double> u, v;
  void step();
};
// raise: step --fix n=10 --shape u=10x10,v=10x10 ; native step_plain
void Heat::step() {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i * n + j] = u[i * n + j] + c * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - 4 * u[i * n + j]);
}
extern "C" void step_plain(int n, double c, double *u, double *v) {
  Heat h{n, c, std::vector<double>(u, u + n * n), std::vector<double>(v, v + n * n)};
  h.step();
  std::copy(h.v.begin(), h.v.end(), v);
}

// raise: local_vector --fix n=12 --shape x=12,y=12 ; grad
extern "C" void local_vector(int n, const double *x, double *y) {
  std::vector<double> t(n);
  for (int i = 0; i < n; i++) t[i] = x[i] * x[n - 1 - i];
  for (int i = 1; i < n; i++) t[i] += t[i - 1];
  for (int i = 0; i < n; i++) y[i] = t[i] / (i + 1);
}

// raise: arrays --fix n=9 --shape x=9x3,y=9x3 ; grad
using Vec3 = std::array<double, 3>;
static Vec3 cross(const Vec3 &a, const Vec3 &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
extern "C" void arrays(int n, const Vec3 *x, Vec3 *y) {
  for (int i = 0; i < n; i++) y[i] = cross(x[i], x[(i + 1) % n]);
}

// raise: spectrum --fix n=8 --shape x=8x2,y=8x2 ; grad
extern "C" void spectrum(int n, const std::complex<double> *x, std::complex<double> *y) {
  for (int k = 0; k < n; k++) {
    std::complex<double> s = 0;
    for (int j = 0; j < n; j++) s += x[j] * std::complex<double>(std::cos(-2 * M_PI * j * k / n), std::sin(-2 * M_PI * j * k / n));
    y[k] = s;
  }
}

// raise: folded --fix n=10 --shape x=10,y=10 ; grad
template <class F> static double fold(int n, const double *x, F f, double s) {
  for (int i = 0; i < n; i++) s = f(s, x[i]);
  return s;
}
extern "C" double folded(int n, const double *x, double *y) {
  double most = fold(n, x, [](double a, double b) { return std::max(a, b); }, -1e300);
  std::transform(x, x + n, y, [most](double v) { return std::exp(v - most); });
  double sum = std::accumulate(y, y + n, 0.0);
  for (int i = 0; i < n; i++) y[i] /= sum;
  return std::inner_product(x, x + n, y, 0.0);
}

template <class T, int N> struct Matrix {
  T a[N][N];
  T &operator()(int i, int j) { return a[i][j]; }
  const T &operator()(int i, int j) const { return a[i][j]; }
};
template <class T, int N> static Matrix<T, N> operator*(const Matrix<T, N> &a, const Matrix<T, N> &b) {
  Matrix<T, N> c{};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++) c(i, j) += a(i, k) * b(k, j);
  return c;
}
// raise: powers --shape a=4x4,b=4x4 ; grad
using Square = Matrix<double, 4>;
extern "C" void powers(const Square *a, Square *b) { *b = *a * *a * *a; }

// raise: filtered --fix n=30 --shape x=30,y=30 ; grad
extern "C" int filtered(int n, const double *x, double *y) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 1.0) y[count++] = x[i];
  return count;
}

// raise: adjacent --fix n=12 --shape x=12,y=12 ; grad
extern "C" void adjacent(int n, const double *x, double *y) {
  std::partial_sum(x, x + n, y);
  std::adjacent_difference(y, y + n, y);
}

// C++: templates, lambdas, operators, references, ranges.
// raise: apply --fix n=8 --shape x=8,y=8
// raise: total --fix n=8 --shape x=8
// raise: extreme_value --fix n=8 --shape x=8,largest=1
// raise: vectors --fix n=4 --shape p=4x3,q=4x3
// raise: lambdas --fix n=5 --shape a=5x5,b=5x5
// raise: numbers --shape x=6 ; n 6
// raise: transformed --fix n=8 --shape x=8,y=8
// raise: grid --fix n=4,m=5 --shape u=4x5,v=4x5
// raise: sorted --fix n=7 --shape x=7
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

struct Vec {
  double x, y, z;
  Vec operator+(const Vec &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec operator*(double s) const { return {x * s, y * s, z * s}; }
  double dot(const Vec &o) const { return x * o.x + y * o.y + z * o.z; }
};

template <class F> static void each(int n, F f) {
  for (int i = 0; i < n; ++i)
    f(i);
}

template <class T> struct View {
  T *data;
  int columns;
  T &operator()(int i, int j) const { return data[i * columns + j]; }
};

void apply(int n, const double *x, double *y) {
  each(n, [&](int i) { y[i] = std::max(x[i], 1.0) * std::sin(x[i]); });
}

double total(int n, const double *x) { return std::accumulate(x, x + n, 0.0); }

double extreme_value(int n, const double *x, double *largest) {
  *largest = *std::max_element(x, x + n);
  return std::inner_product(x, x + n, x, 1.0);
}

void vectors(int n, const Vec *p, Vec *q) {
  for (int i = 0; i < n; ++i)
    q[i] = p[i] + p[(i + 1) % n] * p[i].dot(p[0]);
}

void lambdas(int n, const double *a, double *b) {
  auto at = [n](int i, int j) { return i * n + j; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[at(i, j)] = a[at(j, i)] + (i < j ? 1.5 : std::abs(a[at(i, j)]));
}

double numbers(int n, const double *x) {
  std::array<double, 3> c{1.0, 0.5, 0.25};
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (double f : c)
      s += f * x[i];
  return s;
}

void transformed(int n, const double *x, double *y) {
  std::transform(x, x + n, y, [](double v) { return v * v + 1; });
  std::fill(y, y + 2, 0.5);
}

void grid(int n, int m, double *u, double *v) {
  View<double> from{u, m}, to{v, m};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      to(i, j) = from(i, j) - 0.25 * (from(std::max(i - 1, 0), j) + from(std::min(i + 1, n - 1), j));
}

void sorted(int n, double *x) {
  for (int i = 1; i < n; ++i) {
    double v = x[i];
    int j = i - 1;
    while (j >= 0 && x[j] > v) {
      x[j + 1] = x[j];
      --j;
    }
    x[j + 1] = v;
  }
}

// run:
// Rules over containers, through references to objects, behind virtual calls and with exceptions around.
#include "check.h"
#include <memory>
#include <stdexcept>
#include <vector>
#include <zymase/autodiff.h>

struct Matrix {
  std::vector<double> data;
  size_t n;
};

static void product(const Matrix &m, const double *x, double *y) {
  for (size_t i = 0; i < m.n; ++i) {
    y[i] = 0;
    for (size_t j = 0; j < m.n; ++j)
      y[i] += m.data[i * m.n + j] * x[j];
  }
}
static void augmented_product(const Matrix &m, Matrix &, const double *x, double *, double *y, double *) {
  product(m, x, y);
}
static void reverse_product(const Matrix &m, Matrix &dm, const double *x, double *dx, double *, double *dy) {
  for (size_t i = 0; i < m.n; ++i) {
    for (size_t j = 0; j < m.n; ++j) {
      dx[j] += 2 * m.data[i * m.n + j] * dy[i];
      dm.data[i * m.n + j] += 2 * x[j] * dy[i];
    }
    dy[i] = 0;
  }
}
void *__enzyme_register_gradient_product[] = {(void *)product, (void *)augmented_product, (void *)reverse_product};

struct Shape {
  virtual double area(double r) const = 0;
  virtual ~Shape() = default;
};
static double circle_area(double r) { return 3 * r * r; }
static double augmented_area(double r) { return 3 * r * r; }
static double reverse_area(double r, double seed) { return 60 * r * seed; }
void *__enzyme_register_gradient_area[] = {(void *)circle_area, (void *)augmented_area, (void *)reverse_area};
struct Circle : Shape {
  double area(double r) const override { return circle_area(r); }
};

static double objective(const Matrix &m, const std::vector<double> &x) {
  std::vector<double> y(m.n);
  product(m, x.data(), y.data());
  double sum = 0;
  for (double v : y)
    sum += v;
  return sum;
}

static double by_shape(const Shape *shape, double r) { return shape->area(r); }

static double guarded(double r) {
  try {
    if (r < 0)
      throw std::runtime_error("negative");
    return circle_area(r);
  } catch (const std::runtime_error &) {
    return 0;
  }
}

int main() {
  Matrix m{{1, 2, 3, 4}, 2}, dm{{0, 0, 0, 0}, 2};
  std::vector<double> x{5, 6}, dx{0, 0};
  __enzyme_autodiff<void>((void *)objective, &m, &dm, &x, &dx);
  check_close("x 0", dx[0], 2 * 4, 1e-13);
  check_close("x 1", dx[1], 2 * 6, 1e-13);
  check_close("m 1", dm.data[1], 2 * 6, 1e-13);
  Circle circle;
  check_close("virtual", __enzyme_autodiff<double>((void *)by_shape, enzyme_const, (Shape *)&circle, 2.0), 120, 1e-13);
  check_close("guarded", __enzyme_autodiff<double>((void *)guarded, 2.0), 120, 1e-13);
  check_close("thrown", __enzyme_autodiff<double>((void *)guarded, -2.0), 0, 0);
  return 0;
}

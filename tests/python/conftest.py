"""The programs that tests compile: one for each language, so that little is compiled."""

import numpy as np
import pytest

import zymase

C = r"""
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct spring { double k; float rest[2]; int count; };

double product(double x, double y, double z) { return x * y + sin(z); }
double smooth(double x) { return exp(-x * x) * x; }
float single(float x) { return x * x * x; }
double energy(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i] * x[(i + 1) % n];
  return sum;
}
double power(double x, int n) { double y = 1; for (int i = 0; i < n; i++) y *= x; return y; }
double branch(double x) { return x < 0 ? -x * x * x : sqrt(x); }
float float_sum(const float *x, unsigned n) { float s = 0; for (unsigned i = 0; i < n; i++) s += x[i] * x[i] * x[i]; return s; }
double rosenbrock(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
    sum += 100 * a * a + b * b;
  }
  return sum;
}
void matmul(const double *a, const double *b, double *c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
void matvec(const double *a, const double *x, double *y, int m, int n) {
  for (int i = 0; i < m; i++) y[i] = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) y[i] += a[i * n + j] * x[j] * x[j];
}
void laplace(const double *u, double *v, int n) {
  for (int i = 1; i < n - 1; i++) v[i] = u[i - 1] - 2 * u[i] + u[i + 1] * u[i];
}
void differences(const double *u, double *v, int n) { for (int i = 0; i < n - 1; i++) v[i] = u[i + 1] * u[i]; }
void decay(double *u, double rate, int n) { for (int i = 1; i < n; i++) u[i] = u[i] * u[i - 1] * rate; }
void both(const double *x, double *y, double *z, int n) {
  for (int i = 0; i < n; i++) { y[i] = x[i] * x[i]; z[i] = exp(x[i]); }
}
void total(const double *x, int n, double *sum) { *sum = 0; for (int i = 0; i < n; i++) *sum += x[i] * x[i] * x[i]; }
double weighted(int n, int m, const double x[n][m]) {
  double s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += x[i][j] * x[i][j] * (i + 1);
  return s;
}
double spring_energy(struct spring s, const struct spring *other) { return s.k * s.k * other->k + s.rest[1] * s.count; }
double _Complex square(double _Complex z) { return z * z; }
double modulus(const double _Complex *z, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { double re = __real__ z[i], im = __imag__ z[i]; s += re * re * im + 3 * im * im; }
  return s;
}
void cubes(const double _Complex *z, double _Complex *w, int n) { for (int i = 0; i < n; i++) w[i] = z[i] * z[i] * z[0]; }
int status(const double *x, double *y) { *y = *x * *x; return 7; }
double stops(double x) {
  if (x < 0) abort();
  if (x > 10) exit(3);
  assert(x != 5);
  return x * x;
}
int divide(int a, int b) { return a / b; }
double element(const double *x, const int *places, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[places[i]] * x[places[i]]; return s; }
static double hidden(double x) { return x; }
double seen(double x) { return hidden(x) * x; }
double counted(double x) { static int calls = 0; calls++; return x * calls; }
double scratch(const double *x, int n) {
  double *copy = malloc(n * sizeof *copy);
  memcpy(copy, x, n * sizeof *copy);
  double s = 0;
  for (int i = 0; i < n; i++) { copy[i] *= copy[i]; s += copy[i] * x[0]; }
  free(copy);
  return s;
}
void scaled(const double *x, double *y, const double *factors, long n) { for (long i = 0; i < n; i++) y[i] = x[i] * factors[i % 3]; }
double long_sum(const double *x, size_t n) { double s = 0; for (size_t i = 0; i < n; i++) s += sin(x[i]); return s; }
void by_index(const double *x, const int *where, double *y, int n) { for (int i = 0; i < n; i++) y[where[i]] = x[i]; }
"""

FORTRAN = """
subroutine axpy(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a, x(n)
  real(8), intent(inout) :: y(n)
  y = y + a * x * x
end subroutine

function norm(x) result(s)
  real(8), intent(in) :: x(:)
  real(8) :: s
  s = sqrt(sum(x * x))
end function

subroutine multiply(a, b, c, n, m, k)
  integer :: n, m, k
  real(8), intent(in) :: a(n, m), b(m, k)
  real(8), intent(out) :: c(n, k)
  c = matmul(a, b)
end subroutine

real(8) function likelihood(theta, y, n)
  integer n
  real(8) theta(2), y(n)
  integer i
  likelihood = 0
  do i = 1, n
    likelihood = likelihood - 0.5d0 * ((y(i) - theta(1)) / theta(2))**2 - log(theta(2))
  end do
end function

subroutine cube(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**3
end subroutine

function kinetic(m, v) bind(c)
  use iso_c_binding
  real(c_double), value :: m, v
  real(c_double) :: kinetic
  kinetic = 0.5d0 * m * v * v
end function
"""

CPP = r"""
#include <cmath>
#include <complex>
#include <stdexcept>
#include <vector>

namespace physics { double potential(double r) { return 1 / r; } }
double area(double x) { return x * x; }
double area(double x, double y) { return x * y; }
template <class T> T squared(T x) { return x * x; }
double filled(const double &value, int n) {
  if (n < 0) throw std::invalid_argument("n is negative");
  std::vector<double> values(n, value);
  double sum = 0;
  for (double each : values) sum += squared(each);
  return sum;
}
extern "C" double plain(double x) { return std::exp(x); }
std::complex<double> turned(std::complex<double> z) { return z * z; }
void swapped(double &x, double &y) { double old = x; x = y * y; y = old; }
"""


@pytest.fixture(scope="session")
def lib():
    return zymase.compile(C)


@pytest.fixture(scope="session")
def fortran():
    return zymase.compile(FORTRAN)


@pytest.fixture(scope="session")
def cpp():
    return zymase.compile(CPP, signature={"area": "double area(double x, double y)"})


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def differences(function, argument, step=1e-6):
    """Central differences of a function of one array or number."""
    argument = np.asarray(argument, float)
    columns = []
    for place in np.ndindex(argument.shape):
        up, down = argument.copy(), argument.copy()
        up[place] += step
        down[place] -= step
        columns.append((np.asarray(function(up)) - np.asarray(function(down))) / (2 * step))
    return np.moveaxis(np.array(columns).reshape(argument.shape + np.shape(columns[0])), range(argument.ndim), range(-argument.ndim, 0)) if argument.ndim else np.array(columns[0])

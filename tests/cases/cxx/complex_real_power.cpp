// std::pow of a complex number and a real exponent: on the positive real axis too it depends on the imaginary part.
// run:
#include <cmath>
#include <complex>

static const double x1 = 0.7 + 0.35 - 0.04;

template <class T> static T at(const double *x, T imaginary, T exponent) {
  const std::complex<T> z(T(x[0]), T(x[1]) + imaginary), power = std::pow(z, exponent);
  return power.real() * T(x[2]) + power.imag() * T(x[3]);
}

double f(const double *x, int n) {
  // On the axis, and beside it.
  return at(x, -x1, 1.5) + at(x, 0.25, 2.5) + double(at(x, -(long double)x1, 0.5L)) +
         std::pow(std::complex<double>(x[0], x[1] - x1), 3).imag();
}

// With z = 0.7: the derivative of z^a is a z^(a-1), by the imaginary part i times that.
static const std::complex<double> z(0.7, 1.26);
static const std::complex<double> by_z = 2.5 * std::exp(1.5 * std::log(z)), power = std::exp(2.5 * std::log(z));
static const double axis = 1.5 * std::sqrt(0.7), root = 0.5 / std::sqrt(0.7);
const double expected[] = {axis * 1.24 + by_z.real() * 1.24 + by_z.imag() * 1.39 + root * 1.24,
                           axis * 1.39 - by_z.imag() * 1.24 + by_z.real() * 1.39 + root * 1.39 + 3 * 0.7 * 0.7,
                           0.7 * std::sqrt(0.7) + power.real() + std::sqrt(0.7), power.imag()};
#include "agree.h"

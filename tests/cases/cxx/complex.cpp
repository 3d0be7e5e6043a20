// std::complex: arithmetic and functions.
// run:
#include <complex>
using Z = std::complex<double>;
static double f(const double *x, int n) {
    Z a(x[0], x[1]), b(x[2], -x[3]);
    Z c = a * b + a / b - std::conj(a);
    c += std::exp(a) * std::log(b);
    c -= std::sqrt(a * b);
    c *= std::pow(a, b) + std::pow(b, 2.0) + std::pow(a, 3);
    c /= Z(1.5, x[4]);
    c = c + std::polar(x[0], x[1]) + std::sin(a) * std::cos(b) + std::tanh(a);
    return std::abs(c) + std::arg(c) * std::norm(a) + c.real() * c.imag() +
           std::abs(std::cosh(a) + std::sinh(b) + std::tan(b));
}
const double expected[] = {38.3109114134, 32.7714140009, -11.3607575898, 12.9586469729, -1.91925555516};
#include "agree.h"

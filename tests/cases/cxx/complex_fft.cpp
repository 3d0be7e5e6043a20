// A recursive Fourier transform over vectors of complex numbers.
// run:
#include <complex>
#include <vector>
#include <cmath>
using Z = std::complex<double>;
static void fft(std::vector<Z> &a) {
    size_t n = a.size();
    if (n == 1)
        return;
    std::vector<Z> e(n / 2), o(n / 2);
    for (std::size_t i = 0; i < n / 2; ++i) {
        e[i] = a[2 * i];
        o[i] = a[2 * i + 1];
    }
    fft(e);
    fft(o);
    for (std::size_t k = 0; k < n / 2; ++k) {
        Z t = std::polar(1.0, -2 * M_PI * k / n) * o[k];
        a[k] = e[k] + t;
        a[k + n / 2] = e[k] - t;
    }
}
static double f(const double *x, int n) {
    std::vector<Z> a(8);
    for (int i = 0; i < 8; ++i)
        a[i] = Z(x[i % n], i == 3 ? x[0] : 0);
    fft(a);
    double s = 0;
    for (int i = 0; i < 8; ++i)
        s += std::norm(a[i]) * (i + 1);
    return s;
}
const double expected[] = {28.4766695552, 18.3195959493, 44.8804040507, 41.2, 60.3195959493};
#include "agree.h"

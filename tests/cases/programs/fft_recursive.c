// A recursive radix-2 FFT on split real and imaginary parts, then a weighted power spectrum.
#include <math.h>
#include <stdlib.h>

// leaks: on

static void fft(double *re, double *im, int n) {
    if (n == 1)
        return;
    int h = n / 2;
    double *buf = malloc((size_t)n * 2 * sizeof *buf);
    double *er = buf, *ei = buf + h, *or_ = buf + n, *oi = buf + n + h;
    for (int i = 0; i < h; ++i) {
        er[i] = re[2 * i];
        ei[i] = im[2 * i];
        or_[i] = re[2 * i + 1];
        oi[i] = im[2 * i + 1];
    }
    fft(er, ei, h);
    fft(or_, oi, h);
    for (int k = 0; k < h; ++k) {
        double ang = -2.0 * 3.14159265358979323846 * k / n;
        double c = cos(ang), s = sin(ang);
        double tr = c * or_[k] - s * oi[k], ti = c * oi[k] + s * or_[k];
        re[k] = er[k] + tr;
        im[k] = ei[k] + ti;
        re[k + h] = er[k] - tr;
        im[k + h] = ei[k] - ti;
    }
    free(buf);
}

double spectrum(double *re, double *im, int n) {
    fft(re, im, n);
    double s = 0.0;
    for (int k = 0; k < n; ++k)
        s += (k + 1) * (re[k] * re[k] + 0.5 * im[k] * im[k]);
    return s / n;
}
// check: double spectrum(double *re = {1.0, 0.5, -0.7, 0.2, 0.9, -1.1, 0.4, 0.3}, double *im = {0.1, -0.2, 0.3,
//     0.6, -0.5, 0.8, 0.0, -0.4}, int n = 8)
// value: 19.28078210486802
// expect: re = {7.8, 2.15, -6.4642135623730947, -2.0514718625761432, 7.4, -9.1000000000000014, 1.2642135623730955,
//     2.0014718625761434}, im = {0.11066017177982133, -4.4442388155425121, -0.054163056034261969,
//     3.7613961030678928, -3.9106601717798215, 3.3442388155425125, 1.954163056034262, -0.061396103067893074}

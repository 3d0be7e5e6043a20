// Cholesky factorisation, log-determinant and a triangular solve: a Gaussian log-density.
#include <math.h>

static void cholesky(double *a, int n) {
    for (int j = 0; j < n; ++j) {
        double d = a[j * n + j];
        for (int k = 0; k < j; ++k)
            d -= a[j * n + k] * a[j * n + k];
        d = sqrt(d);
        a[j * n + j] = d;
        for (int i = j + 1; i < n; ++i) {
            double s = a[i * n + j];
            for (int k = 0; k < j; ++k)
                s -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = s / d;
        }
    }
}

double log_density(const double *cov, const double *x, int n) {
    double l[16], y[4];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)
            l[i * n + j] = 0.5 * (cov[i * n + j] + cov[j * n + i]);
    cholesky(l, n);
    double logdet = 0.0, quad = 0.0;
    for (int i = 0; i < n; ++i) {
        double s = x[i];
        for (int k = 0; k < i; ++k)
            s -= l[i * n + k] * y[k];
        y[i] = s / l[i * n + i];
        quad += y[i] * y[i];
        logdet += 2.0 * log(l[i * n + i]);
    }
    return -0.5 * (quad + logdet + n * 1.8378770664093453);
}
// check: double log_density(double *cov = {4.0, 1.2, -0.6, 1.0, 3.0, 0.5, -0.4, 0.7, 2.5}, double *x = {0.5, -1.0,
//     1.5}, int n = 3)
// value: -5.4044502859208432
// expect: cov = {-0.064459523745603917, -0.069775403366533331, 0.12646559102257779, -0.069775403366533331,
//     0.0096829445085774048, -0.21151214797712689, 0.12646559102257779, -0.21151214797712689, 0.12743427206099492},
//     x = {-0.4087046632124352, 0.65077720207253886, -0.83792746113989636}

// An inner Gauss-Newton fit of one parameter; the fitted value is the output.
#include <math.h>

double fitted_rate(const double *t, const double *y, int n, double start) {
    double k = start;
    for (int it = 0; it < 6; ++it) {
        double jtj = 1e-9, jtr = 0.0;
        for (int i = 0; i < n; ++i) {
            double e = exp(-k * t[i]), r = y[i] - e, j = -t[i] * e;
            jtj += j * j;
            jtr += j * r;
        }
        k += jtr / jtj;
    }
    return k;
}
// check: double fitted_rate(double *t = {0.2, 0.6, 1.1, 1.9, 2.5}, double *y = {0.86, 0.66, 0.4, 0.22, 0.14}, int n = 5,
//     double start = 0.5)
// value: 0.7823490729339807
// expect: t = {-0.1669677258161622, -0.27621255362661234, -0.21603311375305376, -0.10862735696573909,
//     -0.055679836693763661}, y = {-0.24217306002936506, -0.53129915783263937, -0.65871206261007043,
//     -0.60847202934866662, -0.50068558952999231}, start = 9.9421662780529233e-10

// Under -ffast-math the derivative of ordinary points is still right.
// flags: -ffast-math
#include <math.h>
double fast(const double *x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += exp(-x[i] * x[i]) / (1.0 + x[i]) + sqrt(x[i]) * pow(x[i], 1.5);
    return s;
}
// check: double fast(double *x = {0.3, 0.9, 1.6, 2.2, 0.7}, int n = 5)
// value: 10.119731827034659
// expect: x = {-0.36260207679454803, 1.2553261349846538, 3.0934200915781727, 4.3883556274318334, 0.68350269469089042}

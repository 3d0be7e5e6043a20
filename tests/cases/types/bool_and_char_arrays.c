// Byte masks beside doubles: bool and char arrays steer the sum without derivatives.
#include <stdbool.h>
double masked(const double *x, const char *mask, int n) {
    bool keep[6];
    for (int i = 0; i < n; ++i)
        keep[i] = mask[i] == 'y';
    double s = 1.0;
    for (int i = 0; i < n; ++i)
        if (keep[i])
            s = s * x[i] + x[(i + 1) % n];
    return s;
}
// check: double masked(double *x = {1.5, 2.0, 3.0, -0.5}, char *mask = {'y', 'n', 'y', 'y'}, int n = 4)
// value: -3.5
// expect: x = {-0.5, -1.5, -1.75, 9.5}

// A check in the innermost loop that ends the program is a way out of all loops around it, but none that a derivative takes.
#include <stdlib.h>
double checked(const double *x, int n, int m, int limit) {
    double sum = 0.0, last = 1.0;
    for (int i = 0; i < n; ++i) {
        double product = 1.0;
        for (int j = 0; j < m; ++j) {
            if (i + j >= limit)
                abort();
            product *= x[i + j] + 0.1 * last;
            last = product * x[j];
        }
        sum += product * product;
    }
    return sum + last;
}
// check: double checked(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 3, int m = 3, int limit = 5)
// value: 0.16675361493132967
// expect: x = {0.07475511235727214, 0.20320908691435136, 1.6305947837240788, 0.20682192368922617, 0.18523839939263884}
// check: double checked(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 1, int m = 1, int limit = 1)
// value: 0.6599999999999999
// expect: x = {2.3, 0.0, 0.0, 0.0, 0.0}
// check: double checked(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 0, int m = 2, int limit = 5)
// value: 1.0
// expect: x = {0.0, 0.0, 0.0, 0.0, 0.0}

double left_early(const double *x, int n, double bound) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
            if (x[j] < -10.0)
                abort();
            sum += x[i] * x[j];
            if (sum > bound)
                return sum * x[j];
        }
    }
    return sum;
}
// check: double left_early(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 5, double bound = 1.2)
// value: 0.9309999999999998
// expect: x = {1.33, 2.8, 0.8399999999999999, 0.0, 0.0}, bound = 0
// check: double left_early(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 5, double bound = 100)
// value: 8.12
// expect: x = {4.1, 4.3, 3.8, 4.9, 4.5}, bound = 0

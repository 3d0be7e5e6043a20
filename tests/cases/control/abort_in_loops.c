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
// check: double checked(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 1, int m = 1, int limit = 1)
// check: double checked(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 0, int m = 2, int limit = 5)

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
// check: double left_early(const double *x = {0.5, 0.7, 0.2, 1.3, 0.9}, int n = 5, double bound = 100)

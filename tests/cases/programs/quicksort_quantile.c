// Recursive quicksort on a copy, then an interpolated quantile of transformed data.
// leaks: on
#include <stdlib.h>

static void quicksort(double *a, int lo, int hi) {
    if (lo >= hi)
        return;
    double pivot = a[(lo + hi) / 2];
    int i = lo, j = hi;
    while (i <= j) {
        while (a[i] < pivot)
            ++i;
        while (a[j] > pivot)
            --j;
        if (i <= j) {
            double t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quicksort(a, lo, j);
    quicksort(a, i, hi);
}

double quantile(const double *x, int n, double q, double scale) {
    double *copy = malloc((size_t)n * sizeof *copy);
    for (int i = 0; i < n; ++i)
        copy[i] = scale * x[i] + 0.1 * x[i] * x[i];
    quicksort(copy, 0, n - 1);
    double pos = q * (n - 1);
    int k = (int)pos;
    double r = copy[k] + (pos - k) * (copy[k + 1] - copy[k]);
    double spread = copy[n - 1] - copy[0];
    free(copy);
    return r * spread;
}
// check: double quantile(double *x = {1.3, -0.7, 2.9, 0.4, 1.8, -1.5, 0.9}, int n = 7, double q = 0.62, double scale = 1.4)
// value: 12.24802656
// expect: x = {8.0986751999999989, 0, 3.5789687999999997, 0, 0, -1.9883159999999998, 2.9977024}, q = 26.345087999999997,
//     scale = 16.003152

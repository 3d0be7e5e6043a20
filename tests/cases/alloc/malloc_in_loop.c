// Allocation and free inside a loop, with sizes that change per iteration.
// leaks: on
#include <stdlib.h>
double rows(double x, int n) {
    double s = 0.0;
    for (int i = 1; i <= n; ++i) {
        double *row = malloc((size_t)i * sizeof *row);
        row[0] = x;
        for (int j = 1; j < i; ++j)
            row[j] = row[j - 1] * x + j;
        s += row[i - 1] * row[i / 2];
        free(row);
    }
    return s;
}
// check: double rows(double x = 0.7, int n = 5)
// value: 45.95469031
// expect: x = 85.230717399999989

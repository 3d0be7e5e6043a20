// A search loop with three different exits, each with its own formula.
#include <math.h>
double search(double *x, int n, double low, double high) {
    double s = 0.0;
    int i;
    for (i = 0; i < n; ++i) {
        if (x[i] > high)
            return s + x[i] * high;
        s += sqrt(x[i]);
        if (s * x[i] < low)
            goto small;
    }
    return s * s;
small:
    return s * low + i;
}
// check: double search(double *x = {1.0, 2.0, 3.0}, int n = 3, double low = 0.5, double high = 9.0)
// value: 17.1915082254503
// expect: x = {4.1462643699419726, 2.9318516525781364, 2.393846850117352}, low = 0, high = 0
// check: double search(double *x = {1.0, 2.0, 10.0}, int n = 3, double low = 0.5, double high = 9.0)
// value: 92.414213562373092
// expect: x = {0.5, 0.35355339059327379, 9}, low = 0, high = 10
// check: double search(double *x = {1.0, 0.2, 10.0}, int n = 3, double low = 0.5, double high = 9.0)
// value: 1.7236067977499789
// expect: x = {0.25, 0.55901699437494745, 0}, low = 1.4472135954999579, high = 0

// In-place update that reads the right neighbour before it is overwritten.
#include <math.h>
void sweep(double *x, int n) {
    for (int i = 0; i + 1 < n; ++i)
        x[i] = x[i] * x[i + 1] + sin(x[i]);
}
// check: void sweep(double *x = {0.5, 1.5, -0.7, 2.0, 0.3} seed {1.0, -2.0, 0.5, 3.0, 1.25}, int n = 5)
// expect: x = {2.3775825618903728, 1.7585255966645941, -1.6175789063577557, -0.69844050964142712, 7.25}

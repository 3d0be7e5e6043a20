// A vector of integers counts in a loop and picks a factor.
#include <math.h>
typedef int ints __attribute__((vector_size(16)));
double counted(double x, int n, int *step) {
    ints i = {1, 2, 3, 4}, by = {step[0], step[1], step[2], step[3]};
    double y = 1.0;
    for (int k = 0; k < n; k++) {
        y = sin(y * x * i[k & 3]);
        i += by;
    }
    return y;
}
// check: double counted(double x = 1.1, int n = 3, int *step = {1, 2, 3, 4})
// value: -0.62669761721067096
// expect: x = -35.43671970220761
// check: double counted(double x = 0.15, int n = 7, int *step = {1, 2, -1, 4})
// value: -0.019569697170740405
// expect: x = -0.9106363725111958

// Two buffers of the function change places in a loop, and are freed after the last store to the memory of the caller.
#include <math.h>
#include <stdlib.h>
#include <string.h>
static void smooth(int n, int steps, const double *start, const double *weight, double *result) {
    double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next), sum = 0;
    memcpy(now, start, n * sizeof *now);
    for (int s = 0; s < steps; ++s) {
        for (int i = 0; i < n; ++i)
            next[i] = weight[i] * now[i] + 0.25 * now[(i + 1) % n];
        double *swap = now;
        now = next;
        next = swap;
    }
    for (int i = 0; i < n; ++i)
        sum += now[i] * now[i];
    *result = sum;
    free(next);
    free(now);
}
// check: void smooth(int n = 3, int steps = 2, double *start = {1, 2, 3}, double *weight = {0.5, 1, -0.5}, double *result = {0} seed {1})
// value: 8.1171875
// expect: start = {0.8984375, 5.875, 1.1953125}, weight = {4.0, 24.34375, -1.15625}, result = {0}

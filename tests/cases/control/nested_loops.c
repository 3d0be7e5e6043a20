// Triangular nested loops with values carried through both levels.
#include <math.h>
double nested(double x, double y, int n) {
    double total = 0.0;
    for (int i = 1; i <= n; ++i) {
        double row = x;
        for (int j = 0; j < i; ++j)
            row = sin(row + y * j);
        total += row * row / i;
    }
    return total;
}
// check: double nested(double x = 0.4, double y = 0.9, int n = 5)
// value: 0.71117598972391916
// expect: x = 0.95371154853642492, y = 0.25452106727237361

// A search over integers leaves both loops; it has no derivative of its own, but its exits are those of the outer loop.
#include <math.h>
double search(double x, int *a, int n, int m) {
    double y = x;
    for (int i = 0; i < n; i++) {
        y = sin(y * x) + i;
        for (int j = 0; j < m; j++)
            if (a[j] == i * 7)
                goto out;
        y *= x;
    }
    y += 1.0;
out:
    return y * y;
}
// check: double search(double x = 1.1, int *a = {1, 2, 14}, int n = 5, int m = 3)
// value: 7.5190265184925348
// expect: x = -21.07339459116462
// check: double search(double x = 1.1, int *a = {1, 2, 3}, int n = 5, int m = 3)
// value: 26.01079822279524
// expect: x = -11.27650792814182
// check: double search(double x = 1.1, int *a = {0, 2, 3}, int n = 5, int m = 3)
// value: 0.8753773023627456
// expect: x = 1.453278642814241
// check: double search(double x = 1.1, int *a = {0, 2, 3}, int n = 0, int m = 3)
// value: 4.4100000000000004
// expect: x = 4.200000000000001

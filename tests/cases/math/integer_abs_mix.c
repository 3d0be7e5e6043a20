// abs, labs and integer division on indices next to fabs on values.
#include <math.h>
#include <stdlib.h>
double distance(const double *x, int i, int j) {
    int gap = abs(i - j) + (int)labs((long)i - 3L) / 2;
    return fabs(x[i] - x[j]) * gap + fabs(x[i]) * x[j];
}
// check: double distance(double *x = {1.5, -2.0, 4.0}, int i = 1, int j = 2)
// value: 20
// expect: x = {0, -6, 4}

// qsort and bsearch on active data: numbers, and structs that hold them, take their derivatives along.
#include <stdlib.h>
struct item { double weight; int key; float scale; };
static int by_number(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static int by_key(const void *a, const void *b) {
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}
double ranked(double *x, int n) {
    qsort(x, (size_t)n, sizeof *x, by_number);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s = s * 0.5 + x[i] * x[i] * (i + 1);
    return s;
}
double items(const double *x, int n) {
    struct item all[5];
    for (int i = 0; i < n; ++i) {
        all[i].weight = x[i] * x[i];
        all[i].key = (i * 3 + 1) % 5;
        all[i].scale = (float)x[i];
    }
    qsort(all, (size_t)n, sizeof all[0], by_key);
    struct item wanted = {0.0, 2, 0.0f};
    struct item *found = bsearch(&wanted, all, (size_t)n, sizeof all[0], by_key);
    double s = found ? found->weight * 10.0 : 0.0;
    for (int i = 0; i < n; ++i)
        s = s * 0.5 + all[i].weight * all[i].scale;
    return s;
}
// check: double ranked(double *x = {1.5, 0.5, 2.0, -1.0, 0.75}, int n = 5)
// value: 25.046875
// expect: x = {6.0, 0.25, 20.0, -0.125, 1.125}
// check: double items(double *x = {1.5, 0.5, 2.0, -1.0, 0.75}, int n = 5)
// value: 3.9453125
// expect: x = {0.84375, 0.75, 4.25, 0.1875, 0.84375}

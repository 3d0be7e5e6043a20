// Without type-based alias information every level must still agree.
// flags: -fno-strict-aliasing
#include <string.h>
struct node { int kind; double v[2]; };
double untyped(const double *x, const int *kinds, int n) {
    struct node nodes[4];
    for (int i = 0; i < n; ++i) {
        nodes[i].kind = kinds[i];
        nodes[i].v[0] = x[i];
        nodes[i].v[1] = x[i] * x[i];
    }
    struct node copy[4];
    memcpy(copy, nodes, (unsigned long)n * sizeof copy[0]);
    double s = 1.0;
    for (int i = 0; i < n; ++i)
        s = copy[i].kind ? s * copy[i].v[0] : s + copy[i].v[1];
    return s;
}
// check: double untyped(double *x = {1.5, -0.5, 2.0, 0.7}, int *kinds = {0, 1, 0, 1}, int n = 4)
// value: 1.6624999999999999
// expect: x = {-1.0499999999999998, 2.275, 2.8, 2.375}

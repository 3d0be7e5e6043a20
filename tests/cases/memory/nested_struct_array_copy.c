// memmove inside an array of structs, then a field-wise reduction.
#include <string.h>
struct rec { double v; int k; float w; };
double rotate(const double *x, int n) {
    struct rec r[5];
    for (int i = 0; i < n; ++i)
        r[i] = (struct rec){x[i] * x[i], i + 1, (float)(i + 1)};
    struct rec first = r[0];
    memmove(r, r + 1, (unsigned long)(n - 1) * sizeof r[0]);
    r[n - 1] = first;
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s = 0.5 * s + r[i].v * r[i].k * (double)r[i].w;
    return s;
}
// check: double rotate(double *x = {1.0, 0.5, -1.5, 2.0}, int n = 4)
// value: 38.1875
// expect: x = {2, 0.5, -6.75, 32}

// A search tree of unique pointers, filled by recursion.
// run:
#include <memory>
#include <algorithm>
struct T {
    double k;
    std::unique_ptr<T> l, r;
    explicit T(double v) : k(v) {}
};
static void ins(std::unique_ptr<T> &t, double v) {
    if (!t)
        t = std::make_unique<T>(v);
    else if (v < t->k)
        ins(t->l, v);
    else
        ins(t->r, v);
}
static double sum(const T *t, int d) {
    return t ? t->k * t->k * d + sum(t->l.get(), d + 1) + sum(t->r.get(), d + 1) : 0;
}
static double f(const double *x, int n) {
    std::unique_ptr<T> t;
    for (int i = 0; i < n; ++i) {
        ins(t, x[(i * 2) % n]);
        ins(t, x[i] * x[0]);
    }
    return sum(t.get(), 1);
}
const double expected[] = {51.17406, 13.0694, 9.8208, 19.2932, 17.3448};
#include "agree.h"

// Placement new into a buffer and into raw memory.
// run:
#include <new>
#include <cstddef>
struct P {
    double a, b;
    P(double x, double y) : a(x * y), b(x + y) {}
    ~P() {}
};
static double f(const double *x, int n) {
    alignas(P) unsigned char buf[sizeof(P) * 3];
    P *p[3];
    for (int i = 0; i < 3; ++i)
        p[i] = new (buf + i * sizeof(P)) P(x[i], x[i + 1]);
    double s = 0;
    for (int i = 0; i < 3; ++i) {
        s += p[i]->a * p[i]->b;
        p[i]->~P();
    }
    void *m = ::operator new(sizeof(P));
    P *q = new (m) P(s, x[4]);
    s = q->a;
    q->~P();
    ::operator delete(m);
    return s;
}
const double expected[] = {3.553786, 8.681744, 13.000132, 7.277808, 8.559938};
#include "agree.h"

// A graph of shared nodes with virtual members; std::weak_ptr looks at it.
// run:
// again: -stdlib=libc++ -O0 -O2
#include <memory>
#include <vector>
#include <cmath>
struct E {
    virtual ~E() {}
    virtual double eval(double t) const = 0;
};
using EP = std::shared_ptr<E>;
struct C : E {
    double v;
    C(double a) : v(a) {}
    double eval(double) const override { return v; }
};
struct T : E {
    double eval(double t) const override { return t; }
};
struct Add : E {
    EP a, b;
    Add(EP p, EP q) : a(p), b(q) {}
    double eval(double t) const override { return a->eval(t) + b->eval(t); }
};
struct Mul : E {
    EP a, b;
    Mul(EP p, EP q) : a(p), b(q) {}
    double eval(double t) const override { return a->eval(t) * b->eval(t); }
};
static double f(const double *x, int n) {
    EP e = std::make_shared<C>(x[0]);
    for (int i = 1; i < n; ++i)
        e = std::make_shared<Add>(std::make_shared<Mul>(e, std::make_shared<T>()), std::make_shared<C>(x[i]));
    std::weak_ptr<E> w = e;
    auto l = w.lock();
    return l->eval(0.8) * e->eval(x[1]);
}
const double expected[] = {6.7544956781, 48.4701263001, 8.02787026688, 8.9294150536, 10.067290817};
#include "agree.h"

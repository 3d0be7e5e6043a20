// A virtual base class shared by two bases.
// run:
#include <cmath>
struct A {
    double a;
    A(double v) : a(v) {}
    virtual ~A() {}
    virtual double g() const { return a; }
};
struct B : virtual A {
    double b;
    B(double v) : A(v), b(v * v) {}
    double g() const override { return a * b; }
};
struct C : virtual A {
    double c;
    C(double v) : A(v), c(std::sin(v)) {}
};
struct D : B, C {
    D(double v, double w) : A(w), B(v), C(v) {}
    double g() const override { return B::g() * c; }
};
static double f(const double *x, int n) {
    D d(x[0], x[1]);
    A *p = &d;
    C *c = &d;
    return p->g() + c->g() * c->a + d.b;
}
const double expected[] = {3.99178285856, 0.953313333574, 0, 0, 0};
#include "agree.h"

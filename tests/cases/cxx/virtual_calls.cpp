// Virtual calls through base pointers in a vector; multiple inheritance; dynamic_cast.
// run:
#include <vector>
#include <memory>
#include <cmath>
struct Named {
    virtual ~Named() {}
    virtual int id() const = 0;
    int tag = 7;
};
struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
    virtual double scale(double k) const { return k * area(); }
};
struct Sq : Named, Shape {
    double a;
    Sq(double v) : a(v) {}
    int id() const override { return 1; }
    double area() const override { return a * a; }
};
struct Ci : Named, Shape {
    double r;
    Ci(double v) : r(v) {}
    int id() const override { return 2; }
    double area() const override { return 3 * r * r; }
    double scale(double k) const override { return std::sin(k * r); }
};
static double f(const double *x, int n) {
    std::vector<std::unique_ptr<Shape>> v;
    for (int i = 0; i < n; ++i)
        if (i % 2)
            v.push_back(std::make_unique<Sq>(x[i]));
        else
            v.push_back(std::make_unique<Ci>(x[i]));
    double s = 0;
    for (auto &p : v) {
        s += p->scale(x[0]);
        if (auto *q = dynamic_cast<Named *>(p.get()))
            s += q->id() * p->area();
    }
    return s;
}
const double expected[] = {14.1505694628, 3.434, 15.3324477401, 4.726, 17.8851624827};
#include "agree.h"

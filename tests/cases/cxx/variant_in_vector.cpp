// The same bytes are a number in one element of a vector and a pointer in another.
// run:
// flags: -std=c++17
// leaks: on
#include <optional>
#include <variant>
#include <vector>
struct Circle { double r; };
struct Rect { double w, h; };
struct Poly { std::vector<double> c; };
using Shape = std::variant<Circle, Rect, Poly>;
struct Area {
    std::optional<double> operator()(const Circle &c) const { return 3.25 * c.r * c.r; }
    std::optional<double> operator()(const Rect &r) const {
        if (r.w > 100)
            return std::nullopt;
        return r.w * r.h;
    }
    std::optional<double> operator()(const Poly &p) const {
        double s = 0;
        for (double v : p.c)
            s = s * 0.5 + v;
        return s;
    }
};
static double f(const double *x, int n) {
    std::vector<Shape> shapes;
    for (int i = 0; i < n; ++i) {
        if (i % 3 == 0)
            shapes.push_back(Circle{x[i]});
        else if (i % 3 == 1)
            shapes.emplace_back(Rect{x[i], x[0]});
        else
            shapes.push_back(Poly{{x[i], x[i] * x[1], 2.0}});
    }
    shapes.push_back(Rect{200, x[1]});
    double total = 0;
    for (auto &shape : shapes) {
        if (auto area = std::visit(Area{}, shape))
            total += *area * *area;
    }
    shapes[0] = shapes[2];
    return total * std::get<Poly>(shapes[0]).c[1] + std::visit(Area{}, shapes.back()).value_or(x[2]);
}
const double expected[] = {23.675532412, 70.4426355118, 59.2056162557, 142.106575204, 1.79193392};
#include "agree.h"

// Bodies with vector members under gravity.
// run:
#include <vector>
#include <cmath>
struct V3 {
    double x, y, z;
    V3 operator+(const V3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
    V3 operator-(const V3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
    V3 operator*(double k) const { return {x * k, y * k, z * k}; }
    V3 &operator+=(const V3 &o) {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    double dot(const V3 &o) const { return x * o.x + y * o.y + z * o.z; }
};
struct Body {
    V3 p, v;
    double m;
};
struct World {
    std::vector<Body> b;
    void step(double h) {
        std::vector<V3> a(b.size());
        for (std::size_t i = 0; i < b.size(); ++i)
            for (std::size_t j = 0; j < b.size(); ++j)
                if (i != j) {
                    V3 d = b[j].p - b[i].p;
                    double r2 = d.dot(d) + 0.01;
                    a[i] += d * (b[j].m / (r2 * std::sqrt(r2)));
                }
        for (std::size_t i = 0; i < b.size(); ++i) {
            b[i].v += a[i] * h;
            b[i].p += b[i].v * h;
        }
    }
    double energy() const {
        double e = 0;
        for (const auto &q : b)
            e += 0.5 * q.m * q.v.dot(q.v);
        return e;
    }
};
static double f(const double *x, int n) {
    World w;
    for (int i = 0; i < 3; ++i)
        w.b.push_back(Body{{x[i], x[i + 1] * x[0], 0.3 * i}, {0, x[2] * 0.1, 0}, x[(i + 2) % n]});
    for (int s = 0; s < 5; ++s)
        w.step(0.05);
    return w.energy() + w.b[0].p.x;
}
const double expected[] = {-8.96074492145, 499.443535146, -362.874222077, -102.32720596, 46.860114777};
#include "agree.h"

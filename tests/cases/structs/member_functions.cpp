// A C++ class with operators, constructors and const methods.
#include <cmath>
class Vec {
    double v[3];

  public:
    Vec(double a, double b, double c) : v{a, b, c} {}
    Vec operator+(const Vec &o) const { return Vec(v[0] + o.v[0], v[1] + o.v[1], v[2] + o.v[2]); }
    Vec operator*(double s) const { return Vec(v[0] * s, v[1] * s, v[2] * s); }
    Vec cross(const Vec &o) const {
        return Vec(v[1] * o.v[2] - v[2] * o.v[1], v[2] * o.v[0] - v[0] * o.v[2], v[0] * o.v[1] - v[1] * o.v[0]);
    }
    double dot(const Vec &o) const { return v[0] * o.v[0] + v[1] * o.v[1] + v[2] * o.v[2]; }
    double norm() const { return std::sqrt(dot(*this)); }
};
double triple(double x, double y, double z) {
    Vec a(x, y, z), b(y * z, 1.0, x), c = a + b * 0.5;
    return a.cross(b).dot(c * 2.0 + Vec(1.0, 2.0, 3.0)) + c.norm();
}
// check: double triple(double x = 0.7, double y = -1.2, double z = 1.6)
// value: -12.287914752698061
// expect: x = -0.6575810298339746, y = 16.905151853271679, z = -11.991420487874617

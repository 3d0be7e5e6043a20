// std::array passed by value and by reference, with range-for and std::inner_product.
#include <array>
#include <numeric>
using Vec = std::array<double, 3>;
static Vec shifted(Vec v, double by) {
    for (double &e : v)
        e = e * by + 1.0;
    return v;
}
double arrays(double x, double y, double z) {
    Vec a{x, y, z}, b = shifted(a, y), c = shifted(b, x);
    return std::inner_product(a.begin(), a.end(), c.begin(), 0.0) + b[0] * c[2];
}
// check: double arrays(double x = 0.7, double y = -1.1, double z = 1.9)
// value: -1.48419
// expect: x = -4.2304, y = 7.5828, z = -1.4031

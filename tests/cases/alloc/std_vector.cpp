// std::vector grown by push_back, then read: growth moves values and derivatives.
// leaks: on
#include <vector>
double pushed(double x, double y, int n) {
    std::vector<double> v;
    double t = x;
    for (int i = 0; i < n; ++i) {
        v.push_back(t);
        t = t * y + 0.3;
    }
    double s = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i)
        s += v[i] * v[v.size() - 1 - i] * static_cast<double>(i + 1);
    return s;
}
// check: double pushed(double x = 0.5, double y = 1.2, int n = 7)
// value: 87.44851199999998
// expect: x = 179.43935999999997, y = 287.94623999999993

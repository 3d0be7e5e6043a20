// reject: its derivative would be lost
// levels: -O0
// What a std::function holds is chosen: two integers and floats side by side, a double, or a pointer, which the optimiser takes apart.
#include <functional>
#include <vector>
static std::function<double(double)> make(const double *x, int kind) {
    float a = static_cast<float>(x[0]);
    int i = 3;
    if (kind == 1)
        return [c = x[2]](double t) { return c * t; };
    if (kind == 2)
        return [x](double t) { return x[3] * t; };
    return [i, a](double t) { return a * t + i; };
}
double f(const double *x, int n) {
    std::vector<std::function<double(double)>> all;
    for (int k = 0; k < n; ++k)
        all.push_back(make(x, k));
    double sum = 0;
    for (auto &g : all)
        sum += g(x[1]);
    return sum;
}
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
double gradient(const double *x, double *dx) {
    return __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
}

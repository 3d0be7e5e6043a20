// A wrapper of the user's own takes the function as a parameter, by value and by reference, through two levels.
// run:
#include <cmath>
#include <utility>
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_out;
template <class R, class... Args> R __enzyme_autodiff(Args...);
static double square(double x) { return x * x; }
static double scaled(double x, double k) { return std::sin(x) * k; }
template <class F, class... Args> double derivative(F *f, Args... args) {
    return __enzyme_autodiff<double>((void *)f, enzyme_out, args...);
}
template <class F, class... Args> double outer(F &&f, Args &&...args) {
    auto *kept = &f;
    return derivative(*kept, std::forward<Args>(args)...);
}
static double by_pointer(double (*f)(double), double x) { return __enzyme_autodiff<double>((void *)f, enzyme_out, x); }
int main() {
    check_close("square", derivative(square, 3.0), 6.0, 1e-12);
    check_close("forwarded", outer(square, 2.5), 5.0, 1e-12);
    check_close("two", outer(scaled, 0.5, enzyme_const, 3.0), 3.0 * std::cos(0.5), 1e-12);
    check_close("pointer", by_pointer(square, 1.5), 3.0, 1e-12);
    check_close("lambda", by_pointer([](double x) { return x * x * x; }, 2.0), 12.0, 1e-12);
    return 0;
}

// C++ callers use a template declaration; mangled names count, with a lambda as target.
// run:
#include <cmath>
#include "check.h"
extern int enzyme_dup, enzyme_const, enzyme_out;
template <class R, class... Args> R __enzyme_autodiff(Args...);
template <class R, class... Args> R __enzyme_fwddiff(Args...);
static double plain(double x, double k) { return std::sin(x) * k; }
template <class T> T generic(T x) { return x * x * x; }
int main() {
    double d = __enzyme_autodiff<double>((void *)plain, enzyme_out, 0.5, enzyme_const, 3.0);
    check_close("plain", d, 3.0 * std::cos(0.5), 1e-12);
    check_close("generic", __enzyme_autodiff<double>((void *)generic<double>, 2.0), 12.0, 1e-12);
    double (*lambda)(double) = [](double x) { return x * x + 1.0 / x; };
    check_close("lambda", __enzyme_fwddiff<double>((void *)lambda, 2.0, 1.0), 3.75, 1e-12);
    return 0;
}

// A continued fraction evaluated by the modified Lentz method until it settles: the incomplete gamma function.
#include <math.h>

double gamma_fraction(double a, double x) {
    const double tiny = 1e-30;
    double b = x + 1.0 - a, c = 1.0 / tiny, d = 1.0 / b, h = d;
    for (int i = 1; i <= 200; ++i) {
        double an = -i * (i - a);
        b += 2.0;
        d = an * d + b;
        if (fabs(d) < tiny)
            d = tiny;
        c = b + an / c;
        if (fabs(c) < tiny)
            c = tiny;
        d = 1.0 / d;
        double del = d * c;
        h *= del;
        if (fabs(del - 1.0) < 1e-9)
            break;
    }
    return exp(-x + a * log(x) - lgamma(a)) * h;
}
// check: double gamma_fraction(double a = 1.4, double x = 3.2)
// tolerance: 1e-7
// value: 0.0810943368410418
// expect: a = 0.12092540669579327, x = -0.073158514535940231

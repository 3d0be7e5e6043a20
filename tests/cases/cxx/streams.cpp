// Streams in the middle of a function.
// run:
#include <iostream>
#include <sstream>
#include <iomanip>
static double f(const double *x, int n) {
    double s = 0;
    std::ostringstream o;
    for (int i = 0; i < n; ++i) {
        s += x[i] * x[i];
        o << "x[" << i << "]=" << std::setprecision(3) << x[i] << ", " << s << '\n';
    }
    std::cerr << std::string();
    std::cout << "s = " << s << " " << n << std::endl;
    std::string t = o.str();
    return s * s + (t.size() > 3 ? x[0] : 0);
}
const double expected[] = {20.91192, 28.730056, 35.272544, 39.539384, 41.530576};
#include "agree.h"

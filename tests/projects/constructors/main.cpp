#include "shapes.h"
#include <cstdio>
double __enzyme_autodiff(void *, double);
double __enzyme_fwddiff(void *, double, double);

double f(double x) {
    Shape plain(x);
    Shape *box = new Box(x);
    double sum = plain.get(x) + box->get(x);
    delete box;
    return sum;
}

int main() {
    std::printf("%g %g\n", __enzyme_autodiff((void *)f, 3.0), __enzyme_fwddiff((void *)f, 3.0, 1.0));
}

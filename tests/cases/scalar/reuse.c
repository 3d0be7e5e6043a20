// A value with many uses accumulates every contribution to its adjoint.
double reuse(double x) {
    double a = x * x;
    double b = a + x;
    double c = a * b;
    return a * b * c + c / a - b;
}
// check: double reuse(double x = 1.1)
// value: 7.8125840100000046
// expect: x = 50.054650800000026

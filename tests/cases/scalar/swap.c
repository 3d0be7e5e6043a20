// Two scalars swapped through a temporary: derivatives must follow the values, not the names.
double swapped(double x, double y) {
    double a = x, b = y;
    for (int i = 0; i < 3; ++i) {
        double t = a;
        a = b;
        b = t * 1.5;
    }
    return a * 10.0 + b * b;
}
// check: double swapped(double x = 2.0, double y = 3.0)
// value: 65.25
// expect: x = 20.25, y = 15

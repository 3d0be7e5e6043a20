// The branch depends on the loop counter: even and odd iterations use different formulas.
double alternate(double x, double y, int n) {
    double a = x;
    for (int i = 0; i < n; ++i) {
        if (i % 2)
            a = a * y - x;
        else
            a = a + 1.0 / (1.0 + a * a);
    }
    return a;
}
// check: double alternate(double x = 0.4, double y = 1.3, int n = 7)
// value: 2.3445900690976407
// expect: x = -2.08061264291763, y = 4.0416446131518677

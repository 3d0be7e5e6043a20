// Both loops have data-dependent trip counts; the inner one differs every time.
double collapse(double x, double y) {
    double total = 0.0;
    while (x > 0.1) {
        double t = x;
        while (t < 5.0) {
            t = t * 1.7 + y * 0.1;
            total += 0.01 * t * t;
        }
        x *= 0.6;
        total += x * t;
    }
    return total;
}
// check: double collapse(double x = 3.3, double y = 0.9)
// value: 33.362497837579362
// expect: x = 19.082642019477625, y = 4.16919667875841

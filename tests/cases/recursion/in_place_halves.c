// Recursion that updates one array in place, halves first (a fast Walsh-Hadamard transform).
static void wht(double *x, int n) {
    if (n == 1)
        return;
    int h = n / 2;
    wht(x, h);
    wht(x + h, h);
    for (int i = 0; i < h; ++i) {
        double a = x[i], b = x[i + h];
        x[i] = a + b;
        x[i + h] = (a - b) * (1.0 + 0.1 * a);
    }
}
double hadamard(double *x, int n) {
    wht(x, n);
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * x[i] * (i + 1);
    return s;
}
// check: double hadamard(double *x = {1.0, 0.5, -0.3, 0.8, 0.2, -0.6, 0.9, 0.1}, int n = 8)
// value: 149.12867284473762
// expect: x = {157.82631555355275, 30.316046716166934, -96.097285740562953, 40.221281285365194,
//     -50.443904097697292, -52.497413312535237, 93.504056868907682, -33.354399374144762}

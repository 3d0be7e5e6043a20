// Recursion that returns two results through pointers.
static void fib(double x, int n, double *a, double *b) {
    if (n == 0) {
        *a = x;
        *b = 1.0 + x * x;
        return;
    }
    double p, q;
    fib(x, n - 1, &p, &q);
    *a = q;
    *b = 0.5 * p + q * x;
}
double fibonacci(double x, int n) {
    double a, b;
    fib(x, n, &a, &b);
    return a * b;
}
// check: double fibonacci(double x = 0.8, int n = 7)
// value: 26.427465249288737
// expect: x = 276.47588464331386

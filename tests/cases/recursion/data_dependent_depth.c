// The recursion stops on an active value, so the depth is found at run time.
double collatz_like(double x, double k) {
    if (x < 1.0)
        return x * x * k;
    return collatz_like(x / k, k) + 0.1 * x * collatz_like(x * 0.3, k);
}
// check: double collatz_like(double x = 9.0, double k = 2.1)
// value: 3.577937933131631
// expect: x = 1.0154098801551381, k = -6.6588978001755681

// Binary recursion over an array: divide and conquer product-sum.
double combine(const double *x, int n) {
    if (n == 1)
        return x[0];
    int h = n / 2;
    double a = combine(x, h), b = combine(x + h, n - h);
    return a * b + 0.5 * (a - b);
}
// check: double combine(double *x = {1.1, 0.4, -0.7, 1.9, 0.8}, int n = 5)
// value: -0.42686000000000018
// expect: x = {-2.1006, -1.4004, 0.74530000000000018, -0.45240000000000014, -0.48720000000000013}

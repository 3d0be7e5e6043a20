// Unsigned counter running down with a stride, values carried between iterations.
double down(double *x, unsigned n) {
    double acc = 0.5;
    for (unsigned i = n; i >= 2; i -= 2)
        acc = acc * x[i - 1] + x[i - 2] * x[i - 2];
    return acc;
}
// check: double down(double *x = {0.3, 1.1, -0.4, 0.9, 1.3, -0.7}, unsigned n = 6)
// value: 1.5926000000000002
// expect: x = {0.6, 1.366, -0.88000000000000012, 1.4740000000000002, 2.5740000000000003, 0.49500000000000005}

// Each level of the recursion owns a local array and passes part of it down.
static double reduce(const double *x, int n) {
    if (n == 1)
        return x[0];
    double half[4];
    int h = n / 2;
    for (int i = 0; i < h; ++i)
        half[i] = x[2 * i] * x[2 * i + 1] + 0.1 * (i + 1);
    return reduce(half, h) + 0.5 * x[n - 1];
}
double tournament(const double *x, int n) { return reduce(x, n); }
// check: double tournament(double *x = {1.1, 0.7, -0.4, 1.9, 0.6, 1.3, 0.8, -1.2}, int n = 8)
// value: -0.82566144
// expect: x = {0.15868159999999998, 0.24935680000000002, -0.6691344, 0.1408704, -0.082118400000000008, -0.0379008,
//     -0.7461888, 0.9974592}

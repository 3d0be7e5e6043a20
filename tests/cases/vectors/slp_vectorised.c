// Straight-line code that the vectoriser packs: complex multiply-accumulate over pairs.
void cmac(const double *a, const double *b, double *acc, int n) {
    double re = acc[0], im = acc[1];
    for (int i = 0; i < n; ++i) {
        re += a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
        im += a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    }
    acc[0] = re;
    acc[1] = im * re;
}
// check: void cmac(double *a = {1.0, 0.5, -0.7, 2.0}, double *b = {0.3, -1.2, 0.8, 0.4}, double *acc = {0.1, 0.2} seed {1.0,
//     2.0}, int n = 2)
// expect: a = {1.4460000000000002, 2.112, 1.2640000000000002, -1.3520000000000003}, b = {1.5800000000000003,
//     -1.6900000000000002, -2.7980000000000005, -3.3760000000000003}, acc = {1.9400000000000004,
//     -0.72000000000000008}

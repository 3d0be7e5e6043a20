// Duff's device: a switch that jumps into the middle of a loop.
double duff(const double *x, int count) {
    double s = 1.0;
    int n = (count + 3) / 4, i = 0;
    switch (count % 4) {
    case 0:
        do {
            s = s * 0.9 + x[i] * x[i];
            ++i;
            /* fall through */
        case 3:
            s = s * 1.1 - x[i];
            ++i;
            /* fall through */
        case 2:
            s = s + x[i] * s * 0.5;
            ++i;
            /* fall through */
        case 1:
            s = s - x[i] * 0.3;
            ++i;
        } while (--n > 0);
    }
    return s;
}
// check: double duff(double *x = {1.0, 0.5, -0.7, 1.2, 0.9, -1.4, 0.3}, int count = 7)
// value: 0.21469500000000008
// expect: x = {-0.37125000000000008, 0.014850000000000018, -0.089100000000000013, 0.79200000000000015,
//     -0.30000000000000004, 0.50782500000000008, -0.3}
// check: double duff(double *x = {1.0, 0.5, -0.7, 1.2, 0.9, -1.4}, int count = 6)
// value: 1.3994750000000002
// expect: x = {0.71775000000000011, -0.43065000000000003, -2.233, -1.45, 0.33775000000000011, -0.3}

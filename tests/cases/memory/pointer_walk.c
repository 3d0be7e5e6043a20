// Iteration by pointer increments with an end pointer.
double walk(double *x, int n) {
    double s = 1.0;
    for (double *p = x, *e = x + n; p != e; ++p)
        s = s * 0.9 + *p * *p * *p;
    return s;
}
// check: double walk(double *x = {1.0, 2.0, -1.5, 0.5}, int n = 4)
// value: 4.9526
// expect: x = {2.1870000000000003, 9.72, 6.075, 0.75}

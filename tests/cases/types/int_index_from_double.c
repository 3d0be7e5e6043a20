// A double truncated to an index and back: the integer path carries nothing, the fraction does.
double interpolate(const double *t, double x) {
    long i = (long)x;
    double f = x - (double)i;
    return t[i] + (t[i + 1] - t[i]) * f * f;
}
// check: double interpolate(double *t = {1.0, 4.0, 9.0, 2.0}, double x = 1.5)
// value: 5.25
// expect: t = {0.0, 0.75, 0.25, 0.0}, x = 5.0

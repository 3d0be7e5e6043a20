// Filter state in static locals and a delay line in a global ring buffer, read between samples.
#include <math.h>
static double biquad(double x, const double *c, int reset) {
    static double z1, z2;
    if (reset) {
        z1 = z2 = 0;
        return 0;
    }
    double y = c[0] * x + z1;
    z1 = c[1] * x - c[3] * y + z2;
    z2 = c[2] * x - c[4] * y;
    return y;
}
static struct { double buf[8]; unsigned w; } line;
static double delay(double x, double d) {
    line.buf[line.w & 7] = x;
    double rp = (double)line.w - d + 8;
    unsigned i0 = (unsigned)rp;
    double fr = rp - i0;
    double a = line.buf[i0 & 7], b = line.buf[(i0 + 1) & 7];
    line.w++;
    return a + (b - a) * fr;
}
double dsp(const double *c, double d, double g, int n) {
    biquad(0, c, 1);
    for (int i = 0; i < 8; i++) line.buf[i] = 0;
    line.w = 0;
    double e = 0, fb = 0;
    for (int i = 0; i < n; i++) {
        double in = (i % 5 == 0) + fb * g;
        double y = biquad(in, c, 0);
        fb = delay(y, d);
        e += y * y * (1 + 0.1 * i);
    }
    return e;
}
// check: double dsp(double *c = {0.3, 0.2, 0.1, -0.5, 0.2}, double d = 2.4, double g = 0.6, int n = 20)
// value: 4.3017961967330808
// expect: c = {23.02730096328257, 23.65682723929396, 18.60268616966039, -16.21018401425748, -13.21325320122126},
//     d = 0.09758814321571803,
//     g = 8.160386600572406

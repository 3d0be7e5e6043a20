// A union of doubles and floats copied byte by byte; the reader knows which member is alive.
union slot { double d; float f[2]; };
static void copy(unsigned char *to, const unsigned char *from, unsigned long n) {
    while (n--)
        *to++ = *from++;
}
double slots(double x, float y) {
    union slot a, b, c, d;
    a.d = x * x;
    b.f[0] = y;
    b.f[1] = 2.0f * y;
    copy((unsigned char *)&c, (const unsigned char *)&a, sizeof c);
    copy((unsigned char *)&d, (const unsigned char *)&b, sizeof d);
    return c.d * 3.0 + (double)(d.f[0] * d.f[1]);
}
// check: double slots(double x = 1.5, float y = 0.5)
// value: 7.25
// expect: x = 9.0, y = 2.0

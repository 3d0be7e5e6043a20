// Unsigned, 64-bit and byte integers converted to floating point weigh the terms.
double weights(double x, double y, unsigned a, long long b, unsigned char c) {
    double wide = (double)(a * 3u) * x + (double)(b >> 2) * y;
    float narrow = (float)c;
    return wide + narrow * x * y - (unsigned)(x * 2.0) * y;
}
// check: double weights(double x = 1.7, double y = 0.3, unsigned a = 7, long long b = 1025, unsigned char c = 200)
// value: 213.6
// expect: x = 81, y = 593

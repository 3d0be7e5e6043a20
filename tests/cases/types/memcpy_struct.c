// memcpy of a struct with mixed fields; the engine must tell the doubles from the integers.
#include <string.h>
struct record { int id; float f; double d; long n; double e[2]; };
double cloned(double x, float y) {
    struct record a, b;
    memset(&a, 0, sizeof a);
    a.id = 3;
    a.f = y;
    a.d = x;
    a.n = 1000000007;
    a.e[0] = x * x;
    a.e[1] = (double)y * x;
    memcpy(&b, &a, sizeof a);
    a.d = 0.0;
    a.e[0] = 0.0;
    return b.id * b.d + (double)b.f * b.e[1] + b.e[0] * (double)(b.n % 10) + a.d;
}
// check: double cloned(double x = 1.5, float y = 2.0)
// value: 26.25
// expect: x = 28.0, y = 6.0

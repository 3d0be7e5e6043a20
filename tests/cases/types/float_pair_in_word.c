// Two floats travel in one 64-bit integer, as small structs do in registers.
#include <stdint.h>
#include <string.h>
struct pair { float a, b; };
__attribute__((noinline)) static uint64_t pack(float a, float b) {
    struct pair p = {a, b};
    uint64_t w;
    memcpy(&w, &p, sizeof w);
    return w;
}
__attribute__((noinline)) static float use(uint64_t w, float k) {
    struct pair p;
    memcpy(&p, &w, sizeof p);
    return p.a * p.a * k + p.b;
}
float packed(float x, float y) { return use(pack(x, y), 3.0f) + use(pack(y, x), x); }
// check: float packed(float x = 1.5, float y = 2.0)
// value: 16.25
// expect: x = 14.0, y = 7.0

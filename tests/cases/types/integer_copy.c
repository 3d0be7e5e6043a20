// Doubles moved by 64-bit integer loads and stores keep their derivatives.
#include <stdint.h>
#include <string.h>
static void move_words(void *dst, const void *src, int words) {
    for (int i = 0; i < words; ++i) {
        uint64_t w;
        memcpy(&w, (const char *)src + 8 * i, 8);
        memcpy((char *)dst + 8 * i, &w, 8);
    }
}
double moved(const double *x) {
    double buf[3];
    move_words(buf, x, 3);
    return buf[0] * buf[1] + buf[2] * buf[2];
}
// check: double moved(double *x = {2.0, 3.0, 5.0})
// value: 31
// expect: x = {3.0, 2.0, 10.0}

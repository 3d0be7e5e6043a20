// float and double library functions mixed in one expression with conversions between.
#include <math.h>
double mixture(float x, double y) {
    float a = sinf(x) * expf((float)y);
    double b = cos((double)a) + log(y) * (double)sqrtf(x);
    return b * (double)powf(x, 1.5f) + pow(y, (double)x);
}
// check: double mixture(float x = 1.25, double y = 0.75)
// tolerance: 1e-4
// value: -0.3445463817982426
// expect: x = -2.4763559623386389, y = 0.70420761870861692

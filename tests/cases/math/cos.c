// Cosine: double, float and long double forms at two points each.
#include <math.h>
double cos_d(double x, double y) { return y * cos(x) + x; }
// check: double cos_d(double x = 0.7, double y = 1.5)
// value: 1.8472632809267326
// expect: x = 0.033673469143463468, y = 0.7648421872844885
// check: double cos_d(double x = -2.4, double y = -0.75)
// value: -1.8469547133440658
// expect: x = 0.49340261458663676, y = -0.73739371554124544
float cos_s(float x, float y) { return y * cosf(x) + x; }
// check: float cos_s(float x = 0.7, float y = 1.5)
// value: 1.8472632809267326
// expect: x = 0.033673469143463468, y = 0.7648421872844885
// check: float cos_s(float x = -2.4, float y = -0.75)
// value: -1.8469547133440658
// expect: x = 0.49340261458663676, y = -0.73739371554124544
long double cos_x(long double x, long double y) { return y * cosl(x) + x; }
// check: long double cos_x(long double x = 0.7, long double y = 1.5)
// value: 1.8472632809267326
// expect: x = 0.033673469143463468, y = 0.7648421872844885
// check: long double cos_x(long double x = -2.4, long double y = -0.75)
// value: -1.8469547133440658
// expect: x = 0.49340261458663676, y = -0.73739371554124544

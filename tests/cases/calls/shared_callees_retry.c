// A kernel that is reached on 36 ways would stay a function. But the bytes that it moves are a double for some callers and
// two floats for others: it has a derivative only where it is inlined, and so everything is.
#include <math.h>
#include <string.h>
#define ROUND(a, b, c)                                                                                                     \
  x = x + a * sin(y * b) / (1 + c * x * x);                                                                                \
  y = y + b * z / (1 + c * x * x + y * y) - a * cos(x);                                                                    \
  z = z + c * x * y - a * z / (2 + z * z);
#define ROUNDS(a)                                                                                                          \
  ROUND(a, 0.031, 0.011)                                                                                                   \
  ROUND(0.047, a, 0.013)                                                                                                   \
  ROUND(0.041, 0.037, a)

__attribute__((noinline)) static double kernel(void *to, const void *from, double *s, double w) {
  double x = s[0], y = s[1], z = s[2] * w;
  memcpy(to, from, 8);
  ROUNDS(0.021)
  ROUNDS(0.023)
  ROUNDS(0.027)
  ROUNDS(0.029)
  s[0] = x;
  s[2] = z + 0.5 * w;
  return x * y + z;
}
__attribute__((noinline)) static double twice(void *to, const void *from, double *s, double w) {
  double sum = kernel(to, from, s, w);
  return sum + kernel(to, from, s, 0.1 * sum);
}
__attribute__((noinline)) static double six_doubles(double *s, double w) {
  double moved, given = s[1] * w;
  double sum = twice(&moved, &given, s, w);
  sum += 0.5 * moved * twice(&moved, &given, s, 0.7 * w);
  return sum + twice(&moved, &sum, s, 0.4 * s[1]) * moved;
}
__attribute__((noinline)) static double six_pairs(double *s, double w) {
  float small[2], pair[2] = {(float)w, (float)s[0]};
  double sum = twice(small, pair, s, w);
  sum += 0.5 * twice(small, pair, s, 0.7 * w);
  sum += twice(small, pair, s, 0.4 * s[1]);
  return sum + 0.25 * (small[0] + small[1] * small[0]);
}
double shared_callees_retry(double *s, double w) {
  double sum = six_doubles(s, w);
  for (int i = 0; i < 2; ++i)
    sum += 0.1 * sum * six_pairs(s, 0.1 * i + 0.2);
  sum += six_doubles(s, 0.9);
  sum += six_pairs(s, 0.1 * s[2]);
  sum += six_doubles(s, 0.2 * s[0]);
  return sum - six_pairs(s, w * w);
}
// check: double shared_callees_retry(double *s = {0.3, 0.7, 0.2}, double w = 0.6)
// value: 1.4720575563199184
// expect: s = {6.4719275198215661, 7.9898212652269692, 0.83790464688837974}, w = -0.16103371151803712
// tolerance: 1e-6
// differences: off (values that are rounded to float move in steps)

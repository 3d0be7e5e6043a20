// More arguments than registers, of several kinds, read twice.
#include <stdarg.h>
struct term {
  double factor;
};
static double twice(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  double sum = 0;
  for (const char *k = kinds; *k; ++k) {
    if (*k == 'd')
      sum += va_arg(list, double);
    else if (*k == 'i')
      sum *= va_arg(list, int);
    else
      sum += va_arg(list, struct term *)->factor;
  }
  for (const char *k = kinds; *k == 'd'; ++k)
    sum += va_arg(again, double) * sum;
  va_end(again);
  va_end(list);
  return sum;
}
// check: double f(double x = 0.4, double y = 0.3)
// expect: x = 857.708710306, y = 878.871400236
// tolerance: 1e-7
double f(double x, double y) {
  struct term t = {x * y};
  return twice("dddddddddddip", x, y, x * x, 1.0, y, x, 0.5, x, y, x * y, y * y, 2, &t);
}

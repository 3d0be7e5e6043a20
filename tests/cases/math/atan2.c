// Two-argument arc tangent in two quadrants: double, float and long double forms.
#include <math.h>
double atan2_d(double x, double y) { return atan2(x, y) * (x + 2.0 * y); }
// check: double atan2_d(double x = 0.8, double y = 1.5)
// value: 1.8618378397641677
// expect: x = 2.4622756653540745, y = -0.0719884616793946
// check: double atan2_d(double x = -0.6, double y = -1.1)
// value: 7.3982886093470572
// expect: x = -0.6804624924192173, y = -6.354555558086842
float atan2_s(float x, float y) { return atan2f(x, y) * (x + 2.0f * y); }
// check: float atan2_s(float x = 0.8, float y = 1.5)
// value: 1.8618378397641677
// expect: x = 2.4622756653540745, y = -0.0719884616793946
// check: float atan2_s(float x = -0.6, float y = -1.1)
// value: 7.3982886093470572
// expect: x = -0.6804624924192173, y = -6.354555558086842
long double atan2_x(long double x, long double y) { return atan2l(x, y) * (x + 2.0l * y); }
// check: long double atan2_x(long double x = 0.8, long double y = 1.5)
// value: 1.8618378397641677
// expect: x = 2.4622756653540745, y = -0.0719884616793946
// check: long double atan2_x(long double x = -0.6, long double y = -1.1)
// value: 7.3982886093470572
// expect: x = -0.6804624924192173, y = -6.354555558086842

// Chain rule through a nest of the common elementary functions.
#include <math.h>
double nest(double x, double y) { return exp(sin(x * y)) * log(x + 2.0) + sqrt(x * x + y * y) - tanh(y); }
// check: double nest(double x = 0.8, double y = 1.3)
// value: 3.1037236271984705
// expect: x = 2.9751961102299829, y = 1.5819673644809897

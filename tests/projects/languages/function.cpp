#include <cmath>
double from_cpp(double x) { return std::pow(x, 3.0); }

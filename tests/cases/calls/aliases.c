// Other names of functions and variables: called, through a pointer, differentiated, and such that a linker may change.
// check: double f(double x = 3.0)
// value: 162.0
// expect: x = 162.0
// check: double other_square(double x = 3.0)
// value: 9.0
// expect: x = 6.0
// check: double weak_square(double x = 3.0)
// expect: x = 6.0
double square(double x) { return x * x; }
double other_square(double x) __attribute__((alias("square")));
double weak_square(double x) __attribute__((weak, alias("square")));
double third_square(double x) __attribute__((alias("other_square")));
double scale = 1;
extern double other_scale __attribute__((alias("scale")));
static double (*const table[])(double) = {other_square, third_square};
int which = 1;

double f(double x) {
    scale = x;
    other_scale *= 2;
    double sum = other_square(x) * x + weak_square(x) * scale;
    scale = 1;
    return sum + table[which](x) * x + third_square(x) * x + weak_square(x) * x;
}

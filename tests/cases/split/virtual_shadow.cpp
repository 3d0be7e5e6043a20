// A shadow object gets its table of virtual functions from __enzyme_virtualreverse, a shadow slot its function.
// run:
// leaks: on
#include <cstring>
#include <new>
#include "check.h"
extern int enzyme_dup, enzyme_out;
extern "C" void *__enzyme_virtualreverse(void *);
struct augmented { void *tape; double value; };
augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

struct Shape {
  double scale;
  virtual double area(double x) const = 0;
  explicit Shape(double s) : scale(s) {}
};
struct Square : Shape {
  explicit Square(double s) : Shape(s) {}
  double area(double x) const override { return scale * x * x; }
};
struct Cube : Shape {
  explicit Cube(double s) : Shape(s) {}
  double area(double x) const override { return scale * scale * x * x * x; }
};

static double twice(double x) { return 2 * x * x; }

struct Problem {
  Shape *shape;
  double (*inner)(double);
};

__attribute__((noinline)) static double f(const Problem *p, double x) { return p->shape->area(p->inner(x)); }

static void check(Shape *shape, double scale_derivative, double x_derivative) {
  alignas(Shape) unsigned char memory[sizeof(Cube)] = {0};
  *(void **)memory = __enzyme_virtualreverse(*(void **)shape);
  Shape *shadow = (Shape *)memory;
  Problem p{shape, twice}, dp{shadow, (double (*)(double))__enzyme_virtualreverse((void *)twice)};
  double x = 0.7;
  augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, &p, &dp, enzyme_out, x);
  check_close("split", __enzyme_reverse((void *)f, enzyme_dup, &p, &dp, enzyme_out, x, 1.0, a.tape), x_derivative, 1e-13);
  check_close("scale", shadow->scale, scale_derivative, 1e-13);
  shadow->scale = 0;
  check_close("reverse", __enzyme_autodiff((void *)f, enzyme_dup, &p, &dp, enzyme_out, x), x_derivative, 1e-13);
  check_close("scale", shadow->scale, scale_derivative, 1e-13);
  shadow->scale = 0;
  check_close("forward", __enzyme_fwddiff((void *)f, enzyme_dup, &p, &dp, enzyme_dup, x, 1.0), x_derivative, 1e-13);
  double h = 1e-6;
  check_close("differences", x_derivative, (f(&p, x + h) - f(&p, x - h)) / (2 * h), 1e-7);
}

int main() {
  double x = 0.7, y = 2 * x * x;
  Square square(1.5);
  Cube cube(0.6);
  check(&square, y * y, 1.5 * 2 * y * 4 * x);
  check(&cube, 2 * 0.6 * y * y * y, 0.36 * 3 * y * y * 4 * x);
  return 0;
}

#include <zymase/autodiff.h>
#include <cmath>
#include <cstdio>

static int failures = 0;
static void expect(const char *what, double got, double want) {
  if (std::fabs(got - want) > 1e-6 * (1 + std::fabs(want))) {
    std::printf("%s: %.17g, expected %.17g\n", what, got, want);
    ++failures;
  }
}

// On functions, declared before they are defined.
__attribute__((enzyme_inactive)) double square(double x);
static double on_function(double x) { return square(x) * x; }
__attribute__((noinline)) double square(double x) { return x * x; }

// On templates.
template <typename T> __attribute__((enzyme_inactive, noinline)) T cube(T x) { return x * x * x; }
static double on_template(double x) { return cube(x) * x + cube((float)x) * x; }

// On members: data, functions, static functions and those of class templates.
template <typename T> struct Scaled {
  __attribute__((enzyme_inactive)) T scale;
  T value;
  __attribute__((enzyme_inactive, noinline)) T twice(T x) const { return 2 * x * scale; }
  __attribute__((enzyme_inactive, noinline)) static T thrice(T x) { return 3 * x; }
};
static double on_members(double x) {
  Scaled<double> scaled;
  scaled.scale = x;
  scaled.value = x;
  return scaled.scale * scaled.value + scaled.twice(x) * x + Scaled<double>::thrice(x) * x;
}

// On variables, global and local.
__attribute__((enzyme_inactive)) double kept = 0;
static double on_global(double x) {
  kept = x * x;
  return kept * x;
}
static double on_local(double x) {
  __attribute__((enzyme_inactive)) double local = x * x;
  return local * x;
}

// The derivative of a function that is known, which is not that of the body.
__attribute__((enzyme_function_like("log1p"), noinline)) double almost(double x) { return std::log1p(x) + 1e-12 * std::floor(x); }
static double like_another(double x) { return almost(x) * x; }

// These change no derivative.
__attribute__((enzyme_inactive, enzyme_shouldrecompute, noinline)) double weight(int i) { return 1.0 / (i + 1); }
__attribute__((enzyme_nofree, enzyme_elementwise, noinline)) double term(double x, int i) { return x * x * weight(i); }
static double without_effect(double x) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += term(x, i);
  return sum;
}

// What the attributes say, written out: the parts that are constant stay what they are at the point.
static double constant_part(double (*f)(double, double), double x) {
  double step = 1e-6;
  return (f(x + step, x) - f(x - step, x)) / (2 * step);
}

#define COMPARE(F, WANT, WRITTEN_OUT)                                                                                  \
  {                                                                                                                    \
    double reverse = __enzyme_autodiff<double>((void *)F, 3.0);                                                        \
    double forward = __enzyme_fwddiff<double>((void *)F, 3.0, 1.0);                                                    \
    expect(#F ", reverse", reverse, WANT);                                                                             \
    expect(#F ", forward", forward, WANT);                                                                             \
    expect(#F ", differences", constant_part([](double x, double c) -> double { return WRITTEN_OUT; }, 3.0), WANT);    \
  }

int main() {
  COMPARE(on_function, 9, (void(c), 9.0) * x)
  COMPARE(on_template, 54, 2 * c * c * c * x)
  COMPARE(on_members, 30, (void(c), 3.0) * x + 18 * x + 9 * x)
  COMPARE(on_global, 9, c * c * x)
  COMPARE(on_local, 9, c * c * x)
  COMPARE(like_another, std::log1p(3.0) + 0.75, (void(c), std::log1p(x) * x))
  COMPARE(without_effect, 11, (void(c), x * x * (1 + 0.5 + 1.0 / 3)))
  if (failures == 0)
    std::puts("equal");
  return failures != 0;
}

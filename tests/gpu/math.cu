// Functions of the device library, accurate and fast, in both precisions; more lanes and split mode.
#include "check.h"

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

#define MATH(T, NAME, EXPRESSION)                                                                                      \
  __device__ void NAME(T *in, T *out, int n) {                                                                         \
    T x = in[index()], y = in[(index() + 1) % n], z = in[(index() + 5) % n];                                           \
    out[index()] = (EXPRESSION) + 0 * (x + y + z);                                                                     \
  }                                                                                                                    \
  KERNELS(T, NAME)

MATH(double, d_sin, sin(x) * cos(y))
MATH(double, d_tan, tan(x) + atan2(y, x))
MATH(double, d_exp, exp(x) + exp2(y) + exp10(z) + expm1(x))
MATH(double, d_log, log(x) * log2(y) + log10(z) + log1p(x))
MATH(double, d_pow, pow(x, y) + pow(x, 3) + cbrt(z) + rcbrt(x))
MATH(double, d_root, sqrt(x) + rsqrt(y) + hypot(x, z) + rhypot(x, y))
MATH(double, d_hyperbolic, sinh(x) + cosh(y) * tanh(z) + asinh(x) + acosh(1 + y) + atanh(z * 0.5))
MATH(double, d_inverse, asin(x * 0.5) + acos(y * 0.5) + atan(z))
MATH(double, d_error, erf(x) + erfc(y) + erfcx(z) + normcdf(x))
MATH(double, d_gamma, lgamma(x + 1) + tgamma(y + 1))
MATH(double, d_norm, norm3d(x, y, z) + rnorm3d(x, y, z))
MATH(double, d_pi, sinpi(x) + cospi(y))
MATH(double, d_choice, fmax(x, y) + fmin(y, z) + fabs(x - z) + fma(x, y, z) + fdim(x, z))
MATH(double, d_rounded, __dadd_rn(x, y) * __dmul_rn(y, z) + __fma_rn(x, y, z) + __drcp_rn(x) + __dsqrt_rn(y) + __ddiv_rn(x, z))
__device__ void d_sincos(double *in, double *out, int n) {
  double s, c;
  sincos(in[index()], &s, &c);
  out[index()] = s * c + s;
}
KERNELS(double, d_sincos)

MATH(float, f_sin, sinf(x) * cosf(y) + tanf(z))
MATH(float, f_exp, expf(x) + exp2f(y) + exp10f(z) + logf(x) + log2f(y))
MATH(float, f_pow, powf(x, y) + cbrtf(z) + rsqrtf(x) + sqrtf(y) + hypotf(x, z))
MATH(float, f_error, erff(x) + erfcf(y) + tanhf(z) + normcdff(x))
MATH(float, f_fast, __sinf(x) * __cosf(y) + __expf(z) + __logf(x) + __powf(y, z) + __fdividef(x, y))
MATH(float, f_rounded, __fadd_rn(x, y) * __fmul_rn(y, z) + __fmaf_rn(x, y, z) + __frcp_rn(x) + __fsqrt_rn(y) + __frsqrt_rn(z) + __fdiv_rn(x, y))
__device__ void f_sincos(float *in, float *out, int n) {
  float s, c, t, u;
  sincosf(in[index()], &s, &c);
  __sincosf(in[(index() + 1) % n], &t, &u);
  out[index()] = s * c + s * t + u;
}
KERNELS(float, f_sincos)

template <class T> __device__ T polynomial(T x) { return x * x * x - 2 * x; }
__device__ void calls(double *in, double *out, int n) {
  auto twice = [=](double x) { return polynomial(x) * in[0]; };
  out[index()] = twice(in[index()]) + polynomial(in[(index() + 3) % n]);
}
KERNELS(double, calls)

__device__ double cube(double x) { return x * x * x; }
__global__ void by_value(double *in, double *din) {
  din[index()] = __enzyme_autodiff<double>((void *)cube, enzyme_out, in[index()]);
}

struct Two { double a, b; };
__device__ void squares(double *in, double *out) { out[0] = in[0] * in[0] * in[1]; }
__global__ void lanes(double *in, double *d1, double *d2, double *out, double *o1, double *o2) {
  __enzyme_autodiff<void>((void *)squares, enzyme_width, 2, enzyme_dup, in, d1, d2, enzyme_dup, out, o1, o2);
}

int main() {
#define RUN(T, NAME) CHECK(T, NAME, numbers<T>(64, 0.3, 1.2), 64, 2, 32, 0)
  RUN(double, d_sin); RUN(double, d_tan); RUN(double, d_exp); RUN(double, d_log); RUN(double, d_pow); RUN(double, d_root);
  RUN(double, d_hyperbolic); RUN(double, d_inverse); RUN(double, d_error); RUN(double, d_gamma); RUN(double, d_norm);
  RUN(double, d_pi); RUN(double, d_choice); RUN(double, d_rounded); RUN(double, d_sincos);
  RUN(float, f_sin); RUN(float, f_exp); RUN(float, f_pow); RUN(float, f_error); RUN(float, f_fast); RUN(float, f_rounded);
  RUN(float, f_sincos); RUN(double, calls);
  auto in = numbers<double>(32, -1, 1);
  double *x = to_device(in), *dx = to_device(std::vector<double>(32, 0));
  by_value<<<1, 32>>>(x, dx);
  auto found = to_host(dx, 32);
  bool good = true;
  for (int k = 0; k < 32; ++k)
    good &= std::fabs(found[k] - 3 * in[k] * in[k]) < 1e-12;
  report("by_value", good);
  double *d1 = to_device(std::vector<double>(2, 0)), *d2 = to_device(std::vector<double>(2, 0));
  double *out = to_device(std::vector<double>(1, 0)), *o1 = to_device(std::vector<double>(1, 1)), *o2 = to_device(std::vector<double>(1, 3));
  lanes<<<1, 1>>>(x, d1, d2, out, o1, o2);
  auto one = to_host(d1, 2), three = to_host(d2, 2);
  report("lanes", std::fabs(one[0] - 2 * in[0] * in[1]) < 1e-12 && std::fabs(three[1] - 3 * in[0] * in[0]) < 1e-12);
  return finish();
}

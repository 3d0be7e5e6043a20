/* Declarations shared by the programs and the checker. */
#ifndef ZF_PRELUDE
#define ZF_PRELUDE
#ifdef __cplusplus
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
extern "C" {
#else
double sin(double), cos(double), tanh(double), atan(double), exp(double), log(double), sqrt(double), cbrt(double);
double log1p(double), expm1(double), asin(double), acos(double), sinh(double), cosh(double), erf(double), fabs(double);
double lgamma(double), log2(double), log10(double), exp2(double), floor(double);
double fmax(double, double), fmin(double, double), atan2(double, double), hypot(double, double), pow(double, double);
double fma(double, double, double), copysign(double, double);
float sinf(float), cosf(float), expf(float), sqrtf(float), tanhf(float), fabsf(float), powf(float, float), logf(float);
void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
#endif
int ZT(int), ZTI(int);
double zt_fabs(double), zt_fmax(double, double), zt_fmin(double, double), zt_floor(double), zt_copysign(double, double);
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_primal_return;
typedef double zf_along(double s, double t);
/* Second derivatives along two directions through the point, in five mixtures of modes. */
enum { ZF_MIXTURES = 5 };
typedef struct {
  const double *first, *second;
  zf_along *reverse, *forward, *mixtures[ZF_MIXTURES];
} zf_second;
typedef struct {
  unsigned long seed;
  int id, count, is_float;
  const double *point, *weight;
  const char *active;
  void (*primal)(const double *v, double *ret, double *out);
  void (*reference)(const double *v, double *ret, double *out);
  void (*forward)(const double *v, const double *t, double *ret, double *out, double *tret, double *tout);
  void (*reverse)(const double *v, const double *seed, double *ret, double *out, double *grad);
  const zf_second *second;
} zf_program;
extern const zf_program zf_table[];
extern const int zf_count;
#ifdef __cplusplus
}
#endif
#endif

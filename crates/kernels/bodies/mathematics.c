// The functions of NVIDIA's device library, by those of C.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define ALIKE __attribute__((always_inline))

// Functions of one, two and three numbers that C has in both precisions.
#define ONE(name)                                                                                                      \
  ALIKE double __nv_##name(double x) { return name(x); }                                                               \
  ALIKE float __nv_##name##f(float x) { return name##f(x); }
#define TWO(name)                                                                                                      \
  ALIKE double __nv_##name(double x, double y) { return name(x, y); }                                                  \
  ALIKE float __nv_##name##f(float x, float y) { return name##f(x, y); }

ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(asinh)
ONE(acosh)
ONE(atanh)
ONE(exp)
ONE(exp2)
ONE(expm1)
ONE(log)
ONE(log2)
ONE(log10)
ONE(log1p)
ONE(logb)
ONE(sqrt)
ONE(cbrt)
ONE(erf)
ONE(erfc)
ONE(lgamma)
ONE(tgamma)
ONE(ceil)
ONE(floor)
ONE(trunc)
ONE(rint)
ONE(nearbyint)
ONE(round)
ONE(fabs)

TWO(pow)
TWO(fmod)
TWO(atan2)
TWO(hypot)
TWO(fmin)
TWO(fmax)
TWO(fdim)
TWO(copysign)
TWO(remainder)
TWO(nextafter)

ALIKE double __nv_fma(double x, double y, double z) { return fma(x, y, z); }
ALIKE float __nv_fmaf(float x, float y, float z) { return fmaf(x, y, z); }
ALIKE double __nv_j0(double x) { return j0(x); }
ALIKE double __nv_j1(double x) { return j1(x); }
ALIKE double __nv_y0(double x) { return y0(x); }
ALIKE double __nv_y1(double x) { return y1(x); }
ALIKE double __nv_jn(int n, double x) { return jn(n, x); }
ALIKE double __nv_yn(int n, double x) { return yn(n, x); }
ALIKE double __nv_ldexp(double x, int n) { return ldexp(x, n); }
ALIKE float __nv_ldexpf(float x, int n) { return ldexpf(x, n); }
ALIKE double __nv_scalbn(double x, int n) { return scalbn(x, n); }
ALIKE float __nv_scalbnf(float x, int n) { return scalbnf(x, n); }
ALIKE int __nv_ilogb(double x) { return ilogb(x); }
ALIKE int __nv_ilogbf(float x) { return ilogbf(x); }
ALIKE double __nv_frexp(double x, int *n) { return frexp(x, n); }
ALIKE float __nv_frexpf(float x, int *n) { return frexpf(x, n); }
ALIKE double __nv_modf(double x, double *whole) { return modf(x, whole); }
ALIKE float __nv_modff(float x, float *whole) { return modff(x, whole); }
ALIKE double __nv_remquo(double x, double y, int *quotient) { return remquo(x, y, quotient); }
ALIKE double __nv_powi(double x, int n) { return pow(x, n); }
ALIKE float __nv_powif(float x, int n) { return powf(x, (float)n); }
ALIKE double __nv_nan(const char *text) { return NAN; }
ALIKE float __nv_nanf(const char *text) { return NAN; }
ALIKE void __nv_sincos(double x, double *s, double *c) { *s = sin(x), *c = cos(x); }
ALIKE void __nv_sincosf(float x, float *s, float *c) { *s = sinf(x), *c = cosf(x); }
ALIKE void __nv_fast_sincosf(float x, float *s, float *c) { *s = sinf(x), *c = cosf(x); }
ALIKE long __nv_llrint(double x) { return llrint(x); }
ALIKE long __nv_llrintf(float x) { return llrintf(x); }
ALIKE long __nv_llround(double x) { return llround(x); }
ALIKE long __nv_llroundf(float x) { return llroundf(x); }

// Functions that C does not have.
ALIKE double __nv_rsqrt(double x) { return 1 / sqrt(x); }
ALIKE float __nv_rsqrtf(float x) { return 1 / sqrtf(x); }
ALIKE double __nv_rcbrt(double x) { return 1 / cbrt(x); }
ALIKE float __nv_rcbrtf(float x) { return 1 / cbrtf(x); }
ALIKE double __nv_exp10(double x) { return pow(10, x); }
ALIKE float __nv_exp10f(float x) { return powf(10, x); }
ALIKE double __nv_rhypot(double x, double y) { return 1 / hypot(x, y); }
ALIKE float __nv_rhypotf(float x, float y) { return 1 / hypotf(x, y); }
ALIKE double __nv_norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
ALIKE float __nv_norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
ALIKE double __nv_rnorm3d(double x, double y, double z) { return 1 / sqrt(x * x + y * y + z * z); }
ALIKE float __nv_rnorm3df(float x, float y, float z) { return 1 / sqrtf(x * x + y * y + z * z); }
ALIKE double __nv_norm4d(double x, double y, double z, double w) { return sqrt(x * x + y * y + z * z + w * w); }
ALIKE float __nv_norm4df(float x, float y, float z, float w) { return sqrtf(x * x + y * y + z * z + w * w); }
ALIKE double __nv_normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
ALIKE float __nv_normcdff(float x) { return 0.5f * erfcf(-x * (float)M_SQRT1_2); }
ALIKE double __nv_erfcx(double x) { return exp(x * x) * erfc(x); }
ALIKE float __nv_erfcxf(float x) { return (float)(exp((double)x * x) * erfc(x)); }

ALIKE double __nv_rnorm4d(double x, double y, double z, double w) { return 1 / sqrt(x * x + y * y + z * z + w * w); }
ALIKE float __nv_rnorm4df(float x, float y, float z, float w) { return 1 / sqrtf(x * x + y * y + z * z + w * w); }

ALIKE float __nv_fmaf_ieee_rn(float x, float y, float z) { return fmaf(x, y, z); }

// Inverse error functions: an approximation, and steps of Halley's method.
static double start_of_inverse(double c) {
  double l = log(c * (2 - c)), t = 2 / (M_PI * 0.147) + l / 2;
  return copysign(sqrt(sqrt(t * t - l / 0.147) - t), 1 - c);
}
double __nv_erfcinv(double c) {
  if (!(c > 0 && c < 2))
    return c == 0 ? INFINITY : c == 2 ? -INFINITY : NAN;
  double y = start_of_inverse(c);
  for (int k = 0; k < 4; ++k) {
    double step = (erfc(y) - c) / (M_2_SQRTPI * exp(-y * y));
    y += step / (1 - step * y);
  }
  return y;
}
double __nv_erfinv(double x) {
  if (!(fabs(x) < 0.5))
    return copysign(__nv_erfcinv(1 - fabs(x)), x);
  double y = start_of_inverse(1 - x);
  for (int k = 0; k < 4; ++k) {
    double step = (x - erf(y)) / (M_2_SQRTPI * exp(-y * y));
    y += step / (1 - step * y);
  }
  return y;
}
double __nv_normcdfinv(double p) { return -M_SQRT2 * __nv_erfcinv(2 * p); }
float __nv_erfcinvf(float c) { return (float)__nv_erfcinv(c); }
float __nv_erfinvf(float x) { return (float)__nv_erfinv(x); }
float __nv_normcdfinvf(float p) { return (float)__nv_normcdfinv(p); }

// The argument in half turns, reduced without rounding.
static double half_turns(double x) { return x - 2 * rint(x / 2); }
double __nv_sinpi(double x) { return sin(M_PI * half_turns(x)); }
double __nv_cospi(double x) { return cos(M_PI * half_turns(x)); }
float __nv_sinpif(float x) { return (float)sin(M_PI * half_turns(x)); }
float __nv_cospif(float x) { return (float)cos(M_PI * half_turns(x)); }
void __nv_sincospi(double x, double *s, double *c) { *s = __nv_sinpi(x), *c = __nv_cospi(x); }
void __nv_sincospif(float x, float *s, float *c) { *s = __nv_sinpif(x), *c = __nv_cospif(x); }

// Questions about numbers.
ALIKE int __nv_isnand(double x) { return x != x; }
ALIKE int __nv_isnanf(float x) { return x != x; }
ALIKE int __nv_isinfd(double x) { return fabs(x) == INFINITY; }
ALIKE int __nv_isinff(float x) { return fabsf(x) == INFINITY; }
ALIKE int __nv_isfinited(double x) { return fabs(x) < INFINITY; }
ALIKE int __nv_finitef(float x) { return fabsf(x) < INFINITY; }
ALIKE int __nv_signbitd(double x) { return __builtin_signbit(x) != 0; }
ALIKE int __nv_signbitf(float x) { return __builtin_signbit(x) != 0; }

// Quick versions, which are not quicker here.
ALIKE float __nv_fast_sinf(float x) { return sinf(x); }
ALIKE float __nv_fast_cosf(float x) { return cosf(x); }
ALIKE float __nv_fast_tanf(float x) { return tanf(x); }
ALIKE float __nv_fast_expf(float x) { return expf(x); }
ALIKE float __nv_fast_exp10f(float x) { return powf(10, x); }
ALIKE float __nv_fast_logf(float x) { return logf(x); }
ALIKE float __nv_fast_log2f(float x) { return log2f(x); }
ALIKE float __nv_fast_log10f(float x) { return log10f(x); }
ALIKE float __nv_fast_powf(float x, float y) { return powf(x, y); }
ALIKE float __nv_fast_fdividef(float x, float y) { return x / y; }
ALIKE float __nv_fast_tanhf(float x) { return tanhf(x); }
ALIKE float __nv_saturatef(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }

// Arithmetic that is rounded to nearest; other directions are not there.
ALIKE float __nv_fadd_rn(float x, float y) { return x + y; }
ALIKE float __nv_fsub_rn(float x, float y) { return x - y; }
ALIKE float __nv_fmul_rn(float x, float y) { return x * y; }
ALIKE float __nv_fdiv_rn(float x, float y) { return x / y; }
ALIKE float __nv_frcp_rn(float x) { return 1 / x; }
ALIKE float __nv_fsqrt_rn(float x) { return sqrtf(x); }
ALIKE double __nv_dadd_rn(double x, double y) { return x + y; }
ALIKE double __nv_dsub_rn(double x, double y) { return x - y; }
ALIKE double __nv_dmul_rn(double x, double y) { return x * y; }
ALIKE double __nv_ddiv_rn(double x, double y) { return x / y; }
ALIKE double __nv_drcp_rn(double x) { return 1 / x; }
ALIKE double __nv_dsqrt_rn(double x) { return sqrt(x); }
ALIKE float __nv_fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
ALIKE double __nv_fma_rn(double x, double y, double z) { return fma(x, y, z); }
ALIKE float __nv_frsqrt_rn(float x) { return 1 / sqrtf(x); }

// Integers.
ALIKE int __nv_abs(int x) { return x < 0 ? (int)-(unsigned)x : x; }
ALIKE long __nv_llabs(long x) { return x < 0 ? (long)-(unsigned long)x : x; }
ALIKE int __nv_min(int x, int y) { return x < y ? x : y; }
ALIKE int __nv_max(int x, int y) { return x > y ? x : y; }
ALIKE unsigned __nv_umin(unsigned x, unsigned y) { return x < y ? x : y; }
ALIKE unsigned __nv_umax(unsigned x, unsigned y) { return x > y ? x : y; }
ALIKE long __nv_llmin(long x, long y) { return x < y ? x : y; }
ALIKE long __nv_llmax(long x, long y) { return x > y ? x : y; }
ALIKE unsigned long __nv_ullmin(unsigned long x, unsigned long y) { return x < y ? x : y; }
ALIKE unsigned long __nv_ullmax(unsigned long x, unsigned long y) { return x > y ? x : y; }
ALIKE int __nv_clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
ALIKE int __nv_clzll(long x) { return x ? __builtin_clzl((unsigned long)x) : 64; }
ALIKE int __nv_ffs(int x) { return __builtin_ffs(x); }
ALIKE int __nv_ffsll(long x) { return __builtin_ffsl(x); }
ALIKE int __nv_popc(unsigned x) { return __builtin_popcount(x); }
ALIKE int __nv_popcll(unsigned long x) { return __builtin_popcountl(x); }
ALIKE unsigned __nv_brev(unsigned x) { return __builtin_bitreverse32(x); }
ALIKE unsigned long __nv_brevll(unsigned long x) { return __builtin_bitreverse64(x); }
ALIKE int __nv_mulhi(int x, int y) { return (int)((long)x * y >> 32); }
ALIKE unsigned __nv_umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long)x * y >> 32); }
ALIKE long __nv_mul64hi(long x, long y) { return (long)((__int128)x * y >> 64); }
ALIKE unsigned long __nv_umul64hi(unsigned long x, unsigned long y) { return (unsigned long)((unsigned __int128)x * y >> 64); }
ALIKE int __nv_mul24(int x, int y) { return (int)((unsigned)(x << 8 >> 8) * (unsigned)(y << 8 >> 8)); }
ALIKE unsigned __nv_umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
ALIKE unsigned __nv_sad(int x, int y, unsigned z) { return z + (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x); }
ALIKE unsigned __nv_usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
ALIKE int __nv_hadd(int x, int y) { return (int)(((long)x + y) >> 1); }
ALIKE int __nv_rhadd(int x, int y) { return (int)(((long)x + y + 1) >> 1); }
ALIKE unsigned __nv_uhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long)x + y) >> 1); }
ALIKE unsigned __nv_urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long)x + y + 1) >> 1); }

unsigned __nv_byte_perm(unsigned x, unsigned y, unsigned select) {
  unsigned long bytes = (unsigned long)y << 32 | x;
  unsigned result = 0;
  for (int k = 0; k < 4; k++)
    result |= (unsigned)(bytes >> 8 * (select >> 4 * k & 7) & 255) << 8 * k;
  return result;
}

// Conversions: what does not fit is the nearest that does, and what is no number is 0.
#define CONVERT(from, to, name, least, most)                                                                           \
  static to name(from x) { return x != x ? 0 : x <= (from)least ? least : x >= (from)most ? most : (to)x; }
CONVERT(double, int, double_to_int, INT_MIN, INT_MAX)
CONVERT(double, unsigned, double_to_uint, 0, UINT_MAX)
CONVERT(double, long, double_to_long, LONG_MIN, LONG_MAX)
CONVERT(double, unsigned long, double_to_ulong, 0, ULONG_MAX)

#define ROUNDED(from, prefix)                                                                                          \
  ALIKE int __nv_##prefix##2int_rn(from x) { return double_to_int(rint(x)); }                                          \
  ALIKE int __nv_##prefix##2int_rz(from x) { return double_to_int(trunc(x)); }                                         \
  ALIKE int __nv_##prefix##2int_ru(from x) { return double_to_int(ceil(x)); }                                          \
  ALIKE int __nv_##prefix##2int_rd(from x) { return double_to_int(floor(x)); }                                         \
  ALIKE unsigned __nv_##prefix##2uint_rn(from x) { return double_to_uint(rint(x)); }                                   \
  ALIKE unsigned __nv_##prefix##2uint_rz(from x) { return double_to_uint(trunc(x)); }                                  \
  ALIKE unsigned __nv_##prefix##2uint_ru(from x) { return double_to_uint(ceil(x)); }                                   \
  ALIKE unsigned __nv_##prefix##2uint_rd(from x) { return double_to_uint(floor(x)); }                                  \
  ALIKE long __nv_##prefix##2ll_rn(from x) { return double_to_long(rint(x)); }                                         \
  ALIKE long __nv_##prefix##2ll_rz(from x) { return double_to_long(trunc(x)); }                                        \
  ALIKE long __nv_##prefix##2ll_ru(from x) { return double_to_long(ceil(x)); }                                         \
  ALIKE long __nv_##prefix##2ll_rd(from x) { return double_to_long(floor(x)); }                                        \
  ALIKE unsigned long __nv_##prefix##2ull_rn(from x) { return double_to_ulong(rint(x)); }                              \
  ALIKE unsigned long __nv_##prefix##2ull_rz(from x) { return double_to_ulong(trunc(x)); }
ROUNDED(float, float)
ROUNDED(double, double)

ALIKE float __nv_int2float_rn(int x) { return (float)x; }
ALIKE float __nv_uint2float_rn(unsigned x) { return (float)x; }
ALIKE float __nv_ll2float_rn(long x) { return (float)x; }
ALIKE float __nv_ull2float_rn(unsigned long x) { return (float)x; }
ALIKE double __nv_int2double_rn(int x) { return x; }
ALIKE double __nv_uint2double_rn(unsigned x) { return x; }
ALIKE double __nv_ll2double_rn(long x) { return (double)x; }
ALIKE double __nv_ull2double_rn(unsigned long x) { return (double)x; }
ALIKE float __nv_double2float_rn(double x) { return (float)x; }

// Bits.
#define BITS(name, from, to)                                                                                           \
  ALIKE to __nv_##name(from x) {                                                                                       \
    to bits;                                                                                                           \
    memcpy(&bits, &x, sizeof bits);                                                                                    \
    return bits;                                                                                                       \
  }
BITS(float_as_int, float, int)
BITS(float_as_uint, float, unsigned)
BITS(int_as_float, int, float)
BITS(uint_as_float, unsigned, float)
BITS(double_as_longlong, double, long)
BITS(longlong_as_double, long, double)
ALIKE int __nv_double2hiint(double x) { return (int)(__nv_double_as_longlong(x) >> 32); }
ALIKE int __nv_double2loint(double x) { return (int)__nv_double_as_longlong(x); }
ALIKE double __nv_hiloint2double(int high, int low) {
  return __nv_longlong_as_double((long)((unsigned long)(unsigned)high << 32 | (unsigned)low));
}

// The nearest number of format bf16, for code that compilers generate.
static __bf16 narrowed(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = x != x ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1);
  uint16_t upper = (uint16_t)(bits >> 16);
  __bf16 result;
  memcpy(&result, &upper, sizeof result);
  return result;
}
__bf16 __truncsfbf2(float x) { return narrowed(x); }
__bf16 __truncdfbf2(double x) {
  // Rounded to odd first, so that nothing is rounded twice.
  float near = (float)x;
  uint32_t bits;
  memcpy(&bits, &near, sizeof bits);
  if (near != x && x == x && !(bits & 1)) {
    bits += fabs((double)near) < fabs(x) ? 1 : -1;
    memcpy(&near, &bits, sizeof near);
  }
  return narrowed(near);
}

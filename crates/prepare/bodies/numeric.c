/* Elementary functions that Fortran defines otherwise than C, or that C lacks. */
#include "descriptor.h"

#pragma STDC CX_LIMITED_RANGE ON

double fmod(double, double), fabs(double), ldexp(double, int), frexp(double, int *), exp(double), erfc(double),
    pow(double, double);
float fmodf(float, float), fabsf(float), ldexpf(float, int), frexpf(float, int *), powf(float, float);

#define FORMAT(T, KIND, SUFFIX, DIGITS)                                                                                \
  T mod_##KIND(T a, T p, const char *file, int line) BODY(ModReal##KIND);                                              \
  T mod_##KIND(T a, T p, const char *file, int line) { return fmod##SUFFIX(a, p); }                                    \
  T modulo_##KIND(T a, T p, const char *file, int line) BODY(ModuloReal##KIND);                                        \
  T modulo_##KIND(T a, T p, const char *file, int line) {                                                              \
    T rest = fmod##SUFFIX(a, p);                                                                                       \
    return rest != 0 && (rest < 0) != (p < 0) ? rest + p : rest;                                                       \
  }                                                                                                                    \
  T power_##KIND(T base, int32_t exponent) BODY(FPow##KIND##i);                                                        \
  T power_##KIND(T base, int32_t exponent) { return __builtin_powi##SUFFIX(base, exponent); }                          \
  T long_power_##KIND(T base, int64_t exponent) BODY(FPow##KIND##k);                                                   \
  T long_power_##KIND(T base, int64_t exponent) { return pow##SUFFIX(base, (T)exponent); }                             \
  T fraction_##KIND(T x) BODY(Fraction##KIND);                                                                         \
  T fraction_##KIND(T x) {                                                                                             \
    int exponent;                                                                                                      \
    return frexp##SUFFIX(x, &exponent);                                                                                \
  }                                                                                                                    \
  T scale_##KIND(T x, int64_t power) BODY(Scale##KIND);                                                                \
  T scale_##KIND(T x, int64_t power) { return ldexp##SUFFIX(x, (int)power); }                                          \
  T set_exponent_##KIND(T x, int64_t power) BODY(SetExponent##KIND);                                                   \
  T set_exponent_##KIND(T x, int64_t power) { return ldexp##SUFFIX(fraction_##KIND(x), (int)power); }                  \
  T spacings_##KIND(T x) BODY(RRSpacing##KIND);                                                                        \
  T spacings_##KIND(T x) { return ldexp##SUFFIX(fabs##SUFFIX(fraction_##KIND(x)), DIGITS); }

FORMAT(float, 4, f, 24)
FORMAT(double, 8, , 53)

/* Complex powers by repeated squaring, as the run time computes them. */
#define COMPLEX_POWER(NAME, T, INTEGER)                                                                                \
  T _Complex complex_##NAME(T _Complex base, INTEGER exponent) BODY(NAME);                                             \
  T _Complex complex_##NAME(T _Complex base, INTEGER exponent) {                                                       \
    T _Complex power = 1, factor = base;                                                                               \
    uint64_t rest = exponent < 0 ? -(uint64_t)exponent : (uint64_t)exponent;                                           \
    while (rest) {                                                                                                     \
      if (rest & 1)                                                                                                    \
        power *= factor;                                                                                               \
      rest >>= 1;                                                                                                      \
      if (rest)                                                                                                        \
        factor *= factor;                                                                                              \
    }                                                                                                                  \
    return exponent < 0 ? 1 / power : power;                                                                           \
  }

COMPLEX_POWER(cpowi, float, int32_t)
COMPLEX_POWER(cpowk, float, int64_t)
COMPLEX_POWER(zpowi, double, int32_t)
COMPLEX_POWER(zpowk, double, int64_t)

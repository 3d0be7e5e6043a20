/* Functions of complex numbers that have no rule of their own: the inverse ones, and all of long double. Each is a formula
 * in real functions; the cuts are those of C. */
#include "descriptor.h"

#pragma STDC CX_LIMITED_RANGE ON

#define C_BODY(name) __asm__("zymase.body." #name)

#define DECLARE(T, S)                                                                                                  \
  T hypot##S(T, T), atan2##S(T, T), log##S(T), sqrt##S(T), exp##S(T), sin##S(T), cos##S(T), sinh##S(T), cosh##S(T),    \
      fabs##S(T), copysign##S(T, T);
DECLARE(float, f)
DECLARE(double, )
DECLARE(long double, l)

#define BUILDING_BLOCKS(T, S)                                                                                          \
  HELPER T _Complex make##S(T re, T im) {                                                                              \
    T _Complex z;                                                                                                      \
    __real__ z = re;                                                                                                   \
    __imag__ z = im;                                                                                                   \
    return z;                                                                                                          \
  }                                                                                                                    \
  HELPER T _Complex logarithm##S(T _Complex z) {                                                                       \
    return make##S(log##S(hypot##S(__real__ z, __imag__ z)), atan2##S(__imag__ z, __real__ z));                        \
  }                                                                                                                    \
  /* On the axes magnitudes of parts continue as on the side on which the root does. At zero both parts are roots of   \
   * such magnitudes, so that their derivatives are infinite. */                                                       \
  HELPER T _Complex root##S(T _Complex z) {                                                                            \
    T re = __real__ z, im = __imag__ z, size = hypot##S(re, im), side = copysign##S(1, im);                            \
    T larger = sqrt##S(((re >= 0 ? re : -re) + (size == 0 ? im * side : size)) / 2);                                   \
    T smaller = size == 0 ? copysign##S(larger, im) : im / (2 * larger);                                               \
    return re >= 0 ? make##S(larger, smaller) : make##S(side * smaller, copysign##S(larger, im));                      \
  }                                                                                                                    \
  /* i z and -i z */                                                                                                   \
  HELPER T _Complex turned##S(T _Complex z) { return make##S(-__imag__ z, __real__ z); }                               \
  HELPER T _Complex turned_back##S(T _Complex z) { return make##S(__imag__ z, -__real__ z); }                          \
  HELPER T _Complex half_asinh##S(T _Complex z) { return logarithm##S(z + root##S(z * z + 1)); }                       \
  HELPER T _Complex asinh_of##S(T _Complex z) {                                                                        \
    return copysign##S(1, __real__ z) < 0 ? -half_asinh##S(-z) : half_asinh##S(z);                                     \
  }                                                                                                                    \
  HELPER T _Complex atanh_of##S(T _Complex z) { return (logarithm##S(1 + z) - logarithm##S(1 - z)) / 2; }

BUILDING_BLOCKS(float, f)
BUILDING_BLOCKS(double, )
BUILDING_BLOCKS(long double, l)

#define FUNCTION(NAME, T, S, FORMULA)                                                                                  \
  T _Complex of_##NAME##S(T _Complex z) C_BODY(NAME##S);                                                               \
  T _Complex of_##NAME##S(T _Complex z) { return FORMULA; }

#define QUARTER_TURN 1.570796326794896619231321691639751442L

#define INVERSE(T, S)                                                                                                  \
  FUNCTION(casinh, T, S, asinh_of##S(z))                                                                               \
  FUNCTION(casin, T, S, turned_back##S(asinh_of##S(turned##S(z))))                                                     \
  FUNCTION(cacos, T, S, (T)QUARTER_TURN - turned_back##S(asinh_of##S(turned##S(z))))                                   \
  FUNCTION(cacosh, T, S, logarithm##S(z + root##S(z + 1) * root##S(z - 1)))                                            \
  FUNCTION(catanh, T, S, atanh_of##S(z))                                                                               \
  FUNCTION(catan, T, S, turned_back##S(atanh_of##S(turned##S(z))))

INVERSE(float, f)
INVERSE(double, )
INVERSE(long double, l)

typedef long double Real;
typedef long double _Complex Complex;

HELPER Complex exponential(Complex z) {
  Real size = expl(__real__ z);
  return makel(size * cosl(__imag__ z), size * sinl(__imag__ z));
}

HELPER Complex sinh_of(Complex z) {
  return makel(sinhl(__real__ z) * cosl(__imag__ z), coshl(__real__ z) * sinl(__imag__ z));
}

HELPER Complex cosh_of(Complex z) {
  return makel(coshl(__real__ z) * cosl(__imag__ z), sinhl(__real__ z) * sinl(__imag__ z));
}

FUNCTION(cexp, long double, l, exponential(z))
FUNCTION(clog, long double, l, logarithml(z))
FUNCTION(csqrt, long double, l, rootl(z))
FUNCTION(csinh, long double, l, sinh_of(z))
FUNCTION(ccosh, long double, l, cosh_of(z))
FUNCTION(ctanh, long double, l, sinh_of(z) / cosh_of(z))
FUNCTION(csin, long double, l, turned_backl(sinh_of(turnedl(z))))
FUNCTION(ccos, long double, l, cosh_of(turnedl(z)))
FUNCTION(ctan, long double, l, turned_backl(sinh_of(turnedl(z)) / cosh_of(turnedl(z))))
FUNCTION(conj, long double, l, ~z)

Complex power(Complex z, Complex exponent) C_BODY(cpowl);
Complex power(Complex z, Complex exponent) { return exponential(exponent * logarithml(z)); }
Real modulus(Complex z) C_BODY(cabsl);
Real modulus(Complex z) { return hypotl(__real__ z, __imag__ z); }
Real argument(Complex z) C_BODY(cargl);
Real argument(Complex z) { return atan2l(__imag__ z, __real__ z); }
Real real_part(Complex z) C_BODY(creall);
Real real_part(Complex z) { return __real__ z; }
Real imaginary_part(Complex z) C_BODY(cimagl);
Real imaginary_part(Complex z) { return __imag__ z; }

/* `std::pow` of GNU's library, of a complex number and a real exponent. Its own code is a function of the real part alone where
 * the imaginary part is zero; this has the same values. */
#define POWER(T, S)                                                                                                    \
  T pow##S(T, T);                                                                                                      \
  HELPER T _Complex real_power##S(const T _Complex *z, const T *y) {                                                   \
    T re = __real__ *z, im = __imag__ *z, size = hypot##S(re, im), turn = *y * atan2##S(im, re);                       \
    T power = im == 0 && re > 0 ? pow##S(size, *y) : exp##S(*y * log##S(size));                                        \
    return make##S(power * cos##S(turn), power * sin##S(turn));                                                        \
  }

POWER(float, f)
POWER(double, )
POWER(long double, l)

float _Complex power_float(const float _Complex *z, const float *y) C_BODY(_ZSt3powIfESt7complexIT_ERKS2_RKS1_);
float _Complex power_float(const float _Complex *z, const float *y) { return real_powerf(z, y); }
double _Complex power_double(const double _Complex *z, const double *y) C_BODY(_ZSt3powIdESt7complexIT_ERKS2_RKS1_);
double _Complex power_double(const double _Complex *z, const double *y) { return real_power(z, y); }
/* In C++ it is returned in memory. */
void power_long(Complex *result, const Complex *z, const Real *y) C_BODY(_ZSt3powIeESt7complexIT_ERKS2_RKS1_);
void power_long(Complex *result, const Complex *z, const Real *y) { *result = real_powerl(z, y); }

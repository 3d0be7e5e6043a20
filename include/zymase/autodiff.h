/* zymase/autodiff.h: the names by which a C or C++ program asks the compiler for derivatives.
 *
 *   double f(double x) { return x * x; }
 *   double slope = __enzyme_autodiff((void *)f, 3.0);    // 6
 *
 * The functions and variables below have no definition anywhere: the plugin replaces every use. A program that
 * declares them by hand works just as well; calls are recognised by these names inside the name of the callee, so that
 * each result type can have a declaration of its own (ZYMASE_DECLARE_AUTODIFF).
 */
#ifndef ZYMASE_AUTODIFF_H
#define ZYMASE_AUTODIFF_H

#ifdef __cplusplus
extern "C" {
#endif

/* Markers. One may stand before each argument of the differentiated function.
 * Unmarked: a pointer is enzyme_dup, an integer enzyme_const, a floating-point number enzyme_out in reverse mode
 * and enzyme_dup in forward mode. */

/* enzyme_const, value: no derivative with respect to this argument. */
extern int enzyme_const;
/* enzyme_dup, value, shadow: reverse mode adds the derivative to *shadow; forward mode reads the tangent from it. */
extern int enzyme_dup;
/* enzyme_dupnoneed, value, shadow: the same, and what the function itself writes through value is not needed. */
extern int enzyme_dupnoneed;
/* enzyme_out, value: reverse mode returns the derivative; several are returned as a struct, in parameter order. */
extern int enzyme_out;

/* enzyme_primal_return, before the arguments: the result starts with the value of the function itself. */
extern int enzyme_primal_return;

/* Hints inside a differentiated function: memory of unknown type holds values of this kind
 * (from the pointer on; a number of bytes may follow). */
void __enzyme_float(const void *memory, ...);
void __enzyme_double(const void *memory, ...);
void __enzyme_integer(const void *memory, ...);
void __enzyme_pointer(const void *memory, ...);

#ifdef __cplusplus
} /* extern "C" */

/* Reverse mode: __enzyme_autodiff<double>((void *)f, arguments…). */
template <typename Result, typename... Arguments>
extern Result __enzyme_autodiff(void *function, Arguments... arguments);

/* Forward mode: __enzyme_fwddiff<double>((void *)f, argument, tangent, …). */
template <typename Result, typename... Arguments>
extern Result __enzyme_fwddiff(void *function, Arguments... arguments);

#else

/* Reverse mode: the derivative with respect to the enzyme_out arguments; the function's result is seeded with 1. */
double __enzyme_autodiff(void *function, ...);

/* Forward mode: the tangent of the result. */
double __enzyme_fwddiff(void *function, ...);

#endif

/* Declares __enzyme_autodiff_SUFFIX or __enzyme_fwddiff_SUFFIX with another result type, for example
 *   struct pair { double x, y; };
 *   ZYMASE_DECLARE_AUTODIFF(struct pair, pair);    // struct pair g = __enzyme_autodiff_pair((void *)f, 1.0, 2.0);
 *   ZYMASE_DECLARE_AUTODIFF(void, nothing);        // all derivatives go to shadows */
#ifdef __cplusplus
#define ZYMASE_DECLARE_AUTODIFF(RESULT, SUFFIX) extern "C" RESULT __enzyme_autodiff_##SUFFIX(void *function, ...)
#define ZYMASE_DECLARE_FWDDIFF(RESULT, SUFFIX) extern "C" RESULT __enzyme_fwddiff_##SUFFIX(void *function, ...)
#else
#define ZYMASE_DECLARE_AUTODIFF(RESULT, SUFFIX) RESULT __enzyme_autodiff_##SUFFIX(void *function, ...)
#define ZYMASE_DECLARE_FWDDIFF(RESULT, SUFFIX) RESULT __enzyme_fwddiff_##SUFFIX(void *function, ...)
#endif

#endif

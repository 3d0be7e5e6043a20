/* zymase/autodiff.h: the names by which a C or C++ program asks the compiler for derivatives.
 *
 *   double f(double x) { return x * x; }
 *   double slope = __enzyme_autodiff((void *)f, 3.0);    // 6
 *
 * The functions and variables below have no definition anywhere: the plugin replaces every use. A program that
 * declares them by hand works just as well; calls are recognised by these names inside the name of the callee, so that
 * each result type can have a declaration of its own (ZYMASE_DECLARE_AUTODIFF and its kin, below).
 *
 * C++ programs may prefer zymase/autodiff.hpp, which is written on top of this file.
 */
#ifndef ZYMASE_AUTODIFF_H
#define ZYMASE_AUTODIFF_H

#include <stddef.h>

/* ---- Markers of arguments. One may stand before each argument of the differentiated function.
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
/* enzyme_dupv, stride, value, shadows: as enzyme_dup with enzyme_width; the shadow of the next lane lies stride bytes
 * further on. */
extern int enzyme_dupv;
extern int enzyme_dupnoneedv;
/* enzyme_not_overwritten, before the marker: the memory behind the argument stays as it is until the reverse sweep. */
extern int enzyme_not_overwritten;
/* enzyme_byref, bytes, before the marker: the argument is passed as a pointer to that many bytes. */
extern int enzyme_byref;
/* enzyme_interleave: from here on, the shadows of all arguments so far. */
extern int enzyme_interleave;

/* ---- Markers of the call. They stand before the arguments. */

/* enzyme_width, N: N directions (or seeds) at once; N shadows follow each duplicated argument. */
extern int enzyme_width;
/* enzyme_primal_return: the result starts with the value of the function itself. */
extern int enzyme_primal_return;
/* enzyme_noret: __enzyme_augmentfwd does not return the value of the function. */
extern int enzyme_noret;
/* enzyme_nofree: __enzyme_reverse leaves the tape to be used again. */
extern int enzyme_nofree;
/* zymase_discard: __enzyme_reverse frees the tape and does nothing else; it is called as returning void. */
extern int zymase_discard;
/* How the result of the function takes part, where the default does not fit. */
extern int enzyme_const_return;
extern int enzyme_active_return;
extern int enzyme_dup_return;
/* Whether a pointer is active is decided while the program runs. */
extern int enzyme_runtime_activity;
/* A derivative of zero stays zero, whatever it is multiplied by. */
extern int enzyme_strong_zero;
/* enzyme_allocated, bytes and enzyme_tape, pointer: a tape owned by the caller. */
extern int enzyme_allocated;
extern int enzyme_tape;

/* ---- Markers of the operands of __enzyme_batch. */

/* enzyme_scalar, x: the same for all; enzyme_vector, x1, …, xN: one each; enzyme_buffer, stride, pointer. */
extern int enzyme_scalar;
extern int enzyme_vector;
extern int enzyme_buffer;

#ifdef __cplusplus
#define ZYMASE_C_DECLARATION extern "C"
#else
#define ZYMASE_C_DECLARATION extern
#endif

/* ---- In the body of a differentiated function. */

/* Hints: memory of unknown type holds values of this kind (from the pointer on; a number of bytes may follow). */
ZYMASE_C_DECLARATION void __enzyme_float(const void *memory, ...);
ZYMASE_C_DECLARATION void __enzyme_double(const void *memory, ...);
ZYMASE_C_DECLARATION void __enzyme_integer(const void *memory, ...);
ZYMASE_C_DECLARATION void __enzyme_pointer(const void *memory, ...);

/* At the top of the body of a loop: reverse mode keeps few states of the loop instead of what each iteration needs, and runs
 * iterations again. `slots` is the number of states held, or one of the numbers below, or ZYMASE_CHECKPOINT_BYTES(n): as many as
 * fit into n bytes. Does nothing in programs, and in modes, that need no checkpoints. */
#define ZYMASE_CHECKPOINT_SQRT 0 /* about the square root of the number of iterations */
#define ZYMASE_CHECKPOINT_LOG -1 /* about its logarithm */
#define ZYMASE_CHECKPOINT_BYTES(n) (-(long long)(n))
static inline void zymase_checkpoint(long long slots) { (void)slots; }

/* At the top of the body of a loop that ends when its state x has settled, x = F(x, p), whatever it started from: Newton's method, a
 * fixed-point iteration. Derivatives are then those of the solution of that equation, from passes at the last state alone.
 * `tolerance` is that of the loop, relative to the state: derivatives are as accurate; 0: 1e-12. */
static inline void zymase_fixed_point(double tolerance) { (void)tolerance; }

/* At the top of the body of a loop whose iterations are independent of each other but for sums: derivatives share it out among the
 * threads of OpenMP (link with -fopenmp), the program itself does not. A loop of which that cannot be proven stays as it is, and the
 * compiler says why. */
static inline void zymase_parallel(void) {}

/* `n`, and in derivatives of the function that says it `n + more`, in second derivatives `n + 2 * more`: how many terms of a
 * series to take. Other types of integers by names with suffixes. */
ZYMASE_C_DECLARATION unsigned long long __enzyme_iter(unsigned long long n, unsigned long long more);

/* The shadow of a function or of a table of virtual functions. */
ZYMASE_C_DECLARATION void *__enzyme_virtualreverse(void *function);

#ifdef __cplusplus

/* In C++ the result type is the first template argument: __enzyme_autodiff<double>((void *)f, arguments…). */
#define ZYMASE_TEMPLATE(NAME)                                                                                          \
  template <typename Result, typename... Arguments>                                                                    \
  Result NAME(void *function, Arguments... arguments)

/* Reverse mode: the derivatives of the enzyme_out arguments; the function's result is seeded with 1. */
ZYMASE_TEMPLATE(__enzyme_autodiff);
/* Forward mode: the tangent of the result. */
ZYMASE_TEMPLATE(__enzyme_fwddiff);
/* Split mode: {tape, value, shadow of the result}, then the reverse sweep from the tape. */
ZYMASE_TEMPLATE(__enzyme_augmentfwd);
ZYMASE_TEMPLATE(__enzyme_reverse);
/* Forward mode from a tape. */
ZYMASE_TEMPLATE(__enzyme_fwdsplit);
/* The function for several inputs at once. */
ZYMASE_TEMPLATE(__enzyme_batch);
/* Forward convention; shadows are errors. */
ZYMASE_TEMPLATE(__enzyme_error_estimate);

#undef ZYMASE_TEMPLATE

/* The size in bytes of the tape of split mode; a marker per parameter, no values. */
template <typename... Markers> size_t __enzyme_augmentsize(void *function, Markers... markers);
/* The function with its arithmetic (op), or its memory too (mem), in another precision. */
template <typename Function> Function *__enzyme_truncate_op_func(Function *function, int from, int to);
template <typename Function> Function *__enzyme_truncate_mem_func(Function *function, int from, int to);
/* The value without its derivative. */
template <typename Value> Value __enzyme_ignore_derivatives(Value value);
/* Calls a function that takes no part in differentiation. */
template <typename Result, typename... Arguments> Result __enzyme_call_inactive(void *function, Arguments... arguments);
/* A pointer whose loads and stores are calls of these functions, with the data after them. */
template <typename Result, typename... Arguments> Result __enzyme_todense(Arguments... arguments);

#else

/* Reverse mode: the derivative with respect to the enzyme_out arguments; the function's result is seeded with 1. */
double __enzyme_autodiff(void *function, ...);
/* Forward mode: the tangent of the result. */
double __enzyme_fwddiff(void *function, ...);
/* Split mode: the forward sweep returns a tape, from which the reverse sweep runs. With a value or a shadow to return
 * beside the tape, declare a struct by ZYMASE_DECLARE_AUGMENTFWD. */
void *__enzyme_augmentfwd(void *function, ...);
double __enzyme_reverse(void *function, ...);
/* The size in bytes of the tape of split mode; a marker per parameter, no values. */
size_t __enzyme_augmentsize(void *function, ...);
/* Forward mode from a tape, which comes last. */
double __enzyme_fwdsplit(void *function, ...);
/* Forward convention; shadows are errors. */
double __enzyme_error_estimate(void *function, ...);
/* The function with its arithmetic (op), or its memory too (mem), in another precision. */
void *__enzyme_truncate_op_func(void *function, int from, int to);
void *__enzyme_truncate_mem_func(void *function, int from, int to);
/* The value without its derivative. */
double __enzyme_ignore_derivatives(double value);
/* Calls a function that takes no part in differentiation. */
void __enzyme_call_inactive(void *function, ...);
/* A pointer whose loads and stores are calls of these functions, with the data after them. */
void *__enzyme_todense(void *load, void *store, ...);

#endif

/* ---- Other result types: a name of its own for each, for example
 *   struct pair { double x, y; };
 *   ZYMASE_DECLARE_AUTODIFF(struct pair, pair);    // struct pair g = __enzyme_autodiff_pair((void *)f, 1.0, 2.0);
 *   ZYMASE_DECLARE_AUTODIFF(void, nothing);        // all derivatives go to shadows */
#define ZYMASE_DECLARE_AUTODIFF(RESULT, SUFFIX)                                                                        \
  ZYMASE_C_DECLARATION RESULT __enzyme_autodiff_##SUFFIX(void *function, ...)
#define ZYMASE_DECLARE_FWDDIFF(RESULT, SUFFIX)                                                                         \
  ZYMASE_C_DECLARATION RESULT __enzyme_fwddiff_##SUFFIX(void *function, ...)
#define ZYMASE_DECLARE_AUGMENTFWD(RESULT, SUFFIX)                                                                      \
  ZYMASE_C_DECLARATION RESULT __enzyme_augmentfwd_##SUFFIX(void *function, ...)
#define ZYMASE_DECLARE_REVERSE(RESULT, SUFFIX)                                                                         \
  ZYMASE_C_DECLARATION RESULT __enzyme_reverse_##SUFFIX(void *function, ...)
#define ZYMASE_DECLARE_FWDSPLIT(RESULT, SUFFIX)                                                                        \
  ZYMASE_C_DECLARATION RESULT __enzyme_fwdsplit_##SUFFIX(void *function, ...)
#define ZYMASE_DECLARE_BATCH(RESULT, SUFFIX)                                                                           \
  ZYMASE_C_DECLARATION RESULT __enzyme_batch_##SUFFIX(void *function, ...)

/* ---- Registrations. Each stands at file scope.
 *   ZYMASE_REGISTER_GRADIENT(f, augmented_f, reverse_f);     // reverse mode of f is these two functions
 *   ZYMASE_REGISTER_DERIVATIVE(f, forward_f);                // forward mode of f is this function
 *   ZYMASE_INACTIVE_FUNCTION(log_progress);                  // calls of it carry no derivative
 *   ZYMASE_FUNCTION_LIKE(my_log1p, "log1p");                 // it has the derivative of that function */
#define ZYMASE_REGISTER_GRADIENT(FUNCTION, AUGMENTED, REVERSE)                                                         \
  ZYMASE_C_DECLARATION void *__enzyme_register_gradient_##FUNCTION[3];                                                 \
  void *__enzyme_register_gradient_##FUNCTION[3] = {(void *)FUNCTION, (void *)AUGMENTED, (void *)REVERSE}
#define ZYMASE_REGISTER_DERIVATIVE(FUNCTION, FORWARD)                                                                  \
  ZYMASE_C_DECLARATION void *__enzyme_register_derivative_##FUNCTION[2];                                               \
  void *__enzyme_register_derivative_##FUNCTION[2] = {(void *)FUNCTION, (void *)FORWARD}
#define ZYMASE_INACTIVE_FUNCTION(FUNCTION)                                                                             \
  ZYMASE_C_DECLARATION void *__enzyme_inactivefn_##FUNCTION[1];                                                        \
  void *__enzyme_inactivefn_##FUNCTION[1] = {(void *)FUNCTION}
#define ZYMASE_FUNCTION_LIKE(FUNCTION, NAME)                                                                           \
  ZYMASE_C_DECLARATION void *__enzyme_function_like_##FUNCTION[2];                                                     \
  void *__enzyme_function_like_##FUNCTION[2] = {(void *)FUNCTION, (void *)NAME}

#endif

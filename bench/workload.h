/* What every workload of `cargo xtask bench` has in common.

   A workload registers its independent variables with `input`, computes one number in `primal`, and its derivative with respect to
   all inputs in `gradient`, into the memory that `shadow` names. RESTRICT is empty, or `restrict` to see what aliasing costs. */
#ifndef ZYMASE_BENCH_WORKLOAD_H
#define ZYMASE_BENCH_WORKLOAD_H

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifndef RESTRICT
#define RESTRICT
#endif

/* In the body of a loop of which some workloads keep few states. */
#ifndef CHECKPOINT
#define CHECKPOINT() ((void)0)
#endif
static inline void zymase_checkpoint(long long slots) { (void)slots; }
/* Likewise in loops that end at a fixed point. */
#ifndef FIXED_POINT
#define FIXED_POINT(tolerance) ((void)0)
#endif
static inline void zymase_fixed_point(double tolerance) { (void)tolerance; }

#ifdef __cplusplus
extern "C" {
#endif

extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out;

/* Memory for `count` independent variables between `low` and `high`; the driver knows it and its shadow. */
double *input(size_t count, double low, double high);
/* The derivative's memory behind what `input` returned; cleared by the driver before each gradient. */
double *shadow(const double *input);
/* The same random numbers in every run. */
double uniform(double low, double high);

/* Defined by the workload. */
void setup(int size);
double primal(void);
void gradient(void);
/* Where there is a gradient written by hand. */
void hand(void);

#ifdef __cplusplus
}
#else
double __enzyme_autodiff(void *, ...);
#endif

#endif

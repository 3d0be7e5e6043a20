// Routines of BLAS and LAPACK under common names, and the comparison that their tests make.
//
// FORTRAN chooses the symbols with addresses, otherwise `cblas_`; SINGLE chooses float. Flags are truths, as in the rules:
// transposed, lower, left, unit. `layout` counts for cblas only.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SINGLE
typedef float real;
#define LETTER(name) s##name
#define DIFFERENCE_STEP 5e-3
#define DIFFERENCE_TOLERANCE 3e-2
#define MODE_TOLERANCE 2e-3
#else
typedef double real;
#define LETTER(name) d##name
#define DIFFERENCE_STEP 1e-5
#define DIFFERENCE_TOLERANCE 2e-6
#define MODE_TOLERANCE 1e-10
#endif
#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#define FORTRAN_NAME(name) JOINED(LETTER(name), _)
#define CBLAS_NAME(name) JOINED(cblas_, LETTER(name))

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

#define LARGEST 160

static double number(int i) { return sin(1.0 + 1.7 * i + 0.03 * i * i); }

// Compares the gradient of `double f(const real *p, const int *how)` by reverse mode with forward mode along every
// direction and with central differences.
#define THREE_WAYS(f, p, count, how)                                                                                    \
    do {                                                                                                               \
        real gradient[LARGEST] = {0}, direction[LARGEST] = {0}, moved[LARGEST];                                        \
        __enzyme_autodiff((void *)f, enzyme_dup, p, gradient, enzyme_const, how);                                      \
        for (int i = 0; i < (count); ++i) {                                                                            \
            direction[i] = 1;                                                                                          \
            double tangent = __enzyme_fwddiff((void *)f, enzyme_dup, p, direction, enzyme_const, how);                 \
            direction[i] = 0;                                                                                          \
            memcpy(moved, p, sizeof(real) * (count));                                                                  \
            moved[i] = (p)[i] + (real)DIFFERENCE_STEP;                                                                 \
            double above = f(moved, how), width = moved[i];                                                            \
            moved[i] = (p)[i] - (real)DIFFERENCE_STEP;                                                                 \
            double difference = (above - f(moved, how)) / (width - moved[i]);                                          \
            compare(#f, how, i, "forward", tangent, gradient[i], MODE_TOLERANCE);                                      \
            compare(#f, how, i, "differences", difference, gradient[i], DIFFERENCE_TOLERANCE);                         \
        }                                                                                                              \
    } while (0)

static void compare(const char *name, const int *how, int i, const char *by, double got, double want, double tolerance) {
    if (fabs(got - want) <= tolerance * (1 + fabs(want)))
        return;
    printf("%s (%d %d %d %d %d %d), operand %d: by %s %.12g, reverse %.12g\n", name, how[0], how[1], how[2], how[3], how[4],
           how[5], i, by, got, want);
    exit(1);
}

// The objective: every element of the array counts, and not only linearly.
static double weigh(const real *x, int count) {
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += cos(1.0 + i) * x[i] + 0.25 * (double)x[i] * x[i];
    return sum;
}

// Every combination of `count` truths, and of a last one beyond: whether what was read is overwritten.
#define EACH_CHOICE(how, count)                                                                                        \
    for (int bits = 0; bits < (1 << (count)); ++bits)                                                                  \
        if (choose(how, bits, count))

static int choose(int *how, int bits, int count) {
    for (int i = 0; i < count; ++i)
        how[i] = bits >> i & 1;
#ifdef FORTRAN
    return !how[0];
#else
    return 1;
#endif
}

// how[0]: by rows.
#define LAYOUT (how[0] ? 101 : 102)
#define TRANS(t) ((t) ? 'T' : 'N')
#define UPLO(l) ((l) ? 'L' : 'U')
#define SIDE(l) ((l) ? 'L' : 'R')
#define DIAG(u) ((u) ? 'U' : 'N')
#define C_TRANS(t) ((t) ? 112 : 111)
#define C_UPLO(l) ((l) ? 122 : 121)
#define C_SIDE(l) ((l) ? 141 : 142)
#define C_DIAG(u) ((u) ? 132 : 131)

// A local variable of a recursive function at a multiple of 64 bytes, as vector code wants it: what outlives the first
// half of the derivative lies as well.
#include <stdint.h>
static int misplaced;
static __attribute__((noinline)) void look(const double *p) { misplaced += (uintptr_t)p % 64 != 0; }
void *__enzyme_inactivefn_look[] = {(void *)look};

static __attribute__((noinline)) double product(const double *x, int n, int depth) {
    _Alignas(64) double squares[8];
    for (int i = 0; i < n; ++i)
        squares[i] = x[i] * x[i] + depth;
    look(squares);
    double result = 1;
    for (int i = 0; i < n; ++i)
        result *= squares[i];
    return depth == 0 ? result : result + product(squares, n - 1, depth - 1) * product(x, n - 1, depth - 1);
}

// check: double aligned(double *x = {0.5, -0.7, 0.9}, int n = 3)
// expect: x = {1919.7987001533204, -506.0912233398436, 10.0845}
double aligned(double *x, int n) {
    misplaced = 0;
    double result = product(x, n, 2);
    return misplaced ? 0.0 : result;
}

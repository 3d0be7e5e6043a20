// Arguments that lie apart, and shadows that do not: the same one for two arguments, one that begins where the other goes on,
// or one in the memory of another argument.
// options: alias-versions=always
// run:
#include "check.h"
#include <string.h>
extern int enzyme_const, enzyme_dup, enzyme_width;
void __enzyme_autodiff(void *, ...);

/* The derivative by a[i] is 2 i b[i], by b[i] it is i a[i] * 2. */
static double weighted(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < 2; ++k)
            sum += i * a[i] * b[i];
    return sum;
}

static void gradient(int n, double *a, double *da, double *b, double *db) {
    __enzyme_autodiff((void *)weighted, enzyme_const, n, enzyme_dup, a, da, enzyme_dup, b, db);
}

/* One loop, whose reverse vectorises if the shadows lie apart: then both are loaded before either is stored. */
static double product(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

static void gradients(int n, double *a, double *da, double *a2, double *b, double *db, double *b2) {
    __enzyme_autodiff((void *)weighted, enzyme_width, 2, enzyme_const, n, enzyme_dup, a, da, a2, enzyme_dup, b, db, b2);
}

int main(void) {
    enum { N = 6 };
    double a[2 * N], b[2 * N], shared[2 * N], other[2 * N];
    for (int i = 0; i < 2 * N; ++i) {
        a[i] = 1 + i;
        b[i] = 3 - 0.5 * i;
    }
    memset(shared, 0, sizeof shared);
    gradient(N, a, shared, b, shared);
    for (int i = 0; i < N; ++i)
        check_close("same shadow", shared[i], 2 * i * (a[i] + b[i]), 1e-14);

    memset(shared, 0, sizeof shared);
    __enzyme_autodiff((void *)product, enzyme_const, N, enzyme_dup, a, shared, enzyme_dup, b, shared);
    for (int i = 0; i < N; ++i)
        check_close("same shadow in one loop", shared[i], a[i] + b[i], 1e-14);

    memset(shared, 0, sizeof shared);
    gradient(N, a, shared, b, shared + 2);
    for (int i = 0; i < N + 2; ++i)
        check_close("shadows two apart", shared[i],
                    (i < N ? 2 * i * b[i] : 0) + (i >= 2 ? 2 * (i - 2) * a[i - 2] : 0), 1e-14);

    memset(shared, 0, sizeof shared);
    gradient(N, a, shared, b, shared + N);
    for (int i = 0; i < N; ++i) {
        check_close("first of neighbours", shared[i], 2 * i * b[i], 1e-14);
        check_close("second of neighbours", shared[N + i], 2 * i * a[i], 1e-14);
    }

    memset(shared, 0, sizeof shared);
    gradient(N, a, a + N, b, shared);
    for (int i = 0; i < N; ++i) {
        check_close("shadow behind its argument", a[N + i], 1 + N + i + 2 * i * b[i], 1e-14);
        check_close("other", shared[i], 2 * i * a[i], 1e-14);
    }

    memset(shared, 0, sizeof shared);
    memset(other, 0, sizeof other);
    gradients(N, a, shared, shared, b, other, shared);
    for (int i = 0; i < N; ++i) {
        check_close("lanes", other[i], 2 * i * a[i], 1e-14);
        check_close("lanes in one shadow", shared[i], 2 * i * (2 * b[i] + a[i]), 1e-14);
    }
    return 0;
}

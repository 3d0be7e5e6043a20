// A header of one int, then numbers right behind it, copied as a whole: no element type fits, and nothing is guessed.
// reject: cannot deduce the type
#include <stdlib.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
static double packed(const double *x, int n) {
    char *p = malloc(n * 8 + 4), *q = malloc(n * 8 + 4);
    memcpy(p, &n, 4);
    memcpy(p + 4, x, n * 8);
    memcpy(q, p, n * 8 + 4);
    double v;
    memcpy(&v, q + 4 + 8 * (n - 2), 8);
    free(p);
    free(q);
    return v * v;
}
void gradient(const double *x, double *dx, int n) { __enzyme_autodiff((void *)packed, x, dx, n); }

// Numbers at offsets that only a table in memory knows, in a buffer that is copied as a whole: what the copy moves is not known.
// reject: a double lies somewhere in this memory, and it is not known where
// flags: -g
#include <stdlib.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
static double f(const double *x, int n) {
    size_t *where = malloc(n * sizeof *where), total = 1;
    for (int i = 0; i < n; i++) {
        where[i] = total;
        total += 8 + (i & 1);
    }
    char *p = malloc(total), *q = malloc(total);
    p[0] = 'm';
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        memcpy(p + where[i], &v, 8);
    }
    memcpy(q, p, total);
    double s = q[0];
    for (int i = 0; i < n; i++) {
        double v;
        memcpy(&v, q + where[i], 8);
        s += v * v;
    }
    free(p);
    free(q);
    free(where);
    return s;
}
void gradient(const double *x, double *dx, int n) { __enzyme_autodiff((void *)f, x, dx, n); }

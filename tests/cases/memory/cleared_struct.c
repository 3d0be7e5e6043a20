// Structs that are cleared as bytes.
#include <string.h>
#include <stdlib.h>
typedef struct { double a[3]; int n; double w; double *p; } S;
static void fill(S *s, double x) { memset(s, 0, sizeof *s); s->a[1] = x; s->w = x; s->n = 2; }
// check: double f(double x = 1.5, double y = 2.5)
// expect: x = 4.5, y = 1.5
// tolerance: 1e-7
double f(double x, double y) { S *s = malloc(2 * sizeof *s); memset(s, 0, 2 * sizeof *s); fill(s, x); s[1] = s[0]; s[1].a[0] += y; double r = s[1].a[0] * s[1].a[1] + s[1].w * s[0].n + s[0].a[2]; free(s); return r; }

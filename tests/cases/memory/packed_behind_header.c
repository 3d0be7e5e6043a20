// Numbers behind an integer header: they straddle what looks like elements of the array.
#include <math.h>
#include <stdlib.h>
#include <string.h>
static char *dupn(const double *x, int n) { char *p = malloc(n * sizeof(double) + sizeof(int)); memcpy(p, &n, sizeof n); memcpy(p + sizeof n, x, n * sizeof *x); return p; }
static double unpack(const char *p, int i) { int n; double v; memcpy(&n, p, sizeof n); memcpy(&v, p + sizeof n + (i % n) * sizeof v, sizeof v); return v; }
double packed(const double *x, int n, int rounds) { double s = 1; for (int r = 0; r < rounds; r++) { char *p = dupn(x, n); for (int i = 0; i < n; i++) s = s * 0.5 + unpack(p, i + r) * unpack(p, i); p = realloc(p, n * sizeof(double) + 64); s += unpack(p, r) * s; free(p); } return s; }
// check: double packed(double *x = {1, 2, 0.5}, int n = 3, int rounds = 3)
// value: 4.400390625
// expect: x = {2.5048828125, 2.466796875, 7.574218749999999}
// leaks: on

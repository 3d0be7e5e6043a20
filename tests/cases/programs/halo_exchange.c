// Two static fields with halos updated in turn through a local copy of rows.
#include <math.h>
#include <string.h>
enum { NX = 5, NY = 4 };
typedef double field[NY + 2][NX + 2];
static void halo(field f) {
    for (int j = 0; j < NY + 2; j++) {
        f[j][0] = f[j][NX];
        f[j][NX + 1] = f[j][1];
    }
    memcpy(f[0], f[NY], sizeof f[0]);
    memcpy(f[NY + 1], f[1], sizeof f[0]);
}
static void lax(field u, field v, double c, double k) {
    field n;
    halo(u);
    for (int j = 1; j <= NY; j++) for (int i = 1; i <= NX; i++) n[j][i] = u[j][i] - c * (u[j][i] > 0 ? u[j][i] - u[j][i-1] : u[j][i+1] - u[j][i]) * v[j][i] + k * (u[j-1][i] + u[j+1][i] + u[j][i-1] + u[j][i+1] - 4 * u[j][i]);
    for (int j = 1; j <= NY; j++) memcpy(&u[j][1], &n[j][1], NX * sizeof(double));
}
double flow(const double *p, double c, double k, int steps) {
    static field u, v;
    for (int j = 0; j < NY + 2; j++) for (int i = 0; i < NX + 2; i++) {
        u[j][i] = p[(i + j) % 5];
        v[j][i] = 1 + 0.1 * p[i % 5];
    }
    for (int s = 0; s < steps; s++) {
        lax(u, v, c, k);
        if (s & 1) lax(v, u, c * 0.5, k);
    }
    double r = 0;
    for (int j = 1; j <= NY; j++) for (int i = 1; i <= NX; i++) r += u[j][i] * v[j][i] * i;
    return r;
}
// check: double flow(double *p = {0.5, -0.2, 0.8, 0.1, -0.6}, double c = 0.2, double k = 0.05, int steps = 4)
// value: -14.385537501483849
// expect: p = {1.580868862814784, 25.81232727714735, 2.006088619547025, 5.593264587169652, 21.94158249519131},
//     c = -126.0410593685523,
//     k = 171.2346329390694

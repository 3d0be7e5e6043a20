// A linear system by LU, in a C++ class, in a loop that reuses the matrix; the singular case gives another result.
// run:
// flags: -llapack -lblas
#include <cmath>
#include <cstring>
#include <vector>
#include "check.h"
extern "C" {
extern int enzyme_dup, enzyme_const;
void dgetrf_(int *, int *, double *, int *, int *, int *);
void dgetrs_(const char *, int *, int *, double *, int *, int *, double *, int *, int *);
}
template <typename... T> void __enzyme_autodiff(void *, T...);
template <typename... T> double __enzyme_fwddiff(void *, T...);

struct Solver {
    int n;
    double *a;
    int *pivots;
    bool factor() {
        int info;
        dgetrf_(&n, &n, a, &n, pivots, &info);
        return info == 0;
    }
    void solve(double *b, char trans) {
        int one = 1, info;
        dgetrs_(&trans, &n, &one, a, &n, pivots, b, &n, &info);
    }
};

static double run(const double *a, const double *b, int n) {
    double *m = new double[n * n], *x = new double[n];
    int *pivots = new int[n];
    double sum = 0;
    std::memcpy(x, b, n * sizeof(double));
    for (int step = 0; step < 3; ++step) {
        std::memcpy(m, a, n * n * sizeof(double));
        for (int i = 0; i < n; ++i)
            m[i * n + i] += 0.1 * x[i] * x[i];
        Solver solver{n, m, pivots};
        if (!solver.factor()) {
            sum = a[0] * b[0];
            break;
        }
        solver.solve(x, step % 2 ? 'T' : 'N');
        for (int i = 0; i < n; ++i)
            sum += (i + 1 + step) * x[i];
    }
    delete[] m;
    delete[] x;
    delete[] pivots;
    return sum;
}

static void check(double *a, double *b, int n) {
    double ga[9] = {}, gb[3] = {}, va[9] = {}, vb[3] = {};
    __enzyme_autodiff((void *)run, enzyme_dup, a, ga, enzyme_dup, b, gb, enzyme_const, n);
    for (int i = 0; i < n * n + n; ++i) {
        double &x = i < n * n ? a[i] : b[i - n * n], &v = i < n * n ? va[i] : vb[i - n * n];
        double want = i < n * n ? ga[i] : gb[i - n * n], kept = x, step = 1e-6;
        v = 1;
        check_close("forward", __enzyme_fwddiff((void *)run, enzyme_dup, a, va, enzyme_dup, b, vb, enzyme_const, n), want, 1e-9);
        v = 0;
        x = kept + step;
        double up = run(a, b, n);
        x = kept - step;
        double down = run(a, b, n);
        x = kept;
        if (a[0] != 0)
            check_close("differences", (up - down) / (2 * step), want, 1e-5);
    }
}

int main() {
    double a[9] = {0.1, 2, -1, 1.5, 0.3, 1, -2, 0.7, 0.2}, b[3] = {1, -0.5, 2};
    check(a, b, 3);
    double singular[9] = {0}, zero[3] = {0};
    check(singular, zero, 3);
    return 0;
}

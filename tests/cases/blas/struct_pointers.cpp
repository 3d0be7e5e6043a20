// Operands behind pointers that are read from memory: some have shadows, some are their own.
// run:
// flags: -lblas
#include <cmath>
#include <vector>
#include "check.h"
extern "C" {
extern int enzyme_dup, enzyme_const;
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
double cblas_dnrm2(int, const double *, int);
void cblas_drot(int, double *, int, double *, int, double, double);
unsigned long cblas_idamax(int, const double *, int);
}
template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
template <typename R, typename... T> R __enzyme_fwddiff(void *, T...);
struct Matrix { int n; double *data; };
struct Model { Matrix a, b; double *y, *z; double scale; };

__attribute__((noinline)) static void step(Model *m) {
    int n = m->a.n;
    cblas_dgemm(101, 111, 112, n, n, n, m->scale, m->a.data, n, m->b.data, n, 1.0, m->y, n);
    cblas_drot(n, m->y, 1, m->z, 1, 0.6, 0.8);
}
static double model(Model *m) {
    step(m);
    int count = m->a.n * m->a.n;
    return m->y[cblas_idamax(count, m->y, 1)] * cblas_dnrm2(count, m->y, 1);
}
static double vectors(const std::vector<double> &a, const std::vector<double> &x) {
    std::vector<double> y(x.size());
    int n = int(x.size());
    cblas_dgemv(102, 112, n, n, 2.0, a.data(), n, x.data(), 1, 0.0, y.data(), 1);
    return cblas_dnrm2(n, y.data(), 1);
}

static double at(int moved, double by) {
    double a[4] = {1, 2, 3, 4}, b[4] = {0.5, -1, 2, 1}, y[4] = {0.1, 0.2, 0.3, 0.4}, z[4] = {1, -2, 0, 0};
    a[moved] += by;
    Model m{{2, a}, {2, b}, y, z, 1.5};
    return model(&m);
}

int main() {
    double a[4] = {1, 2, 3, 4}, b[4] = {0.5, -1, 2, 1}, y[4] = {0.1, 0.2, 0.3, 0.4}, z[4] = {1, -2, 0, 0};
    double da[4] = {}, dy[4] = {};
    // b and z have no shadow: their pointers in the shadow are those of the primal.
    Model primal{{2, a}, {2, b}, y, z, 1.5}, shadow{{2, da}, {2, b}, dy, z, 0};
    __enzyme_autodiff<void>((void *)model, enzyme_dup, &primal, &shadow);
    for (int i = 0; i < 4; ++i) {
        double y2[4] = {0.1, 0.2, 0.3, 0.4}, z2[4] = {1, -2, 0, 0}, ta[4] = {}, ty[4] = {};
        Model again{{2, a}, {2, b}, y2, z2, 1.5}, tangent{{2, ta}, {2, b}, ty, z2, 0};
        ta[i] = 1;
        check_close("forward", __enzyme_fwddiff<double>((void *)model, enzyme_dup, &again, &tangent), da[i], 1e-10);
        check_close("differences", (at(i, 1e-6) - at(i, -1e-6)) / 2e-6, da[i], 1e-6);
    }
    std::vector<double> w{1, 2, 3, 4}, x{1, -2}, gw(4), gx(2);
    __enzyme_autodiff<void>((void *)vectors, enzyme_dup, &w, &gw, enzyme_dup, &x, &gx);
    for (int i = 0; i < 4; ++i) {
        auto up = w, down = w;
        up[i] += 1e-6, down[i] -= 1e-6;
        check_close("vector", gw[i], (vectors(up, x) - vectors(down, x)) / 2e-6, 1e-6);
    }
    return 0;
}

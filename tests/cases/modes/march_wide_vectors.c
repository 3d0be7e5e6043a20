// With wide vector units enabled the loops are vectorised before and after differentiation.
// flags: -mavx2 -mfma -fno-math-errno
#include <math.h>
double weighted(const double *restrict x, const double *restrict w, int n) {
    double s = 0.0, m = x[0];
    for (int i = 0; i < n; ++i)
        s += sqrt(x[i]) * w[i];
    for (int i = 1; i < n; ++i)
        m = fmax(m, x[i]);
    return s * m;
}
// check: double weighted(double *x = {0.6, 1.5, 2.5, 0.7, 1.1, 3.3, 0.2, 0.9, 1.9}, double *w = {1, 2, -1, 0.5, 3,
//     -2, 1.5, 0.25, 0.75}, int n = 9)
// value: 11.60385134360201
// expect: x = {2.1301408404140791, 2.6944387170614958, -1.0435516278555652, 0.98606360270087479,
//     4.7196398167656817, 1.6997283765118114, 5.5342682443119786, 0.43481317827315213, 0.89777685951113939}, w = {2.5561690084968949,
//     4.0416580755922435, 5.2177581392778256, 2.760978087562449, 3.4610691989615, 5.9947477011130328,
//     1.4758048651498612, 3.1306548835666952, 4.5487360881897727}

// A small neural network: layers of one buffer that is overwritten in a loop, weights in one array, constant data.
// run:
// flags: -lblas
#include <string.h>
#include "check.h"
enum layout { RowMajor = 101, ColMajor = 102 };
enum transpose { NoTrans = 111, Trans = 112 };
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void cblas_dgemm(enum layout, enum transpose, enum transpose, int, int, int, double, const double *, int, const double *, int,
                 double, double *, int);
void cblas_daxpy(int, double, const double *, int, double *, int);
double cblas_dnrm2(int, const double *, int);

enum { WIDTH = 4, SAMPLES = 3, LAYERS = 3, WEIGHTS = LAYERS * WIDTH * WIDTH };

double loss(const double *w, const double *input, const double *wanted, int layers) {
    double now[SAMPLES * WIDTH], next[SAMPLES * WIDTH];
    memcpy(now, input, sizeof now);
    for (int l = 0; l < layers; ++l) {
        cblas_dgemm(RowMajor, NoTrans, Trans, SAMPLES, WIDTH, WIDTH, 1.0, now, WIDTH, w + l * WIDTH * WIDTH, WIDTH, 0.0, next,
                    WIDTH);
        for (int i = 0; i < SAMPLES * WIDTH; ++i)
            now[i] = tanh(next[i]);
    }
    cblas_daxpy(SAMPLES * WIDTH, -1.0, wanted, 1, now, 1);
    return cblas_dnrm2(SAMPLES * WIDTH, now, 1);
}

int main(void) {
    double w[WEIGHTS], g[WEIGHTS] = {0}, v[WEIGHTS] = {0}, input[SAMPLES * WIDTH], wanted[SAMPLES * WIDTH];
    for (int i = 0; i < WEIGHTS; ++i)
        w[i] = sin(i + 1.0);
    for (int i = 0; i < SAMPLES * WIDTH; ++i)
        input[i] = cos(2.0 * i), wanted[i] = 0.1 * i;
    __enzyme_autodiff((void *)loss, enzyme_dup, w, g, enzyme_const, input, enzyme_const, wanted, enzyme_const, LAYERS);
    for (int i = 0; i < WEIGHTS; ++i) {
        v[i] = 1;
        double t = __enzyme_fwddiff((void *)loss, enzyme_dup, w, v, enzyme_const, input, enzyme_const, wanted, enzyme_const,
                                    LAYERS);
        v[i] = 0;
        check_close("forward", t, g[i], 1e-10);
        double kept = w[i], step = 1e-5;
        w[i] = kept + step;
        double up = loss(w, input, wanted, LAYERS);
        w[i] = kept - step;
        double down = loss(w, input, wanted, LAYERS);
        w[i] = kept;
        check_close("differences", (up - down) / (2 * step), g[i], 1e-5);
    }
    return 0;
}

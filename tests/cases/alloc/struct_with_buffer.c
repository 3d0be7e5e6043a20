// A heap struct that owns a heap buffer, made and destroyed by functions.
// leaks: on
#include <stdlib.h>
struct vec { int n; double *data; double bias; };
static struct vec *vec_new(int n, double bias) {
    struct vec *v = malloc(sizeof *v);
    v->n = n;
    v->data = malloc((size_t)n * sizeof(double));
    v->bias = bias;
    return v;
}
static void vec_free(struct vec *v) {
    free(v->data);
    free(v);
}
double owned(const double *x, int n, double bias) {
    struct vec *v = vec_new(n, bias * bias);
    for (int i = 0; i < v->n; ++i)
        v->data[i] = x[i] * x[i] + v->bias;
    double s = v->bias;
    for (int i = 0; i < v->n; ++i)
        s = s * 0.5 + v->data[i] * v->data[i];
    vec_free(v);
    return s;
}
// check: double owned(double *x = {1.0, -0.5, 1.5}, int n = 3, double bias = 0.6)
// value: 7.5055499999999995
// expect: x = {1.3599999999999999, -0.61, 15.66}, bias = 7.962

// A root that is asked for first is computed anyway by the optimiser, and stored where nobody reads.
#include <math.h>
struct maybe { int is_there; double value; };
static inline struct maybe root(double v) {
    struct maybe r = {v > 0.0, 0.0};
    if (r.is_there)
        r.value = sqrt(v);
    return r;
}
static inline struct maybe product(double a, double b) {
    struct maybe p = root(a), q = root(b), r = {p.is_there && q.is_there, 0.0};
    if (r.is_there)
        r.value = p.value * q.value + 1.0;
    return r;
}
double some(const double *x) {
    struct maybe all[3] = {root(x[0]), product(x[0], x[1]), {1, x[1] * x[0]}};
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
        if (all[i].is_there)
            sum += all[i].value;
    return sum;
}
// check: double some(const double *x = {0.5, -0.7})
// value: 0.3571067811865476
// expect: x = {0.007106781186547556, 0.5}
// check: double some(const double *x = {0.5, 0.7})
// value: 2.6487147594965093
// expect: x = {1.998714759496509, 0.9225771273642583}

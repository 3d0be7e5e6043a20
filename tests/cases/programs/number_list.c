// Numbers read with strtod out of a text: the end pointer walks through it, and is not always asked for.
#include <stdlib.h>
struct reader { const char *at; double last; char **place; };
static double next(struct reader *r) {
    char *end;
    double v = strtod(r->at, r->place ? r->place : &end);
    r->at = r->place ? *r->place : end;
    r->last = v;
    return v;
}
double weighted(const double *x, int n) {
    char text[] = "0.5 -2e0 3.25 7";
    char *mine = text;
    struct reader r = {text, 0.0, 0};
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
        r.place = i % 2 ? &mine : 0;
        s = s * r.last * 0.125 + next(&r) * x[i] * x[i];
    }
    return s + strtod(r.at, 0) * x[0];
}
// check: double weighted(double *x = {1.5, -0.5, 2.0}, int n = 3)
// value: 23.607421875
// expect: x = {6.9765625, -0.5, 13}

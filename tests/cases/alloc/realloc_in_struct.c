// A vector in a struct that grows through realloc and reallocarray: the block is known only through memory.
// flags: -D_GNU_SOURCE
// leaks: on
#include <stdlib.h>
struct vector { double *data; size_t length, room; };
static void push(struct vector *v, double x) {
    if (v->length == v->room) {
        v->room = v->room ? v->room * 2 : 3;
        v->data = v->room < 10 ? realloc(v->data, v->room * sizeof *v->data)
                               : reallocarray(v->data, v->room, sizeof *v->data);
    }
    v->data[v->length++] = x;
}
double collected(const double *x, int n) {
    struct vector v = {0, 0, 0};
    for (int i = 0; i < n; ++i) {
        push(&v, x[i % 3]);
        if (i % 2)
            push(&v, x[i % 3] * v.data[v.length / 2]);
    }
    double s = 0.0;
    for (size_t i = 0; i < v.length; ++i)
        s = s * 0.5 + v.data[i];
    free(v.data);
    return s;
}
// check: double collected(double *x = {0.5, -1.5, 1.25}, int n = 9)
// value: 0.1632080078125
// expect: x = {-1.462646484375, 1.93896484375, 1.064453125}

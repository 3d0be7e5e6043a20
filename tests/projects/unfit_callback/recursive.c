#include <stdio.h>
#include <stdlib.h>
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

union object {
    struct row { int first, last; double *values; } row;
    struct column { double *values; double *weights; } column;
};
typedef double sum_fn(void *data);

static double sum_row(void *data) {
    struct row *row = data;
    double sum = 0;
    for (int i = row->first; i < row->last + 2; ++i) sum += row->values[i] * row->values[i];
    return sum;
}
static double sum_column(void *data) {
    struct column *column = data;
    return column->values[0] * column->weights[0];
}
sum_fn *sums[] = {sum_row, sum_column};

static __attribute__((noinline)) double total(union object *object, int which, int depth) {
    if (which == 0) object->row.first = object->row.last;
    double sum = sums[which](object);
    return depth == 0 ? sum : sum + total(object, which, depth - 1);
}
static double f(union object *object, int which) { return total(object, which, 2); }

static __attribute__((noinline)) void fill(union object *object, double *values, int which) {
    if (which == 0)
        object->row = (struct row){0, 1, values};
    else
        object->column = (struct column){values, values};
}

int main(int argc, char **argv) {
    double values[] = {2, 3, 4}, adjoints[] = {0, 0, 0};
    int which = argc > 1 ? atoi(argv[1]) : 0;
    union object object, shadow;
    fill(&object, values, which);
    fill(&shadow, adjoints, which);
    printf("%g\n", f(&object, which));
    fflush(stdout);
    __enzyme_autodiff((void *)f, enzyme_dup, &object, &shadow, enzyme_const, which);
    printf("%g %g %g\n", adjoints[0], adjoints[1], adjoints[2]);
}

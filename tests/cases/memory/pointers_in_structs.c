// Arrays behind pointers of a struct: a gradient has a version for arrays that do not overlap, as for arguments. Whatever
// overlaps, derivatives are those of what the function does.
// options: alias-versions=always
// run:
#include "overlaps.h"

struct arrays {
    double *x;
    int n;
    short rows;
    double *y;
    const int *order;
    const int *missing;
    double sum;
    long calls;
    const struct arrays *inner;
};

static int order[] = {2, 0, 3, 1, 4, 5};

static struct arrays arrays(int n, double *x, double *y) {
    struct arrays a = {x, n, 2, y, order, NULL, 0, 0, NULL};
    return a;
}

#define DIFFERENTIATE_STRUCT(f)                                                                                        \
    static double f##_primal(int n, double *x, double *y) {                                                            \
        struct arrays inner = arrays(n, x, y), a = inner;                                                              \
        a.inner = &inner;                                                                                              \
        return f(&a);                                                                                                  \
    }                                                                                                                  \
    static double f##_gradient(int n, double *x, double *dx, double *y, double *dy) {                                  \
        struct arrays inner = arrays(n, x, y), a = inner, dinner = arrays(n, dx, dy), da = dinner;                     \
        a.inner = &inner, da.inner = &dinner;                                                                          \
        __enzyme_autodiff((void *)f, enzyme_dup, &a, &da);                                                             \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static double f##_tangent(int n, double *x, double *dx, double *y, double *dy) {                                   \
        struct arrays inner = arrays(n, x, y), a = inner, dinner = arrays(n, dx, dy), da = dinner;                     \
        a.inner = &inner, da.inner = &dinner;                                                                          \
        return __enzyme_fwddiff((void *)f, enzyme_dup, &a, &da);                                                       \
    }

static double products(struct arrays *a) {
    double sum = 0;
    for (int i = 0; i < a->n; ++i) {
        a->y[i] += a->x[i] * a->x[i + 1];
        sum += sin(a->y[i]) * a->x[i];
    }
    return sum;
}
DIFFERENTIATE_STRUCT(products)

/* Indices in memory: which elements are touched is known from the least and the greatest. */
static double gathered(struct arrays *a) {
    double sum = 0;
    for (int i = 0; i < a->n; ++i) {
        a->y[a->order[i]] *= a->x[2 * a->order[i]];
        sum += a->y[i] * a->y[a->order[i]];
    }
    return sum;
}
DIFFERENTIATE_STRUCT(gathered)

/* A struct behind a pointer of a struct. */
static double behind(struct arrays *a) {
    const struct arrays *b = a->inner;
    double sum = 0;
    for (int i = 0; i < b->n; ++i)
        for (int j = 0; j < b->rows; ++j) {
            b->y[i + j] = cos(b->x[i] * b->y[i + j]);
            sum += b->y[i + j] * a->x[j];
        }
    return sum;
}
DIFFERENTIATE_STRUCT(behind)

/* Layers: the first reads one array, each other what the one before wrote. */
static double layers(struct arrays *a) {
    int n = a->n;
    for (int l = 0; l < 3; ++l) {
        const double *in = l == 0 ? a->x : a->y + (l - 1) * n;
        double *out = a->y + l * n;
        for (int i = 0; i < n; ++i)
            out[i] = out[i] * in[i] + in[n - 1 - i] * in[0];
    }
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += a->y[2 * n + i] * a->y[i];
    return sum;
}
DIFFERENTIATE_STRUCT(layers)

/* A pointer that is null, or not even read; numbers of the struct that change. */
static double sometimes(struct arrays *a) {
    if (a->missing)
        a->y[a->missing[0]] = 0;
    a->calls += 1;
    a->sum = 0;
    for (int i = 0; i < a->n; ++i) {
        a->y[i] *= a->x[i];
        a->sum += a->y[i] * a->y[i] * a->x[i + 1];
        if (a->sum > 1e30)
            a->y[a->missing[i]] = a->sum;
    }
    return a->sum * (double)a->calls;
}
DIFFERENTIATE_STRUCT(sometimes)

/* Pointers that change. */
static double stepping(struct arrays *a) {
    double sum = 0;
    for (int i = 0; i < a->n; ++i) {
        *a->y = *a->x * a->x[1] + *a->y;
        sum += *a->y * *a->x;
        a->x += 1;
        a->y += 2;
    }
    return sum;
}
DIFFERENTIATE_STRUCT(stepping)

/* Numbers of the struct that change through a pointer that is chosen. */
static double chosen(struct arrays *a) {
    struct arrays other = *a, *changed = a->n > 2 ? a : &other;
    changed->rows = 1;
    double sum = 0;
    for (int i = 0; i < a->n; ++i)
        for (int j = 0; j < a->rows; ++j) {
            a->y[i + j] = sin(a->x[i] * a->y[i + j]);
            sum += a->y[i + j] * a->x[j];
        }
    return sum;
}
DIFFERENTIATE_STRUCT(chosen)

int main(void) {
    for (int n = 0; n < 6; ++n)
        for (int y = 0; y < 40; y += y < 14 ? 1 : 12) {
            int x = 13 - (y & 1);
            check("products", products_primal, products_gradient, products_tangent, n, x, y);
            check("gathered", gathered_primal, gathered_gradient, gathered_tangent, n, x, y);
            check("behind", behind_primal, behind_gradient, behind_tangent, n, x, y);
            check("layers", layers_primal, layers_gradient, layers_tangent, n, x, y);
            check("sometimes", sometimes_primal, sometimes_gradient, sometimes_tangent, n, x, y);
            check("chosen", chosen_primal, chosen_gradient, chosen_tangent, n, x, y);
            check("stepping", stepping_primal, stepping_gradient, stepping_tangent, n, x, y);
        }
    return 0;
}

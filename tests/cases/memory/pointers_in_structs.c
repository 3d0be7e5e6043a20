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

/* Adds what was derived by hand, for arrays that do not overlap, to the weights of what they hold in the end. */
typedef void Expected(int n, const double *x, const double *y, double *dx, double *dy);

static void check_expected(const char *name, Derivative *gradient, Expected *expected, int n, int x, int y) {
    double start[ROOM], memory[ROOM], adjoint[ROOM], want[ROOM];
    char text[100];
    for (int i = 0; i < ROOM; ++i) {
        start[i] = memory[i] = 0.5 + 0.02 * i;
        adjoint[i] = want[i] = 0.3 + 0.1 * (i % 7);
    }
    gradient(n, memory + x, adjoint + x, memory + y, adjoint + y);
    expected(n, start + x, start + y, want + x, want + y);
    for (int i = 0; i < ROOM; ++i) {
        sprintf(text, "%s n %d x %d y %d by %d, by hand", name, n, x, y, i);
        check_close(text, adjoint[i], want[i], 1e-10);
    }
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
static void products_expected(int n, const double *x, const double *y, double *dx, double *dy) {
    for (int i = 0; i < n; ++i) {
        double after = y[i] + x[i] * x[i + 1], d = dy[i] + cos(after) * x[i];
        dy[i] = d;
        dx[i] += sin(after) + d * x[i + 1];
        dx[i + 1] += d * x[i];
    }
}

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
/* Each element is scaled at most once, before it is read or afterwards. */
static void gathered_expected(int n, const double *x, const double *y, double *dx, double *dy) {
    double scaled[6], d_plain[6] = {0}, d_scaled[6] = {0};
    int when[6] = {6, 6, 6, 6, 6, 6};
    for (int i = 0; i < n; ++i)
        when[order[i]] = i;
    for (int k = 0; k < 6; ++k)
        scaled[k] = y[k] * x[2 * k];
    for (int i = 0; i < n; ++i) {
        int is_scaled = when[i] <= i;
        d_scaled[order[i]] += is_scaled ? scaled[i] : y[i];
        (is_scaled ? d_scaled : d_plain)[i] += scaled[order[i]];
    }
    for (int k = 0; k < 6; ++k)
        if (when[k] < n) {
            d_scaled[k] += dy[k];
            dx[2 * k] += d_scaled[k] * y[k];
            dy[k] = d_scaled[k] * x[2 * k] + d_plain[k];
        } else {
            dy[k] += d_plain[k];
        }
}

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
/* Element k is changed by row k - 1 (`once`), but for the first, and then by row k (`twice`), but for the last. */
static void behind_expected(int n, const double *x, const double *y, double *dx, double *dy) {
    for (int k = 0; n > 0 && k <= n; ++k) {
        double once = k > 0 ? cos(x[k - 1] * y[k]) : y[k], d_once = k > 0 ? x[1] : 0;
        if (k < n) {
            double twice = cos(x[k] * once), slope = -sin(x[k] * once) * (x[0] + dy[k]);
            d_once += slope * x[k];
            dx[k] += slope * once;
            dx[0] += twice;
        } else {
            d_once += dy[k];
        }
        dy[k] = d_once;
        if (k > 0) {
            double slope = -sin(x[k - 1] * y[k]) * d_once;
            dx[1] += once;
            dx[k - 1] += slope * y[k];
            dy[k] = slope * x[k - 1];
        }
    }
}

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
static void layers_expected(int n, const double *x, const double *y, double *dx, double *dy) {
    double z[4][8];
    for (int l = 0; l < 4; ++l)
        for (int i = 0; i < n; ++i)
            z[l][i] = l == 0 ? x[i] : y[(l - 1) * n + i] * z[l - 1][i] + z[l - 1][n - 1 - i] * z[l - 1][0];
    for (int i = 0; i < n; ++i) {
        dy[2 * n + i] += z[1][i];
        dy[i] += z[3][i];
    }
    for (int l = 3; l > 0; --l) {
        double *d_in = l == 1 ? dx : dy + (l - 2) * n, *d_out = dy + (l - 1) * n;
        for (int i = 0; i < n; ++i) {
            double d = d_out[i];
            d_in[i] += d * y[(l - 1) * n + i];
            d_in[n - 1 - i] += d * z[l - 1][0];
            d_in[0] += d * z[l - 1][n - 1 - i];
            d_out[i] = d * z[l - 1][i];
        }
    }
}

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
static void sometimes_expected(int n, const double *x, const double *y, double *dx, double *dy) {
    for (int i = 0; i < n; ++i) {
        double after = y[i] * x[i], d = dy[i] + 2 * after * x[i + 1];
        dx[i] += d * y[i];
        dx[i + 1] += after * after;
        dy[i] = d * x[i];
    }
}

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
static void stepping_expected(int n, const double *x, const double *y, double *dx, double *dy) {
    for (int i = 0; i < n; ++i) {
        double after = x[i] * x[i + 1] + y[2 * i], d = dy[2 * i] + x[i];
        dx[i] += after + d * x[i + 1];
        dx[i + 1] += d * x[i];
        dy[2 * i] = d;
    }
}

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
/* With more than two elements the struct itself is chosen, and there is one row. */
static void chosen_expected(int n, const double *x, const double *y, double *dx, double *dy) {
    for (int i = 0; i < n; ++i) {
        double d = cos(x[i] * y[i]) * (dy[i] + x[0]);
        dx[i] += d * y[i];
        dx[0] += sin(x[i] * y[i]);
        dy[i] = d * x[i];
    }
}

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
            if (y < 26)
                continue;
            check_expected("products", products_gradient, products_expected, n, x, y);
            check_expected("gathered", gathered_gradient, gathered_expected, n, x, y);
            check_expected("behind", behind_gradient, behind_expected, n, x, y);
            check_expected("layers", layers_gradient, layers_expected, n, x, y);
            check_expected("sometimes", sometimes_gradient, sometimes_expected, n, x, y);
            check_expected("stepping", stepping_gradient, stepping_expected, n, x, y);
            if (n > 2)
                check_expected("chosen", chosen_gradient, chosen_expected, n, x, y);
        }
    return 0;
}

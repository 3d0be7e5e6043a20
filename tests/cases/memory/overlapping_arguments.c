// A gradient has a version for arguments that do not overlap. Whatever overlaps, and however far loops go, derivatives are
// those of what the function does: compared with forward mode and with differences, for arguments at all distances.
// options: alias-versions=always
// run:
#include "overlaps.h"

static double products(int n, double *x, double *y) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        y[i] += x[i] * x[i + 1];
        sum += sin(y[i]) * x[i];
    }
    return sum;
}
DIFFERENTIATE(products)

/* Backwards, two apart. */
static double backwards(int n, double *x, double *y) {
    double sum = 0;
    for (int i = n - 1; i >= 0; --i) {
        y[2 * i] *= x[n - i] + 0.5 * x[2 * i];
        sum += y[2 * i] * y[2 * i];
    }
    return sum;
}
DIFFERENTIATE(backwards)

/* Half of a square, indices that wrap in principle. */
static double triangle(unsigned n, double *x, double *y) {
    double sum = 0;
    for (unsigned i = 0; i < n; ++i)
        for (unsigned j = i + 1; j < n; ++j) {
            y[i] += 0.01 * x[j] * x[i];
            y[j] -= 0.01 * x[j] * y[i];
            sum += y[j];
        }
    return sum;
}
DIFFERENTIATE(triangle)

/* Columns of rows of n, offsets of 64 bits, the smaller part in the middle of the object. */
static double columns(int n, double *x, double *y) {
    double sum = 0;
    for (ptrdiff_t j = 0; j < 3; ++j)
        for (ptrdiff_t i = 0; i < n; ++i) {
            sum += x[j + 3 * i] * y[-i];
            y[-i] = cos(sum);
        }
    return sum;
}
DIFFERENTIATE(columns)

/* Nothing is read where nothing runs; a loop that is left early. */
static double until(int n, double *x, double *y) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        if (x[i] > 1.9)
            break;
        y[i] = y[i] * x[i];
        sum += y[i];
    }
    return sum * y[0];
}
DIFFERENTIATE(until)

int main(void) {
    CHECK(products);
    CHECK(backwards);
    CHECK(triangle);
    CHECK(columns);
    CHECK(until);
    return 0;
}

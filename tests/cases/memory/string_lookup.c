// Characters select coefficients: strings are inactive memory next to active arrays.
#include <string.h>
double evaluate(const double *x, int n) {
    static const char ops[] = "+*+-";
    double acc = 1.0;
    for (int i = 0; i < n; ++i) {
        const char *p = strchr("+-*", ops[i % (int)strlen(ops)]);
        switch (*p) {
        case '+':
            acc += x[i];
            break;
        case '-':
            acc -= x[i] * x[i];
            break;
        default:
            acc *= x[i];
        }
    }
    return acc;
}
// check: double evaluate(double *x = {1.5, 2.0, 0.5, -0.7, 3.0, 1.3}, int n = 6)
// value: 10.413
// expect: x = {2.6, 3.25, 1.3, 1.8199999999999998, 1.3, 8.01}

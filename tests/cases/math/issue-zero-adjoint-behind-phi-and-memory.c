// The arm that is not selected divides by zero; its zero adjoint stays zero through a loop's phi and through memory.
double unselected_loop(double x, int pick, int iterate, int n) {
    double p;
    if (iterate) {
        p = 1.0;
        for (int i = 0; i < n; i++)
            p = p * (1.0 / x) + i;
    } else
        p = 2.0;
    return pick ? p : x;
}
double unselected_memory(double x, double *t, int pick, int i, int j) {
    t[i] = 1.0 / x;
    t[j] = x;
    double u = t[i];
    return pick ? u : x;
}
// check: double unselected_loop(double x = 0.0, int pick = 0, int iterate = 1, int n = 2)
// value: 0.0
// expect: x = 1.0
// differences: off (division by zero)
// check: double unselected_memory(double x = 0.0, double *t = {0.5, 0.25}, int pick = 0, int i = 0, int j = 1)
// value: 0.0
// expect: x = 1.0, t = {0.0, 0.0}
// differences: off (division by zero)

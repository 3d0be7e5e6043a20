// Values that are stored and not used have adjoint 0, whatever their derivatives are.
// check: double unread(double x = 0.0, double *t = {0.5, 0.25}, int pick = 0, int i = 0, int j = 1)
// value: 0.0
// expect: x = 1.0, t = {0.0, 0.0}
// differences: off (division by zero)
double unread(double x, double *t, int pick, int i, int j) {
    t[i] = 1.0 / x;
    t[j] = x;
    if (pick)
        return t[i] * 2;
    return x;
}

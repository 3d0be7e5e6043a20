// The result of a recursive function is not selected; its zero adjoint does not become NaN inside.
__attribute__((noinline)) double divide(double x, int n) { return n ? divide(x, n - 1) + 1.0 / x : x; }
double unselected(double x, int pick) {
    double u = divide(x, 3);
    return pick ? u : x;
}
double unselected_array(double *x, int pick) {
    double u = divide(x[0], 2);
    return pick ? u * 2.0 : x[1];
}
// check: double unselected(double x = 0.0, int pick = 0)
// value: 0.0
// expect: x = 1.0
// differences: off (division by zero)
// check: double unselected_array(double *x = {0.0, 1.0}, int pick = 0)
// value: 1.0
// expect: x = {0.0, 1.0}
// differences: off (division by zero)
// check: double unselected(double x = 2.0, int pick = 1)
// value: 3.5
// expect: x = 0.25

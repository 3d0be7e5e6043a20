// Volatile stores and loads keep their order and their derivatives.
double spill(double x, double y) {
    volatile double slot = x * y;
    double a = slot;
    slot = a + x;
    return slot * slot + a;
}
// check: double spill(double x = 1.5, double y = 0.7)
// value: 7.5524999999999993
// expect: x = 9.37, y = 9.15

// Short-circuit conditions guard a division that would be infinite.
double shielded(double x, double y) {
    if (y != 0.0 && x / y > 1.0)
        return x / y * x;
    if (y == 0.0 || x < 0.0)
        return 5.0 * x - y;
    return x * y;
}
// check: double shielded(double x = 3.0, double y = 2.0)
// value: 4.5
// expect: x = 3.0, y = -2.25
// check: double shielded(double x = 3.0, double y = 0.0)
// value: 15
// expect: x = 5.0, y = -1.0
// differences: off (the branch taken is only taken at y = 0)
// check: double shielded(double x = 1.0, double y = 2.0)
// value: 2
// expect: x = 2.0, y = 1.0

// Signs: fneg, subtraction on both sides, and an operand used twice with opposite signs.
double signs(double a, double b, double c) {
    double t = -(a - b);
    return t - (c - t) * -a;
}
// check: double signs(double a = 1.25, double b = -0.5, double c = 3.0)
// value: 4.1875
// expect: a = 5, b = -0.25, c = 1.25

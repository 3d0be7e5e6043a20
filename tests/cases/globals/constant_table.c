// A constant global table weighs the terms and takes no derivative.
static const double weights[4] = {0.5, -1.0, 2.0, 3.5};
double apply(const double *x) {
    double s = 0.0;
    for (int i = 0; i < 4; ++i)
        s += weights[i] * x[i] * x[i];
    return s;
}
// check: double apply(double *x = {1.0, 2.0, 3.0, -1.0})
// value: 18
// expect: x = {1.0, -4.0, 12.0, -7.0}

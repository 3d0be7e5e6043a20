// An integer converted to floating point is a constant factor; truncation to int has derivative zero.
double ladder(double x, int n) {
    int whole = (int)x;
    return x * n + whole * x * x;
}
// check: double ladder(double x = 3.7, int n = 5)
// value: 59.57
// expect: x = 27.2

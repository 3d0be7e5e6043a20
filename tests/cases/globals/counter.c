// An integer global counts calls; it only scales and is not a derivative path.
static int calls;
static double tick(double x) { return x * ++calls; }
double counted(double x, double y) {
    calls = 0;
    double a = tick(x) + tick(y);
    return a * tick(x * y);
}
// check: double counted(double x = 1.5, double y = 0.8)
// value: 11.16
// expect: x = 11.04, y = 21.15

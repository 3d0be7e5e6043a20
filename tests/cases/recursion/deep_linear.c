// A thousand levels of recursion: each level keeps what its own reverse needs.
static double descend(double x, double k, int n) {
    if (n == 0)
        return x;
    double below = descend(x * 0.999 + 0.001 * k, k, n - 1);
    return below + 0.001 * below * below * x;
}
double deep(double x, double k, int n) { return descend(x, k, n); }
// check: double deep(double x = 0.4, double k = 0.3, int n = 1000)
// value: 0.38369940528586838
// expect: x = 0.570372120385897, k = 0.874916427297033

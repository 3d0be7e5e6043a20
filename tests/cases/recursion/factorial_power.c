// Plain recursion with an active argument and an integer depth.
double rpower(double x, int n) {
    if (n == 0)
        return 1.0;
    return x * rpower(x, n - 1);
}
// check: double rpower(double x = 1.3, int n = 5)
// value: 3.7129300000000005
// expect: x = 14.280500000000002

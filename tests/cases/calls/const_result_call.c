// A call whose result is an integer chosen from active data, used as an index.
__attribute__((noinline)) static int bucket(double v, int n) {
    int i = (int)(v * n);
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}
double lookup(double *table, double v, int n) {
    int i = bucket(v, n);
    double frac = v * n - i;
    return table[i] * (1.0 - frac) + table[(i + 1) % n] * frac;
}
// check: double lookup(double *table = {1.0, 2.5, 7.0, -3.0}, double v = 0.37, int n = 4)
// value: 4.66
// expect: table = {0.0, 0.52, 0.48, 0.0}, v = 18.0

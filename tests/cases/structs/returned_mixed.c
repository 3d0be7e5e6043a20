// The returned struct mixes an integer with active numbers.
struct best { int index; double value; };
__attribute__((noinline)) static struct best argmax(const double *x, int n) {
    struct best b = {0, x[0]};
    for (int i = 1; i < n; ++i)
        if (x[i] > b.value) {
            b.index = i;
            b.value = x[i] * 1.0;
        }
    return b;
}
double score(const double *x, const double *w, int n) {
    struct best b = argmax(x, n);
    return b.value * b.value * w[b.index] + b.index;
}
// check: double score(double *x = {0.5, 3.0, 1.5}, double *w = {1.0, 2.0, 4.0}, int n = 3)
// value: 19
// expect: x = {0.0, 12.0, 0.0}, w = {0.0, 9.0, 0.0}

// A cursor pointer is advanced through memory and overwritten in every iteration.
struct reader { const double *cursor; int left; };
static double next(struct reader *r) {
    if (r->left-- <= 0)
        return 1.0;
    return *r->cursor++;
}
double stream(const double *x, int n) {
    struct reader r = {x, n};
    double a = next(&r), b = next(&r);
    for (int i = 0; i < 4; ++i) {
        double c = next(&r);
        b = a * b + c * c;
        a = c;
    }
    return a + b;
}
// check: double stream(double *x = {0.5, 1.5, -0.8, 1.1, 0.6}, int n = 5)
// value: 2.28068
// expect: x = {-0.792, -0.264, 1.7622000000000002, 1.5108000000000001, 1.1878}

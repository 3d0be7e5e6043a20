// Conjugate gradients on a small system until the residual is small: trips depend on the data.
double cg(const double *a, const double *b, int n) {
    double x[4] = {0}, r[4], p[4], ap[4], rr = 0.0;
    for (int i = 0; i < n; ++i) {
        r[i] = p[i] = b[i];
        rr += r[i] * r[i];
    }
    for (int it = 0; it < n - 1 && rr > 1e-6; ++it) {
        double pap = 0.0, next = 0.0;
        for (int i = 0; i < n; ++i) {
            ap[i] = 0.0;
            for (int j = 0; j < n; ++j)
                ap[i] += a[i * n + j] * p[j];
            pap += p[i] * ap[i];
        }
        double alpha = rr / pap;
        for (int i = 0; i < n; ++i) {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
            next += r[i] * r[i];
        }
        double beta = next / rr;
        for (int i = 0; i < n; ++i)
            p[i] = r[i] + beta * p[i];
        rr = next;
    }
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += (i + 1) * x[i];
    return s + 0.1 * rr;
}
// check: double cg(double *a = {4.0, 1.0, 0.5, 1.0, 3.0, -0.4, 0.5, -0.4, 2.0}, double *b = {1.0, -0.5, 2.0}, int n = 3)
// value: 2.4274211700529351
// expect: a = {-0.045147374995238777, -0.010475716446724636, 0.059297288915500672, -0.31723282752162629,
//     0.16009417997532485, -0.64115449159314764, -0.50514637061867806, 0.28462497548559723, -1.1553692651930509}, b = {-0.28142157743293578,
//     0.99437914976719211, 1.6071933618021998}

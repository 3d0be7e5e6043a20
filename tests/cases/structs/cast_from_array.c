// A flat array of doubles viewed as structs, the way packed parameters are unpacked.
struct layer { double w[2], b; };
double network(const double *params, double x) {
    const struct layer *l = (const struct layer *)params;
    double h0 = l[0].w[0] * x + l[0].b, h1 = l[0].w[1] * x - l[0].b;
    return l[1].w[0] * h0 * h0 + l[1].w[1] * h1 * h0 + l[1].b;
}
// check: double network(double *params = {0.5, -1.5, 0.25, 2.0, 0.75, 0.1}, double x = 1.3)
// value: 0.23500000000000001
// expect: params = {2.535, 0.87750000000000006, 1.2750000000000001, 0.81, -1.9800000000000002, 1}, x = -0.037500000000000006

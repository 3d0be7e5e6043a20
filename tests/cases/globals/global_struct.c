// A global configuration struct holding active and inactive fields.
static struct { int order; double scale; double coeff[4]; } cfg;
static void configure(double s, int order) {
    cfg.order = order;
    cfg.scale = s;
    for (int i = 0; i < order; ++i)
        cfg.coeff[i] = s / (i + 1.0);
}
static double evaluate(double x) {
    double r = 0.0;
    for (int i = cfg.order - 1; i >= 0; --i)
        r = r * x + cfg.coeff[i];
    return r * cfg.scale;
}
double configured(double x, double s) {
    configure(s, 4);
    double a = evaluate(x);
    cfg.scale = a;
    return evaluate(0.5 * x) + a;
}
// check: double configured(double x = 1.3, double s = 0.6)
// value: 1.9101875551874998
// expect: x = 2.1944047912499998, s = 7.8933877759375

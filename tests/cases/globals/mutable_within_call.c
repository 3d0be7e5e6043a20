// State carried through a mutable global inside one call is differentiated.
static double state;
static void set(double v) { state = v * v; }
static double get(double k) { return state * k; }
double through_global(double x, double y) {
    set(x);
    double a = get(y);
    set(a);
    return get(x) + a;
}
// check: double through_global(double x = 1.2, double y = 0.7)
// value: 2.2272767999999994
// expect: x = 6.7603199999999983, y = 4.9236479999999991

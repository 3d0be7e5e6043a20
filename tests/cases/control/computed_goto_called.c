// Computed gotos in a function that is called, with labels kept in a local variable and offsets between labels.
static double machine(double x, int steps) {
    static const int offsets[] = {&&half - &&half, &&grow - &&half, &&leave - &&half};
    void *next = &&grow;
    double total = 0.0;
    int state = 0;
    goto *next;
half:
    x *= 0.5;
    total += x;
    next = &&grow;
    goto count;
grow:
    x = x * x + 0.25;
    total -= x * 0.125;
    next = &&half + offsets[state++ % 2];
count:
    if (--steps == 0)
        next = &&half + offsets[2];
    goto *next;
leave:
    return total * x;
}
double both(double x, double y) { return machine(x, 5) + 2.0 * machine(y, 3); }
// check: double both(double x = 0.8, double y = -0.6)
// value: 0.22820275351186492
// expect: x = 0.31159432192583092, y = -0.41339392500000005

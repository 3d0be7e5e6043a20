// Two global work arrays are exchanged through global pointers.
static double first[4], second[4];
static double *front = first, *back = second;
static void exchange(void) {
    double *t = front;
    front = back;
    back = t;
}
double relax(const double *x, int n, int steps) {
    front = first;
    back = second;
    for (int i = 0; i < n; ++i)
        front[i] = x[i];
    for (int s = 0; s < steps; ++s) {
        for (int i = 0; i < n; ++i)
            back[i] = 0.5 * front[i] * front[i] + 0.25 * front[(i + 1) % n];
        exchange();
    }
    double r = 0.0;
    for (int i = 0; i < n; ++i)
        r += front[i] * (i + 1);
    return r;
}
// check: double relax(double *x = {0.9, -0.4, 1.2, 0.6}, int n = 4, int steps = 3)
// value: 1.0616855316406248
// expect: x = {0.88575899375, -0.066739096875, 2.4233779312499997, 1.1005379}

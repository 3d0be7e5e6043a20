// A global that other files could see, written and read in separate functions that are not inlined.
double accumulator;
__attribute__((noinline)) void reset(void) { accumulator = 0.0; }
__attribute__((noinline)) void add(double v) { accumulator += v * v * (1.0 + 0.1 * accumulator); }
double accumulate(const double *x, int n) {
    reset();
    for (int i = 0; i < n; ++i)
        add(x[i]);
    return accumulator;
}
// check: double accumulate(double *x = {1.0, -2.0, 0.5, 1.5}, int n = 4)
// value: 9.336625
// expect: x = {3.51575, -5.52475, 1.8865, 4.7355}

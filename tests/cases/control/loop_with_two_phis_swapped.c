// Loop-carried values rotate among three variables each iteration.
double rotate3(double a, double b, double c, int n) {
    for (int i = 0; i < n; ++i) {
        double t = a * b + 0.1;
        a = b;
        b = c - 0.2 * t;
        c = t;
    }
    return a + 2.0 * b + 3.0 * c;
}
// check: double rotate3(double a = 0.9, double b = -0.4, double c = 1.3, int n = 7)
// value: 0.62268795964564183
// expect: a = 0.1812821686193811, b = -0.63257710931018574, c = 0.11203988071275267

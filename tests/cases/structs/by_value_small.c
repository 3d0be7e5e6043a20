// Small structs passed and returned by value between functions.
struct vec2 { double x, y; };
static struct vec2 add(struct vec2 a, struct vec2 b) { return (struct vec2){a.x + b.x, a.y + b.y}; }
static struct vec2 cmul(struct vec2 a, struct vec2 b) { return (struct vec2){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
double mandel(double re, double im, int n) {
    struct vec2 z = {0.0, 0.0}, c = {re, im};
    for (int i = 0; i < n; ++i)
        z = add(cmul(z, z), c);
    return z.x * z.x + 2.0 * z.y * z.y;
}
// check: double mandel(double re = -0.4, double im = 0.35, int n = 6)
// value: 0.25863014110731836
// expect: re = -0.66917604551271148, im = 1.1947735911654163

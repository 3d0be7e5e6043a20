// GCC-style vector_size types in a struct and across a call that is not inlined.
typedef double v2 __attribute__((vector_size(16)));
struct pair { v2 a, b; };
__attribute__((noinline)) static v2 blend(struct pair *p, v2 t) {
    p->a = p->a * t + p->b;
    return p->a * p->b;
}
double blended(double x, double y, double t) {
    struct pair p = {{x, y}, {y, x * x}};
    v2 r = blend(&p, (v2){t, 2.0 * t});
    return r[0] + 3.0 * r[1] + p.a[0];
}
// check: double blended(double x = 1.5, double y = 2.0, double t = 0.5)
// value: 36.9375
// expect: x = 60.0, y = 12.5, t = 31.5

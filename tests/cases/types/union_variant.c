// A tagged union holds either doubles or integers; the tag decides at run time.
struct value { int tag; union { double d[2]; long i[2]; } u; };
static double read_value(const struct value *v) { return v->tag ? v->u.d[0] * v->u.d[1] : (double)(v->u.i[0] + v->u.i[1]); }
double variant(double x, double y, int tag) {
    struct value v;
    v.tag = tag;
    if (tag) {
        v.u.d[0] = x * x;
        v.u.d[1] = y;
    } else {
        v.u.i[0] = 3;
        v.u.i[1] = 4;
    }
    return read_value(&v) * x + y;
}
// check: double variant(double x = 1.5, double y = 2.5, int tag = 1)
// value: 10.9375
// expect: x = 16.875, y = 4.375
// check: double variant(double x = 1.5, double y = 2.5, int tag = 0)
// value: 13
// expect: x = 7.0, y = 1.0

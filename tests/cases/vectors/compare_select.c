// A lane-wise comparison selects between two vectors; unselected lanes take no derivative.
typedef double v4 __attribute__((ext_vector_type(4)));
typedef long m4 __attribute__((ext_vector_type(4)));
double relu_lanes(double *x, double slope) {
    v4 a = {x[0], x[1], x[2], x[3]};
    m4 positive = a > 0.0;
    v4 r = positive ? a * a : a * slope;
    return r.x + 2.0 * r.y + 3.0 * r.z + 4.0 * r.w;
}
// check: double relu_lanes(double *x = {1.5, -2.0, 3.0, -0.5}, double slope = 0.1)
// value: 28.65
// expect: x = {3.0, 0.2, 18.0, 0.4}, slope = -6.0

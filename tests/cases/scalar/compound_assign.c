// One variable reassigned again and again: every version keeps its own adjoint.
double chain(double x, double y) {
    double t = x;
    t *= y;
    t += x * t;
    t /= 1.0 + y;
    t -= y;
    t *= t;
    return t;
}
// check: double chain(double x = 1.4, double y = 0.7)
// value: 0.46721245674740464
// expect: x = 2.1390449826989615, y = 0.22232444534907375

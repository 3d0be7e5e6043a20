// A sparse switch inside a loop: the reverse sweep must replay the arm of every iteration.
double machine(double x, double y, int *ops, int n) {
    double acc = x;
    for (int i = 0; i < n; ++i) {
        switch (ops[i]) {
        case 10:
            acc += y;
            break;
        case 200:
            acc *= x;
            break;
        case -7:
            acc = acc * acc - y;
            break;
        case 4000:
            acc = y / acc;
            break;
        default:
            acc -= 0.5 * acc * y;
        }
    }
    return acc;
}
// check: double machine(double x = 1.2, double y = 0.8, int *ops = {10, 200, -7, 1, 4000, 200, 10, -7}, int n = 8)
// value: 0.460187304890739
// expect: x = -1.639287032996543, y = 2.0589641166795345

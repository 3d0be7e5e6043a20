// A damped pendulum integrated with classical Runge-Kutta of fixed step.
#include <math.h>

struct state {
    double angle, speed;
};

static struct state rhs(struct state s, double damping, double length) {
    struct state d;
    d.angle = s.speed;
    d.speed = -9.81 / length * sin(s.angle) - damping * s.speed;
    return d;
}

static struct state advance(struct state s, struct state k, double h) {
    s.angle += h * k.angle;
    s.speed += h * k.speed;
    return s;
}

double pendulum(double angle, double speed, double damping, double length, int steps) {
    const double h = 0.05;
    struct state s = {angle, speed};
    double energy = 0.0;
    for (int i = 0; i < steps; ++i) {
        struct state k1 = rhs(s, damping, length);
        struct state k2 = rhs(advance(s, k1, h / 2), damping, length);
        struct state k3 = rhs(advance(s, k2, h / 2), damping, length);
        struct state k4 = rhs(advance(s, k3, h), damping, length);
        s.angle += h / 6 * (k1.angle + 2 * k2.angle + 2 * k3.angle + k4.angle);
        s.speed += h / 6 * (k1.speed + 2 * k2.speed + 2 * k3.speed + k4.speed);
        energy += 0.5 * s.speed * s.speed + 9.81 * (1 - cos(s.angle));
    }
    return energy / steps + s.angle;
}
// check: double pendulum(double angle = 0.8, double speed = -0.3, double damping = 0.2, double length = 1.5, int steps = 20)
// value: 1.567862508324334
// expect: angle = 4.517326267326081, speed = 0.066031062433382012, damping = -0.66540518563190876, length = -0.49772643589474896

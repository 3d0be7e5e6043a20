// A bouncing ball with event detection: contact times are solved exactly inside the loop.
#include <math.h>

double bounce(double height, double speed, double restitution, double gravity, double end) {
    double t = 0.0, y = height, v = speed;
    int bounces = 0;
    for (;;) {
        double disc = v * v + 2.0 * gravity * y;
        double contact = (v + sqrt(disc)) / gravity;
        if (t + contact > end || bounces > 10) {
            double dt = end - t;
            return y + v * dt - 0.5 * gravity * dt * dt + 0.1 * bounces;
        }
        t += contact;
        v = restitution * (gravity * contact - v);
        y = 0.0;
        ++bounces;
    }
}
// check: double bounce(double height = 2.0, double speed = 1.0, double restitution = 0.8, double gravity = 9.81,
//     double end = 2.5)
// value: 0.58986621411549955
// expect: height = 1.92760536929605, speed = 0.49945600306879168, restitution = 11.119007822003971, gravity = -0.40415907518301647,
//     end = -2.972058020808797

// Structs inside structs, updated through a pointer to the inner one.
struct vec { double x, y, z; };
struct particle { struct vec pos, vel; double mass; };
static void push(struct vec *v, const struct vec *f, double s) {
    v->x += f->x * s;
    v->y += f->y * s;
    v->z += f->z * s;
}
double flight(double vx, double vy, double drag, int steps) {
    struct particle p = {{0, 1, 0}, {vx, vy, 0.5}, 2.0};
    for (int i = 0; i < steps; ++i) {
        struct vec force = {-drag * p.vel.x * p.vel.x, -9.81 * p.mass - drag * p.vel.y, -drag * p.vel.z};
        push(&p.vel, &force, 0.05 / p.mass);
        push(&p.pos, &p.vel, 0.05);
    }
    return p.pos.x + 2.0 * p.pos.y + 3.0 * p.pos.z * p.vel.z;
}
// check: double flight(double vx = 3.0, double vy = 4.0, double drag = 0.6, int steps = 10)
// value: 4.60790545627956
// expect: vx = 0.3244147590263583, vy = 0.92110342916496057, drag = -0.816657041773569

// A delay line in a ring buffer: a comb filter feeding back old outputs.
#define LENGTH 4

struct delay {
    double buffer[LENGTH];
    unsigned head;
};

static double tick(struct delay *d, double in, double feedback) {
    double out = d->buffer[d->head];
    d->buffer[d->head] = in + feedback * out * (1.0 - 0.1 * out * out);
    d->head = (d->head + 1) % LENGTH;
    return out;
}

double comb(const double *signal, int n, double feedback, double mix) {
    struct delay d = {{0}, 0};
    double power = 0.0;
    for (int i = 0; i < n; ++i) {
        double y = (1.0 - mix) * signal[i % 6] + mix * tick(&d, signal[i % 6], feedback);
        power += y * y / (1.0 + 0.1 * i);
    }
    return power;
}
// check: double comb(double *signal = {0.5, -0.8, 1.2, 0.3, -0.4, 0.9}, int n = 15, double feedback = 0.6, double mix = 0.35)
// value: 2.4276319357254179
// expect: signal = {1.7870906556510235, -0.81302722355546675, 2.4419466219157195, 0.23889407192771231,
//     0.67870056473922769, 0.5664900819766534}, feedback = 0.50326200404779786, mix = -5.4530294126711114

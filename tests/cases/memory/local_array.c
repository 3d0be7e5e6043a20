// A local array filled in one loop and read in another, in reverse order.
double local(double x, double y) {
    double t[8];
    t[0] = x;
    for (int i = 1; i < 8; ++i)
        t[i] = t[i - 1] * y + i;
    double s = 0.0;
    for (int i = 7; i >= 0; --i)
        s = s * 0.5 + t[i] * t[7 - i];
    return s;
}
// check: double local(double x = 0.3, double y = 0.9)
// value: 40.67163968871094
// expect: x = 37.74963161484375, y = 76.218993270703123

// Conversions float -> double -> float inside one expression carry the derivative across.
float mixed(float x, double y) {
    double wide = (double)x * y;
    float narrow = (float)(wide + y);
    return narrow * x;
}
// check: float mixed(float x = 1.5, double y = 2.25)
// value: 8.4375
// expect: x = 9, y = 3.75

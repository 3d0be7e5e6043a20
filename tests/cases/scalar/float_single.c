// The same rules in single precision throughout.
float energy(float m, float v) { return 0.5f * m * v * v - m / (1.0f + v); }
// check: float energy(float m = 2.5, float v = 1.5)
// value: 1.8125
// expect: m = 0.725, v = 4.15

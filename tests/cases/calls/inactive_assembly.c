// Inline assembly that touches no active value is kept and harmless.
double fenced(double x, int n) {
    int k = n;
    __asm__ volatile("incl %0" : "+r"(k));
    double r = x * x;
    __asm__ volatile("" ::: "memory");
    return r * k + x;
}
// check: double fenced(double x = 1.5, int n = 3)
// value: 10.5
// expect: x = 13.0

// for (;;) with returns inside only.
double forever(double x, double k) {
    double t = x;
    for (int i = 0;; ++i) {
        t = t * k + 1.0 / (i + 1);
        if (t > 8.0)
            return t * x;
        if (i == 20)
            return -t;
    }
}
// check: double forever(double x = 1.3, double k = 1.2)
// value: 11.374435626666665
// expect: x = 12.631345066666665, k = 46.114764799999996
// check: double forever(double x = 1.3, double k = 0.9)
// value: -1.0396203688694303
// expect: x = -0.10941898913151242, k = -14.362464041747954

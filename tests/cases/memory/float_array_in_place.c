// Single precision, in place, with a carried maximum.
float soften(float *x, int n) {
    float top = x[0];
    for (int i = 1; i < n; ++i) {
        if (x[i] > top)
            top = x[i];
        x[i] = x[i] * 0.5f + x[i - 1] * x[i - 1] * 0.25f;
    }
    return top * x[n - 1] + x[1];
}
// check: float soften(float *x = {0.5, 1.5, 2.5, -1.0, 0.75}, int n = 5)
// value: 1.7500002130775911
// expect: x = {0.25005244579938335, 0.5001048915987667, 0.37525827993569294, 0.0003649294376373291, 1.25}

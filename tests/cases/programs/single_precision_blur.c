// A float image filter with an exponential kernel and normalisation, as graphics code writes it.
#include <math.h>

float bilateral(const float *img, int n, float sigma) {
    float total = 0.0f;
    for (int i = 0; i < n; ++i) {
        float sum = 0.0f, weight = 0.0f;
        for (int k = -2; k <= 2; ++k) {
            int j = i + k;
            if (j < 0 || j >= n)
                continue;
            float d = img[j] - img[i];
            float w = expf(-0.3f * (float)(k * k) - d * d / (2.0f * sigma * sigma));
            sum += w * img[j];
            weight += w;
        }
        float out = sum / weight;
        total += out * out * (float)(i + 1);
    }
    return sqrtf(total);
}
// check: float bilateral(float *img = {0.5, 1.0, 0.7, 2.0, 1.8, 0.2}, int n = 6, float sigma = 0.8)
// value: 5.6656842559319571
// expect: img = {0.18238222331765819, 0.34245602679344833, 0.26135986838317754, 1.3864008310961489,
//     1.623917178535103, 0.25817657314434767}, sigma = -0.87300336071612217

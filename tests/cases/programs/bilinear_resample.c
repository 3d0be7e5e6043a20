// Bilinear sampling of an image under a rotation and zoom, with clamped borders.
#include <math.h>

static double pixel(const double *img, int h, int w, int i, int j) {
    i = i < 0 ? 0 : i >= h ? h - 1 : i;
    j = j < 0 ? 0 : j >= w ? w - 1 : j;
    return img[i * w + j];
}

static double sample(const double *img, int h, int w, double y, double x) {
    double fy = floor(y), fx = floor(x), ty = y - fy, tx = x - fx;
    int i = (int)fy, j = (int)fx;
    double top = pixel(img, h, w, i, j) * (1 - tx) + pixel(img, h, w, i, j + 1) * tx;
    double bottom = pixel(img, h, w, i + 1, j) * (1 - tx) + pixel(img, h, w, i + 1, j + 1) * tx;
    return top * (1 - ty) + bottom * ty;
}

double register_error(const double *img, const double *target, int h, int w, double angle, double zoom, double shift) {
    double c = cos(angle) * zoom, s = sin(angle) * zoom, err = 0.0;
    for (int i = 0; i < h; ++i)
        for (int j = 0; j < w; ++j) {
            double y = i - 0.5 * (h - 1), x = j - 0.5 * (w - 1);
            double v = sample(img, h, w, c * y + s * x + 0.5 * (h - 1) + shift, c * x - s * y + 0.5 * (w - 1));
            double d = v - target[i * w + j];
            err += d * d;
        }
    return err;
}
// check: double register_error(double *img = {1, 2, 0.5, 3, 1.5, 2.5, 0.7, 1.1, 2.2}, inactive double *target = {1.1,
//     1.9, 0.8, 2.7, 1.4, 2.2, 0.9, 1.3, 2.0}, int h = 3, int w = 3, double angle = 0.2, double zoom = 0.9, double shift = 0.13)
// value: 0.55436381497344367
// expect: img = {0.37490951765060831, -0.066785963639910947, 0.58580841703947162, 0.1556980749047146,
//     0.044247967775861922, 0.56090526191818912, 0.20872114352679769, -0.50224310499869573, -0.13107866756017517},
//     angle = 3.7933039032431313, zoom = -3.4840825590967053, shift = 2.1470591954552791

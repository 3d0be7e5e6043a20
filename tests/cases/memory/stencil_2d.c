// A two-dimensional stencil over a flat array with boundary copies.
void blur(const double *in, double *out, int h, int w) {
    for (int i = 0; i < h; ++i)
        for (int j = 0; j < w; ++j) {
            if (i == 0 || j == 0 || i == h - 1 || j == w - 1) {
                out[i * w + j] = in[i * w + j];
                continue;
            }
            double c = in[i * w + j];
            out[i * w + j] = 0.2 * (c * c + in[i * w + j - 1] + in[i * w + j + 1] + in[(i - 1) * w + j] * c + in[(i + 1) * w + j]);
        }
}
// check: void blur(double *in = {1, 2, 3, 4, 5, 6.5, 7, 8, 9, 1.5, 2.5, 3.5}, double *out = {0, 0, 0, 0, 0, 0, 0,
//     0, 0, 0, 0, 0} seed {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, int h = 3, int w = 4)
// expect: in = {1, 9.8, 12.8, 4, 6.2, 19.400000000000002, 25, 9.4, 9, 11.2, 12.4, 12}, out = {0, 0, 0, 0, 0, 0, 0,
//     0, 0, 0, 0, 0}

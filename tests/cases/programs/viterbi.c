// Max-plus dynamic programming with back pointers: only the best path carries derivatives.
double viterbi(const double *emit, const double *trans, int steps, int states) {
    double best[8][4];
    int from[8][4], path[8];
    for (int s = 0; s < states; ++s)
        best[0][s] = emit[s];
    for (int t = 1; t < steps; ++t)
        for (int s = 0; s < states; ++s) {
            double top = best[t - 1][0] + trans[s];
            int arg = 0;
            for (int p = 1; p < states; ++p) {
                double v = best[t - 1][p] + trans[p * states + s];
                if (v > top) {
                    top = v;
                    arg = p;
                }
            }
            best[t][s] = top + emit[t * states + s];
            from[t][s] = arg;
        }
    int last = 0;
    for (int s = 1; s < states; ++s)
        if (best[steps - 1][s] > best[steps - 1][last])
            last = s;
    path[steps - 1] = last;
    for (int t = steps - 1; t > 0; --t)
        path[t - 1] = from[t][path[t]];
    double score = best[steps - 1][last];
    for (int t = 0; t < steps; ++t)
        score += 0.1 * (t + 1) * emit[t * states + path[t]] * emit[t * states + path[t]];
    return score;
}
// check: double viterbi(double *emit = {1.6, -0.2, 0.1, 0.9, 1.4, -0.6, -0.3, 0.8}, double *trans = {0.3, -0.4,
//     -0.1, 0.6}, int steps = 4, int states = 2)
// value: 5.202
// expect: emit = {1.32, 0, 1.04, 0, 1.84, 0, 0, 1.6400000000000001}, trans = {2, 1, 0, 0}

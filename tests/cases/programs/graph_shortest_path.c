// Bellman-Ford on a weighted graph: the derivative is carried by the edges of the shortest paths.
double shortest(const int *from, const int *to, const double *weight, int edges, int nodes) {
    double dist[8];
    for (int i = 0; i < nodes; ++i)
        dist[i] = i == 0 ? 0.0 : 1e9;
    int changed = 1;
    for (int round = 0; round < nodes && changed; ++round) {
        changed = 0;
        for (int e = 0; e < edges; ++e) {
            double cand = dist[from[e]] + weight[e] * weight[e];
            if (cand < dist[to[e]]) {
                dist[to[e]] = cand;
                changed = 1;
            }
        }
    }
    double s = 0.0;
    for (int i = 1; i < nodes; ++i)
        s += dist[i] * i;
    return s;
}
// check: double shortest(int *from = {3, 0, 0, 1, 2, 1}, int *to = {4, 1, 2, 2, 3, 3}, double *weight = {0.9, 1.5,
//     2.6, 0.8, 1.1, 2.2}, int edges = 6, int nodes = 5)
// value: 39.97
// expect: weight = {7.2, 30, 0, 14.4, 15.400000000000002, 0}

// A list owned by std::unique_ptr; an owned array.
// run:
#include <memory>
#include <vector>
struct Node {
    double v;
    std::unique_ptr<Node> next;
    Node(double a) : v(a) {}
};
static double f(const double *x, int n) {
    std::unique_ptr<Node> head;
    for (int i = 0; i < n; ++i) {
        auto nn = std::make_unique<Node>(x[i] * x[i]);
        nn->next = std::move(head);
        head = std::move(nn);
    }
    double s = 0, w = 1;
    for (Node *p = head.get(); p; p = p->next.get()) {
        s += w * p->v * p->v;
        w += 1;
    }
    std::unique_ptr<double[]> b(new double[n]);
    for (int i = 0; i < n; ++i)
        b[i] = x[i] * s;
    return b[n - 1] + b[0];
}
const double expected[] = {39.2828967, 35.60720256, 49.41969408, 46.40749632, 51.35415174};
#include "agree.h"

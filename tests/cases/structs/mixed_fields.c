// Fields of different kinds side by side: integer, float, double, pointer.
struct item { int count; float price; double weight; const double *rate; char code; };
static double cost(const struct item *it) { return it->count * it->price * it->weight + *it->rate * it->weight * it->code; }
double basket(double w, float p, double r) {
    struct item items[2] = {{3, p, w, &r, 1}, {2, 2.0f * p, w * w, &r, 2}};
    return cost(&items[0]) + 0.5 * cost(&items[1]);
}
// check: double basket(double w = 1.5, float p = 2.0, double r = 0.25)
// value: 18.9375
// expect: w = 19.0, p = 9.0, r = 3.75

// The first member of the union is an integer, so the global's LLVM type has no floating-point part.
union cell {
    long whole;
    double number;
};
union cell cells[4];
double through_union(double x, int i, int j) {
    cells[i].number = x * x;
    cells[j].number = x;
    return cells[i].number * 3.0 + cells[j].number;
}
// check: double through_union(double x = 3.0, int i = 0, int j = 1)
// value: 30.0
// expect: x = 19.0
// check: double through_union(double x = 3.0, int i = 2, int j = 2)
// value: 12.0
// expect: x = 4.0

// Computed goto through a label table, as interpreters use it.
double interpret(double x, double y, const int *code, int n) {
    static const void *const labels[] = {&&add, &&mul, &&sq, &&end};
    double acc = x;
    int pc = 0;
    goto *labels[code[pc]];
add:
    acc += y;
    goto next;
mul:
    acc *= y + pc;
    goto next;
sq:
    acc = acc * acc * 0.5;
next:
    if (++pc >= n)
        goto end;
    goto *labels[code[pc]];
end:
    return acc;
}
// check: double interpret(double x = 0.8, double y = 1.1, int *code = {0, 2, 1, 0, 2, 3}, int n = 6)
// value: 22.414860125000008
// expect: x = 39.436495000000008, y = 58.217372500000018

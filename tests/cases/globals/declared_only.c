// Globals that this file only declares (the assembler defines them): used under conditions, in loops, and in a function that is
// not inlined.
__asm__(".data\n.balign 8\n.globl declared_total\ndeclared_total: .double 0\n"
        ".globl declared_row\ndeclared_row: .zero 32\n.text\n");
extern double declared_total, declared_row[4];

__attribute__((noinline)) static double recursive(double x, int n) {
    if (n == 0)
        return declared_total;
    declared_total += x * x;
    return recursive(x, n - 1) * x;
}

// check: double conditional(double *x = {1, 2, 3, 4}, int n = 4)
// value: 245
// expect: x = {42, 21, 54, 67}
double conditional(double *x, int n) {
    double sum = 0;
    declared_total = 0;
    for (int i = 0; i < n; ++i) {
        if (x[i] > 2.5)
            declared_row[i] = x[i] * x[i];
        else
            declared_total += x[i];
    }
    for (int i = 0; i < n; ++i) {
        sum += i < 2 ? 2 * x[i] : declared_row[i];
        for (int j = 0; j < i; ++j)
            if (j % 2 == 0)
                sum += declared_total * x[j + 1] * x[0];
    }
    return sum + 8 * declared_row[2] + 7 * declared_row[3];
}

// check: double through_calls(double x = 2)
// value: 32
// expect: x = 64
double through_calls(double x) {
    declared_total = 0;
    return recursive(x, 2);
}

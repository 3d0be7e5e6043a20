// __bf16 storage with float arithmetic between loads and stores. libgcc before 13 cannot round to it.
// run:
// flags: --rtlib=compiler-rt
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
float sum_squares(const __bf16 *x, int n) {
    float s = 0.0f;
    for (int i = 0; i < n; ++i)
        s += (float)x[i] * (float)x[i] * (float)(i + 1);
    return s;
}
int main(void) {
    __bf16 x[3] = {(__bf16)1.5f, (__bf16)-2.0f, (__bf16)0.25f}, d[3] = {(__bf16)0.0f, (__bf16)0.0f, (__bf16)0.0f};
    __enzyme_autodiff((void *)sum_squares, enzyme_dup, x, d, enzyme_const, 3);
    check_close("d0", (float)d[0], 3.0, 1e-2);
    check_close("d1", (float)d[1], -8.0, 1e-2);
    check_close("d2", (float)d[2], 1.5, 1e-2);
    return 0;
}

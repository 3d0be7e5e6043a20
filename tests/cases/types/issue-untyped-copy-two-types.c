// One copy over void * in a file is differentiated for double and for float data: each call knows its own types.
// run:
#include "check.h"
#include <string.h>
void __enzyme_autodiff_copy(void *, ...);
static void copy(void *to, void *from, size_t bytes) { memcpy(to, from, bytes); }
int main(void) {
    double a[2] = {1, 2}, da[2] = {0}, b[2], db[2] = {5, 7};
    float p[4] = {1, 2, 3, 4}, dp[4] = {10, 10, 10, 10}, q[4], dq[4] = {1, 2, 3, 4};
    __enzyme_autodiff_copy((void *)copy, b, db, a, da, sizeof a);
    __enzyme_autodiff_copy((void *)copy, q, dq, p, dp, sizeof p);
    check_close("double 0", da[0], 5.0, 0);
    check_close("double 1", da[1], 7.0, 0);
    for (int i = 0; i < 4; i++) {
        check_close("float", dp[i], 11.0 + i, 0);
        check_close("float, seed taken", dq[i], 0.0, 0);
        check_close("float, copied", q[i], p[i], 0);
    }
    return 0;
}

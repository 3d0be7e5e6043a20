// A function that is called with the pointer of a global stores there what has a derivative: that would be lost, and the
// program ends.
// run:
#include "check.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

struct state {
    long calls;
    double kept;
};
static struct state *state;
__attribute__((noinline)) static double step(struct state *s, double *x, int n) {
    s->calls++;
    s->kept = *x * *x;
    return n == 0 ? s->kept : s->kept + step(s, x, n - 1);
}
static double f(double *x) { return step(state, x, 2); }

int main(void) {
    state = calloc(1, sizeof(struct state));
    pid_t child = fork();
    if (child == 0) {
        double x = 3, dx = 0;
        __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx);
        _exit(dx == 18 ? 0 : 7);
    }
    int status = 0;
    waitpid(child, &status, 0);
    int ended = WIFSIGNALED(status) || WIFEXITED(status) && WEXITSTATUS(status) != 7 && WEXITSTATUS(status) != 0;
    check_close("the program ends", ended, 1, 0);
    return 0;
}

// Objects that hold a number or an integer: the integer is computed with and stored where the number was. The running
// program sees to it that it was none.
// run:
#include "check.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

typedef struct {
    int is_count;
    union {
        double number;
        long count;
    };
} object;

// Counts grow, numbers are squared; every third count becomes a number.
double total(object *o, int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        if (o[i].is_count) {
            o[i].count = 3 * o[i].count + i;
            sum += o[i].count * 0.5;
            if (o[i].count % 3 == 0) {
                o[i].is_count = 0;
                o[i].number = sum;
            }
        }
        if (!o[i].is_count)
            sum += o[i].number * o[i].number;
    }
    return sum;
}

static void fill(object *o) {
    object filled[5] = {{.number = 1.5}, {1, .count = 4}, {.number = -0.5}, {1, .count = -1}, {.number = 2.5}};
    memcpy(o, filled, sizeof filled);
}

// The sum that the fourth object takes over is 2.25 + 6.5 + 0.25 + 0 = 9.
static void differentiates(void) {
    object o[5], d[5] = {0}, t[5] = {0};
    double expected[5] = {2 * 1.5 * (1 + 2 * 9.0), 0, 2 * -0.5 * (1 + 2 * 9.0), 0, 5};
    fill(o);
    __enzyme_autodiff((void *)total, enzyme_dup, o, d, enzyme_const, 5);
    for (int i = 0; i < 5; i += 2) {
        check_close("reverse", d[i].number, expected[i], 1e-12);
        fill(o);
        memset(t, 0, sizeof t);
        t[i].number = 1;
        check_close("forward", __enzyme_fwddiff((void *)total, enzyme_dup, o, t, enzyme_const, 5), expected[i], 1e-12);
        object more[5], less[5];
        fill(more), fill(less);
        more[i].number += 1e-5, less[i].number -= 1e-5;
        check_close("differences", (total(more, 5) - total(less, 5)) / 2e-5, expected[i], 1e-6);
    }
}

// A number that is said to be a count.
static void refuses(void) {
    int ends[2];
    if (pipe(ends))
        exit(2);
    pid_t child = fork();
    if (child == 0) {
        object o[1] = {{1, .number = 1.5}}, d[1] = {0};
        dup2(ends[1], 2);
        __enzyme_autodiff((void *)total, enzyme_dup, o, d, enzyme_const, 1);
        _exit(0);
    }
    char text[512] = "";
    int status;
    waitpid(child, &status, 0);
    if (read(ends[0], text, sizeof text - 1) <= 0 || !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT ||
        !strstr(text, "is used as an integer, where it may be a float")) {
        printf("status %x: %s\n", status, text);
        exit(1);
    }
}

int main(void) {
    differentiates();
    refuses();
    return 0;
}

// Thread-local numbers.
static __thread double acc; static _Thread_local double buf[3];
// check: double f(double *x = {1, 2, 3}, int n = 3)
// expect: x = {18, 6, 4}
// tolerance: 1e-7
double f(double *x, int n) { acc = 1; for (int i = 0; i < n; i++) { buf[i] = x[i] * acc; acc *= x[i]; } return acc + buf[0] * buf[2]; }

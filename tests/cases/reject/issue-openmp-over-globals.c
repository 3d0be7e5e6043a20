// A parallel region that receives nothing but reads and writes active globals.
// reject: OpenMP regions are not differentiated yet
// flags: -fopenmp
double __enzyme_autodiff(void *, ...);
double out[8], in;
double f(double x) {
    in = x;
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        out[i] = in * in * i;
    double s = 0.0;
    for (int i = 0; i < 8; i++)
        s += out[i];
    return s;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }

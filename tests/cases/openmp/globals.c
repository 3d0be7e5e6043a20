// A parallel region that receives nothing but reads and writes active globals.
// flags: -fopenmp
double out[8], in;

// check: double f(double x = 1.5)
// value: 63
// expect: x = 84
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

// Steps until little changes: as many copies as there were steps.
// check: double f(int n = 6,
//     double *a = {0.564, 0.492, 0.665, 1.085, 0.849, 0.859}
//   seed {0.25, 0.375, 0.5, 0.625, 0.25, 0.375})
// value: 0.022164361855160179
// expect: a = {0.0397633432748999, 0.0707299486536457, 0.0992535192803028, 0.11410323500152, 0.064032489329562,
//   0.0675201914226459}
double f(int n, double *a) {
  double sum = 0, before = 100;
  do {
    before = sum;
    sum = 0;
    for (int i = 1; i + 1 < n; ++i)
      sum += a[i] * a[i - 1] * a[i + 1];
    for (int i = 0; i < n; ++i)
      a[i] *= 0.6 + 0.01 * sum;
  } while ((before - sum) * (before - sum) > 0.01);
  return sum;
}

// reject: a pointer made by __enzyme_todense is stored in memory
#include <zymase/autodiff.h>
static double load(size_t offset) { return offset; }
static void store(double value, size_t offset) { (void)value, (void)offset; }
double *kept;
void f(void) { kept = __enzyme_todense((void *)load, (void *)store); }

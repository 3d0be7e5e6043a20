// Level 2 in single precision.
// run:
// flags: -lblas
#define SINGLE
#include "blas_level2.h"

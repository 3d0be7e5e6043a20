// Level 1 in single precision.
// run:
// flags: -lblas
#define SINGLE
#include "blas_level1.h"

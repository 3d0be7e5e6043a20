// Level 3 in single precision.
// run:
// flags: -lblas
#define SINGLE
#include "blas_level3.h"

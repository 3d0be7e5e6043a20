// Level 1 by the C interface.
// run:
// flags: -lblas
#include "blas_level1.h"

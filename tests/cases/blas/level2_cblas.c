// Level 2 by the C interface.
// run:
// flags: -lblas
#include "blas_level2.h"

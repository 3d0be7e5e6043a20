// Level 3 by the C interface.
// run:
// flags: -lblas
#include "blas_level3.h"

// Packed and banded matrices by the C interface.
// run:
// flags: -lblas
#include "blas_packed.h"

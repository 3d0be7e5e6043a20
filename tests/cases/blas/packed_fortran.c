// Packed and banded matrices by Fortran symbols.
// run:
// flags: -DFORTRAN -lblas
#include "blas_packed.h"

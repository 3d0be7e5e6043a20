// Level 1 with the symbols of Fortran.
// run:
// flags: -lblas
#define FORTRAN
#include "blas_level1.h"

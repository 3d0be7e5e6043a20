// Level 3 with the symbols of Fortran.
// run:
// flags: -lblas
#define FORTRAN
#include "blas_level3.h"

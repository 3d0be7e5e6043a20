! The module `mpi` for flang, which cannot read that of another compiler. Compile it once, with the folder of mpif.h, before the files that use it.
! Calls have implicit interfaces, as with mpif.h.
module mpi
  implicit none
  include 'mpif.h'
end module

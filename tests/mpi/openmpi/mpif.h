! Open MPI's own file without its interfaces of MPI_SIZEOF, which flang cannot tell apart.
      include 'mpif-config.h'
      include 'mpif-constants.h'
      include 'mpif-handles.h'
      include 'mpif-io-constants.h'
      include 'mpif-io-handles.h'
      include 'mpif-externals.h'
      include 'mpif-sentinels.h'

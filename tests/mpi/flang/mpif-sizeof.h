! Open MPI's interfaces of MPI_SIZEOF, which flang cannot tell apart: no program here calls them.

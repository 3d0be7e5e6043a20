! The modules mpi and mpi_f08, as they are made for flang.
include 'zymase/mpi.f90'
include 'zymase/mpi_f08.f90'

module derivatives
  use iso_c_binding
  implicit none
  integer(c_int), bind(c, name="enzyme_const") :: enzyme_const
  integer(c_int), bind(c, name="enzyme_dup") :: enzyme_dup
  interface
    subroutine rev(fn, m1, n, m2, x, dx, m3, y, dy) bind(c, name="__enzyme_autodiff_f")
      import
      type(c_funptr), value :: fn
      integer(c_int), value :: m1, m2, m3
      integer(c_int) :: n
      real(c_double) :: x(*), dx(*), y, dy
    end subroutine
    subroutine fwd(fn, m1, n, m2, x, dx, m3, y, dy) bind(c, name="__enzyme_fwddiff_f")
      import
      type(c_funptr), value :: fn
      integer(c_int), value :: m1, m2, m3
      integer(c_int) :: n
      real(c_double) :: x(*), dx(*), y, dy
    end subroutine
  end interface
end module

subroutine with_types(n, x, y)
  use mpi_f08
  implicit none
  integer :: n, rank, ranks, error, length
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status
  type(MPI_Comm) :: half
  type(MPI_Datatype) :: row
  real(8) :: x(n), y, got(2), total, grid(3, 2)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Irecv(got, 2, MPI_DOUBLE_PRECISION, mod(rank + ranks - 1, ranks), 0, MPI_COMM_WORLD, requests(2), error)
  call MPI_Isend(x, 2, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 0, MPI_COMM_WORLD, requests(1))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call MPI_Allreduce(got(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Allreduce(MPI_IN_PLACE, got, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  grid = reshape([x(1), x(2) * x(3), got(1), got(2), x(3), x(4)], [3, 2])
  call MPI_Type_vector(2, 1, 3, MPI_DOUBLE_PRECISION, row)
  call MPI_Type_commit(row)
  call MPI_Sendrecv_replace(grid(2, 1), 1, row, mod(rank + 1, ranks), 3, mod(rank + ranks - 1, ranks), 3, MPI_COMM_WORLD, status)
  call MPI_Get_count(status, row, length)
  call MPI_Type_free(row)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half)
  if (half /= MPI_COMM_NULL) call MPI_Bcast(grid, 6, MPI_DOUBLE_PRECISION, 0, half)
  call MPI_Comm_free(half)
  y = total * got(2) * length + sum(grid * grid) * (1 + mod(status%MPI_SOURCE, 2))
end subroutine

subroutine with_integers(n, x, y)
  use mpi
  implicit none
  integer :: n, rank, ranks, error, left, right
  real(8) :: x(n), y, u(0:5), sums(2)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  left = rank - 1
  if (rank == 0) left = MPI_PROC_NULL
  right = rank + 1
  if (right == ranks) right = MPI_PROC_NULL
  u = 0
  u(1:4) = x(1:4) * y
  call MPI_Sendrecv(u(4), 1, MPI_DOUBLE_PRECISION, right, 0, u(0), 1, MPI_DOUBLE_PRECISION, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Sendrecv(u(1), 1, MPI_DOUBLE_PRECISION, left, 1, u(5), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  sums = [sum(u * u), u(0) * u(5)]
  call MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  y = sums(1) * 0.01d0 + sums(2)
end subroutine

subroutine f(n, x, y)
  implicit none
  integer :: n
  real(8) :: x(n), y
  call with_types(n, x, y)
  call with_integers(n, x, y)
end subroutine

program p
  use derivatives
  use mpi
  implicit none
  interface
    subroutine f(n, x, y)
      integer :: n
      real(8) :: x(n)
      real(8) :: y
    end subroutine
  end interface
  integer, parameter :: n = 4
  real(8) :: x(n), start(n), dx(n), v(n), y, dy, both(2), change, all, values(-2:2)
  integer :: rank, error, i, side, bad
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  bad = 0
  do i = 1, n
    start(i) = 0.3d0 + 0.1d0 * i + 0.03d0 * rank
    v(i) = cos(1d0 * i + rank)
  end do
  x = start; dx = 0; y = 0; dy = 1
  call rev(c_funloc(f), enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy)
  both(1) = dot_product(dx, v)
  x = start; dx = v; y = 0; dy = 0
  call fwd(c_funloc(f), enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy)
  both(2) = dy
  do side = -2, 2
    x = start + side * 1d-3 * v
    call f(n, x, values(side))
  end do
  change = (values(-2) - 8 * values(-1) + 8 * values(1) - values(2)) / 12d-3
  call MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Allreduce(change, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  if (.not. abs(both(1) - all) < 1d-7 * (1 + abs(all))) bad = 1
  if (.not. abs(both(2) - both(1)) < 1d-11 * (1 + abs(all))) bad = 1
  if (bad == 1) print *, 'reverse and forward', both, 'differences', all
  call MPI_Finalize(error)
  if (bad == 1) stop 1
end program

! The Fortran binding: messages that wait and that do not, exchanges, collectives in place, datatypes, communicators.
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

subroutine f(n, x, y)
  implicit none
  include 'mpif.h'
  integer :: n, rank, ranks, error, next, before, requests(2), statuses(MPI_STATUS_SIZE, 2), row, half, status(MPI_STATUS_SIZE), count
  real(8) :: x(n), y, u(0:7), a(2), b(2), grid(3, 2), largest
  integer :: step, i
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)
  u = 0
  u(1:6) = x(1:6)
  do step = 1, 3
    call MPI_Irecv(u(0), 1, MPI_DOUBLE_PRECISION, before, 1, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(u(6), 1, MPI_DOUBLE_PRECISION, next, 1, MPI_COMM_WORLD, requests(2), error)
    call MPI_Waitall(2, requests, statuses, error)
    call MPI_Sendrecv(u(1), 1, MPI_DOUBLE_PRECISION, before, 2, u(7), 1, MPI_DOUBLE_PRECISION, next, 2, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    do i = 1, 6
      u(i) = u(i) + 0.1d0 * u(i - 1) * u(i + 1)
    end do
  end do
  a(1) = sum(u(1:6))
  a(2) = u(3) * x(1)
  call MPI_Allreduce(a, b, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Allreduce(MPI_IN_PLACE, a, 2, MPI_DOUBLE_PRECISION, MPI_PROD, MPI_COMM_WORLD, error)
  call MPI_Allreduce(u(2), largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
  grid = reshape(u(1:6), [3, 2])
  call MPI_Type_vector(2, 1, 3, MPI_DOUBLE_PRECISION, row, error)
  call MPI_Type_commit(row, error)
  call MPI_Sendrecv_replace(grid(2, 1), 1, row, next, 3, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Type_free(row, error)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, error)
  call MPI_Bcast(grid, 6, MPI_DOUBLE_PRECISION, 0, half, error)
  call MPI_Comm_free(half, error)
  y = b(1) * b(2) * 0.01d0 + a(1) * 0.001d0 + largest * x(2)
  do i = 1, 2
    y = y + grid(1, i) * grid(2, i) * grid(3, i)
  end do
  if (rank == 0) then
    do i = 1, ranks - 1
      call MPI_Recv(a, 2, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, status, error)
      call MPI_Get_count(status, MPI_DOUBLE_PRECISION, count, error)
      y = y + a(1) * a(2) * count
    end do
  else
    a = x(1:2) * y
    call MPI_Send(a, 2, MPI_DOUBLE_PRECISION, 0, 7, MPI_COMM_WORLD, error)
  end if
end subroutine

program p
  use derivatives
  implicit none
  include 'mpif.h'
  interface
    subroutine f(n, x, y)
      integer :: n
      real(8) :: x(n)
      real(8) :: y
    end subroutine
  end interface
  integer, parameter :: n = 6
  real(8) :: x(n), x0(n), dx(n), v(n), y, dy, by_reverse, by_forward, change, all, values(-2:2)
  integer :: rank, error, i, side, bad
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  bad = 0
  do i = 1, n
    x0(i) = 0.3d0 + 0.1d0 * i + 0.03d0 * rank
    v(i) = cos(1d0 * i + rank)
  end do
  x = x0; dx = 0; y = 0; dy = 1
  call rev(c_funloc(f), enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy)
  by_reverse = dot_product(dx, v)
  x = x0; dx = v; y = 0; dy = 0
  call fwd(c_funloc(f), enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy)
  by_forward = dy
  do side = -2, 2
    x = x0 + side * 1d-3 * v
    call f(n, x, values(side))
  end do
  change = (values(-2) - 8 * values(-1) + 8 * values(1) - values(2)) / 12d-3
  call MPI_Allreduce(MPI_IN_PLACE, by_reverse, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Allreduce(MPI_IN_PLACE, by_forward, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Allreduce(change, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  if (.not. abs(by_reverse - all) < 1d-7 * (1 + abs(all))) bad = 1
  if (.not. abs(by_forward - by_reverse) < 1d-11 * (1 + abs(all))) bad = 1
  if (bad == 1) print *, 'reverse', by_reverse, 'forward', by_forward, 'differences', all
  call MPI_Finalize(error)
  if (bad == 1) stop 1
end program

! The Fortran binding: structures by the addresses of their members, blocks, parts of grids, groups, neighbours.
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

subroutine of_particles(x, y, next, before)
  implicit none
  include 'mpif.h'
  type particle
    integer :: kind
    real(8) :: place(3)
    real(8) :: charge
  end type
  real(8) :: x(*), y
  integer :: next, before, error, lengths(3), kinds(3), record, whole, size, i, status(MPI_STATUS_SIZE)
  integer(MPI_ADDRESS_KIND) :: places(3), start, second, low, extent
  type(particle) :: given(2), taken(2)
  do i = 1, 2
    given(i)%kind = i
    given(i)%place = x(i:i + 2)
    given(i)%charge = x(i) * x(i + 3)
  end do
  call MPI_Get_address(given(1)%kind, places(1), error)
  call MPI_Get_address(given(1)%place, places(2), error)
  call MPI_Get_address(given(1)%charge, places(3), error)
  call MPI_Get_address(given(1), start, error)
  call MPI_Get_address(given(2), second, error)
  places = places - start
  lengths = (/ 1, 3, 1 /)
  kinds = (/ MPI_INTEGER, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION /)
  call MPI_Type_create_struct(3, lengths, places, kinds, record, error)
  low = 0
  extent = second - start
  call MPI_Type_create_resized(record, low, extent, whole, error)
  call MPI_Type_commit(whole, error)
  call MPI_Type_size(whole, size, error)
  call MPI_Sendrecv(given, 2, whole, next, 1, taken, 2, whole, before, 1, MPI_COMM_WORLD, status, error)
  do i = 1, 2
    y = y + taken(i)%charge * taken(i)%place(1) * taken(i)%place(3) * taken(i)%kind + size * taken(i)%place(2)
  end do
  call MPI_Type_free(whole, error)
  call MPI_Type_free(record, error)
end subroutine

subroutine of_blocks(x, y, next, before)
  implicit none
  include 'mpif.h'
  real(8) :: x(*), y, a(4, 3), b(4, 3)
  integer :: next, before, error, rows, some, places(2), status(MPI_STATUS_SIZE)
  integer(MPI_ADDRESS_KIND) :: stride
  a = reshape((/ x(1:6), 2 * x(1:6) * x(6) /), (/ 4, 3 /))
  b = 0.5d0
  stride = 32
  call MPI_Type_create_hvector(3, 2, stride, MPI_DOUBLE_PRECISION, rows, error)
  places = (/ 0, 7 /)
  call MPI_Type_create_indexed_block(2, 3, places, MPI_DOUBLE_PRECISION, some, error)
  call MPI_Type_commit(rows, error)
  call MPI_Type_commit(some, error)
  call MPI_Sendrecv(a(2, 1), 1, rows, next, 2, b, 1, some, before, 2, MPI_COMM_WORLD, status, error)
  y = y + sum(b**2 * a)
  call MPI_Type_free(rows, error)
  call MPI_Type_free(some, error)
end subroutine

subroutine of_grids(x, y, ranks)
  implicit none
  include 'mpif.h'
  real(8) :: x(*), y, s, all, out(4), in(4)
  integer :: ranks, error, dims(2), grid, row, world, even, both, made, members(8), count, i, mine, size
  logical :: periods(2), keep(2)
  dims = 0
  periods = (/ .true., .false. /)
  call MPI_Dims_create(ranks, 2, dims, error)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., grid, error)
  keep = (/ .true., .false. /)
  call MPI_Cart_sub(grid, keep, row, error)
  s = x(1) * x(2)
  call MPI_Allreduce(s, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, row, error)
  y = y + all * all * x(3)
  out = x(1:4)
  in = 0.25d0
  call MPI_Neighbor_alltoall(out, 1, MPI_DOUBLE_PRECISION, in, 1, MPI_DOUBLE_PRECISION, grid, error)
  y = y + sum(in**2 * out)
  count = 0
  do i = 0, ranks - 1, 2
    count = count + 1
    members(count) = i
  end do
  call MPI_Comm_group(MPI_COMM_WORLD, world, error)
  call MPI_Group_incl(world, count, members, even, error)
  call MPI_Group_rank(even, mine, error)
  call MPI_Group_size(even, size, error)
  call MPI_Comm_create(MPI_COMM_WORLD, even, made, error)
  if (mine /= MPI_UNDEFINED) then
    call MPI_Allreduce(x(5), all, 1, MPI_DOUBLE_PRECISION, MPI_PROD, made, error)
    y = y + all * size
    call MPI_Comm_free(made, error)
  end if
  call MPI_Group_free(even, error)
  call MPI_Group_free(world, error)
  call MPI_Comm_free(row, error)
  call MPI_Comm_free(grid, error)
end subroutine

subroutine of_windows(x, y, ranks, next)
  implicit none
  include 'mpif.h'
  real(8) :: x(*), y, shared(3), got
  integer :: ranks, next, error, window
  integer(MPI_ADDRESS_KIND) :: bytes, at
  ! Some libraries refuse windows of one rank.
  if (ranks == 1) return
  shared = x(1:3)
  bytes = 24
  call MPI_Win_create(shared, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
  call MPI_Win_fence(0, window, error)
  at = 0
  call MPI_Put(x(4), 1, MPI_DOUBLE_PRECISION, next, at, 1, MPI_DOUBLE_PRECISION, window, error)
  at = 1
  call MPI_Get(got, 1, MPI_DOUBLE_PRECISION, next, at, 1, MPI_DOUBLE_PRECISION, window, error)
  at = 2
  call MPI_Accumulate(x(5), 1, MPI_DOUBLE_PRECISION, 0, at, 1, MPI_DOUBLE_PRECISION, MPI_SUM, window, error)
  call MPI_Win_fence(0, window, error)
  y = y + shared(1) * got + shared(3)**2
  call MPI_Win_free(window, error)
end subroutine

subroutine f(n, x, y)
  implicit none
  include 'mpif.h'
  integer :: n, rank, ranks, error, next, before
  real(8) :: x(n), y
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)
  y = 0
  call of_particles(x, y, next, before)
  call of_blocks(x, y, next, before)
  call of_grids(x, y, ranks)
  call of_windows(x, y, ranks, next)
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

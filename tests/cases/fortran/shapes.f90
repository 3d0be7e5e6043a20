! reshape, transpose, merge, pack, unpack, spread, cshift, eoshift.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(2,3), b(3,2), v(n), u(n)
  real(8), allocatable :: p(:), sp(:,:)
  logical :: m(n)
  a = reshape(x, [2,3])
  b = transpose(a)
  v = merge(x, x**2, x > 0.5d0)
  m = x > 0.5d0
  p = pack(x, m)
  u = unpack(p, m, -x)
  sp = spread(x, 2, 3)
  v = v + cshift(x, 2) * eoshift(x, 1)
  y = sum(b(:,1) * b(:,2)) + sum(v * u) + sum(p**2) + sum(sp(:,2)**3)
end subroutine
include 'gradient.f90'

! maxval, minval, max, min, maxloc and minloc.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = maxval(x) * minval(x) + maxval(abs(x)) + max(x(1), x(2), x(3)) * min(x(4), x(5)) + x(maxloc(x,1))**2 + x(minloc(x,1))
end subroutine
include 'gradient.f90'

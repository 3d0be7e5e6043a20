! Conversions between kinds.
! run:
! levels: -O0 -O1 -O2 -O3
module m4
contains
  real(4) function g(a)
    real(4), intent(in) :: a(:)
    g = sum(a**2) + dot_product(a, sqrt(abs(a))) + maxval(a)
  end function
end module
subroutine f(n, x, y)
  use m4
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: z(n)
  z = x
  y = sum(z) * 1d0 + real(nint(x(1)), 8) + dble(int(x(2))) + x(1)*x(2)
  if (y > 1d30) y = g(real(x))
end subroutine
include 'gradient.f90'

! sum, dot_product, product and norm2 of whole arrays.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = sum(x*x) + dot_product(x, sin(x)) + product(x) + norm2(x)
end subroutine
include 'gradient.f90'

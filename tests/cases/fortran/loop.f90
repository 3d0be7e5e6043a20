! A loop over an explicit-shape array.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
    y = y + x(i)**2 * sin(x(i)) + exp(-x(i))*abs(x(i))**3
  end do
end subroutine
include 'gradient.f90'

! do concurrent, with and without a mask.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n)
  integer :: i
  do concurrent (i = 1:n)
    a(i) = x(i)**3 + x(1)*x(i)
  end do
  do concurrent (i = 1:n, a(i) > 0)
    a(i) = sqrt(a(i))
  end do
  y = sum(a)
end subroutine
include 'gradient.f90'

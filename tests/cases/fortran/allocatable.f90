! Allocatable arrays that are allocated, reallocated by assignment, and grown by an array constructor.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:,:), c(:)
  integer :: i
  allocate(a(n), b(n,2))
  a = x**2
  b(:,1) = a
  b(:,2) = cos(x)
  c = b(:,1) * b(:,2)
  c = [c, x(1)]
  y = 0
  do i = 1, size(c)
    y = y + c(i) * i
  end do
  deallocate(a)
end subroutine
include 'gradient.f90'

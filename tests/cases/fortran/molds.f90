! run:
! allocate with mold= and source=.
subroutine f(n, x, y)
  integer :: n
  real(8) :: x(n), y
  real(8), allocatable :: a(:), b(:,:), c(:)
  c = x*x
  allocate(b, mold=reshape(c(1:4), [2,2]))
  b = reshape(c(1:4), [2,2])
  allocate(a, source=c(2:6:2))
  y = b(1,1)*b(2,2) - b(1,2)*b(2,1) + product(a)
  deallocate(a)
  allocate(a(3), source=x(5))
  y = y + sum(a*[1,2,3])*x(1)
end subroutine
include 'gradient.f90'

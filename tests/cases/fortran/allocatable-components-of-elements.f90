! Allocatable components of the elements of an array: which one is known only while the program runs.
! run:
! levels: -O0 -O1 -O2 -O3
module bodies
  type :: point
    real(8) :: p(3)
    integer :: tag
  end type
  type :: body
    real(8) :: mass
    type(point) :: at
    real(8), allocatable :: history(:)
  end type
contains
  pure elemental function bent(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = a*a + sin(a)
  end function
end module
subroutine f(n, x, y)
  use bodies
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(body) :: b(2)
  integer :: i, j
  do i = 1, 2
    b(i)%mass = x(i)
    b(i)%at%p = x(i:i+2) * i
    allocate(b(i)%history(n))
    b(i)%history = bent(x)
  end do
  y = sum((b(1)%at%p - b(2)%at%p)**2) * b(1)%mass * b(2)%mass + sum(b(2)%history)
  do concurrent (j = 1:n)
    b(1)%history(j) = b(1)%history(j) * x(j)
  end do
  y = y + b(1)%history(n) * b(1)%history(1)
end subroutine
include 'gradient.f90'

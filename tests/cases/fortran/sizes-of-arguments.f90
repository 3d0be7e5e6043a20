! run:
! Sizes that are asked for, results as long as an argument says, elemental procedures on objects.
module stats
  implicit none
  interface mean
    module procedure mean1, mean2
  end interface
  type :: acc
    private
    real(8) :: s = 0, s2 = 0
    integer :: n = 0
  end type
contains
  pure real(8) function mean1(v)
    real(8), intent(in) :: v(:)
    mean1 = sum(v)/size(v)
  end function
  pure function mean2(m, dim) result(r)
    real(8), intent(in) :: m(:,:)
    integer, intent(in) :: dim
    real(8) :: r(size(m, 3-dim))
    r = sum(m, dim)/size(m, dim)
  end function
  elemental subroutine add(a, v)
    type(acc), intent(inout) :: a
    real(8), intent(in) :: v
    a%s = a%s + v; a%s2 = a%s2 + v*v; a%n = a%n + 1
  end subroutine
  elemental real(8) function var(a)
    type(acc), intent(in) :: a
    var = a%s2/a%n - (a%s/a%n)**2
  end function
end module
subroutine f(n, x, y)
  use stats
  integer :: n, i
  real(8) :: x(n), y, m(2,3)
  type(acc) :: a(3), b
  m = reshape(x, shape(m))
  do i = 1, n
    call add(a, x(i)*[1d0,2d0,3d0])
    call add(b, x(i)**2)
  end do
  y = mean(x) + sum(mean(m,1)**2) + product(mean(m,2)) + sum(var(a)) + var(b)
end subroutine
include 'gradient.f90'

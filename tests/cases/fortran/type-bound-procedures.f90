! Type-bound procedures of extended types.
! run:
! levels: -O0 -O1 -O2 -O3
module shapes_m
  type, abstract :: shape
  contains
    procedure(area_i), deferred :: area
  end type
  abstract interface
    real(8) function area_i(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: rect
    real(8) :: a, b
  contains
    procedure :: area => rect_area
  end type
contains
  real(8) function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3.14d0 * self%r**2
  end function
  real(8) function rect_area(self)
    class(rect), intent(in) :: self
    rect_area = self%a * self%b
  end function
  real(8) function total(s)
    class(shape), intent(in) :: s
    total = s%area() * 2
  end function
end module
subroutine f(n, x, y)
  use shapes_m
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(circle) :: c
  type(rect) :: r
  c%r = x(1)
  r%a = x(2); r%b = x(3)
  y = total(c) + total(r) + x(4)*x(5)*x(6)
end subroutine
include 'gradient.f90'

! run:
! Objects whose type is chosen when they are allocated, as copies of others.
module shp
  type, abstract :: shape_t
    real(8) :: scale = 1
  contains
    procedure(area_i), deferred :: area
    procedure :: scaled
  end type
  abstract interface
    function area_i(this) result(r)
      import
      class(shape_t), intent(in) :: this
      real(8) :: r
    end function
  end interface
  type, extends(shape_t) :: circle
    real(8) :: r
  contains
    procedure :: area => ca
  end type
  type, extends(shape_t) :: rect
    real(8) :: a, b
  contains
    procedure :: area => ra
  end type
contains
  function scaled(this) result(r)
    class(shape_t), intent(in) :: this
    real(8) :: r
    r = this%scale * this%area()
  end function
  function ca(this) result(r)
    class(circle), intent(in) :: this
    real(8) :: r
    r = 3.14d0*this%r**2
  end function
  function ra(this) result(r)
    class(rect), intent(in) :: this
    real(8) :: r
    r = this%a*this%b
  end function
end module
subroutine f(n, x, y)
  use shp
  integer :: n
  real(8) :: x(n), y
  class(shape_t), allocatable :: s
  class(shape_t), allocatable :: t
  allocate(s, source=circle(x(1), x(2)))
  y = s%scaled()
  deallocate(s)
  allocate(s, source=rect(x(3), x(4), x(5)))
  y = y + s%scaled()**2
  allocate(t, source=s)
  t%scale = x(6)
  select type (t)
  type is (rect)
    t%a = t%a*2
  class default
    y = 0
  end select
  y = y + t%scaled()
end subroutine
include 'gradient.f90'

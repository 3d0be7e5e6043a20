! Derived types in an allocatable component of another.
! run:
! levels: -O0 -O1 -O2 -O3
module types
  type particle
    real(8) :: pos(3), mass
    integer :: id
  end type
  type system
    type(particle), allocatable :: p(:)
    real(8) :: g
  end type
contains
  real(8) function potential(s)
    type(system), intent(in) :: s
    integer :: i, j
    potential = 0
    do i = 1, size(s%p)
      do j = i+1, size(s%p)
        potential = potential - s%g * s%p(i)%mass * s%p(j)%mass / sqrt(sum((s%p(i)%pos - s%p(j)%pos)**2) + 0.1d0)
      end do
    end do
  end function
end module
subroutine f(n, x, y)
  use types
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(system) :: s
  integer :: i
  allocate(s%p(n))
  s%g = x(1)
  do i = 1, n
    s%p(i)%pos = [x(i), x(i)*2, sin(x(i))]
    s%p(i)%mass = 1 + x(i)**2
    s%p(i)%id = i
  end do
  y = potential(s)
end subroutine
include 'gradient.f90'

! State in a common block and in a module.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine setc(v)
  real(8) :: v, c1, c2(3)
  common /blk/ c1, c2
  c1 = v*v
  c2 = [v, v**2, v**3]
end subroutine
module state
  real(8) :: acc = 1d0
  real(8), allocatable :: buf(:)
end module
subroutine bump(v)
  use state
  real(8), intent(in) :: v
  acc = acc * v + v
end subroutine
subroutine f(n, x, y)
  use state
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: c1, c2(3)
  common /blk/ c1, c2
  integer :: i
  acc = 1
  call setc(x(1))
  do i = 1, n
    call bump(x(i))
  end do
  y = c1 * c2(2) + c2(3) + acc
end subroutine
include 'gradient.f90'

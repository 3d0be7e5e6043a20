! run:
! Sections that are not contiguous are copied for arguments of explicit shape, and back.
subroutine f(n, x, y)
  integer :: n
  real(8) :: x(n), y
  real(8), allocatable :: c(:)
  c = x*x
  y = 0
  call double_all(c(1:6:2), 3, y)
  call double_all(x(2:6:2), 3, y)
  y = y + sum(c) + x(2)**2
contains
  subroutine double_all(v, k, s)
    integer, intent(in) :: k
    real(8), intent(inout) :: v(k), s
    v = v*2
    s = s + product(v)
  end subroutine
end subroutine
include 'gradient.f90'

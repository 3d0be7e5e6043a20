! Assumed-shape arguments, strided sections, reshape.
! run:
! levels: -O0 -O1 -O2 -O3
module helpers
contains
  subroutine scale(a, s)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: s
    a = a * s
  end subroutine
  function energy(a) result(e)
    real(8), intent(in) :: a(:,:)
    real(8) :: e
    integer :: i, j
    e = 0
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        e = e + a(i,j)**2 / (1 + i + j)
      end do
    end do
  end function
end module
subroutine f(n, x, y)
  use helpers
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n), b(2, 3)
  a = x
  call scale(a(1:n:2), x(2))
  call scale(a, 2d0)
  b = reshape(a(1:6), [2,3])
  y = energy(b) + energy(b(:,1:3:2))
end subroutine
include 'gradient.f90'

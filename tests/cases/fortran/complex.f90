! Complex numbers and their functions.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  complex(8) :: z, w, s
  integer :: i
  s = (0d0, 0d0)
  do i = 1, n
    z = cmplx(x(i), x(1 + mod(i,n)), kind=8)
    w = exp(z) * conjg(z) / (z + (3d0, 1d0)) + sqrt(z) + log(z + 4d0) + z**3 + sin(z)*cos(z)
    s = s + w
  end do
  y = abs(s) + real(s) * aimag(s)
end subroutine
include 'gradient.f90'

! Intrinsic functions of real numbers.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)**i + 2d0**x(i) + abs(x(i))**x(i) + x(i)**(-2) + mod(x(i), 0.31d0) + sign(x(i), x(2)) + atan2(x(i), 2d0) + hypot(x(i), 1d0) + gamma(abs(x(i))+1) + erf(x(i)) + tanh(x(i)) + asinh(x(i)) + log_gamma(abs(x(i))+1) + bessel_j0(x(i)) + bessel_jn(2, x(i)) + dim(x(i), 0.5d0) + modulo(x(i), 0.71d0) + aint(x(i)) + anint(x(i)) + floor(x(i)) + erfc_scaled(x(i))
  end do
  y = s
end subroutine
include 'gradient.f90'

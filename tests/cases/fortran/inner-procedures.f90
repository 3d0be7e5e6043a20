! Inner procedures: variables of the host, and one passed as an argument.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t(n)
  integer :: i
  t = 0
  do i = 1, n
    call step(i)
  end do
  y = integrate(integrand, 0d0, x(1))
  y = y + sum(t)
contains
  subroutine step(k)
    integer, intent(in) :: k
    t(k) = x(k) * x(1 + mod(k, n))
    if (k > 1) t(k) = t(k) + sin(t(k-1))
  end subroutine
  real(8) function integrand(z)
    real(8), intent(in) :: z
    integrand = x(2) * z**2 + x(3)
  end function
  real(8) function integrate(g, a, b)
    interface
      real(8) function g(z)
        real(8), intent(in) :: z
      end function
    end interface
    real(8), intent(in) :: a, b
    integer :: k
    integrate = 0
    do k = 1, 10
      integrate = integrate + g(a + (b-a)*(k-0.5d0)/10) * (b-a)/10
    end do
  end function
end subroutine
include 'gradient.f90'

! An integrator with automatic arrays.
! run:
! levels: -O0 -O1 -O2 -O3
module rk
contains
  subroutine rhs(t, u, du)
    real(8), intent(in) :: t, u(:)
    real(8), intent(out) :: du(:)
    du(1) = u(2)
    du(2) = -u(1) - 0.1d0 * u(2) + sin(t)
    du(3) = u(1)*u(2) - u(3)
  end subroutine
  subroutine rk4(u, t, h)
    real(8), intent(inout) :: u(:)
    real(8), intent(in) :: t, h
    real(8), dimension(size(u)) :: k1, k2, k3, k4
    call rhs(t, u, k1)
    call rhs(t + h/2, u + h/2*k1, k2)
    call rhs(t + h/2, u + h/2*k2, k3)
    call rhs(t + h, u + h*k3, k4)
    u = u + h/6*(k1 + 2*k2 + 2*k3 + k4)
  end subroutine
end module
subroutine f(n, x, y)
  use rk
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u(3)
  integer :: i
  u = x(1:3)
  do i = 0, 9
    call rk4(u, i*0.1d0, 0.1d0 * x(4))
  end do
  y = sum(u**2) + x(5)*x(6)
end subroutine
include 'gradient.f90'

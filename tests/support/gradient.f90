! For file tests in Fortran: the derivatives of `subroutine f(n, x, y)`, in reverse and in forward mode, are compared
! with central differences at one point. The program ends with status 0 when all agree.
module ad_iface
  use iso_c_binding
  implicit none
  integer(c_int), bind(c, name="enzyme_const") :: enzyme_const
  integer(c_int), bind(c, name="enzyme_dup") :: enzyme_dup
  interface
    subroutine rev(fn, m1, n, m2, x, dx, m3, y, dy) bind(c, name="__enzyme_autodiff_f")
      import
      type(c_funptr), value :: fn
      integer(c_int), value :: m1, m2, m3
      integer(c_int) :: n
      real(c_double) :: x(*), dx(*), y, dy
    end subroutine
    subroutine fwd(fn, m1, n, m2, x, dx, m3, y, dy) bind(c, name="__enzyme_fwddiff_f")
      import
      type(c_funptr), value :: fn
      integer(c_int), value :: m1, m2, m3
      integer(c_int) :: n
      real(c_double) :: x(*), dx(*), y, dy
    end subroutine
  end interface
end module
program p
  use ad_iface
  implicit none
  interface
    subroutine f(n, x, y)
      integer :: n
      real(8) :: x(n)
      real(8) :: y
    end subroutine
  end interface
  integer, parameter :: n = 6
  real(8) :: x(n), dx(n), x0(n), y, dy, yp, ym, h, g(n), t(n), y0
  integer :: i, bad
  bad = 0
  x0 = [0.7d0, 1.3d0, -0.4d0, 0.9d0, 1.8d0, 0.35d0]
  x = x0
  call f(n, x, y0)
  h = 1d-6
  do i = 1, n
    x = x0; x(i) = x0(i) + h; call f(n, x, yp)
    x = x0; x(i) = x0(i) - h; call f(n, x, ym)
    g(i) = (yp-ym)/(2*h)
  end do
  x = x0; dx = 0; dy = 1; y = 0
  call rev(c_funloc(f), enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy)
  if (abs(y-y0) > 1d-12*(1+abs(y0))) then
    bad = 1; print *, 'rev primal', y, y0
  end if
  do i = 1, n
    t = 0; t(i) = 1; x = x0; dy = 0; y = 0
    call fwd(c_funloc(f), enzyme_const, n, enzyme_dup, x, t, enzyme_dup, y, dy)
    if (.not. (abs(dx(i)-g(i)) < 1d-6*(1+abs(g(i))))) then
      bad = 1; print *, 'rev', i, dx(i), 'fd', g(i)
    end if
    if (.not. (abs(dy-g(i)) < 1d-6*(1+abs(g(i))))) then
      bad = 1; print *, 'fwd', i, dy, 'fd', g(i)
    end if
  end do
  if (all(g == 0)) stop 2
  if (bad /= 0) stop 1
end program

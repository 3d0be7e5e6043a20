! Optional arguments, elemental and pure functions.
! run:
! levels: -O0 -O1 -O2 -O3
module op
contains
  subroutine g(a, r, w)
    real(8), intent(in) :: a
    real(8), intent(out) :: r
    real(8), intent(in), optional :: w
    if (present(w)) then
      r = a * w
    else
      r = a * a
    end if
  end subroutine
  elemental real(8) function sq(a)
    real(8), intent(in) :: a
    sq = a*a + 1/(1+a*a)
  end function
  pure function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c = [a(2)*b(3)-a(3)*b(2), a(3)*b(1)-a(1)*b(3), a(1)*b(2)-a(2)*b(1)]
  end function
end module
subroutine f(n, x, y)
  use op
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: r1, r2, c(3)
  call g(x(1), r1)
  call g(x(1), r2, x(2))
  c = cross(x(1:3), x(4:6))
  y = r1 + 3*r2 + sum(sq(x)) + dot_product(c, c)
contains
  real(8) function inner(z)
    real(8) :: z
    inner = z * x(3)
  end function
end subroutine
include 'gradient.f90'

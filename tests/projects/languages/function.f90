subroutine from_fortran(x, n, total) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(out) :: total
  total = sum(x * x)
end subroutine

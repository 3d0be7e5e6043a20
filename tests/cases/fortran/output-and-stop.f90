! Output and stop statements between computations.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  character(len=40) :: buf
  y = 0
  do i = 1, n
    if (x(i) > 100) then
      print *, 'large', x(i)
      stop 2
    end if
    write(buf, '(f10.3)') x(i)
    y = y + x(i)*x(i)
  end do
  if (y < 0) error stop 'negative'
end subroutine
include 'gradient.f90'

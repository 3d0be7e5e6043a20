! Array sections with strides and vector subscripts, where, reductions along a dimension.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(4,4), v(4)
  integer :: idx(3), i
  a = 0
  do i = 1, 4
    a(i,:) = x(1:4) * i
    a(:,i) = a(:,i) + x(i+1)
  end do
  a(2:4:2, 1:3) = a(1:3:2, 2:4) * x(2)
  v = a(4:1:-1, 2)
  idx = [3,1,2]
  v(1:3) = v(idx) * x(idx)
  where (v > 0.777d0)
    v = v**2
  elsewhere
    v = -v
  end where
  y = sum(v) + sum(a, mask = a > 0.4567d0) + sum(sum(a, dim=1)**2) + sum(maxval(a, dim=2))
end subroutine
include 'gradient.f90'

! matmul of matrices and vectors, and of a transposed matrix.
! run:
! levels: -O0 -O1 -O2 -O3
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n,n), b(n,n), v(n), c(n,n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i,j) = x(i) * j + x(j)
      b(i,j) = sin(x(i)) * x(j)
    end do
  end do
  c = matmul(a, b)
  v = matmul(c, x)
  v = v + matmul(x, transpose(a))
  c = matmul(transpose(a), b)
  y = sum(v) + sum(c*c) * 0.01d0
end subroutine
include 'gradient.f90'

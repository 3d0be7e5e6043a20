subroutine covariance(a, b, y, n)
  integer :: n, i, j, info
  real(8) :: a(n,n), b(n,n), y, c(n,n), s(n,n)
  real(8), external :: ddot, dnrm2
  call dgemm('N', 'T', n, n, n, 1.5d0, a, n, b, n, 0.0d0, c, n)
  do j = 1, n
    do i = 1, n
      s(i,j) = merge(1d0, 0d0, i == j)
    end do
  end do
  call dsyrk('L', 'N', n, n, 1.0d0, c, n, 1.0d0, s, n)
  call dpotrf('L', n, s, n, info)
  y = ddot(n*n, c, 1, c, 1)
  do i = 1, n
    y = y + log(s(i,i))
  end do
  y = y * dnrm2(n, s, 1)
end subroutine

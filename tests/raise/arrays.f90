! Fortran: arrays in memory order are transposed, scalars are passed by reference.
! raise: mv --fix n=6 --shape a=6x6,x=6,y=6
! raise: energy --fix n=8,a=2.0 --shape x=8
! raise: heat2 --fix n=6,m=7,steps=3 --shape u=7x6,v=7x6
! raise: saxpy --fix n=9,a=0.5 --shape x=9,y=9
! raise: stats --fix n=10 --shape x=10
! raise: masked --fix n=10 --shape x=10,y=10
! raise: newton --fix tol=1e-10
! raise: mm --fix n=4,m=5,k=6 --shape a=6x4,b=5x6,c=5x4
! raise: fixed_size --shape x=5x4,y=5
! raise: intrinsics --fix n=6 --shape x=6,y=6
! raise: outer --fix n=4 --shape x=4,a=4x4
! raise: downward --fix n=9 --shape x=9

subroutine mv(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), x(n)
  real(8), intent(out) :: y(n)
  integer :: i, j
  do i = 1, n
    y(i) = 0
  end do
  do j = 1, n
    do i = 1, n
      y(i) = y(i) + a(i, j) * x(j)
    end do
  end do
end subroutine

real(8) function energy(n, x, a)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  integer :: i
  energy = 0
  do i = 2, n - 1
    energy = energy + a * (x(i) - x(i - 1))**2
  end do
end function

subroutine heat2(n, m, steps, u, v)
  integer, intent(in) :: n, m, steps
  real(8), intent(inout) :: u(n, m), v(n, m)
  integer :: i, j, t
  do t = 1, steps
    do j = 2, m - 1
      do i = 2, n - 1
        v(i, j) = u(i, j) + 0.1d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j))
      end do
    end do
    do j = 2, m - 1
      do i = 2, n - 1
        u(i, j) = v(i, j)
      end do
    end do
  end do
end subroutine

subroutine saxpy(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a, x(n)
  real(8), intent(inout) :: y(n)
  y = y + a * x
end subroutine

real(8) function stats(n, x)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  stats = sum(x) / n + maxval(x) - minval(x) + dot_product(x, x)
end function

subroutine masked(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  where (x > 1.0d0)
    y = sqrt(x)
  elsewhere
    y = -x
  end where
end subroutine

real(8) function newton(a, tol)
  real(8), intent(in) :: a, tol
  real(8) :: x
  x = a
  do while (abs(x * x - a) > tol)
    x = 0.5d0 * (x + a / x)
  end do
  newton = x
end function

subroutine mm(n, m, k, a, b, c)
  integer, intent(in) :: n, m, k
  real(8), intent(in) :: a(n, k), b(k, m)
  real(8), intent(out) :: c(n, m)
  integer :: i, j, l
  do j = 1, m
    do i = 1, n
      c(i, j) = 0
      do l = 1, k
        c(i, j) = c(i, j) + a(i, l) * b(l, j)
      end do
    end do
  end do
end subroutine

subroutine fixed_size(x, y)
  real(8), intent(in) :: x(4, 5)
  real(8), intent(out) :: y(5)
  integer :: j
  do j = 1, 5
    y(j) = sum(x(:, j))
  end do
end subroutine

subroutine intrinsics(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = max(x(i), 1d0) + sign(x(i), -1d0) * mod(i, 3) + exp(-x(i)) + x(i)**3 + atan2(x(i), 2d0)
  end do
end subroutine

subroutine outer(n, x, a)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: a(n, n)
  integer :: i, j
  forall (i = 1:n, j = 1:n) a(i, j) = x(i) * x(j)
end subroutine

real(8) function downward(n, x)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  integer :: i
  downward = 0
  do i = n, 1, -2
    if (x(i) > 1.9d0) exit
    downward = downward * 0.5d0 + x(i)
  end do
end function

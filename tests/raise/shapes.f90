! Fortran with arrays that know their shapes, modules and derived types.

! raise: laplace --shape a=7x6,b=7x6 ; native laplace_plain
subroutine laplace(a, b)
  real(8), intent(in) :: a(:, :)
  real(8), intent(inout) :: b(:, :)
  integer :: i, j
  do j = 2, size(a, 2) - 1
    do i = 2, size(a, 1) - 1
      b(i, j) = 0.25d0 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
    end do
  end do
end subroutine
subroutine laplace_plain(a, b)
  interface
    subroutine laplace(a, b)
      real(8), intent(in) :: a(:, :)
      real(8), intent(inout) :: b(:, :)
    end subroutine
  end interface
  real(8) :: a(6, 7), b(6, 7)
  call laplace(a, b)
end subroutine

! raise: total --shape x=13 ; native total_plain
function total(x) result(s)
  real(8), intent(in) :: x(:)
  real(8) :: s
  s = sum(x * x)
end function
function total_plain(x) result(s)
  interface
    function total(x) result(s)
      real(8), intent(in) :: x(:)
      real(8) :: s
    end function
  end interface
  real(8) :: x(13), s
  s = total(x)
end function

! raise: work --fix n=12 --shape x=12,y=12 ; refused values of type ptr do not exist
subroutine work(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8), allocatable :: t(:)
  integer :: i
  allocate (t(n))
  do i = 1, n
    t(i) = 2 * x(n + 1 - i)
  end do
  do i = 1, n
    y(i) = t(i) + x(i)
  end do
  deallocate (t)
end subroutine

! raise: automatic --fix n=9 --shape x=9,y=9
subroutine automatic(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t(0:n + 1)
  integer :: i
  t(1:n) = x
  t(0) = x(n)
  t(n + 1) = x(1)
  do i = 1, n
    y(i) = t(i + 1) - 2 * t(i) + t(i - 1)
  end do
end subroutine

! raise: where_mask --fix n=11 --shape x=11,y=11
subroutine where_mask(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  where (x > 1.2d0)
    y = sqrt(x)
  elsewhere
    y = -x
  end where
end subroutine

! raise: product_of --fix n=5,m=4,k=6 --shape a=6x5,b=4x6,c=4x5
subroutine product_of(n, m, k, a, b, c)
  integer, intent(in) :: n, m, k
  real(8), intent(in) :: a(n, k), b(k, m)
  real(8), intent(out) :: c(n, m)
  integer :: i, j, q
  c = 0
  do j = 1, m
    do q = 1, k
      do i = 1, n
        c(i, j) = c(i, j) + a(i, q) * b(q, j)
      end do
    end do
  end do
end subroutine

! raise: rotate --fix n=8 --shape z=8x2,w=8x2
subroutine rotate(n, z, w)
  integer, intent(in) :: n
  complex(8), intent(in) :: z(n)
  complex(8), intent(out) :: w(n)
  integer :: i
  do i = 1, n
    w(i) = z(i) * (0.6d0, 0.8d0) + conjg(z(n + 1 - i))
  end do
end subroutine

! raise: newton_root
function newton_root(a) result(x)
  real(8), intent(in) :: a
  real(8) :: x
  integer :: k
  x = a
  do k = 1, 50
    if (abs(x * x - a) < 1d-12) exit
    x = 0.5d0 * (x + a / x)
  end do
end function

! raise: largest_place --fix n=14 --shape x=14
function largest_place(n, x) result(at)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  integer :: at
  at = maxloc(x, 1)
end function

! raise: shifted --fix n=10 --shape x=10,y=10
subroutine shifted(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y(1:n - 1) = x(2:n) - x(1:n - 1)
  y(n) = dot_product(x, x)
end subroutine

! Arrays of a module that are changed outside of a region and in `workshare`, where flang copies their descriptors.
! run:
! flags: -fopenmp
module grid
  implicit none
  real(8), allocatable :: u(:,:), v(:,:)
  real(8) :: coefficient = 0.1d0
contains
  subroutine step(m)
    integer, intent(in) :: m
    integer :: i, j
    do j = 2, m - 1
      do i = 2, m - 1
        v(i,j) = u(i,j) + coefficient * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - 4 * u(i,j)**2)
      end do
    end do
    !$omp parallel workshare
    u(2:m-1,2:m-1) = v(2:m-1,2:m-1)
    !$omp end parallel workshare
  end subroutine
end module

subroutine f(n, x, y)
  use grid
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: t, i, j, m
  m = 4
  allocate(u(m,m), v(m,m))
  do j = 1, m
    do i = 1, m
      u(i,j) = x(1 + mod(i + 3 * j, n)) * i
    end do
  end do
  v = u
  do t = 1, 2
    call step(m)
  end do
  y = 0
  do j = 1, m
    y = y + sum(u(:,j)**2) * j
  end do
  deallocate(u, v)
end subroutine

include 'gradient.f90'

! run:
! Allocatable components of allocatable components, one of an object inside of another, and more than eight of them.
module nets
  implicit none
  type layer
    real(8), allocatable :: w(:,:), b(:)
  end type
  type network
    integer :: depth = 0
    real(8) :: a1 = 1, a2 = 2, a3, a4, a5, a6, a7
    type(layer), allocatable :: layers(:)
    type(layer) :: last
    character(len=10) :: label
  end type
contains
  subroutine build(net, x, n)
    type(network), intent(inout) :: net
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: i, j, k
    net%depth = 2
    allocate(net%layers(2), net%last%b(3))
    do k = 1, 2
      allocate(net%layers(k)%w(3,3), net%layers(k)%b(3))
      do j = 1, 3
        do i = 1, 3
          net%layers(k)%w(i,j) = x(mod(i+j+k,n)+1)*0.3d0
        end do
        net%layers(k)%b(j) = x(mod(j+k,n)+1)
      end do
    end do
    net%last%b = x(4:6)
    net%a7 = x(1)*x(2)
    net%label = 'hello'
  end subroutine
  function apply(net, v) result(r)
    type(network), intent(in) :: net
    real(8), intent(in) :: v(:)
    real(8), allocatable :: r(:)
    integer :: k
    r = v
    do k = 1, net%depth
      r = tanh(matmul(net%layers(k)%w, r) + net%layers(k)%b)
    end do
    r = r*net%last%b + net%a7*net%a2
  end function
end module
subroutine f(n, x, y)
  use nets
  integer :: n
  real(8) :: x(n), y
  type(network) :: net, other
  call build(net, x, n)
  other = net
  other%layers(2)%b(1) = x(6)**2
  net%last%b(2) = 0
  y = sum(apply(net, x(1:3))**2) + sum(apply(other, x(3:5)))
  other = net
  y = y + other%last%b(2) + other%layers(1)%w(2,2)**2
end subroutine
include 'gradient.f90'

! Pointers: a linked list, and a section of an array.
! run:
! levels: -O0 -O1 -O2 -O3
module lists
  type node
    real(8) :: v
    type(node), pointer :: next => null()
  end type
end module
subroutine f(n, x, y)
  use lists
  integer, intent(in) :: n
  real(8), intent(in), target :: x(n)
  real(8), intent(out) :: y
  type(node), pointer :: head, p
  real(8), pointer :: q(:)
  integer :: i
  nullify(head)
  do i = 1, n
    allocate(p)
    p%v = x(i)**2
    p%next => head
    head => p
  end do
  y = 0
  p => head
  do while (associated(p))
    y = y * 0.5d0 + p%v
    p => p%next
  end do
  q => x(2:n:2)
  y = y + sum(q**3)
  do while (associated(head))
    p => head%next
    deallocate(head)
    head => p
  end do
end subroutine
include 'gradient.f90'

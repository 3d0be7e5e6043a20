! run:
! Texts of a length that is found while the program runs, and places in arrays, steer the computation.
subroutine f(n, x, y)
  integer :: n, i
  real(8) :: x(n), y
  character(len=8) :: name
  character(:), allocatable :: message
  integer :: places(1), table(2,3), along(3)
  y = 0
  do i = 1, n
    select case (mod(i, 4))
    case (0)
      name = '  square'
    case (1, 3)
      name = 'sine'
    case default
      name = 'other'
    end select
    select case (trim(adjustl(name)))
    case ('square')
      y = y + x(i)**2
    case ('sine')
      y = y + sin(x(i))*y + x(i)
    case default
      y = y + 1/(2 + x(i))
    end select
  end do
  places = findloc([4, 2, 6, 1], 6)
  table = reshape([1, 2, 3, 4, 5, 2], [2, 3])
  along = findloc(table, 2, dim=1)
  message = 'result'
  message = message // ' ok'
  y = y*len(message)*x(places(1)) + sum(along)*x(2) + len_trim(repeat('ab', 3))*x(5) + x(findloc(x, maxval(x), dim=1))**2
end subroutine
include 'gradient.f90'

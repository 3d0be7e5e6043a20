! Parallel loops, reductions, sections, tasks and critical sections of OpenMP.
! run:
! levels: -O0 -O1 -O2 -O3
! flags: -fopenmp
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: s, p, m, a, b, c, d, t, work(n), last
  integer :: i, j
  s = 0
  p = 1
  m = -1d300
  last = 0
  !$omp parallel do reduction(+:s) reduction(*:p) reduction(max:m) private(t) lastprivate(last)
  do i = 1, n
    t = sin(x(i))
    s = s + t * x(i)
    p = p * (1 + x(i))
    m = max(m, t)
    last = t * t
  end do
  !$omp end parallel do
  !$omp parallel shared(work)
  !$omp do schedule(dynamic, 2)
  do i = 1, n
    work(i) = x(i)**2
  end do
  !$omp end do
  !$omp do schedule(static, 1)
  do i = 1, n
    work(i) = work(i) * exp(0.1d0 * x(i))
  end do
  !$omp end do nowait
  !$omp end parallel
  !$omp parallel sections
  !$omp section
  a = work(1) * x(2)
  !$omp section
  b = work(2) + x(1)
  !$omp end parallel sections
  c = 0
  d = 0
  !$omp parallel do
  do i = 1, n
    !$omp atomic
    c = c + work(i) * x(i)
    !$omp critical
    d = d + x(i)
    !$omp end critical
  end do
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a = a * a
  !$omp end task
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  !$omp parallel do collapse(2) reduction(+:s)
  do i = 1, n
    do j = 1, 2
      s = s + x(i) * work(j)
    end do
  end do
  y = s * p + m * a + b * c * d + last
end subroutine
include 'gradient.f90'

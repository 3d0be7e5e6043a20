! Parallel loops and regions of Fortran.
module m
contains
subroutine axpy(n,a,x,y)
 integer n,i; real(8) a,x(n),y(n)
 !$omp parallel do
 do i=1,n
  y(i)=y(i)+a*x(i)
 end do
end subroutine
function dot(n,x,y) result(s)
 integer n,i; real(8) x(n),y(n),s
 s=0
 !$omp parallel do reduction(+:s) schedule(dynamic,16)
 do i=1,n
  s=s+x(i)*y(i)
 end do
end function
subroutine stencil(n,u,v)
 integer n,i,j; real(8) u(n,n),v(n,n),t
 !$omp parallel do private(t) collapse(2)
 do j=2,n-1
  do i=2,n-1
   t=u(i-1,j)+u(i+1,j)+u(i,j-1)+u(i,j+1)
   v(i,j)=t*0.25d0
  end do
 end do
end subroutine
end module
program p
 use m
 use omp_lib
 integer,parameter::n=200
 real(8) x(n),y(n),u(n,n),v(n,n); integer i,c
 do i=1,n
  x(i)=i; y(i)=1d0/i
 end do
 call axpy(n,2d0,x,y); print '(F20.8)',dot(n,x,y)
 u=0; u(1,:)=x; v=u; do i=1,5; call stencil(n,u,v); u=v; end do; print '(F20.8)',sum(u)
 c=0
 !$omp parallel reduction(+:c)
 c=c+1
 !$omp barrier
 if (omp_get_thread_num()<0) c=-1
 !$omp end parallel
 print *,c==omp_get_max_threads()
 c=0
 !$omp parallel do
 do i=1,100
 !$omp critical
  c=c+i
 !$omp end critical
 end do
 print *,c
end program

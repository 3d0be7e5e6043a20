! The module `mpi_f08` for flang, which cannot read that of another compiler: the part of it that derivatives know, over the library's mpif.h. Compile it
! together with the files that use it (`zymase fc`), or include it in one of them.
module mpi_f08_numbers
  implicit none
  include 'mpif.h'
  integer, parameter :: status_words = MPI_STATUS_SIZE, source_at = MPI_SOURCE, tag_at = MPI_TAG, error_at = MPI_ERROR
end module

module mpi_f08_types
  use mpi_f08_numbers, only: status_words
  implicit none
  type, bind(c) :: MPI_Comm
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Datatype
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Op
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Request
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Info
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Status
    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
    integer :: words(status_words)
  end type
  interface operator(==)
    module procedure same_comm, same_datatype, same_op, same_request
  end interface
  interface operator(/=)
    module procedure other_comm, other_datatype, other_op, other_request
  end interface
contains
  elemental logical function same_comm(a, b)
    type(MPI_Comm), intent(in) :: a, b
    same_comm = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function other_comm(a, b)
    type(MPI_Comm), intent(in) :: a, b
    other_comm = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function same_datatype(a, b)
    type(MPI_Datatype), intent(in) :: a, b
    same_datatype = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function other_datatype(a, b)
    type(MPI_Datatype), intent(in) :: a, b
    other_datatype = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function same_op(a, b)
    type(MPI_Op), intent(in) :: a, b
    same_op = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function other_op(a, b)
    type(MPI_Op), intent(in) :: a, b
    other_op = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function same_request(a, b)
    type(MPI_Request), intent(in) :: a, b
    same_request = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function other_request(a, b)
    type(MPI_Request), intent(in) :: a, b
    other_request = a%MPI_VAL /= b%MPI_VAL
  end function
end module

module mpi_f08_calls
  use mpi_f08_types, only: MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Info, MPI_Status, operator(==), operator(/=)
  use mpi_f08_numbers, only: MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL, MPI_UNDEFINED, MPI_SUCCESS, MPI_IN_PLACE, &
    MPI_BOTTOM, MPI_ORDER_FORTRAN, MPI_ORDER_C, MPI_ADDRESS_KIND, MPI_MAX_PROCESSOR_NAME, MPI_THREAD_SINGLE, &
    MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE, source_at, tag_at, error_at, status_words, &
    mpi_comm_world_ => MPI_COMM_WORLD, mpi_comm_self_ => MPI_COMM_SELF, mpi_comm_null_ => MPI_COMM_NULL, &
    mpi_double_precision_ => MPI_DOUBLE_PRECISION, mpi_real_ => MPI_REAL, mpi_real4_ => MPI_REAL4, &
    mpi_real8_ => MPI_REAL8, mpi_integer_ => MPI_INTEGER, mpi_integer8_ => MPI_INTEGER8, mpi_logical_ => MPI_LOGICAL, &
    mpi_character_ => MPI_CHARACTER, mpi_complex_ => MPI_COMPLEX, mpi_double_complex_ => MPI_DOUBLE_COMPLEX, &
    mpi_2double_precision_ => MPI_2DOUBLE_PRECISION, mpi_2real_ => MPI_2REAL, mpi_datatype_null_ => MPI_DATATYPE_NULL, &
    mpi_sum_ => MPI_SUM, mpi_prod_ => MPI_PROD, mpi_max_ => MPI_MAX, mpi_min_ => MPI_MIN, mpi_maxloc_ => MPI_MAXLOC, &
    mpi_minloc_ => MPI_MINLOC, mpi_land_ => MPI_LAND, mpi_lor_ => MPI_LOR, mpi_request_null_ => MPI_REQUEST_NULL, &
    mpi_info_null_ => MPI_INFO_NULL, ignored => MPI_STATUS_IGNORE
  implicit none
  private :: source_at, tag_at, error_at, status_words, ignored
  private :: mpi_comm_world_, mpi_comm_self_, mpi_comm_null_, mpi_double_precision_, mpi_real_, mpi_real4_, mpi_real8_, &
    mpi_integer_, mpi_integer8_, mpi_logical_, mpi_character_, mpi_complex_, mpi_double_complex_, &
    mpi_2double_precision_, mpi_2real_, mpi_datatype_null_, mpi_sum_, mpi_prod_, mpi_max_, mpi_min_, mpi_maxloc_, &
    mpi_minloc_, mpi_land_, mpi_lor_, mpi_request_null_, mpi_info_null_
  type(MPI_Comm), parameter :: MPI_COMM_WORLD = MPI_Comm(mpi_comm_world_)
  type(MPI_Comm), parameter :: MPI_COMM_SELF = MPI_Comm(mpi_comm_self_)
  type(MPI_Comm), parameter :: MPI_COMM_NULL = MPI_Comm(mpi_comm_null_)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_PRECISION = MPI_Datatype(mpi_double_precision_)
  type(MPI_Datatype), parameter :: MPI_REAL = MPI_Datatype(mpi_real_)
  type(MPI_Datatype), parameter :: MPI_REAL4 = MPI_Datatype(mpi_real4_)
  type(MPI_Datatype), parameter :: MPI_REAL8 = MPI_Datatype(mpi_real8_)
  type(MPI_Datatype), parameter :: MPI_INTEGER = MPI_Datatype(mpi_integer_)
  type(MPI_Datatype), parameter :: MPI_INTEGER8 = MPI_Datatype(mpi_integer8_)
  type(MPI_Datatype), parameter :: MPI_LOGICAL = MPI_Datatype(mpi_logical_)
  type(MPI_Datatype), parameter :: MPI_CHARACTER = MPI_Datatype(mpi_character_)
  type(MPI_Datatype), parameter :: MPI_COMPLEX = MPI_Datatype(mpi_complex_)
  type(MPI_Datatype), parameter :: MPI_DOUBLE_COMPLEX = MPI_Datatype(mpi_double_complex_)
  type(MPI_Datatype), parameter :: MPI_2DOUBLE_PRECISION = MPI_Datatype(mpi_2double_precision_)
  type(MPI_Datatype), parameter :: MPI_2REAL = MPI_Datatype(mpi_2real_)
  type(MPI_Datatype), parameter :: MPI_DATATYPE_NULL = MPI_Datatype(mpi_datatype_null_)
  type(MPI_Op), parameter :: MPI_SUM = MPI_Op(mpi_sum_)
  type(MPI_Op), parameter :: MPI_PROD = MPI_Op(mpi_prod_)
  type(MPI_Op), parameter :: MPI_MAX = MPI_Op(mpi_max_)
  type(MPI_Op), parameter :: MPI_MIN = MPI_Op(mpi_min_)
  type(MPI_Op), parameter :: MPI_MAXLOC = MPI_Op(mpi_maxloc_)
  type(MPI_Op), parameter :: MPI_MINLOC = MPI_Op(mpi_minloc_)
  type(MPI_Op), parameter :: MPI_LAND = MPI_Op(mpi_land_)
  type(MPI_Op), parameter :: MPI_LOR = MPI_Op(mpi_lor_)
  type(MPI_Request), parameter :: MPI_REQUEST_NULL = MPI_Request(mpi_request_null_)
  type(MPI_Info), parameter :: MPI_INFO_NULL = MPI_Info(mpi_info_null_)
  type(MPI_Status), target :: MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE(1)
  procedure(), private :: mpi_send, mpi_ssend, mpi_recv, mpi_isend, mpi_issend, mpi_send_init, mpi_irecv, &
    mpi_recv_init, mpi_sendrecv, mpi_sendrecv_replace, mpi_probe, mpi_iprobe, mpi_wait, mpi_test, mpi_start, &
    mpi_request_free, mpi_waitall, mpi_startall, mpi_testall, mpi_waitany, mpi_get_count, mpi_bcast, mpi_reduce, &
    mpi_allreduce, mpi_scan, mpi_exscan, mpi_reduce_scatter_block, mpi_reduce_scatter, mpi_gather, mpi_scatter, &
    mpi_allgather, mpi_alltoall, mpi_gatherv, mpi_scatterv, mpi_allgatherv, mpi_alltoallv, mpi_ibcast, mpi_ireduce, &
    mpi_iallreduce, mpi_iallgather, mpi_ialltoall, mpi_init, mpi_finalize, mpi_comm_rank, mpi_comm_size, mpi_barrier, &
    mpi_abort, mpi_dims_create, mpi_comm_dup, mpi_comm_split, mpi_comm_free, mpi_cart_create, mpi_cart_shift, &
    mpi_cart_coords, mpi_type_contiguous, mpi_type_vector, mpi_type_create_subarray, mpi_type_create_resized, &
    mpi_type_commit, mpi_type_free
contains
  subroutine tell(words, status)
    integer, intent(in) :: words(status_words)
    type(MPI_Status) :: status
    if (loc(status) == loc(MPI_STATUS_IGNORE) .or. loc(status) == loc(MPI_STATUSES_IGNORE)) return
    status%words = words
    status%MPI_SOURCE = words(source_at)
    status%MPI_TAG = words(tag_at)
    status%MPI_ERROR = words(error_at)
  end subroutine
  subroutine tell_all(n, words, statuses)
    integer, intent(in) :: n, words(status_words, n)
    type(MPI_Status) :: statuses(*)
    integer :: k
    if (loc(statuses) == loc(MPI_STATUSES_IGNORE) .or. loc(statuses) == loc(MPI_STATUS_IGNORE)) return
    do k = 1, n
      call tell(words(:, k), statuses(k))
    end do
  end subroutine
  subroutine do_send(buf, count, datatype, dest, tag, comm, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, dest, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_send(buf, count, datatype%MPI_VAL, dest, tag, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_ssend(buf, count, datatype, dest, tag, comm, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, dest, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_ssend(buf, count, datatype%MPI_VAL, dest, tag, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_recv(buf, count, datatype, source, tag, comm, status, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, source, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_recv(buf, count, datatype%MPI_VAL, source, tag, comm%MPI_VAL, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_isend(buf, count, datatype, dest, tag, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, dest, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_isend(buf, count, datatype%MPI_VAL, dest, tag, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_issend(buf, count, datatype, dest, tag, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, dest, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_issend(buf, count, datatype%MPI_VAL, dest, tag, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_send_init(buf, count, datatype, dest, tag, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, dest, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_send_init(buf, count, datatype%MPI_VAL, dest, tag, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_irecv(buf, count, datatype, source, tag, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, source, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_irecv(buf, count, datatype%MPI_VAL, source, tag, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_recv_init(buf, count, datatype, source, tag, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, source, tag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_recv_init(buf, count, datatype%MPI_VAL, source, tag, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
      comm, status, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, dest, sendtag, recvcount, source, recvtag
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_sendrecv(sendbuf, sendcount, sendtype%MPI_VAL, dest, sendtag, recvbuf, recvcount, recvtype%MPI_VAL, &
      source, recvtag, comm%MPI_VAL, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
    !dir$ ignore_tkr(tkrdm) buf
    real :: buf(*)
    integer, intent(in) :: count, dest, sendtag, source, recvtag
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_sendrecv_replace(buf, count, datatype%MPI_VAL, dest, sendtag, source, recvtag, comm%MPI_VAL, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_probe(source, tag, comm, status, ierror)
    integer, intent(in) :: source, tag
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_probe(source, tag, comm%MPI_VAL, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_iprobe(source, tag, comm, flag, status, ierror)
    integer, intent(in) :: source, tag
    type(MPI_Comm), intent(in) :: comm
    logical :: flag
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_iprobe(source, tag, comm%MPI_VAL, flag, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_wait(request, status, ierror)
    type(MPI_Request) :: request
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_wait(request%MPI_VAL, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_test(request, flag, status, ierror)
    type(MPI_Request) :: request
    logical :: flag
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_test(request%MPI_VAL, flag, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_start(request, ierror)
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_start(request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_request_free(request, ierror)
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_request_free(request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_waitall(count, array_of_requests, array_of_statuses, ierror)
    integer, intent(in) :: count
    type(MPI_Request) :: array_of_requests(*)
    type(MPI_Status) :: array_of_statuses(*)
    integer, optional :: ierror
    integer :: error, words(status_words, count)
    call mpi_waitall(count, array_of_requests, words, error)
    call tell_all(count, words, array_of_statuses)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_startall(count, array_of_requests, ierror)
    integer, intent(in) :: count
    type(MPI_Request) :: array_of_requests(*)
    integer, optional :: ierror
    integer :: error
    call mpi_startall(count, array_of_requests, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_testall(count, array_of_requests, flag, array_of_statuses, ierror)
    integer, intent(in) :: count
    type(MPI_Request) :: array_of_requests(*)
    logical :: flag
    type(MPI_Status) :: array_of_statuses(*)
    integer, optional :: ierror
    integer :: error, words(status_words, count)
    call mpi_testall(count, array_of_requests, flag, words, error)
    call tell_all(count, words, array_of_statuses)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_waitany(count, array_of_requests, index, status, ierror)
    integer, intent(in) :: count
    type(MPI_Request) :: array_of_requests(*)
    integer :: index
    type(MPI_Status) :: status
    integer, optional :: ierror
    integer :: error, words(status_words)
    call mpi_waitany(count, array_of_requests, index, words, error)
    call tell(words, status)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_get_count(status, datatype, count, ierror)
    type(MPI_Status), intent(in) :: status
    type(MPI_Datatype), intent(in) :: datatype
    integer :: count
    integer, optional :: ierror
    integer :: error
    call mpi_get_count(status%words, datatype%MPI_VAL, count, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_bcast(buffer, count, datatype, root, comm, ierror)
    !dir$ ignore_tkr(tkrdm) buffer
    real :: buffer(*)
    integer, intent(in) :: count, root
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_bcast(buffer, count, datatype%MPI_VAL, root, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: count, root
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_reduce(sendbuf, recvbuf, count, datatype%MPI_VAL, op%MPI_VAL, root, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: count
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_allreduce(sendbuf, recvbuf, count, datatype%MPI_VAL, op%MPI_VAL, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: count
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_scan(sendbuf, recvbuf, count, datatype%MPI_VAL, op%MPI_VAL, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: count
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_exscan(sendbuf, recvbuf, count, datatype%MPI_VAL, op%MPI_VAL, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: recvcount
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype%MPI_VAL, op%MPI_VAL, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: recvcounts(*)
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_reduce_scatter(sendbuf, recvbuf, recvcounts, datatype%MPI_VAL, op%MPI_VAL, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcount, root
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_gather(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcount, recvtype%MPI_VAL, root, comm%MPI_VAL, &
      error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcount, root
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_scatter(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcount, recvtype%MPI_VAL, root, comm%MPI_VAL, &
      error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcount
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_allgather(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcount, recvtype%MPI_VAL, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcount
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_alltoall(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcount, recvtype%MPI_VAL, comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcounts(*), displs(*), root
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_gatherv(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcounts, displs, recvtype%MPI_VAL, root, &
      comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcounts(*), displs(*), recvcount, root
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_scatterv(sendbuf, sendcounts, displs, sendtype%MPI_VAL, recvbuf, recvcount, recvtype%MPI_VAL, root, &
      comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcounts(*), displs(*)
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_allgatherv(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcounts, displs, recvtype%MPI_VAL, &
      comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_alltoallv(sendbuf, sendcounts, sdispls, sendtype%MPI_VAL, recvbuf, recvcounts, rdispls, recvtype%MPI_VAL, &
      comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_ibcast(buffer, count, datatype, root, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) buffer
    real :: buffer(*)
    integer, intent(in) :: count, root
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_ibcast(buffer, count, datatype%MPI_VAL, root, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: count, root
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_ireduce(sendbuf, recvbuf, count, datatype%MPI_VAL, op%MPI_VAL, root, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: count
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_iallreduce(sendbuf, recvbuf, count, datatype%MPI_VAL, op%MPI_VAL, comm%MPI_VAL, request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcount
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_iallgather(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcount, recvtype%MPI_VAL, comm%MPI_VAL, &
      request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
    !dir$ ignore_tkr(tkrdm) sendbuf, recvbuf
    real :: sendbuf(*), recvbuf(*)
    integer, intent(in) :: sendcount, recvcount
    type(MPI_Datatype), intent(in) :: sendtype, recvtype
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request) :: request
    integer, optional :: ierror
    integer :: error
    call mpi_ialltoall(sendbuf, sendcount, sendtype%MPI_VAL, recvbuf, recvcount, recvtype%MPI_VAL, comm%MPI_VAL, &
      request%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_init(ierror)
    integer, optional :: ierror
    integer :: error
    call mpi_init(error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_finalize(ierror)
    integer, optional :: ierror
    integer :: error
    call mpi_finalize(error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_comm_rank(comm, rank, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer :: rank
    integer, optional :: ierror
    integer :: error
    call mpi_comm_rank(comm%MPI_VAL, rank, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_comm_size(comm, size, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer :: size
    integer, optional :: ierror
    integer :: error
    call mpi_comm_size(comm%MPI_VAL, size, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_barrier(comm, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_barrier(comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_abort(comm, errorcode, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: errorcode
    integer, optional :: ierror
    integer :: error
    call mpi_abort(comm%MPI_VAL, errorcode, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_dims_create(nnodes, ndims, dims, ierror)
    integer, intent(in) :: nnodes, ndims
    integer :: dims(*)
    integer, optional :: ierror
    integer :: error
    call mpi_dims_create(nnodes, ndims, dims, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_comm_dup(comm, newcomm, ierror)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Comm) :: newcomm
    integer, optional :: ierror
    integer :: error
    call mpi_comm_dup(comm%MPI_VAL, newcomm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_comm_split(comm, color, key, newcomm, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: color, key
    type(MPI_Comm) :: newcomm
    integer, optional :: ierror
    integer :: error
    call mpi_comm_split(comm%MPI_VAL, color, key, newcomm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_comm_free(comm, ierror)
    type(MPI_Comm) :: comm
    integer, optional :: ierror
    integer :: error
    call mpi_comm_free(comm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
    type(MPI_Comm), intent(in) :: comm_old
    integer, intent(in) :: ndims, dims(*)
    logical, intent(in) :: periods(*), reorder
    type(MPI_Comm) :: comm_cart
    integer, optional :: ierror
    integer :: error
    call mpi_cart_create(comm_old%MPI_VAL, ndims, dims, periods, reorder, comm_cart%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: direction, disp
    integer :: rank_source, rank_dest
    integer, optional :: ierror
    integer :: error
    call mpi_cart_shift(comm%MPI_VAL, direction, disp, rank_source, rank_dest, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_cart_coords(comm, rank, maxdims, coords, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: rank, maxdims
    integer :: coords(*)
    integer, optional :: ierror
    integer :: error
    call mpi_cart_coords(comm%MPI_VAL, rank, maxdims, coords, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_type_contiguous(count, oldtype, newtype, ierror)
    integer, intent(in) :: count
    type(MPI_Datatype), intent(in) :: oldtype
    type(MPI_Datatype) :: newtype
    integer, optional :: ierror
    integer :: error
    call mpi_type_contiguous(count, oldtype%MPI_VAL, newtype%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_type_vector(count, blocklength, stride, oldtype, newtype, ierror)
    integer, intent(in) :: count, blocklength, stride
    type(MPI_Datatype), intent(in) :: oldtype
    type(MPI_Datatype) :: newtype
    integer, optional :: ierror
    integer :: error
    call mpi_type_vector(count, blocklength, stride, oldtype%MPI_VAL, newtype%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, &
      newtype, ierror)
    integer, intent(in) :: ndims, array_of_sizes(*), array_of_subsizes(*), array_of_starts(*), order
    type(MPI_Datatype), intent(in) :: oldtype
    type(MPI_Datatype) :: newtype
    integer, optional :: ierror
    integer :: error
    call mpi_type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype%MPI_VAL, &
      newtype%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_type_create_resized(oldtype, lb, extent, newtype, ierror)
    type(MPI_Datatype), intent(in) :: oldtype
    integer(MPI_ADDRESS_KIND), intent(in) :: lb, extent
    type(MPI_Datatype) :: newtype
    integer, optional :: ierror
    integer :: error
    call mpi_type_create_resized(oldtype%MPI_VAL, lb, extent, newtype%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_type_commit(datatype, ierror)
    type(MPI_Datatype) :: datatype
    integer, optional :: ierror
    integer :: error
    call mpi_type_commit(datatype%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
  subroutine do_type_free(datatype, ierror)
    type(MPI_Datatype) :: datatype
    integer, optional :: ierror
    integer :: error
    call mpi_type_free(datatype%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
end module

module mpi_f08
  use mpi_f08_calls, MPI_Send => do_send, MPI_Ssend => do_ssend, MPI_Recv => do_recv, MPI_Isend => do_isend, &
    MPI_Issend => do_issend, MPI_Send_init => do_send_init, MPI_Irecv => do_irecv, MPI_Recv_init => do_recv_init, &
    MPI_Sendrecv => do_sendrecv, MPI_Sendrecv_replace => do_sendrecv_replace, MPI_Probe => do_probe, &
    MPI_Iprobe => do_iprobe, MPI_Wait => do_wait, MPI_Test => do_test, MPI_Start => do_start, &
    MPI_Request_free => do_request_free, MPI_Waitall => do_waitall, MPI_Startall => do_startall, &
    MPI_Testall => do_testall, MPI_Waitany => do_waitany, MPI_Get_count => do_get_count, MPI_Bcast => do_bcast, &
    MPI_Reduce => do_reduce, MPI_Allreduce => do_allreduce, MPI_Scan => do_scan, MPI_Exscan => do_exscan, &
    MPI_Reduce_scatter_block => do_reduce_scatter_block, MPI_Reduce_scatter => do_reduce_scatter, &
    MPI_Gather => do_gather, MPI_Scatter => do_scatter, MPI_Allgather => do_allgather, MPI_Alltoall => do_alltoall, &
    MPI_Gatherv => do_gatherv, MPI_Scatterv => do_scatterv, MPI_Allgatherv => do_allgatherv, &
    MPI_Alltoallv => do_alltoallv, MPI_Ibcast => do_ibcast, MPI_Ireduce => do_ireduce, MPI_Iallreduce => do_iallreduce, &
    MPI_Iallgather => do_iallgather, MPI_Ialltoall => do_ialltoall, MPI_Init => do_init, MPI_Finalize => do_finalize, &
    MPI_Comm_rank => do_comm_rank, MPI_Comm_size => do_comm_size, MPI_Barrier => do_barrier, MPI_Abort => do_abort, &
    MPI_Dims_create => do_dims_create, MPI_Comm_dup => do_comm_dup, MPI_Comm_split => do_comm_split, &
    MPI_Comm_free => do_comm_free, MPI_Cart_create => do_cart_create, MPI_Cart_shift => do_cart_shift, &
    MPI_Cart_coords => do_cart_coords, MPI_Type_contiguous => do_type_contiguous, MPI_Type_vector => do_type_vector, &
    MPI_Type_create_subarray => do_type_create_subarray, MPI_Type_create_resized => do_type_create_resized, &
    MPI_Type_commit => do_type_commit, MPI_Type_free => do_type_free
  implicit none
  interface
    double precision function MPI_Wtime()
    end function
  end interface
end module

/* What derivatives need of <mpi.h>. There are two families of libraries. In one handles are pointers, and those that exist from the start
   are the addresses of variables (Open MPI); in the other handles are integers with fixed values (MPICH and its relatives, which promise each
   other the same numbers). MPI_HANDLES_ARE_POINTERS says which this is compiled for. */
#include <stddef.h>

typedef long MPI_Aint;

#ifdef MPI_HANDLES_ARE_POINTERS
typedef struct ompi_communicator_t *MPI_Comm;
typedef struct ompi_datatype_t *MPI_Datatype;
typedef struct ompi_op_t *MPI_Op;
typedef struct ompi_request_t *MPI_Request;
typedef struct ompi_message_t *MPI_Message;
typedef struct ompi_win_t *MPI_Win;
typedef struct ompi_info_t *MPI_Info;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR, cancelled; size_t count; } MPI_Status;
/* Objects of a size that only the library knows. */
#define PREDEFINED(type, name, number) ((type)(void *)name)
extern char ompi_mpi_comm_world[], ompi_mpi_comm_self[], ompi_mpi_comm_null[], ompi_request_null[], ompi_message_no_proc[], ompi_mpi_byte[], ompi_mpi_packed[], ompi_mpi_int[],
    ompi_mpi_float[], ompi_mpi_double[], ompi_mpi_long_double[], ompi_mpi_op_sum[], ompi_mpi_op_prod[], ompi_mpi_op_max[], ompi_mpi_op_min[],
    ompi_mpi_op_maxloc[], ompi_mpi_op_minloc[], ompi_mpi_win_null[], ompi_mpi_info_null[];
enum {
  MPI_ANY_SOURCE = -1, MPI_PROC_NULL = -2, MPI_TAG_UB = 0, MPI_CART = 1, MPI_GRAPH = 2, MPI_DIST_GRAPH = 3, MPI_ORDER_C = 0,
  MPI_COMBINER_NAMED = 0, MPI_COMBINER_DUP, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_VECTOR, MPI_COMBINER_HVECTOR_INTEGER, MPI_COMBINER_HVECTOR,
  MPI_COMBINER_INDEXED, MPI_COMBINER_HINDEXED_INTEGER, MPI_COMBINER_HINDEXED, MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_STRUCT_INTEGER,
  MPI_COMBINER_STRUCT, MPI_COMBINER_SUBARRAY, MPI_COMBINER_DARRAY, MPI_COMBINER_F90_REAL, MPI_COMBINER_F90_COMPLEX, MPI_COMBINER_F90_INTEGER,
  MPI_COMBINER_RESIZED, MPI_COMBINER_HINDEXED_BLOCK
};
#define MPI_IN_PLACE ((void *)1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#else
typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Message, MPI_Win, MPI_Info;
typedef struct { int count_low, count_high, MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;
#define PREDEFINED(type, name, number) ((type)number)
enum {
  MPI_ANY_SOURCE = -2, MPI_PROC_NULL = -1, MPI_TAG_UB = 0x64400001, MPI_GRAPH = 1, MPI_CART = 2, MPI_DIST_GRAPH = 3, MPI_ORDER_C = 56,
  MPI_COMBINER_NAMED = 1, MPI_COMBINER_DUP, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_VECTOR, MPI_COMBINER_HVECTOR_INTEGER, MPI_COMBINER_HVECTOR,
  MPI_COMBINER_INDEXED, MPI_COMBINER_HINDEXED_INTEGER, MPI_COMBINER_HINDEXED, MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_STRUCT_INTEGER,
  MPI_COMBINER_STRUCT, MPI_COMBINER_SUBARRAY, MPI_COMBINER_DARRAY, MPI_COMBINER_F90_REAL, MPI_COMBINER_F90_COMPLEX, MPI_COMBINER_F90_INTEGER,
  MPI_COMBINER_RESIZED, MPI_COMBINER_HINDEXED_BLOCK
};
#define MPI_IN_PLACE ((void *)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)1)
#endif

#define MPI_COMM_WORLD PREDEFINED(MPI_Comm, ompi_mpi_comm_world, 0x44000000)
#define MPI_COMM_SELF PREDEFINED(MPI_Comm, ompi_mpi_comm_self, 0x44000001)
#define MPI_COMM_NULL PREDEFINED(MPI_Comm, ompi_mpi_comm_null, 0x04000000)
#define MPI_REQUEST_NULL PREDEFINED(MPI_Request, ompi_request_null, 0x2c000000)
#define MPI_MESSAGE_NO_PROC PREDEFINED(MPI_Message, ompi_message_no_proc, 0x6c000000)
#define MPI_BYTE PREDEFINED(MPI_Datatype, ompi_mpi_byte, 0x4c00010d)
#define MPI_PACKED PREDEFINED(MPI_Datatype, ompi_mpi_packed, 0x4c00010f)
#define MPI_INT PREDEFINED(MPI_Datatype, ompi_mpi_int, 0x4c000405)
#define MPI_FLOAT PREDEFINED(MPI_Datatype, ompi_mpi_float, 0x4c00040a)
#define MPI_DOUBLE PREDEFINED(MPI_Datatype, ompi_mpi_double, 0x4c00080b)
#define MPI_LONG_DOUBLE PREDEFINED(MPI_Datatype, ompi_mpi_long_double, 0x4c00100c)
#define MPI_MAX PREDEFINED(MPI_Op, ompi_mpi_op_max, 0x58000001)
#define MPI_MIN PREDEFINED(MPI_Op, ompi_mpi_op_min, 0x58000002)
#define MPI_SUM PREDEFINED(MPI_Op, ompi_mpi_op_sum, 0x58000003)
#define MPI_PROD PREDEFINED(MPI_Op, ompi_mpi_op_prod, 0x58000004)
#define MPI_MINLOC PREDEFINED(MPI_Op, ompi_mpi_op_minloc, 0x5800000b)
#define MPI_MAXLOC PREDEFINED(MPI_Op, ompi_mpi_op_maxloc, 0x5800000c)
#define MPI_WIN_NULL PREDEFINED(MPI_Win, ompi_mpi_win_null, 0x20000000)
#define MPI_INFO_NULL PREDEFINED(MPI_Info, ompi_mpi_info_null, 0x1c000000)
#define MPI_STATUSES_IGNORE MPI_STATUS_IGNORE
enum { MPI_ANY_TAG = -1, MPI_UNDEFINED = -32766, MPI_MAX_OBJECT_NAME = 128 };

typedef int copy_attribute(MPI_Comm, int, void *, void *, void *, int *);
typedef int delete_attribute(MPI_Comm, int, void *, void *);

typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);

typedef int query_request(void *, MPI_Status *);
typedef int free_request(void *);
typedef int cancel_request(void *, int);

int MPI_Comm_rank(MPI_Comm, int *), MPI_Comm_size(MPI_Comm, int *), MPI_Comm_free(MPI_Comm *);
int MPI_Comm_get_attr(MPI_Comm, int, void *, int *), MPI_Comm_set_attr(MPI_Comm, int, void *);
int MPI_Comm_create_keyval(copy_attribute *, delete_attribute *, int *, void *), MPI_Comm_test_inter(MPI_Comm, int *);
int MPI_Type_get_name(MPI_Datatype, char *, int *), MPI_Type_size(MPI_Datatype, int *), MPI_Type_free(MPI_Datatype *);
int MPI_Type_get_extent(MPI_Datatype, MPI_Aint *, MPI_Aint *), MPI_Type_get_envelope(MPI_Datatype, int *, int *, int *, int *);
int MPI_Type_get_contents(MPI_Datatype, int, int, int, int *, MPI_Aint *, MPI_Datatype *);
int MPI_Get_elements(const MPI_Status *, MPI_Datatype, int *), MPI_Get_count(const MPI_Status *, MPI_Datatype, int *);
int MPI_Send(const void *, int, MPI_Datatype, int, int, MPI_Comm), MPI_Ssend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Rsend(const void *, int, MPI_Datatype, int, int, MPI_Comm), MPI_Bsend(const void *, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Recv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *), MPI_Issend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Irsend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *), MPI_Ibsend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Send_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *), MPI_Ssend_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Rsend_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *), MPI_Bsend_init(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Recv_init(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *), MPI_Start(MPI_Request *), MPI_Startall(int, MPI_Request *);
int MPI_Sendrecv(const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
int MPI_Sendrecv_replace(void *, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status *);
int MPI_Probe(int, int, MPI_Comm, MPI_Status *), MPI_Iprobe(int, int, MPI_Comm, int *, MPI_Status *);
int MPI_Mprobe(int, int, MPI_Comm, MPI_Message *, MPI_Status *), MPI_Improbe(int, int, MPI_Comm, int *, MPI_Message *, MPI_Status *);
int MPI_Mrecv(void *, int, MPI_Datatype, MPI_Message *, MPI_Status *), MPI_Imrecv(void *, int, MPI_Datatype, MPI_Message *, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *), MPI_Test(MPI_Request *, int *, MPI_Status *), MPI_Request_free(MPI_Request *);
int MPI_Grequest_start(query_request *, free_request *, cancel_request *, void *, MPI_Request *), MPI_Grequest_complete(MPI_Request);
int MPI_Status_set_elements(MPI_Status *, MPI_Datatype, int), MPI_Status_set_cancelled(MPI_Status *, int);
int MPI_Waitall(int, MPI_Request *, MPI_Status *), MPI_Testall(int, MPI_Request *, int *, MPI_Status *);
int MPI_Waitany(int, MPI_Request *, int *, MPI_Status *), MPI_Testany(int, MPI_Request *, int *, int *, MPI_Status *);
int MPI_Waitsome(int, MPI_Request *, int *, int *, MPI_Status *), MPI_Testsome(int, MPI_Request *, int *, int *, MPI_Status *);

#define OUT const void *, int, MPI_Datatype
#define IN void *, int, MPI_Datatype
int MPI_Bcast(IN, int, MPI_Comm), MPI_Ibcast(IN, int, MPI_Comm, MPI_Request *);
int MPI_Reduce(const void *, IN, MPI_Op, int, MPI_Comm), MPI_Ireduce(const void *, IN, MPI_Op, int, MPI_Comm, MPI_Request *);
int MPI_Allreduce(const void *, IN, MPI_Op, MPI_Comm), MPI_Iallreduce(const void *, IN, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Scan(const void *, IN, MPI_Op, MPI_Comm), MPI_Iscan(const void *, IN, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Exscan(const void *, IN, MPI_Op, MPI_Comm), MPI_Iexscan(const void *, IN, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Reduce_scatter_block(const void *, IN, MPI_Op, MPI_Comm), MPI_Ireduce_scatter_block(const void *, IN, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Reduce_scatter(const void *, void *, const int *, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Ireduce_scatter(const void *, void *, const int *, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
int MPI_Gather(OUT, IN, int, MPI_Comm), MPI_Igather(OUT, IN, int, MPI_Comm, MPI_Request *);
int MPI_Scatter(OUT, IN, int, MPI_Comm), MPI_Iscatter(OUT, IN, int, MPI_Comm, MPI_Request *);
int MPI_Allgather(OUT, IN, MPI_Comm), MPI_Iallgather(OUT, IN, MPI_Comm, MPI_Request *);
int MPI_Alltoall(OUT, IN, MPI_Comm), MPI_Ialltoall(OUT, IN, MPI_Comm, MPI_Request *);
int MPI_Gatherv(OUT, void *, const int *, const int *, MPI_Datatype, int, MPI_Comm);
int MPI_Igatherv(OUT, void *, const int *, const int *, MPI_Datatype, int, MPI_Comm, MPI_Request *);
int MPI_Scatterv(const void *, const int *, const int *, MPI_Datatype, IN, int, MPI_Comm);
int MPI_Iscatterv(const void *, const int *, const int *, MPI_Datatype, IN, int, MPI_Comm, MPI_Request *);
int MPI_Allgatherv(OUT, void *, const int *, const int *, MPI_Datatype, MPI_Comm);
int MPI_Iallgatherv(OUT, void *, const int *, const int *, MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Alltoallv(const void *, const int *, const int *, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm);
int MPI_Ialltoallv(const void *, const int *, const int *, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Alltoallw(const void *, const int *, const int *, const MPI_Datatype *, void *, const int *, const int *, const MPI_Datatype *, MPI_Comm);
int MPI_Ialltoallw(const void *, const int *, const int *, const MPI_Datatype *, void *, const int *, const int *, const MPI_Datatype *, MPI_Comm, MPI_Request *);
int MPI_Cart_get(MPI_Comm, int, int *, int *, int *), MPI_Topo_test(MPI_Comm, int *), MPI_Cartdim_get(MPI_Comm, int *), MPI_Cart_shift(MPI_Comm, int, int, int *, int *);
int MPI_Dist_graph_neighbors_count(MPI_Comm, int *, int *, int *), MPI_Dist_graph_neighbors(MPI_Comm, int, int *, int *, int, int *, int *);
int MPI_Graph_neighbors_count(MPI_Comm, int, int *), MPI_Graph_neighbors(MPI_Comm, int, int, int *);
int MPI_Neighbor_allgather(OUT, IN, MPI_Comm), MPI_Ineighbor_allgather(OUT, IN, MPI_Comm, MPI_Request *);
int MPI_Neighbor_alltoall(OUT, IN, MPI_Comm), MPI_Ineighbor_alltoall(OUT, IN, MPI_Comm, MPI_Request *);
int MPI_Neighbor_allgatherv(OUT, void *, const int *, const int *, MPI_Datatype, MPI_Comm);
int MPI_Ineighbor_allgatherv(OUT, void *, const int *, const int *, MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Neighbor_alltoallv(const void *, const int *, const int *, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm);
int MPI_Ineighbor_alltoallv(const void *, const int *, const int *, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm, MPI_Request *);
int MPI_Neighbor_alltoallw(const void *, const int *, const MPI_Aint *, const MPI_Datatype *, void *, const int *, const MPI_Aint *, const MPI_Datatype *, MPI_Comm);
int MPI_Ineighbor_alltoallw(const void *, const int *, const MPI_Aint *, const MPI_Datatype *, void *, const int *, const MPI_Aint *, const MPI_Datatype *, MPI_Comm, MPI_Request *);
int MPI_Win_create(void *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *), MPI_Win_allocate(MPI_Aint, int, MPI_Info, MPI_Comm, void *, MPI_Win *);
int MPI_Win_fence(int, MPI_Win), MPI_Win_free(MPI_Win *), MPI_Alloc_mem(MPI_Aint, MPI_Info, void *), MPI_Free_mem(void *);
int MPI_Put(OUT, int, MPI_Aint, int, MPI_Datatype, MPI_Win), MPI_Get(IN, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int MPI_Accumulate(OUT, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win);
int MPI_Op_create(MPI_User_function *, int, MPI_Op *), MPI_Type_dup(MPI_Datatype, MPI_Datatype *);
int MPI_Type_create_hindexed(int, const int *, const MPI_Aint *, MPI_Datatype, MPI_Datatype *), MPI_Type_commit(MPI_Datatype *);
int MPI_Pack(const void *, int, MPI_Datatype, void *, int, int *, MPI_Comm), MPI_Unpack(const void *, int, int *, void *, int, MPI_Datatype, MPI_Comm);
int MPI_File_read(void *, void *, int, MPI_Datatype, MPI_Status *), MPI_File_read_all(void *, void *, int, MPI_Datatype, MPI_Status *);
int MPI_File_read_at(void *, long, void *, int, MPI_Datatype, MPI_Status *), MPI_File_read_at_all(void *, long, void *, int, MPI_Datatype, MPI_Status *);
#undef OUT
#undef IN

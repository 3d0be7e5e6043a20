//! MPI: which calls move numbers from one rank to another, and what the others do.
//!
//! A call is known by its name in the C binding, with `MPI_` or `PMPI_` in front. Which argument is what stands in one table; what a derivative does is
//! code of our own (`prepare/bodies/mpi.c`). How handles are passed differs between libraries: as addresses, or as numbers.

use crate::inactive::{GLOBAL, NEVER, Row, through};
use crate::known::{Communication, Extent::*, Known, Mpi, Precision, Returned};

const fn call(name: &'static str, arguments: usize) -> Mpi {
    Mpi { name, library: Communication::Mpi, from: None, to: None, typed: &[], handle: None, arguments, makes: None }
}

const fn send(name: &'static str, arguments: usize) -> Mpi {
    Mpi { from: Some(0), typed: &[(0, 2)], handle: Some(2), ..call(name, arguments) }
}

const fn receive(name: &'static str, arguments: usize) -> Mpi {
    Mpi { to: Some(0), typed: &[(0, 2)], handle: Some(2), ..call(name, arguments) }
}

const fn reduction(name: &'static str, arguments: usize) -> Mpi {
    Mpi { from: Some(0), to: Some(1), typed: &[(0, 3), (1, 3)], handle: Some(3), ..call(name, arguments) }
}

/// The second buffer and the types of both are these arguments.
const fn movement(name: &'static str, arguments: usize, to: usize, typed: &'static [(usize, usize)]) -> Mpi {
    Mpi { from: Some(0), to: Some(to), typed, handle: Some(typed[0].1), ..call(name, arguments) }
}

const fn makes(name: &'static str, arguments: usize, communicator: usize) -> Mpi {
    Mpi { handle: Some(0), makes: Some(communicator), ..call(name, arguments) }
}

/// Where types stand: each buffer with count and type; with counts and places on one side, or on both.
const PLAIN: &[(usize, usize)] = &[(0, 2), (3, 5)];
const PARTS_COME: &[(usize, usize)] = &[(0, 2), (3, 6)];
const PARTS_GO: &[(usize, usize)] = &[(0, 3), (4, 6)];
const PARTS: &[(usize, usize)] = &[(0, 3), (4, 7)];

const CALLS: &[Mpi] = &[
    send("Send", 6),
    send("Ssend", 6),
    send("Rsend", 6),
    send("Bsend", 6),
    send("Isend", 7),
    send("Issend", 7),
    send("Irsend", 7),
    send("Ibsend", 7),
    send("Send_init", 7),
    send("Ssend_init", 7),
    send("Rsend_init", 7),
    send("Bsend_init", 7),
    receive("Recv", 7),
    receive("Irecv", 7),
    receive("Recv_init", 7),
    receive("Mrecv", 5),
    receive("Imrecv", 5),
    Mpi { from: Some(0), to: Some(5), typed: &[(0, 2), (5, 7)], handle: Some(2), ..call("Sendrecv", 12) },
    Mpi { to: Some(0), ..send("Sendrecv_replace", 9) },
    call("Wait", 2),
    call("Waitall", 3),
    call("Waitany", 4),
    call("Waitsome", 5),
    call("Test", 3),
    call("Testall", 4),
    call("Testany", 5),
    call("Testsome", 5),
    Mpi { from: Some(0), ..call("Start", 1) },
    Mpi { from: Some(1), ..call("Startall", 2) },
    call("Request_free", 1),
    call("Comm_free", 1),
    Mpi { handle: Some(2), ..call("Probe", 4) },
    Mpi { handle: Some(2), ..call("Iprobe", 5) },
    Mpi { handle: Some(2), ..call("Mprobe", 5) },
    Mpi { handle: Some(2), ..call("Improbe", 6) },
    Mpi { from: Some(0), ..receive("Bcast", 5) },
    Mpi { from: Some(0), ..receive("Ibcast", 6) },
    reduction("Reduce", 7),
    reduction("Ireduce", 8),
    reduction("Allreduce", 6),
    reduction("Iallreduce", 7),
    reduction("Scan", 6),
    reduction("Iscan", 7),
    reduction("Exscan", 6),
    reduction("Iexscan", 7),
    reduction("Reduce_scatter_block", 6),
    reduction("Ireduce_scatter_block", 7),
    reduction("Reduce_scatter", 6),
    reduction("Ireduce_scatter", 7),
    movement("Gather", 8, 3, PLAIN),
    movement("Igather", 9, 3, PLAIN),
    movement("Scatter", 8, 3, PLAIN),
    movement("Iscatter", 9, 3, PLAIN),
    movement("Allgather", 7, 3, PLAIN),
    movement("Iallgather", 8, 3, PLAIN),
    movement("Alltoall", 7, 3, PLAIN),
    movement("Ialltoall", 8, 3, PLAIN),
    movement("Gatherv", 9, 3, PARTS_COME),
    movement("Igatherv", 10, 3, PARTS_COME),
    movement("Scatterv", 9, 4, PARTS_GO),
    movement("Iscatterv", 10, 4, PARTS_GO),
    movement("Allgatherv", 8, 3, PARTS_COME),
    movement("Iallgatherv", 9, 3, PARTS_COME),
    movement("Alltoallv", 9, 4, PARTS),
    movement("Ialltoallv", 10, 4, PARTS),
    Mpi { from: Some(0), to: Some(4), handle: Some(8), ..call("Alltoallw", 9) },
    Mpi { from: Some(0), to: Some(4), handle: Some(8), ..call("Ialltoallw", 10) },
    movement("Neighbor_allgather", 7, 3, PLAIN),
    movement("Ineighbor_allgather", 8, 3, PLAIN),
    movement("Neighbor_alltoall", 7, 3, PLAIN),
    movement("Ineighbor_alltoall", 8, 3, PLAIN),
    movement("Neighbor_allgatherv", 8, 3, PARTS_COME),
    movement("Ineighbor_allgatherv", 9, 3, PARTS_COME),
    movement("Neighbor_alltoallv", 9, 4, PARTS),
    movement("Ineighbor_alltoallv", 10, 4, PARTS),
    Mpi { from: Some(0), to: Some(4), handle: Some(8), ..call("Neighbor_alltoallw", 9) },
    Mpi { from: Some(0), to: Some(4), handle: Some(8), ..call("Ineighbor_alltoallw", 10) },
    Mpi { to: Some(1), typed: &[(1, 3)], handle: Some(3), ..call("File_read", 5) },
    Mpi { to: Some(1), typed: &[(1, 3)], handle: Some(3), ..call("File_read_all", 5) },
    Mpi { to: Some(2), typed: &[(2, 4)], handle: Some(4), ..call("File_read_at", 6) },
    Mpi { to: Some(2), typed: &[(2, 4)], handle: Some(4), ..call("File_read_at_all", 6) },
    Mpi { from: Some(0), handle: Some(4), ..call("Win_create", 6) },
    Mpi { to: Some(4), handle: Some(3), ..call("Win_allocate", 6) },
    call("Win_fence", 2),
    call("Win_free", 1),
    Mpi { from: Some(0), to: Some(3), typed: &[(0, 2)], handle: Some(2), ..call("Pack", 7) },
    Mpi { from: Some(0), to: Some(3), typed: &[(3, 5)], handle: Some(5), ..call("Unpack", 7) },
    Mpi { to: Some(2), ..call("Alloc_mem", 3) },
    call("Free_mem", 1),
    send("Put", 8),
    receive("Get", 8),
    send("Accumulate", 9),
    makes("Comm_dup", 2, 1),
    makes("Comm_dup_with_info", 3, 2),
    makes("Comm_split", 4, 3),
    makes("Comm_split_type", 5, 4),
    makes("Comm_create", 3, 2),
    makes("Comm_create_group", 4, 3),
    makes("Cart_create", 6, 5),
    makes("Cart_sub", 3, 2),
    makes("Graph_create", 6, 5),
    makes("Dist_graph_create_adjacent", 10, 9),
    makes("Dist_graph_create", 9, 8),
    makes("Intercomm_create", 6, 5),
    makes("Intercomm_merge", 3, 2),
];

/// The parts of MPI that move no numbers, without what all names begin with.
pub(crate) const INACTIVE: &[Row] = &[
    (
        GLOBAL,
        "Finalize Win_set_name Win_set_errhandler Wtime Wtick Barrier Pcontrol Comm_set_errhandler Comm_set_name Comm_set_info \
         Info_set Info_delete Buffer_attach Comm_set_attr Comm_delete_attr Type_set_name Add_error_class \
         Comm_call_errhandler Aint_add Aint_diff",
    ),
    (GLOBAL.writing(through![0: Integers]), "Initialized Finalized Is_thread_main Query_thread Type_commit Type_free"),
    (
        GLOBAL.writing(through![0: Integers]),
        "Group_free Op_free Info_create Info_free Errhandler_free Comm_free_keyval",
    ),
    (GLOBAL, "Init Buffer_detach"),
    (
        GLOBAL.writing(through![1: Integers]),
        "Comm_rank Comm_size Comm_group Comm_remote_size Comm_remote_group Comm_test_inter",
    ),
    (
        GLOBAL.writing(through![1: Integers]),
        "Type_size Type_dup Type_get_true_size Group_rank Group_size Get_address Topo_test",
    ),
    (
        GLOBAL.writing(through![1: Integers]),
        "Cartdim_get Ibarrier Comm_get_parent Error_class Test_cancelled Comm_get_errhandler Comm_create_errhandler \
         Type_extent Comm_get_info Info_get_nkeys",
    ),
    (
        GLOBAL.writing(through![2: Integers]),
        "Type_contiguous Type_size_x Op_create Cart_rank Comm_compare Group_compare Comm_create_keyval Info_get_nthkey \
         Type_match_size Type_create_f90_real Type_create_f90_complex Type_create_f90_integer",
    ),
    (
        GLOBAL.writing(through![2: Integers]),
        "Get_count Get_elements Group_union Group_intersection Group_difference Op_commutative",
    ),
    (
        GLOBAL.writing(through![1: Integers, 2: Integers]),
        "Type_get_extent Type_get_true_extent Type_get_name Comm_get_name Error_string",
    ),
    (GLOBAL.writing(through![2: Integers, 3: Integers]), "Comm_get_attr"),
    (GLOBAL.writing(through![1: Integers, 2: Integers, 3: Integers]), "Dist_graph_neighbors_count"),
    (GLOBAL.writing(through![2: Integers, 3: Integers, 4: Integers]), "Cart_get"),
    (GLOBAL.writing(through![2: Integers, 3: Integers, 5: Integers, 6: Integers]), "Dist_graph_neighbors"),
    (GLOBAL.writing(through![3: Integers]), "Pack_size"),
    (GLOBAL.writing(through![3: Integers, 4: Integers]), "Cart_shift Info_get"),
    (GLOBAL.writing(through![1: Integers, 2: Integers, 3: Integers, 4: Integers]), "Type_get_envelope"),
    (
        GLOBAL.writing(through![3: Integers]),
        "Init_thread Cart_coords Group_incl Group_excl Type_create_resized Graph_neighbors",
    ),
    (GLOBAL.writing(through![2: Integers]), "Dims_create Graph_neighbors_count"),
    (
        GLOBAL.writing(through![4: Integers]),
        "Type_vector Type_create_hvector Type_hvector Type_indexed Type_create_hindexed Type_hindexed",
    ),
    (
        GLOBAL.writing(through![4: Integers]),
        "Type_create_indexed_block Type_create_hindexed_block Type_create_struct Type_struct",
    ),
    (GLOBAL.writing(through![4: Integers]), "Group_translate_ranks"),
    (GLOBAL.writing(through![6: Integers]), "Type_create_subarray"),
    (GLOBAL.writing(through![0: Integers, 1: Integers]), "Get_processor_name Get_version Get_library_version"),
    (GLOBAL.giving(Returned::Foreign), "Comm_f2c Type_f2c Op_f2c Request_f2c Group_f2c Win_f2c Info_f2c"),
    (GLOBAL, "Comm_c2f Type_c2f Request_c2f Group_c2f Win_c2f"),
    (NEVER, "Abort"),
];

const UNKNOWN: &str = "this call of MPI is not differentiated";
const PACKED: &str = "buffers of MPI_Pack_external are not differentiated: use MPI_Pack";
const ONE_SIDED: &str =
    "of one-sided communication of MPI only MPI_Put, MPI_Get and MPI_Accumulate between fences are differentiated";
const PREFIXES: &[(&str, &str)] = &[
    ("Pack_external", PACKED),
    ("Unpack_external", PACKED),
    ("Win_", ONE_SIDED),
    ("Get_accumulate", ONE_SIDED),
    ("Rput", ONE_SIDED),
    ("Rget", ONE_SIDED),
    ("Raccumulate", ONE_SIDED),
    ("Fetch_and_op", ONE_SIDED),
    ("Compare_and_swap", ONE_SIDED),
];

/// Calls of the Fortran binding that are written out as those of C, without `mpi_` and `_`.
const FORTRAN: &str = "\
    send ssend rsend bsend recv isend issend irsend ibsend irecv send_init ssend_init rsend_init bsend_init \
    recv_init sendrecv sendrecv_replace probe iprobe wait test start request_free waitall testall startall \
    waitany testany waitsome testsome bcast ibcast reduce ireduce allreduce iallreduce scan iscan exscan \
    iexscan reduce_scatter_block ireduce_scatter_block reduce_scatter ireduce_scatter gather igather scatter \
    iscatter allgather iallgather alltoall ialltoall gatherv igatherv scatterv iscatterv allgatherv iallgatherv \
    alltoallv ialltoallv comm_rank comm_size barrier abort dims_create get_count comm_dup comm_split comm_free \
    cart_create cart_shift cart_coords cart_rank type_contiguous type_vector type_indexed type_create_resized \
    type_create_subarray type_commit type_free wtime type_create_hvector type_create_hindexed \
    type_create_indexed_block type_create_struct type_dup type_size type_get_extent get_address get_elements \
    cart_sub cart_get cartdim_get comm_group group_incl group_excl group_free group_rank group_size comm_create \
    comm_split_type initialized ibarrier neighbor_allgather ineighbor_allgather neighbor_alltoall \
    ineighbor_alltoall win_create win_fence win_free put get accumulate";

/// Is this a call of the Fortran binding that is written out?
pub fn is_mpi_of_fortran(name: &str) -> bool {
    let stem = name.strip_prefix("mpi_").and_then(|rest| rest.strip_suffix('_'));
    stem.is_some_and(|stem| FORTRAN.split_whitespace().any(|known| known == stem))
}

/// All of them.
pub fn mpi_of_fortran() -> impl Iterator<Item = String> {
    FORTRAN.split_whitespace().map(|stem| format!("mpi_{stem}_"))
}

/// Variables whose addresses have a meaning in the Fortran binding: of a library whose handles are addresses in C, and of one whose handles are numbers.
const FORTRAN_OBJECTS: [&[&str]; 2] = [&["mpi_fortran_"], &["mpipriv", "mpifcmb"]];

/// Are handles addresses in the C binding of the library that this variable belongs to?
pub fn has_addresses_as_handles(variable: &str) -> Option<bool> {
    let of = |starts: &[&str]| starts.iter().any(|start| variable.starts_with(start));
    FORTRAN_OBJECTS.iter().position(|starts| of(starts)).map(|at| at == 0)
}

/// Requests that are begun again and again: calls that make them, and what the run time calls that write them down begin with.
pub const MAKE_PERSISTENT: [&str; 5] = ["Send_init", "Ssend_init", "Rsend_init", "Bsend_init", "Recv_init"];

/// Makes an operator of a function of the program.
pub const MAKE_OPERATOR: &str = "Op_create";

/// Does a call reduce numbers with an operator? Its name goes without what all names begin with.
pub fn reduces(name: &str) -> bool {
    CALLS.iter().any(|call| call.name == name && call.typed == reduction(call.name, 0).typed)
}

impl Mpi {
    /// Do derivatives look at the shadow of this argument? The others are handles, counts and places, requests and what is said of messages.
    pub fn looks_behind(&self, argument: usize) -> bool {
        [self.from, self.to, self.makes].contains(&Some(argument))
    }
}

/// What a symbol means if it is one of MPI.
pub(crate) fn symbol(name: &str) -> Option<Known> {
    if is_mpi_of_fortran(name) {
        return Some(Known::WrittenOut);
    }
    if name.starts_with("mpi_") && name.ends_with('_') {
        return Some(Known::Unsupported(UNKNOWN));
    }
    let stem = name.strip_prefix("PMPI_").or_else(|| name.strip_prefix("MPI_"))?;
    if let Some(known) = CALLS.iter().find(|call| call.name == stem) {
        return Some(Known::Mpi(*known));
    }
    let row = INACTIVE.iter().find(|(_, names)| names.split_whitespace().any(|name| name == stem));
    if let Some((inactive, _)) = row {
        return Some(Known::Inactive(*inactive));
    }
    if let Some((_, inactive)) = FILES.iter().find(|(start, _)| stem.starts_with(start)) {
        return Some(Known::Inactive(*inactive));
    }
    let why = PREFIXES.iter().find(|(start, _)| stem.starts_with(start)).map_or(UNKNOWN, |(_, why)| *why);
    Some(Known::Unsupported(why))
}

/// Files, as far as nothing is read from them.
const FILES: &[(&str, crate::known::Inactive)] = &[
    ("File_open", GLOBAL.writing(through![4: Integers])),
    ("File_close", GLOBAL.writing(through![0: Integers])),
    ("File_write", GLOBAL),
    ("File_set_", GLOBAL),
    ("File_seek", GLOBAL),
    ("File_sync", GLOBAL),
    ("File_delete", GLOBAL),
    ("File_preallocate", GLOBAL),
    ("File_get_size", GLOBAL.writing(through![1: Integers])),
    ("File_get_position", GLOBAL.writing(through![1: Integers])),
];

/// Is this global an object of an MPI library, which handles point to, or a handle that the Rust crate `mpi` takes from C?
pub fn is_mpi_object(name: &str) -> bool {
    ["ompi_mpi_", "ompi_request_", "ompi_message_", "ompi_group_", "RSMPI_"].iter().any(|start| name.starts_with(start))
        || has_addresses_as_handles(name).is_some()
}

/// A datatype that exists from the start: the object that its handle points to, or its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle<'a> {
    Object(&'a str),
    Number(i64),
}

/// What elements of a datatype are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Real(Precision),
    Integer(u64),
}

const ELEMENTS: &[(Element, &str, &[i64])] = &[
    (Element::Real(Precision::Double), "double c_double_complex cxx_dblcplex dblprec", &[0x4c00080b, 0x4c001041]),
    (Element::Real(Precision::Single), "float c_float_complex cxx_fltcplex real", &[0x4c00040a, 0x4c000840]),
    (Element::Real(Precision::Extended), "long_double", &[0x4c00100c]),
    (Element::Integer(4), "int unsigned 2int int32_t uint32_t integer", &[0x4c000405, 0x4c000406]),
    (Element::Integer(8), "long unsigned_long long_long_int int64_t uint64_t", &[0x4c000807, 0x4c000808, 0x4c000809]),
];

/// What elements of a datatype are, if that is known: bytes are no evidence.
pub fn element_of(handle: Handle) -> Option<Element> {
    let is = |(_, names, numbers): &&(Element, &str, &[i64])| match handle {
        Handle::Object(name) => {
            name.strip_prefix("ompi_mpi_").is_some_and(|stem| names.split_whitespace().any(|known| known == stem))
        }
        Handle::Number(number) => numbers.contains(&number),
    };
    ELEMENTS.iter().find(is).map(|(element, ..)| *element)
}

const BYTES: (&str, &[i64]) = ("byte", &[0x4c00010d]);
/// Characters and integers of one byte: texts, but programs send numbers so, too.
const TEXTS: (&str, &[i64]) = (
    "char signed_char unsigned_char int8_t uint8_t character integer1",
    &[0x4c000101, 0x4c000118, 0x4c000102, 0x4c000137, 0x4c00013b, 0x4c00011a, 0x4c00012d],
);

/// Do the elements of a datatype say nothing of what they are?
pub fn is_bytes(handle: Handle) -> bool {
    is_one_of(handle, BYTES) || is_text(handle)
}

/// Are the elements of a datatype characters?
pub fn is_text(handle: Handle) -> bool {
    is_one_of(handle, TEXTS)
}

fn is_one_of(handle: Handle, (names, numbers): (&str, &[i64])) -> bool {
    match handle {
        Handle::Object(name) => {
            name.strip_prefix("ompi_mpi_").is_some_and(|stem| names.split_whitespace().any(|known| known == stem))
        }
        Handle::Number(number) => numbers.contains(&number),
    }
}

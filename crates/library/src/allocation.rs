//! Memory given and taken back, copied and filled.

use crate::known::{Allocate, CopyResult, Fill, Free, Heap, Known, Provided, Reallocate, Size, Transfer};

const MALLOC: Allocate = Allocate {
    size: Size::Argument(0),
    alignment: None,
    zeroed: false,
    provided: Provided::Returned,
    nullable: true,
    heap: Heap::C,
};
const ALIGNED: Allocate = Allocate { alignment: Some(0), size: Size::Argument(1), ..MALLOC };
const FREE: Free = Free { pointer: 0, size: None, alignment: None, heap: Heap::C };
const REALLOC: Reallocate =
    Reallocate { pointer: 0, old_size: None, alignment: None, new_size: Size::Argument(1), heap: Heap::C };
const MEMCPY: Transfer =
    Transfer { destination: 0, source: 1, length: 2, may_overlap: false, returned: CopyResult::Destination };
const MEMMOVE: Transfer = Transfer { may_overlap: true, ..MEMCPY };
const MEMSET: Fill = Fill { destination: 0, value: Some(1), length: 2, returned: CopyResult::Destination };
const BZERO: Fill = Fill { value: None, length: 1, returned: CopyResult::Nothing, ..MEMSET };

pub(crate) const C: &[(Known, &str)] = &[
    (Known::Allocate(MALLOC), "malloc __libc_malloc valloc pvalloc"),
    (Known::Allocate(Allocate { size: Size::Product(0, 1), zeroed: true, ..MALLOC }), "calloc __libc_calloc"),
    (Known::Allocate(ALIGNED), "aligned_alloc memalign __libc_memalign"),
    (
        Known::Allocate(Allocate {
            alignment: Some(1),
            size: Size::Argument(2),
            provided: Provided::Stored(0),
            ..MALLOC
        }),
        "posix_memalign",
    ),
    (Known::Reallocate(REALLOC), "realloc __libc_realloc"),
    (Known::Reallocate(Reallocate { new_size: Size::Product(1, 2), ..REALLOC }), "reallocarray"),
    (Known::Free(FREE), "free cfree __libc_free"),
    (Known::Free(Free { size: Some(1), ..FREE }), "free_sized"),
    (Known::Free(Free { size: Some(2), alignment: Some(1), ..FREE }), "free_aligned_sized"),
    (Known::Copy(MEMCPY), "memcpy __memcpy_chk"),
    (Known::Copy(MEMMOVE), "memmove __memmove_chk"),
    (Known::Copy(Transfer { returned: CopyResult::End, ..MEMCPY }), "mempcpy __mempcpy __mempcpy_chk"),
    (Known::Copy(Transfer { destination: 1, source: 0, returned: CopyResult::Nothing, ..MEMMOVE }), "bcopy"),
    (
        Known::Copy(Transfer { returned: CopyResult::Nothing, ..MEMCPY }),
        "__aeabi_memcpy __aeabi_memcpy4 __aeabi_memcpy8",
    ),
    (
        Known::Copy(Transfer { returned: CopyResult::Nothing, ..MEMMOVE }),
        "__aeabi_memmove __aeabi_memmove4 __aeabi_memmove8",
    ),
    (Known::Fill(MEMSET), "memset __memset_chk memset_explicit"),
    (
        Known::Fill(BZERO),
        "bzero __bzero explicit_bzero __explicit_bzero_chk __aeabi_memclr __aeabi_memclr4 __aeabi_memclr8",
    ),
    (
        Known::Fill(Fill { value: Some(2), length: 1, returned: CopyResult::Nothing, ..MEMSET }),
        "__aeabi_memset __aeabi_memset4 __aeabi_memset8",
    ),
];

/// `operator new` and `operator delete` in the Itanium mangling, whole family.
pub(crate) fn operator(name: &str) -> Option<Known> {
    let (operation, rest) = name.strip_prefix("_Z")?.split_at_checked(2)?;
    let array = operation.ends_with('a');
    match operation {
        "nw" | "na" => {
            let rest = rest.strip_prefix(['m', 'j', 'y'])?;
            let (aligned, rest) = optional(rest, "St11align_val_t");
            let (nothrow, rest) = optional(rest, "RKSt9nothrow_t");
            let (_, rest) = optional(rest, "12__hot_cold_t");
            rest.is_empty().then_some(Known::Allocate(Allocate {
                alignment: aligned.then_some(1),
                nullable: nothrow,
                heap: new_heap(array, aligned),
                ..MALLOC
            }))
        }
        "dl" | "da" => {
            let rest = rest.strip_prefix("Pv")?;
            let sized = rest.starts_with(['m', 'j', 'y']);
            let (aligned, rest) = optional(&rest[usize::from(sized)..], "St11align_val_t");
            let (_, rest) = optional(rest, "RKSt9nothrow_t");
            rest.is_empty().then_some(Known::Free(Free {
                pointer: 0,
                size: sized.then_some(1),
                alignment: aligned.then_some(1 + usize::from(sized)),
                heap: new_heap(array, aligned),
            }))
        }
        _ => None,
    }
}

fn new_heap(array: bool, aligned: bool) -> Heap {
    match (array, aligned) {
        (false, false) => Heap::New,
        (true, false) => Heap::NewArray,
        (false, true) => Heap::NewAligned,
        (true, true) => Heap::NewArrayAligned,
    }
}

/// Whether `text` starts with `part`, and what follows.
fn optional<'a>(text: &'a str, part: &str) -> (bool, &'a str) {
    match text.strip_prefix(part) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

const RUST_ALLOC: Allocate = Allocate { alignment: Some(1), heap: Heap::Rust, ..MALLOC };
const RUST_FREE: Free = Free { size: Some(1), alignment: Some(2), heap: Heap::Rust, ..FREE };
const RUST_REALLOC: Reallocate =
    Reallocate { old_size: Some(1), alignment: Some(2), new_size: Size::Argument(3), heap: Heap::Rust, ..REALLOC };

/// Rust's allocator, by names that nothing else may have: the plain symbols, and those mangled into the `__rustc` crate.
pub fn rust_allocator(name: &str) -> Option<Known> {
    match rust_shim(name)?.1 {
        "alloc" => Some(Known::Allocate(RUST_ALLOC)),
        "alloc_zeroed" => Some(Known::Allocate(Allocate { zeroed: true, ..RUST_ALLOC })),
        "realloc" => Some(Known::Reallocate(RUST_REALLOC)),
        "dealloc" => Some(Known::Free(RUST_FREE)),
        _ => None,
    }
}

/// The shim's family (`__rust_`, or that of a global or the default allocator)
/// and operation; what stands before them in a mangled symbol is the rest.
fn rust_shim(name: &str) -> Option<(&'static str, &str)> {
    let item = match name.strip_prefix("_RNvC") {
        Some(path) => {
            let (_, item) = path.split_once("7___rustc")?;
            item.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('_')?
        }
        None => name,
    };
    let families = ["__rust_", "__rg_", "__rdl_"];
    families.into_iter().find_map(|family| Some((family, item.strip_prefix(family)?)))
}

/// Functions of C that make a block larger.
pub const REALLOCATORS: [&str; 2] = ["realloc", "reallocarray"];

/// The function of a pointer alone that gives back memory of a heap; none where the heap asks for more, as Rust's does.
pub fn release(heap: Heap) -> Option<&'static str> {
    match heap {
        Heap::C => Some("free"),
        Heap::New | Heap::NewAligned => Some("_ZdlPv"),
        Heap::NewArray | Heap::NewArrayAligned => Some("_ZdaPv"),
        Heap::Tbb(release) => Some(release),
        Heap::Program | Heap::Rust => None,
    }
}

/// The function that gives back what the function `allocator` provides: its
/// symbol, and how it is called. `None` where `allocator` is no allocator.
pub fn deallocator(allocator: &str) -> Option<(String, Free)> {
    let heap = match crate::lookup(allocator)? {
        Known::Allocate(allocate) => allocate.heap,
        Known::Reallocate(reallocate) => reallocate.heap,
        _ => return None,
    };
    let free = Free { heap, ..FREE };
    let aligned = Free { alignment: Some(1), ..free };
    Some(match heap {
        Heap::C | Heap::New | Heap::NewArray | Heap::Tbb(_) => (release(heap)?.to_string(), free),
        Heap::NewAligned => ("_ZdlPvSt11align_val_t".to_string(), aligned),
        Heap::NewArrayAligned => ("_ZdaPvSt11align_val_t".to_string(), aligned),
        Heap::Rust => (rust_sibling(allocator, "dealloc")?, RUST_FREE),
        Heap::Program => return None,
    })
}

/// The symbol of another operation (`alloc`, `dealloc`) of the allocator of Rust that `symbol` belongs to.
pub fn rust_sibling(symbol: &str, operation: &str) -> Option<String> {
    let (family, _) = rust_shim(symbol)?;
    let item = format!("{family}{operation}");
    Some(match symbol.split_once("7___rustc") {
        Some((path, _)) => format!("{path}7___rustc{}_{item}", item.len()),
        None => item,
    })
}

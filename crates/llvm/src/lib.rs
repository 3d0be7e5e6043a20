//! The safe layer over LLVM 22: `Copy` handles with boring methods, the analyses the engine asks for, and a builder.
//!
//! Handles are plain pointers into a module that the host compiler owns. They are valid while the pass runs and the
//! thing they name has not been erased; erasing happens in one place per function (the emitters), so no lifetimes are
//! threaded through the engine. Differentiation logic never lives here.
//!
//! - `analyses`: dominators, loops, aliasing and trip counts of one function;
//! - `attached`: what is attached to instructions;
//! - `block`: basic blocks;
//! - `builder`: the instruction builder;
//! - `calls`: values that are calls;
//! - `compile`: compiling and loading modules in this process, for hosts that are no compilers;
//! - `constants`: making constants;
//! - `ffi`: declarations of the C++ shim in `cpp/`;
//! - `function`: functions;
//! - `globals`: values that are global variables;
//! - `handles`: the handles of modules, functions, blocks, values and types;
//! - `kernels`: making CPU code of GPU kernels;
//! - `layouts`: types of Rust, as debug information lays them out;
//! - `metadata`: what metadata says about types;
//! - `module`: modules;
//! - `regions`: taking blocks out of a function, and remarks;
//! - `types`: types;
//! - `value`: values.

mod analyses;
mod attached;
mod block;
mod builder;
mod calls;
pub mod compile;
mod constants;
mod ffi;
mod function;
mod globals;
mod handles;
mod kernels;
mod layouts;
mod metadata;
mod module;
mod regions;
mod types;
mod value;

pub use analyses::{Analyses, Extent, Loop, Term};
pub use attached::TbaaField;
pub use builder::Builder;
pub use ffi::{Callbacks, Elements};
pub use function::{PRIMAL_ACCESS, SHADOW_ACCESS};
pub use handles::{Block, Function, Module, Value};
pub use layouts::{Form, Layout, LayoutNumber, Layouts, Part, Tag, Variant};
pub use llvm_sys::{
    LLVMAtomicOrdering as Ordering, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage, LLVMOpcode as Opcode,
    LLVMRealPredicate as RealPredicate, LLVMTypeKind as TypeKind,
};
pub use metadata::{DebugField, DebugKind, DebugType, DebugTypeNumber, DebugTypes, DebugVariable, TbaaBase};
pub use types::{FloatFormat, Type};
pub use value::GepOffset;

/// The LLVM this layer was built for.
pub const LLVM_VERSION: &str = "22.1";

/// What the host was given as `-zymase-memory-limit` (`-mllvm`), empty when it was not.
pub fn memory_limit_option() -> String {
    unsafe { std::ffi::CStr::from_ptr(ffi::zymase_memory_limit()) }.to_string_lossy().into_owned()
}

/// Hooks the two passes into the host's pass builder.
///
/// # Safety
/// `host` must point to the host's `llvm::PassBuilder`, which outlives every pipeline it builds.
pub unsafe fn register_passes(host: *mut std::ffi::c_void, callbacks: Callbacks) {
    unsafe { ffi::zymase_register_passes(host, callbacks) }
}

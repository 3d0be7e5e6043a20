//! The `zymase` program as a library: where the LLVM 22 tools and the plugin are, how a clang command line is
//! extended with the plugin, and how the plugin's analyses are shown beside the source.
//!
//! Nothing here links LLVM. All LLVM work happens in `libzymase.so`, which clang, opt or lld load; this crate only
//! starts those programs. It is a library as well as a program so that the file tests and `xtask` find tools by the
//! same rules as the user does.

#![forbid(unsafe_code)]

pub mod arguments;
pub mod batch;
pub mod bisect;
mod bytecode;
pub mod check;
pub mod command_line;
pub mod compile;
pub mod explain;
pub mod format;
pub mod grad;
pub mod jacobian;
pub mod print;
pub mod run;
pub mod shared_options;
pub use zymase_toolchain as toolchain;

//! The `zymase` program as a library: where the LLVM 22 tools and the plugin are, how a clang command line is
//! extended with the plugin, and how the plugin's analyses are shown beside the source.
//!
//! Nothing here links LLVM. All LLVM work happens in `libzymase.so`, which clang, opt or lld load; this crate only
//! starts those programs. It is a library as well as a program so that the file tests and `xtask` find tools by the
//! same rules as the user does.
//!
//! - `arguments`: reads the command line of a compiler;
//! - `batch`: `zymase batch`: a function over many examples;
//! - `bisect`: `zymase bisect`: which optimisation of ours makes a derivative wrong;
//! - `bytecode`: modules in bytecode, which jaxlib turns into text;
//! - `check`: `zymase check`: compares reverse mode, forward mode and central differences of a function;
//! - `command_line`: the commands of `zymase`, and which words belong to which program;
//! - `compile`: decides which arguments `zymase cc`, `c++` and `fc` add to the user's command line;
//! - `cuda`: where CUDA is, and what the compiler needs to be told about it;
//! - `explain`: `zymase explain`: where the time and memory of a gradient go;
//! - `explain_gpu`: `zymase explain --gpu`: what kernels take of a GPU;
//! - `format`: `zymase fmt`: checks a module and prints it;
//! - `gpu`: `--zymase-gpu=cpu`: CUDA programs whose kernels run on the CPU;
//! - `grad`: `zymase grad`: differentiates a function of a module;
//! - `jacobian`: `zymase jacobian`: Jacobians of a function of a module;
//! - `lower`: `zymase lower`: loops and tensors as LLVM IR;
//! - `opt`: `zymase opt`: optimises a module;
//! - `opt_graph`: graphs of programs on that page;
//! - `opt_page`: the page that explains what was optimised;
//! - `print`: `zymase print`: what the plugin found, beside the source lines;
//! - `raise`: `zymase raise`: a function of a program as loops over memory;
//! - `raise_cuda`: the same of CUDA kernels and the functions that launch them;
//! - `raise_page`: the page that shows the source beside the loops;
//! - `raise_loops`: `zymase raise` of modules: loops as tensors;
//! - `run`: `zymase run`: evaluates a function of a module;
//! - `shared_options`: options that several commands of the tensor level have.

#![forbid(unsafe_code)]

pub mod arguments;
pub mod batch;
pub mod bisect;
mod bytecode;
pub mod check;
pub mod command_line;
pub mod compile;
pub mod cuda;
pub mod explain;
mod explain_gpu;
pub mod format;
pub mod gpu;
pub mod grad;
pub mod jacobian;
pub mod lower;
pub mod opt;
mod opt_graph;
mod opt_page;
pub mod print;
pub mod raise;
pub mod raise_cuda;
pub mod raise_loops;
mod raise_page;
pub mod run;
pub mod shared_options;
pub use zymase_toolchain as toolchain;

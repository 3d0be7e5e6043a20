//! Writes the text of LLVM IR for modules of functions, loops and memory.
//!
//! - `abi`: how C calls a function;
//! - `counting`: loops that count;
//! - `flow`: control flow;
//! - `function`: functions and calls;
//! - `functions`: functions of floats;
//! - `matmul`: products of matrices;
//! - `memory`: allocations, views, loads and stores;
//! - `module`: what functions share;
//! - `neutral`: values with which threads begin reductions;
//! - `numbers`: integers, comparisons, conversions and constants;
//! - `parallel`: parallel loops;
//! - `threads`: parallel loops on several threads;
//! - `types`: what values are in LLVM;
//! - `writer`: the text of one function.

pub mod abi;
mod counting;
mod flow;
mod function;
mod functions;
mod matmul;
mod memory;
mod module;
mod neutral;
mod numbers;
mod parallel;
mod threads;
mod types;
mod writer;

use abi::Abi;
use module::Module;
use std::fmt::Write as _;
use zymase_dialects::func::Func;
use zymase_dialects::memref::Global;
use zymase_ir::{Attribute, DenseElements, Ir, Op, Result};

/// How much numbers may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FastMath {
    /// As written.
    #[default]
    Exact,
    /// A product and the sum that it goes into may be rounded once, as C compilers do.
    Contract,
    /// Moreover, sums and products may be regrouped.
    Reassociate,
    /// Moreover, no number is infinite or undefined.
    Finite,
}

impl FastMath {
    /// Whether functions may be computed in another way, too.
    pub fn is_loose(self) -> bool {
        matches!(self, FastMath::Reassociate | FastMath::Finite)
    }

    /// The flags of LLVM's instructions.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            FastMath::Exact => &[],
            FastMath::Contract => &["contract"],
            FastMath::Reassociate => &["reassoc", "nsz", "contract"],
            FastMath::Finite => &["fast"],
        }
    }
}

/// How modules are lowered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub fast_math: FastMath,
    /// Whether parallel loops run on the threads of OpenMP.
    pub threads: bool,
    /// What names of functions begin with.
    pub prefix: String,
    /// Whether products of matrices are calls of BLAS.
    pub blas: bool,
    /// How many bits the vectors of the machine have, for products of matrices; 256 by default.
    pub vector_bits: Option<usize>,
    /// What makes loops cheaper before they are lowered.
    pub optimise: crate::optimise::Switches,
}

/// The text of LLVM IR for a module of functions, loops and memory.
pub fn write(ir: &Ir, options: &Options) -> Result<String> {
    let mut expanded = ir.clone();
    crate::expansion::expand(&mut expanded)?;
    let ir = &expanded;
    let mut module = Module::new(options.clone());
    for op in ir.block_ops(ir.module_block()) {
        if Func::of(ir, op).is_some() {
            function::write(ir, &mut module, op)?;
        } else if Global::of(ir, op).is_some() {
            global(ir, &mut module, op)?;
        } else {
            return Err(ir.refuse(op, "is not lowered", "leave functions and memory in the module only"));
        }
    }
    Ok(module.text())
}

/// A header of C with the functions that others may call.
pub fn header(ir: &Ir, options: &Options) -> Result<String> {
    let mut text = String::from("#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    let (mut ranks, mut prototypes) = (std::collections::BTreeSet::new(), String::new());
    for op in ir.block_ops(ir.module_block()).filter(|op| Func::of(ir, *op).is_some()) {
        let is_private = ir.attribute(op, "sym_visibility").and_then(Attribute::as_str) == Some("private");
        if is_private || ir.blocks(ir[op].regions()[0]).is_empty() {
            continue;
        }
        let abi = Abi::of(ir, op, options)?;
        ranks.extend(abi.ranks());
        let _ = writeln!(prototypes, "{}", abi.c_prototype());
    }
    for rank in ranks {
        let arrays = if rank > 0 { format!(" int64_t sizes[{rank}], strides[{rank}];") } else { String::new() };
        let _ =
            writeln!(text, "struct zymase_memref_{rank}d {{ void *allocated, *aligned; int64_t offset;{arrays} }};");
    }
    text.push_str(&prototypes);
    text.push_str("#ifdef __cplusplus\n}\n#endif\n");
    Ok(text)
}

/// A name of a function or of memory as LLVM writes it.
pub fn symbol(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_plain { format!("@{name}") } else { format!("@\"{}\"", bytes_text(name.as_bytes())) }
}

/// Bytes as they stand in a string of LLVM.
pub fn bytes_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b' '..=b'~' if !matches!(byte, b'"' | b'\\') => text.push(char::from(*byte)),
            _ => {
                let _ = write!(text, "\\{byte:02X}");
            }
        }
    }
    text
}

/// More bytes of constants than this are refused.
const MOST_BYTES: usize = 256 << 20;

fn global(ir: &Ir, module: &mut Module, op: Op) -> Result<()> {
    let name = symbol(ir.symbol_name(op).unwrap_or_default());
    let ty = ir.attribute(op, "type").and_then(Attribute::as_type);
    let bytes = ty.and_then(|ty| {
        let count = ty.as_memref().and_then(types::Layout::of)?.count()?;
        count.checked_mul(types::bytes(ty.element())?)
    });
    let (Some(ty), Some(bytes)) = (ty, bytes.filter(|bytes| *bytes <= MOST_BYTES)) else {
        return Err(ir.refuse(op, "is memory of a type that is not lowered", "give it a size and plain elements"));
    };
    let kind = if ir.attribute(op, "constant").is_some() { "constant" } else { "global" };
    let value = match ir.attribute(op, "initial_value") {
        Some(Attribute::Dense(dense)) => match dense_bytes(dense) {
            Some(bytes) if dense.ty().element() == ty.element() => {
                if bytes.iter().all(|byte| *byte == 0) {
                    "zeroinitializer".into()
                } else {
                    format!("c\"{}\"", bytes_text(&bytes))
                }
            }
            _ => return Err(ir.refuse(op, "has a first value that is not lowered", "use plain numbers")),
        },
        Some(Attribute::Unit) | None => "zeroinitializer".into(),
        Some(_) => return Err(ir.refuse(op, "has a first value that is not lowered", "write it as dense<…>")),
    };
    module.define(&name.clone(), || format!("{name} = internal {kind} [{bytes} x i8] {value}, align 64"));
    Ok(())
}

/// The bytes of a constant as they lie in memory.
fn dense_bytes(dense: &DenseElements) -> Option<std::sync::Arc<[u8]>> {
    let element = dense.ty().element();
    if types::bytes(element)? != element.element_bytes()? {
        return None;
    }
    dense.bytes(MOST_BYTES)
}

/// The number of bits of a type that one value of LLVM holds.
pub fn is_scalar(ty: &zymase_ir::Type) -> Option<u32> {
    let component = types::scalar(ty)?;
    Some(component.ty.strip_prefix('i').and_then(|bits| bits.parse().ok()).unwrap_or(component.bytes as u32 * 8))
}

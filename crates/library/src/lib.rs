//! What Zymase knows about functions it cannot see into.
//!
//! A module calls functions that it only declares (the C library, the C++ and
//! Rust runtimes) and LLVM intrinsics. This crate says, as data, what each of
//! them is to differentiation: which rule of `zymase-calculus` it follows, what
//! memory it touches, whether any derivative flows through it. It emits nothing.
//!
//! [`lookup`] takes the symbol of a foreign function, [`intrinsic`] the name of
//! an intrinsic with its type suffixes. Both answer `None` for what is not known,
//! which the engine reports as an error where a derivative could flow.
//!
//! What is said of a symbol holds for a *declaration*: a program that defines a
//! function of the same name means its own.
//!
//! - `allocation`: memory given and taken back, copied and filled;
//! - `cuda`: what a host asks of its GPU;
//! - `cxx`: the C++ runtime and the compiled parts of its standard library, both GNU's and LLVM's;
//! - `device`: what threads of a GPU do together, and its intrinsics for mathematics;
//! - `fortran`: Flang's run time;
//! - `inactive`: how inactive functions are written down;
//! - `intrinsics`: LLVM's target-independent intrinsics, and a few of the targets';
//! - `known`: what can be known about a foreign function;
//! - `linear`: routines of BLAS and LAPACK;
//! - `math`: mathematical functions by their symbols;
//! - `mpi`: messages between processes;
//! - `openmp`: the run time of OpenMP, as compilers call it;
//! - `outside`: where numbers leave the memory of the program, and where they come back;
//! - `ptx`: inline assembly of NVIDIA's GPUs, read;
//! - `rust`: the Rust runtime and the compiled parts of its standard library, in both manglings;
//! - `scanning`: what the conversions of `scanf` and its kin store;
//! - `stdio`: streams and formatted text;
//! - `strings`: bytes and wide characters, their classes, and numbers read from them;
//! - `tbb`: oneTBB;
//! - `threads`: threads of C and C++;
//! - `unsupported`: what is not differentiated, with the reason, and what calls back into the program;
//! - `virtual_calls`: which virtual functions calls in GNU's C++ library mean;
//! - `x86`: the vector intrinsics of x86.
#![forbid(unsafe_code)]

mod allocation;
mod cuda;
mod cxx;
mod device;
mod fortran;
mod inactive;
mod intrinsic;
mod intrinsics;
mod known;
mod linear;
mod math;
mod mpi;
mod openmp;
mod outside;
mod ptx;
mod rust;
mod scanning;
mod stdio;
mod strings;
mod tbb;
mod threads;
mod unsupported;
mod virtual_calls;
mod x86;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use allocation::{REALLOCATORS, deallocator, release, rust_allocator, rust_sibling};
pub use cxx::{
    PERSONALITY, PLACE_OF_WHAT, WHAT, is_code_of_streams, is_foreign_stream, is_of_streams, is_pointer_type,
    is_standard_class,
};
pub use device::{Device, Lanes, WIDE_SHUFFLE, casts_bits, saturates, wide_shuffle};
pub use inactive::reports_undefined_behaviour;
pub use intrinsic::*;
pub use intrinsics::{Machinery, intrinsic, machinery};
pub use known::*;
pub use linear::{Convention, Linear, LinearResult, Parameter, ParameterKind};
pub use math::is_fast_form;
pub use mpi::{
    Element, Handle, MAKE_OPERATOR, MAKE_PERSISTENT, element_of, has_addresses_as_handles, is_bytes, is_mpi_object,
    is_mpi_of_fortran, is_text, mpi_of_fortran, reduces,
};
pub use openmp::{OpenMp, openmp};
pub use outside::{Crossing, Direction, crossing, keeps_characters, place_of_characters, prints_reals};
pub use ptx::{Instruction, Operand, Ptx, read as read_ptx};
pub use rust::{
    CHANNEL, ONE_THREAD, STD_THREAD, is_inactive_code, is_job_of_rayon, is_rust, manages_untyped_memory, parallel,
    starts_threads,
};
pub use scanning::{Conversion, conversions};
pub use tbb::{
    Started, execute_beside, is_of_tbb, is_whole_scan, least_divided, may_stay_whole, runs_whole_scan, starts,
};
pub use threads::{
    CALL_OF_THE_KERNEL, ONCE_ARGUMENT, ONCE_FUNCTION, ONCE_PROXY, STARTERS, may_wait, passed_on, runs_once,
    starts_thread, waits_for_future,
};
pub use virtual_calls::{NO_PLACE, is_meant, meant_by_virtual_call};
pub use x86::*;

/// What the foreign function with the symbol `name` is to differentiation;
/// `None` when it is not known.
pub fn lookup(name: &str) -> Option<Known> {
    if let Some(original) = tbb::original(name) {
        return Some(original);
    }
    let name = name.strip_prefix('\x01').unwrap_or(name);
    if let Some(&known) = TABLE.get(name) {
        return Some(known);
    }
    if let Some(scalar) = math::scalar_of_vector(name) {
        // Elementwise only where nothing but the operands is passed.
        return lookup(scalar).filter(|known| matches!(known, Known::Math(m) if m.integer_outputs.is_empty()));
    }
    if device::converts_integers(name) {
        return Some(Known::Inactive(device::ONCE_WITHOUT_MEMORY));
    }
    allocation::operator(name)
        .or_else(|| rust_allocator(name))
        .or_else(|| rust::item(name))
        .or_else(|| cxx::family(name))
        .or_else(|| inactive::sanitizer(name))
        .or_else(|| fortran::family(name))
        .or_else(|| mpi::symbol(name))
        .or_else(|| cuda::symbol(name))
        .or_else(|| unsupported::family(name))
        .or_else(|| linear::symbol(name))
}

/// Does a function of this name throw or pass on exceptions?
pub fn throws(name: &str) -> bool {
    match lookup(name) {
        Some(Known::Exception(exception)) => matches!(exception, Exception::Throw | Exception::Rethrow),
        Some(Known::Inactive(inactive)) => name.starts_with("_Z") && inactive.control != Control::Returns,
        _ => false,
    }
}

static TABLE: LazyLock<HashMap<String, Known>> = LazyLock::new(|| {
    let mut table = HashMap::new();
    each(&mut |name, known| {
        table.insert(name, known);
    });
    table
});

/// Gives `add` every symbol that is listed by its whole name.
fn each(add: &mut dyn FnMut(String, Known)) {
    math::each(add);
    let mut list = |known: Known, names: &str| {
        names.split_whitespace().for_each(|name| add(name.to_string(), known));
    };
    let inactive = [
        inactive::REALS,
        inactive::RANDOM,
        inactive::TIME,
        inactive::PROCESS,
        inactive::THREADS,
        strings::STRINGS,
        stdio::STDIO,
        cxx::INACTIVE,
        fortran::INACTIVE,
        rust::RUNTIME,
        tbb::INACTIVE,
    ];
    for &(known, names) in inactive.into_iter().flatten() {
        list(Known::Inactive(known), names);
    }
    for &(known, names) in allocation::C.iter().chain(tbb::ALLOCATION) {
        list(known, names);
    }
    for &(exception, names) in cxx::EXCEPTIONS {
        list(Known::Exception(exception), names);
    }
    list(Known::Links, cxx::LINKS);
    let written_out = fortran::WRITTEN_OUT.iter().chain(math::WRITTEN_OUT).chain([&cxx::WRITTEN_OUT, &cxx::REPLACED]);
    written_out.for_each(|names| list(Known::WrittenOut, names));
    list(Known::WrittenOut, threads::WRITTEN_OUT);
    list(Known::WrittenOut, threads::WAITS);
    list(Known::WrittenOut, tbb::WRITTEN_OUT);
    list(Known::WrittenOut, threads::REPLACED);
    threads::ONCE.iter().for_each(|(name, _)| list(Known::WrittenOut, name));
    linear::written_out().iter().for_each(|name| list(Known::WrittenOut, name));
    for &(reason, names) in unsupported::UNSUPPORTED {
        list(Known::Unsupported(reason), names);
    }
    for &(purpose, function, names) in unsupported::CALLBACKS {
        list(unsupported::callback(purpose, function), names);
    }
}

/// Is this a function of a header of which derivatives have other code?
pub fn is_replaced(name: &str) -> bool {
    threads::is_replaced(name)
        || name.starts_with("_ZSt3powI") && cxx::REPLACED.split_whitespace().any(|replaced| replaced == name)
}

/// Every symbol whose code is written out.
pub fn written_out() -> impl Iterator<Item = String> {
    let of_cxx = [
        &cxx::LINKS,
        &cxx::WRITTEN_OUT,
        &cxx::REPLACED,
        &threads::WRITTEN_OUT,
        &threads::WAITS,
        &threads::REPLACED,
        &tbb::WRITTEN_OUT,
    ];
    let plain = math::WRITTEN_OUT.iter().chain(of_cxx).flat_map(|names| names.split_whitespace());
    let plain = plain.chain(threads::ONCE.iter().map(|(name, _)| *name));
    plain.map(String::from).chain(fortran::written_out()).chain(linear::written_out())
}

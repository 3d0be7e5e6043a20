//! Random C programs, differentiated in both modes and compared with central differences.
//!
//! [`run`] generates programs from consecutive seeds, puts many of them into one C file, compiles the file with the
//! plugin at each optimisation level, and runs the checker. Failing programs are made smaller and kept.
//!
//! - `ast`: the typed syntax tree of a generated C program;
//! - `calls`: helper functions and calls;
//! - `containers`: statements of C++;
//! - `contests`: loops that look for the best of many;
//! - `generate`: generates random programs;
//! - `harness`: the C around a program;
//! - `memory`: statements on memory;
//! - `nests`: loop nests over one array with rows, read and written in place;
//! - `print`: prints a program as C text;
//! - `rng`: a small deterministic random number generator (splitmix64);
//! - `scope`: what the generator knows about the names in scope;
//! - `shrink`: makes a failing program smaller while it keeps failing;
//! - `state`: the state of the generator;
//! - `statements`: statements on scalars, branches, and loops of all shapes;
//! - `toolchain`: compiling batches and running them.

pub mod ast;
mod calls;
mod containers;
mod contests;
pub mod generate;
pub mod harness;
mod memory;
mod nests;
pub mod print;
pub(crate) mod rng;
mod run;
mod scope;
pub mod shrink;
mod state;
mod statements;
mod toolchain;

#[cfg(test)]
mod tests;

pub use run::{Failure, Options, Outcome, Summary, run};

/// What programs may contain; each stage includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Scalars, library calls, selects.
    Straight,
    /// Loops and jumps of all shapes.
    Loops,
    /// Arrays, pointers, structs, heap buffers, `float` next to `double`.
    Memory,
    /// Helper functions and recursion.
    Calls,
    /// Function pointers, tables, callbacks.
    Indirect,
    /// Mutable globals and static locals.
    Globals,
    /// C++: containers, closures, virtual calls, exceptions; without `goto` and globals.
    Containers,
    /// Each program draws one of the stages in C.
    All,
}

impl std::str::FromStr for Stage {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Stage> {
        Ok(match text {
            "straight" => Stage::Straight,
            "loops" => Stage::Loops,
            "memory" => Stage::Memory,
            "calls" => Stage::Calls,
            "indirect" => Stage::Indirect,
            "globals" => Stage::Globals,
            "containers" => Stage::Containers,
            "all" => Stage::All,
            other => anyhow::bail!(
                "unknown stage `{other}`: straight, loops, memory, calls, indirect, globals, containers, all"
            ),
        })
    }
}

/// Which derivatives are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuzzMode {
    /// None: the programs run plainly, with sanitizers, to check the generator itself.
    Primal,
    Forward,
    Reverse,
    Both,
    /// Second derivatives, by both modes over both modes.
    Second,
}

impl std::str::FromStr for FuzzMode {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<FuzzMode> {
        Ok(match text {
            "primal" => FuzzMode::Primal,
            "forward" => FuzzMode::Forward,
            "reverse" => FuzzMode::Reverse,
            "both" => FuzzMode::Both,
            "second" => FuzzMode::Second,
            other => anyhow::bail!("unknown mode `{other}`: primal, forward, reverse, both, second"),
        })
    }
}

impl FuzzMode {
    /// The macros by which a generated file asks for these derivatives.
    fn macros(self) -> &'static [&'static str] {
        match self {
            FuzzMode::Primal => &[],
            FuzzMode::Forward => &["-DZF_FORWARD"],
            FuzzMode::Reverse => &["-DZF_REVERSE"],
            FuzzMode::Both => &["-DZF_FORWARD", "-DZF_REVERSE"],
            FuzzMode::Second => &["-DZF_SECOND"],
        }
    }
}

/// Where programs are differentiated, and which constants they contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Points {
    /// Random numbers, which never meet.
    #[default]
    Random,
    /// Often 0, 1 and equal to each other, so that values, adjoints and factors vanish exactly.
    Exact,
}

impl std::str::FromStr for Points {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Points> {
        Ok(match text {
            "random" => Points::Random,
            "exact" => Points::Exact,
            other => anyhow::bail!("unknown points `{other}`: random, exact"),
        })
    }
}

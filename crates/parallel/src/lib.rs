//! Parallel regions of OpenMP that LLVM's optimiser sees through.
//!
//! Compilers make a function of a parallel region and hand its address to the run time. From then on the optimiser sees nothing:
//! what the caller knows (`restrict`, constants, sizes) is lost in the function, and what all iterations compute alike stays where it is.
//! Here a region is *opened* early: its code is put where it is called, between two marks. LLVM's own pipeline then optimises caller and
//! region as one function. At the end the region is *closed*: what is between the marks becomes a function again, and the
//! run time gets it.
//!
//! # What an open region means
//!
//! The code between the marks is what *one thread of the team* does, whichever it is. Shares of iterations, barriers, reductions,
//! critical sections, tasks and thread numbers stay the calls of the run time that they are. So nothing needs to be understood
//! for a region to be opened, every clause and schedule is supported, and whatever optimisation makes of the loops inside (values
//! carried from one iteration to the next, unrolling, vectors) is right, as it is in the outlined function of the compiler. The alternative, a serial loop with a
//! mark that is made parallel again at the end, sees more (it can join loops), but every pass that makes use of its order takes the
//! parallelism away, and regions that speak of threads do not fit.
//!
//! The marks are calls of functions that nobody defines:
//! - `zymase.region.start(location, captured...)` gives the address of the thread's number. It *reads* all memory and changes only state of
//!   its own. Stores before it stay there. Loads of the region may move across it: they read what was there when
//!   the team was started, or race with a store.
//! - `zymase.region.end(start)` reads and writes all memory that has escaped: nothing moves across it.
//! - `zymase.region.bound(start)` is the address of the other number that regions get.
//!
//! Everything that the region may write escapes into the first mark: what it captures by reference, behind pointers, and variables of
//! the file. So no value that threads share lives in a register across the second mark. Variables that are only read are not captured, and
//! become values: most of what outlining costs.
//!
//! Pure values may still be used behind the region that one computes (the optimiser found that the code behind computes the same).
//! They depend on nothing of a thread, for the code behind never did; the first thread hands them over.
//!
//! # What stays closed
//!
//! Regions that reach variables of a thread (`threadprivate`, `thread_local`, `errno`): their addresses are pure values to LLVM, of which it
//! would use one for all threads. Regions that catch exceptions by type, which LLVM cannot take out of a function. Functions for sanitizers, coroutines, and those that call `setjmp`. Files that are
//! linked as code or ask for derivatives. What cannot be closed again after optimisation runs on one thread, with a remark (`-Rpass-missed=zymase`).
//!
//! - `alone`: regions for a thread that is alone;
//! - `close`: open regions become functions again;
//! - `join`: regions that follow each other become one;
//! - `open`: code of regions is put into callers;
//! - `privates`: stack objects of threads;
//! - `reach`: what code a region may run;
//! - `region`: what lies between the marks;
//! - `runtime`: names of the run time;
//! - `shares`: what is known of the iterations that threads get;
//! - `tags`: what flang says wrongly about memory in regions;
//! - `team`: how a region is started.

#![forbid(unsafe_code)]

mod alone;
mod close;
mod join;
mod open;
mod privates;
mod reach;
mod region;
mod runtime;
mod shares;
mod tags;
mod team;

#[cfg(test)]
mod tests;

pub use close::close;
pub use open::open;
pub use tags::forget_wrong_tags;

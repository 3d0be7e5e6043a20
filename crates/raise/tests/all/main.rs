//! Tests of loops that become tensor operations. One program, because each program is linked with everything it stands on.

mod cost;
mod programs;
mod random;
mod requests;
mod support;

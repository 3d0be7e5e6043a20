//! Tests of formulas against reference values and laws. One program, because each program is linked with everything it stands on.

mod errors;
mod laws;
mod linear;
mod reference;
mod support;

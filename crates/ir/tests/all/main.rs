//! Tests of text and of rewriting. One program, because each program is linked with everything it stands on.

mod text;
mod transform;

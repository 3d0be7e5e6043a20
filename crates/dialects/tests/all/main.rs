//! Tests of operations: their text, their results, and what is refused. One program, because each program is linked with everything it stands on.

mod corpus;
mod devices;
mod evaluate;
mod refusals;
mod spellings;

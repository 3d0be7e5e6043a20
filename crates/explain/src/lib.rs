//! Where the time and memory of a gradient go, for the commands that ask the plugin (`zymase explain`, `cargo zymase explain`).
//!
//! The plugin answers in records ([`Report`]); they are laid out as text or as a page that needs no network ([`render`]).
//!
//! - `page`: the report as one HTML file that needs nothing else;
//! - `report`: the plugin's records about a plan, by source line, with sums over them.

#![forbid(unsafe_code)]

mod page;
mod report;

pub use page::render;
pub use report::{Kept, Line, Loop, Report};

//! Writes the page of rules: `cargo run -p zymase-transform --example rules_page`.

#![forbid(unsafe_code)]

use std::path::Path;

fn main() -> std::io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tensor/rules.md");
    std::fs::write(path, zymase_transform::optimise::page::markdown())
}

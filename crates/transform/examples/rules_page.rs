//! Writes the page of rules: `cargo run -p zymase-transform --example rules_page`; or, with `--unused FILE…`, prints the rules that are never
//! applied in these modules, as they stand, in their gradients, and in what is optimised before and after differentiation.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::path::Path;
use zymase_transform::optimise::catalogue::all;
use zymase_transform::optimise::level::Level;
use zymase_transform::{Checkpointing, Mode, OptimiseOptions, Request, differentiate, optimise};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((option, files)) if option == "--unused" => unused(files),
        _ => {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tensor/rules.md");
            std::fs::write(path, zymase_transform::optimise::page::markdown())
        }
    }
}

fn unused(files: &[String]) -> std::io::Result<()> {
    let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
    let context = zymase_dialects::context();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let Ok(mut ir) = zymase_ir::read(&context, &text) else {
            eprintln!("{file} cannot be read");
            continue;
        };
        for _ in 0..2 {
            let options = OptimiseOptions { level: Level::Finite, ..OptimiseOptions::default() };
            for each in optimise(&mut ir, &options).map(|report| report.rules).unwrap_or_default() {
                *applied.entry(each.rule.name).or_default() += each.times;
            }
            let function = "main".to_owned();
            let checkpointing = Checkpointing::KeepAll;
            let request = Request { function, mode: Mode::Reverse, wrt: None, outputs: true, checkpointing };
            if differentiate(&mut ir, &request).is_err() {
                break;
            }
        }
    }
    let mut count = 0;
    for rule in all().iter().filter(|rule| !applied.contains_key(rule.name)) {
        println!("{:44} {}", rule.name, rule.algebra);
        count += 1;
    }
    println!("{count} of {} rules are not applied in {} modules", all().len(), files.len());
    Ok(())
}

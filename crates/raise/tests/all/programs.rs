//! The modules of `tests/raise/loops`: what they compute and their gradients, before and after they are raised; and which operations
//! they are raised to.

use crate::support::{compare, load, raised};
use std::path::Path;
use zymase_ir::{Form, print};

/// What a module says about itself: `// has: a b`, `// without: c`, `// no gradient`.
fn words<'a>(module: &'a str, name: &str) -> Vec<&'a str> {
    let lines = module.lines().filter_map(|line| line.strip_prefix("// ")?.strip_prefix(name));
    lines.flat_map(str::split_whitespace).collect()
}

fn check(module: &str, seed: u64) {
    let gradients = !module.contains("// no gradient");
    let made = compare(module, seed, gradients);
    let text = print(&made, Form::Pretty);
    for word in words(module, "has:") {
        assert!(text.contains(&format!("stablehlo.{word}")), "{word} is missing:\n{text}");
    }
    for word in words(module, "without:") {
        assert!(!text.contains(&format!("stablehlo.{word}")), "{word} is not wanted:\n{text}");
    }
}

#[test]
fn programs_raised_to_tensors_do_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/raise/loops");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let (mut failures, mut count) = (Vec::new(), 0);
    let only = std::env::var("ONLY").unwrap_or_default();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, module) in text.split("// -----").enumerate() {
            let name = format!("{} {number}", file.file_stem().unwrap().to_string_lossy());
            if !name.contains(&only) {
                continue;
            }
            count += 1;
            if std::panic::catch_unwind(|| check(module, 7 + number as u64)).is_err() {
                failures.push(name);
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} failed: {failures:?}", failures.len());
    assert!(count >= 60 || !only.is_empty(), "{count} programs");
}

#[test]
fn reasons_are_given() {
    let text = "func.func @main(%x: memref<5xf64>) {
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c1 to %c4 step %c1 {
        %j = arith.subi %i, %c1 : index
        %v = memref.load %x[%j] : memref<5xf64>
        memref.store %v, %x[%i] : memref<5xf64>
      }
      return
    }";
    let (_, report) = raised(&load(text));
    assert!(report.text().contains("iterations may write and read the same element"), "{}", report.text());
    assert!(!report.loops[0].is_raised);
}

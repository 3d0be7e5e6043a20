//! Raising takes time in proportion to the program: many loops, one loop with many statements, and many statements without loops.

use crate::support::load;
use std::fmt::Write as _;
use std::time::Instant;
use zymase_raise::{Request, to_tensors};

const HEAD: &str = "func.func @main(%x: memref<64x64xf64>, %y: memref<64x64xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c62 = arith.constant 62 : index
  %h = arith.constant 0.5 : f64\n";

/// Four statements: two reads, a sum, a product, and a write, of which one is new in each.
fn group(text: &mut String, at: usize, row: &str, column: &str) {
    let (from, to) = if at.is_multiple_of(2) { ("x", "y") } else { ("y", "x") };
    let _ = writeln!(
        text,
        "%a{at} = memref.load %{from}[{row}, {column}] : memref<64x64xf64>\n\
         %b{at} = arith.mulf %a{at}, %h : f64\n\
         %d{at} = math.sin %b{at} : f64\n\
         memref.store %d{at}, %{to}[{row}, {column}] : memref<64x64xf64>"
    );
}

fn program(kind: usize, statements: usize) -> String {
    let mut text = HEAD.to_owned();
    if kind == 1 {
        text.push_str("scf.for %i = %c0 to %c62 step %c1 { scf.for %j = %c0 to %c62 step %c1 {\n");
    }
    for at in 0..statements / 4 {
        match kind {
            0 => {
                text.push_str("scf.for %i = %c0 to %c62 step %c1 { scf.for %j = %c0 to %c62 step %c1 {\n");
                group(&mut text, at, "%i", "%j");
                text.push_str("} }\n");
            }
            1 => group(&mut text, at, "%i", "%j"),
            _ => group(&mut text, at, "%c0", if at.is_multiple_of(3) { "%c1" } else { "%c62" }),
        }
    }
    text.push_str(if kind == 1 { "} }\nreturn }\n" } else { "return }\n" });
    text
}

#[test]
fn time_grows_with_the_program() {
    for (kind, name) in ["many loops", "one loop", "no loop"].into_iter().enumerate() {
        let seconds: Vec<f64> = [2500, 10_000]
            .into_iter()
            .map(|statements| {
                let mut ir = load(&program(kind, statements));
                let start = Instant::now();
                let report = to_tensors(&mut ir, &Request { function: "main".into(), ..Request::default() });
                assert!(report.unwrap().loops.iter().all(|verdict| verdict.is_raised));
                start.elapsed().as_secs_f64()
            })
            .collect();
        println!("{name}: {:.3} s for 2500 statements, {:.3} s for 10000", seconds[0], seconds[1]);
        // Four times the program; what is more than proportional shows as sixteen times.
        assert!(seconds[1] < 10.0 * seconds[0] + 0.5, "{name}: {seconds:?}");
    }
}

//! How fast modules are read, verified and printed: `cargo run --release -p zymase-dialects --example read_speed [FILE.mlir]`.
//!
//! Without a file three modules of some 50 MB are made: one of operations, one of constants in hexadecimal, one of
//! constants in decimal; then ever longer functions, whose times should grow as their lengths do.

use std::fmt::Write as _;
use std::time::Instant;
use zymase_ir::{Form, print, read, verify};

fn main() {
    if let Some(file) = std::env::args().nth(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("cannot read {file}: {error}"));
        measure(&file, &text);
        return;
    }
    measure("operations", &operations(480_000));
    measure(
        "hexadecimal constants",
        &constants(50, |text, seed| {
            text.push_str("\"0x");
            for index in 0..125_000u32 {
                let _ = write!(text, "{:08X}", index.wrapping_mul(2_654_435_761).wrapping_add(seed));
            }
            text.push('"');
        }),
    );
    measure(
        "decimal constants",
        &constants(30, |text, seed| {
            text.push('[');
            for index in 0..125_000u32 {
                let number = f64::from(index.wrapping_mul(2_654_435_761).wrapping_add(seed)) / 1e9;
                let _ = write!(text, "{}{number:.6e}", if index > 0 { ", " } else { "" });
            }
            text.push(']');
        }),
    );
    for count in [1_000, 10_000, 100_000, 1_000_000] {
        measure(&format!("{count} operations"), &operations(count));
    }
}

fn measure(name: &str, text: &str) {
    let context = zymase_dialects::context();
    let start = Instant::now();
    let ir = read(&context, text).unwrap_or_else(|error| panic!("{name}:{error}"));
    let reading = start.elapsed().as_secs_f64();
    let start = Instant::now();
    if let Err(errors) = verify(&ir) {
        panic!("{name}:{}", errors[0]);
    }
    let verifying = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let printed = print(&ir, Form::Pretty);
    let printing = start.elapsed().as_secs_f64();
    let megabytes = text.len() as f64 / 1e6;
    println!(
        "{name}: {megabytes:.1} MB, {} operations; read {reading:.3} s ({:.0} MB/s), verify {verifying:.3} s, print {printing:.3} s ({:.0} MB/s)",
        ir.op_count(),
        megabytes / reading,
        printed.len() as f64 / 1e6 / printing
    );
}

fn operations(count: usize) -> String {
    const TYPE: &str = "tensor<128x128xf32>";
    let mut text = format!("func.func @main(%arg0: {TYPE}, %arg1: {TYPE}) -> {TYPE} {{\n");
    let mut last = "%arg0".to_owned();
    for index in 0..count {
        let _ = match index % 4 {
            0 => writeln!(text, "  %{index} = stablehlo.add {last}, %arg1 : {TYPE}"),
            1 => writeln!(text, "  %{index} = stablehlo.transpose {last}, dims = [1, 0] : ({TYPE}) -> {TYPE}"),
            2 => writeln!(
                text,
                "  %{index} = stablehlo.dot_general {last}, %arg1, contracting_dims = [1] x [0] : ({TYPE}, {TYPE}) -> {TYPE}"
            ),
            _ => writeln!(text, "  %{index} = stablehlo.tanh {last} : {TYPE}"),
        };
        last = format!("%{index}");
    }
    let _ = writeln!(text, "  return {last} : {TYPE}\n}}");
    text
}

fn constants(count: u32, data: impl Fn(&mut String, u32)) -> String {
    let mut text = "func.func @main() {\n".to_owned();
    for index in 0..count {
        let _ = write!(text, "  %{index} = stablehlo.constant dense<");
        data(&mut text, index);
        text.push_str("> : tensor<125000xf32>\n");
    }
    text.push_str("  return\n}\n");
    text
}

//! A second opinion: LLVM's own passes lower what we print, and the result is called through MLIR's interface for C.

use super::{Case, run_program};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use zymase_ir::{Attribute, Form, print};
use zymase_lower::Options;
use zymase_lower::llvm::abi::{Abi, Port};
use zymase_lower::native::{self, Program};
use zymase_toolchain::require_tool;

const PASSES: [&str; 15] = [
    "--canonicalize",
    "--lower-affine",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--llvm-request-c-wrappers",
    "--convert-ub-to-llvm",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-index-to-llvm",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

fn filter(program: &str, arguments: &[&str], text: &str) -> Result<String, String> {
    let tool = require_tool(program).map_err(|error| error.to_string())?;
    let mut child = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().expect("a pipe");
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let _ = writer.join();
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).lines().take(6).collect::<Vec<_>>().join("\n"))
    }
}

/// A function of C with our interface that calls the one with MLIR's.
fn adapter(abi: &Abi, name: &str) -> String {
    let mut text = String::new();
    let mut parameters: Vec<String> = Vec::new();
    let mut given: Vec<String> = Vec::new();
    let mut types: Vec<String> = Vec::new();
    let mut body = String::new();
    for (place, port) in abi.parameters.iter().enumerate() {
        parameters.push(format!("{} p{place}", port.c_type()));
        match port {
            Port::Number { .. } => {
                types.push(port.c_type());
                given.push(format!("p{place}"));
            }
            Port::Pointer { .. } => {
                let sizes = port.sizes();
                let mut numbers: Vec<i64> = sizes.clone();
                let mut stride = 1;
                let mut strides: Vec<i64> = sizes
                    .iter()
                    .rev()
                    .map(|size| {
                        let own = stride;
                        stride *= size;
                        own
                    })
                    .collect();
                strides.reverse();
                numbers.extend(strides);
                let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                let list = if list.is_empty() { "0".into() } else { list.join(", ") };
                let _ = writeln!(body, "  struct d d{place} = {{p{place}, p{place}, 0, {{{list}}}}};");
                types.push("void *".into());
                given.push(format!("&d{place}"));
            }
            Port::Descriptor { .. } => {
                types.push("void *".into());
                given.push(format!("p{place}"));
            }
        }
    }
    let mut ty = String::from("void");
    if abi.returns_value() {
        ty = abi.results[0].c_type();
    } else {
        parameters.extend(abi.results.iter().enumerate().map(|(place, port)| format!("{} *r{place}", port.c_type())));
    }
    if abi.results.len() > 1 {
        let fields: String =
            abi.results.iter().enumerate().map(|(place, port)| format!("{} f{place}; ", port.c_type())).collect();
        let _ = writeln!(body, "  struct {{ {fields}}} all;");
        types.insert(0, "void *".into());
        given.insert(0, "&all".into());
    }
    let types = if types.is_empty() { "void".into() } else { types.join(", ") };
    let _ = writeln!(text, "{ty} _mlir_ciface_{name}({types});");
    let call = format!("_mlir_ciface_{name}({})", given.join(", "));
    let _ = writeln!(text, "{ty} {}({}) {{\n{body}", abi.name, parameters.join(", "));
    if abi.returns_value() {
        let _ = writeln!(text, "  return {call};");
    } else {
        let _ = writeln!(text, "  {call};");
        for place in 0..abi.results.len() {
            let _ = writeln!(text, "  *r{place} = all.f{place};");
        }
    }
    text.push_str("}\n");
    text
}

/// Lowers all cases by LLVM's passes and compares; how many were tried, and what is wrong.
pub fn run_all(cases: &[Case]) -> (usize, Vec<String>) {
    let mut failures = Vec::new();
    let mut sources = Vec::new();
    let mut functions = Vec::new();
    let mut known = Vec::new();
    let mut shim = String::from(
        "#include <stdint.h>\nstruct d { void *a, *b; int64_t o, n[32]; };\nstruct zymase_memref_0d; struct zymase_memref_1d; \
         struct zymase_memref_2d; struct zymase_memref_3d; struct zymase_memref_4d;\n",
    );
    for (number, case) in cases.iter().enumerate() {
        let mut ir = case.ir.clone();
        let name = format!("g{number}");
        let options = Options { prefix: format!("{name}_"), ..Options::default() };
        let main = ir.function("main").expect("main");
        let abi = native::functions(&ir, &options)
            .ok()
            .and_then(|all| all.into_iter().find(|abi| abi.name == format!("{name}_main")));
        let Some(abi) = abi else {
            failures.push(format!("{}: cannot be called", case.name));
            continue;
        };
        ir.set_attribute(main, "sym_name", Attribute::string(&name));
        let text = print(&ir, Form::Pretty);
        let lowered =
            filter("mlir-opt", &PASSES, &text).and_then(|text| filter("mlir-translate", &["--mlir-to-llvmir"], &text));
        match lowered {
            Ok(text) => {
                sources.push((format!("{name}.ll"), text));
                shim.push_str(&adapter(&abi, &name));
                known.push((case, abi.name.clone()));
                functions.push(abi);
            }
            Err(message) => failures.push(format!("{}: {message}", case.name)),
        }
    }
    sources.push(("shim.c".into(), shim));
    let program =
        Program::build(&sources, functions, &Options::default(), "-O1").unwrap_or_else(|error| panic!("{error}"));
    failures.extend(run_program(&program, &known));
    (known.len(), failures)
}

//! Compiles the run time of kernels (`bodies/*.c`) to LLVM IR, which the plugin carries as text.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const FILES: [&str; 4] = ["api", "device", "launch", "mathematics"];

fn main() {
    let prefix = env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let clang = PathBuf::from(prefix).join("bin/clang");
    let folder = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo:rerun-if-changed=bodies");
    for file in FILES {
        let text = folder.join(format!("{file}.ll"));
        compile(&clang, &Path::new("bodies").join(format!("{file}.c")), &text);
        let written = fs::read_to_string(&text).expect("clang wrote its result");
        fs::write(&text, for_any_file(&written)).expect("the result can be written again");
    }
}

fn compile(clang: &Path, source: &Path, text: &Path) {
    let mut command = Command::new(clang);
    command.args(["-std=gnu11", "-O1", "-fopenmp", "-fno-math-errno", "-fno-vectorize", "-fno-unroll-loops", "-fPIC"]);
    command.args(["-Wall", "-Werror", "-Wno-unused-function", "-Xclang", "-disable-llvm-passes"]);
    command.args(["-S", "-emit-llvm", "-o"]).arg(text).arg(source);
    let status = command.status().unwrap_or_else(|error| {
        panic!("cannot run {}: {error}. Run `cargo xtask doctor` to see what is missing", clang.display())
    });
    assert!(status.success(), "{} does not compile", source.display());
}

/// Without what binds code to the machine that compiled it. Every file of a program may have a copy: the linker takes one.
fn for_any_file(text: &str) -> String {
    let bound = ["target datalayout", "target triple", "!llvm.module.flags", "!llvm.ident", "source_filename"];
    let mut result = String::new();
    for line in text.lines().filter(|line| !bound.iter().any(|start| line.starts_with(start))) {
        let mut line = line.to_string();
        if line.starts_with("attributes #") {
            for key in ["\"target-cpu\"=", "\"target-features\"=", "\"tune-cpu\"="] {
                if let Some(start) = line.find(key) {
                    let end =
                        line[start + key.len() + 1..].find('"').map_or(line.len(), |at| start + key.len() + at + 2);
                    line.replace_range(start..end, "");
                }
            }
        }
        let is_internal =
            ["internal", "private", "available_externally"].iter().any(|word| line.contains(&format!(" {word} ")));
        if line.starts_with("define ") && !is_internal {
            line = line.replacen("define ", "define linkonce_odr hidden ", 1).replacen("dso_local ", "", 1);
        }
        if line.starts_with('@') && !is_internal && !line.contains("external") {
            line = line.replacen("= ", "= linkonce_odr hidden ", 1).replacen("dso_local ", "", 1);
        }
        result.push_str(&line);
        result.push('\n');
    }
    result
}

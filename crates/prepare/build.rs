//! Compiles the bodies of library functions (`bodies/*.c`) to LLVM IR, which the plugin carries as text.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const FILES: [&str; 22] = [
    "baton",
    "blas_complex",
    "blas_packed",
    "callbacks",
    "checkpoints",
    "complex",
    "fixed_points",
    "lapack",
    "links",
    "matmul",
    "numeric",
    "openmp",
    "owners",
    "reductions",
    "shapes",
    "sort",
    "storage",
    "tbb",
    "texts",
    "threads",
    "waiting",
    "waits",
];

/// The run time of MPI programs, for both ways to pass handles.
const MESSAGES: [(&str, &str, &[&str]); 4] = [
    ("mpi_addresses", "mpi", &["-DMPI_HANDLES_ARE_POINTERS"]),
    ("mpi_numbers", "mpi", &[]),
    ("mpi_fortran_addresses", "mpi_fortran", &["-DMPI_HANDLES_ARE_POINTERS"]),
    ("mpi_fortran_numbers", "mpi_fortran", &[]),
];

/// The run time of programs that launch kernels on a GPU.
const LAUNCHES: [(&str, &str, &[&str]); 1] = [("launches", "launches", &[])];

/// The run time of derivatives in kernels, on a GPU and on CPUs.
const DEVICE: [(&str, &str); 2] = [("device", "-DON_DEVICE"), ("device_on_host", "-DON_HOST")];

/// What these call may throw.
const WITH_EXCEPTIONS: [&str; 3] = ["tbb", "threads", "waiting"];

fn main() {
    let prefix = env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let clang = PathBuf::from(prefix).join("bin/clang");
    let folder = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo:rerun-if-changed=bodies");
    for file in FILES {
        let text = folder.join(format!("{file}.ll"));
        compile(&clang, &Path::new("bodies").join(format!("{file}.c")), &text, WITH_EXCEPTIONS.contains(&file));
        let written = fs::read_to_string(&text).expect("clang wrote its result");
        fs::write(&text, for_any_target(&written, file)).expect("the result can be written again");
    }
    for (name, define) in DEVICE {
        let text = folder.join(format!("{name}.ll"));
        let target =
            ["--target=nvptx64-nvidia-cuda", "-march=sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx70"];
        let flags: Vec<&str> = target.into_iter().chain(["-ffreestanding", "-fconvergent-functions", define]).collect();
        compile_with(&clang, Path::new("bodies/device.c"), &text, &flags);
        let written = fs::read_to_string(&text).expect("clang wrote its result");
        fs::write(&text, for_any_target(&written, name)).expect("the result can be written again");
    }
    for (name, source, define) in MESSAGES.into_iter().chain(LAUNCHES) {
        let text = folder.join(format!("{name}.ll"));
        compile_with(&clang, &Path::new("bodies").join(format!("{source}.c")), &text, define);
        let written = fs::read_to_string(&text).expect("clang wrote its result");
        fs::write(&text, for_any_target(&written, name)).expect("the result can be written again");
    }
}

fn compile(clang: &Path, source: &Path, text: &Path, with_exceptions: bool) {
    compile_with(clang, source, text, if with_exceptions { &["-fexceptions"] } else { &[] });
}

fn compile_with(clang: &Path, source: &Path, text: &Path, flags: &[&str]) {
    let mut command = Command::new(clang);
    command.args(flags);
    command.args(["-std=c11", "-O1", "-fno-builtin", "-fno-math-errno", "-fno-vectorize", "-fno-unroll-loops"]);
    command.args(["-Wall", "-Werror", "-Wno-unused-function", "-S", "-emit-llvm", "-o"]).arg(text).arg(source);
    let status = command.status().unwrap_or_else(|error| {
        panic!("cannot run {}: {error}. Run `cargo xtask doctor` to see what is missing", clang.display())
    });
    assert!(status.success(), "{} does not compile", source.display());
}

/// Without what binds code to the machine that compiled it; helpers get names that no program has.
fn for_any_target(text: &str, file: &str) -> String {
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
            line = line.replace("noinline ", "").replace("optnone ", "");
        }
        result.push_str(&line);
        result.push('\n');
    }
    for helper in helpers(text) {
        for end in ["(", ",", ")", "}", "\n"] {
            result = result.replace(&format!("@{helper}{end}"), &format!("@zymase.body.{file}.{helper}{end}"));
        }
    }
    result
}

/// Names of the functions that only this file calls.
fn helpers(text: &str) -> Vec<String> {
    let defined = text.lines().filter(|line| line.starts_with("define internal "));
    defined.filter_map(|line| line.split_once('@')?.1.split_once('(').map(|(name, _)| name.to_string())).collect()
}

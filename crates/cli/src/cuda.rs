//! Where CUDA is, and what the compiler needs to be told about it.

use crate::arguments::Stop;
use anyhow::{Context, Result};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What `pip install --no-deps` needs to be given for CUDA's headers.
pub const PACKAGES: [&str; 7] = [
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cccl==13.0.85",
    "nvidia-curand==10.4.0.35",
    "nvidia-cuda-profiler-api==13.0.85",
];

/// Does a command line name a file in CUDA?
pub fn is_cuda(user: &[OsString]) -> bool {
    // The host's part of a program whose kernels run on the CPU.
    if user.iter().any(|word| word == "--cuda-host-only") {
        return false;
    }
    let words: Vec<_> = user.iter().map(|word| word.to_string_lossy()).collect();
    words.iter().any(|word| word.ends_with(".cu") && !word.starts_with('-'))
        || words.windows(2).any(|pair| pair[0] == "-x" && pair[1] == "cuda")
}

/// What the compiler needs to be told for a program that runs on a GPU: where CUDA is, and to let plugins see the code for the device.
pub fn cuda_arguments(user: &[OsString], stop: Stop, added: &mut Vec<OsString>) {
    let says = |start: &str| user.iter().any(|word| word.to_string_lossy().starts_with(start));
    added.push("-Wno-unknown-cuda-version".into());
    if !says("--offload-new-driver") {
        added.push("--no-offload-new-driver".into());
    }
    // What the host's compilation reads in the code for the device must not be compressed, as images for debuggers are.
    if matches!(stop, Stop::Program | Stop::Object) && !says("--cuda-device-only") {
        added.extend(["-Xcuda-fatbinary", "--compress=false"].map(OsString::from));
    }
    let said = user.iter().find_map(|word| word.to_string_lossy().strip_prefix("--cuda-path=").map(PathBuf::from));
    let Ok(cuda) = find_cuda(said.as_deref()) else { return };
    // CUDA's libraries of C++ have a folder of their own, which CUDA's compiler looks into.
    let libraries = cuda.join("include/cccl");
    if libraries.is_dir() {
        added.extend(["-isystem".into(), libraries.into()]);
    }
    if says("--cuda-path") {
        return;
    }
    let option = |start: &str, folder: PathBuf| {
        let mut word = OsString::from(start);
        word.push(folder);
        word
    };
    added.push(option("--cuda-path=", cuda.clone()));
}

/// What a program that runs on a GPU is linked with, behind everything else.
pub fn libraries(user: &[OsString], stop: Stop) -> Vec<OsString> {
    let says = |start: &str| user.iter().any(|word| word.to_string_lossy().starts_with(start));
    let Ok(cuda) = find_cuda(None) else { return Vec::new() };
    if stop != Stop::Program || says("-lcudart") {
        return Vec::new();
    }
    let folders = ["lib64", "lib"].map(|folder| {
        let mut word = OsString::from("-L");
        word.push(cuda.join(folder));
        word
    });
    folders.into_iter().chain(["-lcudart_static", "-ldl", "-lrt", "-lpthread"].map(OsString::from)).collect()
}

/// Where CUDA's headers are: what the user says, the usual variables and places, packages of Python.
pub fn find_cuda(said: Option<&Path>) -> Result<PathBuf> {
    let from_environment = ["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    let candidates = said.map(Path::to_owned).into_iter().chain(from_environment);
    let candidates = candidates.chain(["/usr/local/cuda".into()]).chain(folders_of_python());
    let has_headers = |folder: &PathBuf| folder.join("include/cuda_runtime.h").is_file();
    let found = candidates.into_iter().find(has_headers);
    found.with_context(|| {
        format!(
            "CUDA's headers are not found: install them with `pip install --no-deps {}`, or say where they are with \
             --cuda-path= or CUDA_HOME",
            PACKAGES.join(" ")
        )
    })
}

/// Where the packages of Python put CUDA.
fn folders_of_python() -> Vec<PathBuf> {
    let program = "import sys; print('\\n'.join(sys.path))";
    let output = Command::new("python3").args(["-c", program]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let folders = text.lines().filter(|line| !line.is_empty()).map(|line| Path::new(line).join("nvidia/cu13"));
    folders.collect()
}

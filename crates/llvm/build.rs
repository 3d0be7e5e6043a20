//! Compiles the C++ shim against the LLVM that `llvm-sys` found.
use std::{env, path::PathBuf, process::Command};

fn main() {
    let prefix = env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let config = PathBuf::from(prefix).join("bin/llvm-config");
    let flags = Command::new(&config).arg("--cxxflags").output().unwrap_or_else(|error| {
        panic!("cannot run {}: {error}. Run `cargo xtask doctor` to see what is missing", config.display())
    });
    let flags = String::from_utf8(flags.stdout).expect("llvm-config prints text");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").warnings(false).flag("-fno-rtti").opt_level(2).debug(false);
    for flag in flags.split_whitespace() {
        if let Some(include) = flag.strip_prefix("-I") {
            build.include(include);
        } else if flag.starts_with("-D") {
            build.flag(flag);
        }
    }
    let files = [
        "registration",
        "aliases",
        "analyses",
        "carried",
        "device_blocks",
        "device_loads",
        "device_own",
        "device_recurrences",
        "device_rows",
        "device_sums",
        "extents",
        "functions",
        "indices",
        "kernels",
        "lanes",
        "layouts",
        "metadata",
        "nowhere",
        "polynomials",
        "recurrences",
        "regions",
        "separation",
        "vtables",
        "wrapping",
    ];
    for file in files {
        let path = format!("cpp/{file}.cpp");
        println!("cargo:rerun-if-changed={path}");
        build.file(path);
    }
    println!("cargo:rerun-if-changed=cpp/shim.h");
    println!("cargo:rerun-if-changed=cpp/analyses.h");
    println!("cargo:rerun-if-changed=cpp/device.h");
    println!("cargo:rerun-if-changed=cpp/device_additions.h");
    println!("cargo:rerun-if-changed=cpp/nowhere.h");
    println!("cargo:rerun-if-changed=cpp/ranges.h");
    println!("cargo:rerun-if-changed=cpp/recurrences.h");
    build.compile("zymase_shim");
}

//! Compiles the C++ shim against the LLVM that `llvm-sys` found.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

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
        "compile",
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
        "loading",
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
    println!("cargo:rerun-if-changed=cpp/precompiled.h");
    println!("cargo:rerun-if-changed=cpp/shim.h");
    println!("cargo:rerun-if-changed=cpp/analyses.h");
    println!("cargo:rerun-if-changed=cpp/device.h");
    println!("cargo:rerun-if-changed=cpp/device_additions.h");
    println!("cargo:rerun-if-changed=cpp/nowhere.h");
    println!("cargo:rerun-if-changed=cpp/ranges.h");
    println!("cargo:rerun-if-changed=cpp/recurrences.h");
    let precompiled = include_precompiled(&mut build);
    build.compile("zymase_shim");
    // It is large, and of no use to those that come after.
    fs::remove_file(&precompiled).expect("a file that was just made can be removed");
}

/// Compiles the headers of LLVM once for all files: reading them takes longer than all the rest.
fn include_precompiled(build: &mut cc::Build) -> PathBuf {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let header = folder.join("precompiled.h");
    fs::copy("cpp/precompiled.h", &header).unwrap_or_else(|error| panic!("cannot write {}: {error}", header.display()));
    let compiler = build.get_compiler();
    let ending = if compiler.is_like_clang() { "h.pch" } else { "h.gch" };
    let precompiled = header.with_extension(ending);
    let status = compiler.to_command().args(["-x", "c++-header"]).arg(&header).arg("-o").arg(&precompiled).status();
    assert!(status.is_ok_and(|status| status.success()), "cannot compile {}", header.display());
    build.flag("-include").flag(path_text(&header));
    precompiled
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("paths of builds are text")
}

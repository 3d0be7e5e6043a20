//! Compiles the plugin against the headers of clang 22.
use std::{env, path::PathBuf, process::Command};

fn main() {
    let prefix = PathBuf::from(env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into()));
    let config = prefix.join("bin/llvm-config");
    let hint = "Run `cargo xtask doctor` to see what is missing";
    let ask = |what: &str| {
        let output = Command::new(&config).arg(what).output();
        let output = output.unwrap_or_else(|error| panic!("cannot run {}: {error}. {hint}", config.display()));
        String::from_utf8(output.stdout).expect("llvm-config prints text")
    };
    let headers = PathBuf::from(ask("--includedir").trim());
    let needed = headers.join("clang/Sema/ParsedAttr.h");
    assert!(needed.is_file(), "{} is not there. {hint}", needed.display());
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").warnings(false).flag("-fno-rtti").opt_level(1).debug(false);
    build.include(&headers).cargo_metadata(false).file("cpp/attributes.cpp");
    for define in ask("--cxxflags").split_whitespace().filter(|flag| flag.starts_with("-D")) {
        build.flag(define);
    }
    build.compile("zymase_attributes_cpp");
    // Nothing in it is named by Rust code: it registers itself when it is loaded.
    println!("cargo:rustc-link-search=native={}", env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rustc-link-lib=static:+whole-archive=zymase_attributes_cpp");
    println!("cargo:rustc-link-lib=stdc++");
    println!("cargo:rerun-if-changed=cpp/attributes.cpp");
}

//! Puts the plugin into the program, so that one installation brings everything.
//!
//! `ZYMASE_EMBED_PLUGIN` names a plugin that is built already. Without it an optimised build, which is what `cargo install`
//! makes, builds the plugin itself; any other build goes without, and finds the plugin as `zymase` does.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const GIVEN: &str = "ZYMASE_EMBED_PLUGIN";

fn main() {
    println!("cargo::rerun-if-env-changed={GIVEN}");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let embedded = folder.join("plugin");
    let built = match env::var_os(GIVEN) {
        Some(path) => Some(PathBuf::from(path)),
        None if env::var("PROFILE").as_deref() == Ok("release") => Some(build(&folder)),
        None => None,
    };
    match built {
        Some(path) => {
            println!("cargo::rerun-if-changed={}", path.display());
            fs::copy(&path, &embedded).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        }
        None => fs::write(&embedded, []).expect("OUT_DIR can be written"),
    }
}

/// Builds the plugin beside this crate, in a folder of its own: the cargo that runs this script holds the usual one.
fn build(folder: &Path) -> PathBuf {
    // Asked when the script runs: a script that was compiled elsewhere, with a target folder that was copied, builds what lies here.
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let manifest = here.join("../plugin/Cargo.toml");
    let target = folder.join("target");
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // It takes minutes, and what a build script prints is shown by nobody until it fails.
    if let Ok(mut terminal) = File::options().write(true).open("/dev/tty")
        && writeln!(terminal, "\n   Building the plugin for LLVM 22, which takes some minutes").is_ok()
    {
        command.stderr(terminal);
    }
    let status = command
        .args(["build", "--release", "--manifest-path"])
        .arg(&manifest)
        .arg("--target-dir")
        .arg(&target)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("LLVM_SYS_221_PREFIX", env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into()))
        .status()
        .expect("cargo starts");
    assert!(
        status.success(),
        "the plugin does not build: install llvm-22-dev, clang-22 and lld-22 (Debian, Ubuntu: apt-get install llvm-22-dev \
         clang-22 lld-22), or set {GIVEN} to a libzymase.so"
    );
    target.join("release/libzymase.so")
}

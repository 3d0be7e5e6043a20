//! `cargo xtask doctor`: what is needed, what is there and how to get the rest. Changes nothing.

use crate::packages::REQUIREMENTS;
use crate::workspace;
use anyhow::Result;
use std::path::Path;
use std::process::Command;

/// Lists all requirements; false when one is missing.
pub fn run() -> Result<bool> {
    let mut missing = Vec::new();
    println!("found    {:<18} {}", "rust", version_of(Path::new("rustc")));
    for requirement in &REQUIREMENTS {
        match requirement.location() {
            Some(path) if requirement.is_program() => {
                println!("found    {:<18} {} ({})", requirement.package, version_of(&path), path.display());
            }
            Some(path) => println!("found    {:<18} {}", requirement.package, path.display()),
            None => {
                println!("MISSING  {:<18} {}", requirement.package, requirement.purpose);
                missing.push(requirement.package);
            }
        }
    }
    let plugin = workspace::release_plugin();
    let state = if plugin.is_file() { "built   " } else { "unbuilt " };
    println!("{state} {:<18} {}", "plugin", plugin.display());
    if let Some(free) = free_gigabytes() {
        println!("free     {:<18} {free} GB ({TESTS_NEED} GB serve a first `cargo xtask test`)", "disk");
    }
    if missing.is_empty() {
        println!("Nothing is missing.");
    } else {
        println!("\nDebian, Ubuntu: apt-get install {}", missing.join(" "));
        println!("`cargo xtask demo` and `cargo xtask test` do that themselves where apt is available.");
        println!("Elsewhere: install LLVM 22.1 as a shared library, with clang and lld, put clang-22, clang++-22,");
        println!("ld.lld-22, opt-22 and llvm-link-22 on PATH, and set LLVM_SYS_221_PREFIX to its prefix.");
    }
    Ok(missing.is_empty())
}

/// What `cargo xtask test` writes into a fresh `target` folder, in gigabytes, with some room to spare.
const TESTS_NEED: u64 = 10;

/// Says so when the disk is nearly full: compilers that run out of room fail in ways that are hard to recognise.
pub fn warn_about_room() {
    let is_fresh = !workspace::release_plugin().is_file();
    if let Some(free) = free_gigabytes().filter(|free| is_fresh && *free < TESTS_NEED) {
        println!("warning: {free} GB are free on this disk and the tests write about {TESTS_NEED} GB below `target`");
    }
}

/// What `df` says is free where the repository is.
fn free_gigabytes() -> Option<u64> {
    let output = Command::new("df").args(["-P", "-k"]).arg(workspace::root()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let kilobytes: u64 = text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    Some(kilobytes / 1_000_000)
}

/// The line of `PROGRAM --version` that names a version.
fn version_of(program: &Path) -> String {
    let Ok(output) = Command::new(program).arg("--version").output() else {
        return "does not start".to_string();
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let has_digit = |line: &&str| line.chars().any(|character| character.is_ascii_digit());
    text.lines().find(has_digit).unwrap_or("version unknown").trim().to_string()
}

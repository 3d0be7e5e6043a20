//! Decides where the LLVM 22 tools, the plugin and the header are, and which options the plugin gets.
//!
//! Tools are looked for under their Debian names (`clang-22`) on PATH, then in LLVM's own prefix, then under their
//! plain names if these report the right version. The plugin is taken from `ZYMASE_PLUGIN`, from beside the
//! executable (a build tree) or from `../lib` (an installation), in this order.

#![forbid(unsafe_code)]

use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The major version of LLVM whose plugin interface `libzymase.so` is built for.
pub const LLVM_MAJOR: &str = "22";

/// The release series of LLVM the plugin is built for, as told by `zymase --version`.
pub const LLVM_VERSION: &str = "22.1";

/// The environment variable that carries `key=value` options to the plugin, separated by spaces.
pub const FLAGS_VARIABLE: &str = "ZYMASE_FLAGS";

/// The environment variable that names the plugin to load instead of the one found beside the executable.
pub const PLUGIN_VARIABLE: &str = "ZYMASE_PLUGIN";

/// The analyses that the plugin can print.
pub const ANALYSES: [&str; 3] = ["types", "activity", "plan"];

/// C that compares derivatives three ways: the fixed part of the drivers of `zymase check` and of the file tests.
pub const COMPARISON: &str = include_str!("compare.h");

/// Where LLVM's own packages and most distributions put an LLVM of a given version.
fn llvm_prefix_bin(major: &str) -> PathBuf {
    PathBuf::from(format!("/usr/lib/llvm-{major}/bin"))
}

/// Looks for an executable file of this name on PATH.
pub fn find_on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
}

/// Looks for one tool of a certain LLVM, such as `clang` or `opt`: `NAME-MAJOR` on PATH, then LLVM's prefix.
pub fn find_versioned_tool(name: &str, major: &str) -> Option<PathBuf> {
    find_on_path(&format!("{name}-{major}")).or_else(|| {
        let candidate = llvm_prefix_bin(major).join(name);
        candidate.is_file().then_some(candidate)
    })
}

/// Looks for one tool of LLVM 22, also under its plain name if that one is of the right version.
pub fn find_tool(name: &str) -> Option<PathBuf> {
    find_versioned_tool(name, LLVM_MAJOR).or_else(|| {
        let candidate = find_on_path(name)?;
        reports_llvm_major(&candidate).then_some(candidate)
    })
}

/// Whether `TOOL --version` mentions our major version.
fn reports_llvm_major(tool: &Path) -> bool {
    let needle = format!("version {LLVM_MAJOR}.");
    Command::new(tool)
        .arg("--version")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(&needle))
}

/// Like [`find_tool`], with an error that says which package brings the tool.
pub fn require_tool(name: &str) -> Result<PathBuf> {
    let Some(path) = find_tool(name) else {
        let package = match name {
            "clang" | "clang++" => "clang-22",
            "ld.lld" | "lld" => "lld-22",
            "flang" => "flang-22",
            _ => "llvm-22",
        };
        bail!(
            "{name} of LLVM {LLVM_MAJOR} is not installed: install the package {package} \
             (Debian, Ubuntu: apt-get install {package}), or put {name}-{LLVM_MAJOR} on PATH"
        );
    };
    Ok(path)
}

/// The file name of the plugin on this system.
pub fn plugin_file_name() -> String {
    format!("{}zymase{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX)
}

/// The front-end plugin that reads attributes in C and C++ source, if it is beside the plugin.
pub fn attributes_beside(plugin: &Path) -> Option<PathBuf> {
    let name = format!("{}zymase_attributes{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    Some(plugin.with_file_name(name)).filter(|path| path.is_file())
}

/// Finds the plugin for the running executable.
pub fn plugin_path() -> Result<PathBuf> {
    if let Some(path) = env::var_os(PLUGIN_VARIABLE) {
        let path = PathBuf::from(path);
        if !path.is_file() {
            bail!("{PLUGIN_VARIABLE} names {}, which is not a file: unset the variable or correct it", path.display());
        }
        return Ok(std::path::absolute(path)?);
    }
    let executable = env::current_exe()?;
    let folder = executable.parent().unwrap_or(Path::new("."));
    let name = plugin_file_name();
    let candidates = [folder.join(&name), folder.join("../lib").join(&name)];
    for candidate in &candidates {
        if candidate.is_file() {
            return Ok(candidate.canonicalize()?);
        }
    }
    bail!(
        "{name} is neither at {} nor at {}: build it with `cargo build --release -p zymase-plugin`, \
         or set {PLUGIN_VARIABLE} to its path",
        candidates[0].display(),
        candidates[1].display()
    )
}

/// The folder that holds `zymase/autodiff.h` and `enzyme/enzyme`: `../include` of an installation, or the source tree's.
pub fn include_folder() -> Option<PathBuf> {
    let installed = env::current_exe().ok()?.parent()?.join("../include");
    let in_source_tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    [installed, in_source_tree]
        .into_iter()
        .find(|folder| folder.join("zymase/autodiff.h").is_file())
        .and_then(|folder| folder.canonicalize().ok())
}

/// Like [`include_folder`], with an error that says where it was looked for.
pub fn require_include_folder() -> Result<PathBuf> {
    include_folder().context("zymase/autodiff.h is neither in ../include of this program nor in its source tree")
}

/// Adds options to those the user's environment already carries for the plugin.
pub fn extend_plugin_flags(options: &[&str]) -> String {
    let inherited = env::var(FLAGS_VARIABLE).unwrap_or_default();
    let mut all: Vec<&str> = inherited.split_whitespace().collect();
    all.extend(options);
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_names_its_package() {
        let message = require_tool("no-such-llvm-tool").unwrap_err().to_string();
        assert!(message.contains("install the package llvm-22"), "{message}");
    }

    #[test]
    fn the_header_is_found_in_the_source_tree() {
        assert!(include_folder().is_some_and(|folder| folder.join("zymase/autodiff.h").is_file()));
    }
}

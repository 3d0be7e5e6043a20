//! Where things are in the workspace, and how cargo is run on it.

use anyhow::{Context, Result, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use zymase_filetest::compile::Toolchain;
use zymase_toolchain::plugin_file_name;

/// The root of the workspace.
pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_path_buf()
}

/// Where cargo puts what it builds.
pub fn target_folder() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// A folder for what tests make on the way.
pub fn scratch_folder() -> PathBuf {
    target_folder().join("filetest")
}

/// The plugin, as `build_release` leaves it.
pub fn release_plugin() -> PathBuf {
    target_folder().join("release").join(plugin_file_name())
}

/// Cargo, to be run at the root of the workspace.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs cargo; false when it fails.
pub fn run_cargo(arguments: &[&str]) -> Result<bool> {
    let status = cargo().args(arguments).status().context("cannot start cargo")?;
    Ok(status.success())
}

/// Builds the plugins and the program, optimised.
pub fn build_release() -> Result<()> {
    let packages = ["zymase-plugin", "zymase-attributes", "zymase-cli"];
    let arguments = ["build", "--release"].into_iter().chain(packages.iter().flat_map(|name| ["--package", name]));
    let built = run_cargo(&arguments.collect::<Vec<&str>>())?;
    ensure!(built, "the plugin does not build: see cargo's messages above");
    Ok(())
}

/// The tools for tests, with the plugin that `build_release` made.
pub fn toolchain() -> Result<Toolchain> {
    Toolchain::find(&root(), release_plugin())
}

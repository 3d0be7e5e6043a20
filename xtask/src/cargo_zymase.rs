//! `cargo zymase` as it is installed, for all that runs Rust programs with it.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::process::Command;

/// Names the plugin that `cargo-zymase` carries.
const EMBED: &str = "ZYMASE_EMBED_PLUGIN";

/// Builds `cargo zymase` with the plugin in it.
pub fn build() -> Result<()> {
    let built = workspace::cargo()
        .args(["build", "--release", "--package", "cargo-zymase"])
        .env(EMBED, workspace::release_plugin())
        .status()
        .context("cannot start cargo")?;
    ensure!(built.success(), "cargo-zymase does not build: see cargo's messages above");
    Ok(())
}

/// Where the Rust programs of the repository are built.
pub fn target_folder() -> PathBuf {
    workspace::target_folder().join("rust")
}

/// `cargo zymase`, to be run in a folder of the repository.
pub fn command(folder: &str) -> Command {
    let mut command = Command::new(workspace::release_plugin().with_file_name("cargo-zymase"));
    command
        .arg("zymase")
        .current_dir(workspace::root().join(folder))
        .env("CARGO_TARGET_DIR", target_folder())
        .env_remove("ZYMASE_PLUGIN");
    command
}

//! Modules in bytecode, as `jax.export` writes them: jaxlib, where it is installed, turns them into text.

use anyhow::{Context, Result, bail};
use std::env;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What bytecode of MLIR begins with.
const MAGIC: &[u8] = b"ML\xefR";

const SCRIPT: &str = include_str!("bytecode.py");

pub fn is_bytecode(content: &[u8]) -> bool {
    content.starts_with(MAGIC)
}

/// The text of a module in bytecode.
pub fn text(content: &[u8]) -> Result<String> {
    let python = env::var_os("ZYMASE_PYTHON").unwrap_or_else(|| "python3".into());
    let help = "bytecode is read by jaxlib: install jax, and name its Python by ZYMASE_PYTHON if it is not python3; \
                or write the module as text";
    let mut command = Command::new(&python);
    command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("cannot start {}: {help}", python.display()))?;
    let mut input = child.stdin.take().context("a pipe to python")?;
    let written = input.write_all(content);
    drop(input);
    let output = child.wait_with_output().context("cannot wait for python")?;
    if !output.status.success() || written.is_err() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{}; {help}", said.lines().last().unwrap_or("python did not read the module"));
    }
    String::from_utf8(output.stdout).context("what jaxlib wrote is not UTF-8 text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bytecode_is_bytecode() {
        assert!(is_bytecode(b"ML\xefR\x0dStableHLO"));
        assert!(!is_bytecode(b"module {}") && !is_bytecode(b"ML"));
    }
}

//! `cargo xtask scaling --mpi`: packs programs of several ranks with the library and the commands that start them, and runs them here.
//!
//! What is packed is MPICH, which is one library and a few commands. The library is packed compressed; the script unpacks it.

use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use zymase_toolchain::require_tool;

/// The library, as programs look for it.
const LIBRARY: &str = "libmpich.so.12";
/// What starts ranks.
const COMMANDS: [&str; 2] = ["mpiexec.hydra", "hydra_pmi_proxy"];
/// What every system has.
const EVERYWHERE: [&str; 7] =
    ["libc.so", "libm.so", "libresolv.so", "libpthread.so", "libdl.so", "ld-linux", "linux-vdso"];
/// What the folder is run with elsewhere: all programs, on 1, 2, 4, … ranks.
const SCRIPT: &str = r#"#!/bin/sh
# Milliseconds of every program and of its gradient, by the number of ranks; bytes and calls of the program's messages, and of those of the gradient beyond them.
cd "$(dirname "$0")" || exit 1
unpacked=$(mktemp -d) && trap 'rm -r "$unpacked"' EXIT
gzip -dc libmpich.so.12.gz > "$unpacked/libmpich.so.12" || exit 1
export LD_LIBRARY_PATH="$unpacked:$PWD" PATH="$PWD:$PATH" UCX_TLS=self,posix,sysv UCX_LOG_LEVEL=error UCX_HANDLE_ERRORS=none
echo "program  ranks     primal   gradient  ratio        bytes       beyond  ratio    calls   beyond"
for program in *.run; do
  ranks=1
  while [ "$ranks" -le "${1:-$(nproc)}" ]; do
    ./mpiexec.hydra -launcher fork -bind-to core -n $ranks "./$program" "${2:-99}" || exit 1
    ranks=$((ranks * 2))
  done
done
"#;

/// Builds all programs of `bench/mpi` and runs them, on as many ranks as there are processors.
pub fn run() -> Result<()> {
    let from = workspace::root().join("bench/mpi");
    let to = workspace::root().join("target/scaling-mpi");
    fs::create_dir_all(&to)?;
    let counter = to.join("count.o");
    clang(&from.join("count.c"), &["-O2", "-c", "-o"], &counter)?;
    for entry in fs::read_dir(&from)? {
        let source = entry?.path();
        let name = source.file_stem().context("a source has a name")?.to_string_lossy().into_owned();
        if source.extension().is_some_and(|end| end == "c") && name != "count" {
            let plugin = format!("-fpass-plugin={}", workspace::release_plugin().display());
            let counter = counter.display().to_string();
            let program = to.join(format!("{name}.run"));
            clang(&source, &["-O2", &plugin, &counter, "-lmpich", "-lm", "-o"], &program)?;
        }
    }
    fs::remove_file(counter)?;
    pack(&to)?;
    let script = to.join("run.sh");
    fs::write(&script, SCRIPT)?;
    println!("packed into {}: run run.sh there, on any machine", to.display());
    let status = Command::new("sh").arg(&script).status().context("cannot run sh")?;
    ensure!(status.success(), "a program failed");
    Ok(())
}

fn clang(source: &Path, flags: &[&str], to: &Path) -> Result<()> {
    let mut command = Command::new(require_tool("clang")?);
    command.args(crate::mpi::flags("mpicc", "mpich")?.iter().filter(|flag| flag.starts_with("-I")));
    let status = command.arg(source).args(flags).arg(to).status().context("cannot run clang")?;
    ensure!(status.success(), "{} does not compile", source.display());
    Ok(())
}

/// Commands, the library and all that these need, but for what every system has.
fn pack(to: &Path) -> Result<()> {
    let any = fs::read_dir(to)?.filter_map(|entry| Some(entry.ok()?.path())).find(|path| path.ends_with("heat.run"));
    let mut needed = libraries_of(&any.context("heat.c is missing from bench/mpi")?)?;
    for name in COMMANDS {
        let command = PathBuf::from("/usr/bin").join(name);
        ensure!(command.exists(), "{} is missing: install mpich", command.display());
        needed.extend(libraries_of(&command)?);
        fs::copy(&command, to.join(name))?;
    }
    for (name, path) in needed {
        if name == LIBRARY {
            compress(&path, &to.join(format!("{name}.gz")))?;
        } else {
            fs::copy(&path, to.join(&name))?;
        }
    }
    Ok(())
}

fn compress(from: &Path, to: &Path) -> Result<()> {
    let packed = File::create(to)?;
    let status = Command::new("gzip").arg("-c").stdin(File::open(from)?).stdout(Stdio::from(packed)).status()?;
    ensure!(status.success(), "gzip failed");
    Ok(())
}

/// The shared libraries that a program loads, by the names it looks for.
fn libraries_of(program: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let output = Command::new("ldd").arg(program).output().context("cannot start ldd")?;
    let mut found = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((name, place)) = line.trim().split_once(" => ") else { continue };
        if EVERYWHERE.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        let Some(path) = place.split_whitespace().next().filter(|path| path.starts_with('/')) else {
            bail!("{name}, which {} needs, is missing", program.display());
        };
        found.insert(name.to_owned(), PathBuf::from(path));
    }
    Ok(found)
}

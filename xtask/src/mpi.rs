//! MPI programs: derivatives of what several processes compute together, with both families of libraries.
//!
//! A program of `tests/mpi` must end well on every number of ranks. One whose first line is `// reject: TEXT` must not compile, with that
//! message; with `// fails: TEXT` it must end with that message; `// from N ranks with LIBRARY` says what a library does not do,
//! and `// flags: FLAGS` what the compiler is told besides. Usual tests run each program with one of the libraries.

use crate::cargo_zymase;
use crate::scope::{Extent, Scope};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use zymase_filetest::process::{self, Outcome};
use zymase_filetest::runner::Summary;
use zymase_toolchain::require_tool;

/// Libraries whose handles are addresses, and numbers. Their commands end in their names.
const LIBRARIES: [&str; 2] = ["openmpi", "mpich"];
const COMPILE_LIMIT: Duration = Duration::from_secs(300);
const LIMIT: Duration = Duration::from_secs(120);
/// Several processes of the same user, and more of them, with threads too, than processors.
const SETTINGS: [(&str, &str); 5] = [
    ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
    ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
    ("OMPI_MCA_mpi_yield_when_idle", "1"),
    ("OMP_WAIT_POLICY", "passive"),
];

/// Runs all programs of `tests/mpi`.
pub fn test(scope: Scope) -> Result<Summary> {
    let mut summary = Summary::default();
    build_idle()?;
    if scope.extent == Extent::Full {
        match run_rust() {
            Ok(()) => summary.passed += 1,
            Err(error) => {
                println!("tests/mpi/rust: {error:#}");
                summary.failed += 1;
            }
        }
    }
    for source in sources()? {
        let name = source.display().to_string();
        for library in scope.one_of_each(&name, LIBRARIES.len(), LIBRARIES.to_vec()) {
            match check(&source, library, ranks_for(library, scope)) {
                Ok(()) => summary.passed += 1,
                Err(error) => {
                    println!("{} with {library}: {error:#}", source.display());
                    summary.failed += 1;
                }
            }
        }
    }
    Ok(summary)
}

/// The Rust program, which takes long to build: its crate makes bindings of the library's header.
fn run_rust() -> Result<()> {
    cargo_zymase::build()?;
    let mut command = cargo_zymase::command("tests/mpi/rust");
    command.args(["run", "--release"]).env("MPICC", "mpicc.openmpi").envs(SETTINGS);
    command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", "mpiexec.openmpi -n 3");
    let status = command.status().context("cannot start cargo zymase")?;
    ensure!(status.success(), "it fails: see above");
    Ok(())
}

/// What lets ranks sleep while they wait (`tests/mpi/idle`).
fn idle() -> PathBuf {
    workspace::scratch_folder().join("mpi/idle.so")
}

fn build_idle() -> Result<()> {
    let to = idle();
    fs::create_dir_all(to.parent().context("a library is in a folder")?)?;
    let mut command = Command::new(require_tool("clang")?);
    command.args(["-O2", "-shared", "-fPIC", "-o"]).arg(&to).arg(workspace::root().join("tests/mpi/idle/idle.c"));
    ensure!(command.status().context("cannot run clang")?.success(), "tests/mpi/idle/idle.c does not compile");
    Ok(())
}

/// On how many ranks programs run.
fn ranks_for(library: &str, scope: Scope) -> &'static [u32] {
    match (scope.extent, library) {
        (Extent::Full, _) => &[1, 2, 3, 4],
        (_, "mpich") => &[2],
        _ => &[3],
    }
}

fn sources() -> Result<Vec<PathBuf>> {
    let folder = workspace::root().join("tests/mpi");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|end| ["c", "cpp", "f90"].iter().any(|known| end == *known)));
    files.sort();
    ensure!(!files.is_empty(), "no programs in {}", folder.display());
    Ok(files)
}

fn check(source: &Path, library: &str, ranks: &[u32]) -> Result<()> {
    let text = fs::read_to_string(source)?;
    let first = text.lines().next().unwrap_or_default();
    let said = |word: &str| first.split_once(word).map(|(_, text)| text.trim().to_owned());
    let name = source.file_name().context("a file has a name")?.to_string_lossy().into_owned();
    let folder = workspace::scratch_folder().join("mpi");
    fs::create_dir_all(&folder)?;
    let program = folder.join(format!("{name}.{library}"));
    let compiled = compile(source, library, &program)?;
    if let Some(message) = said("reject:") {
        ensure!(
            !compiled.succeeded() && compiled.output.contains(&message),
            "it compiles, or says:\n{}",
            compiled.output
        );
        return Ok(());
    }
    ensure!(compiled.succeeded(), "it does not compile:\n{}", compiled.output);
    for ranks in ranks.iter().filter(|ranks| **ranks >= fewest_ranks(first, library)) {
        let mut command = Command::new(format!("mpiexec.{library}"));
        command.arg("-n").arg(ranks.to_string()).arg(&program).envs(SETTINGS).env("LD_PRELOAD", idle());
        let finished = process::run(&mut command, LIMIT)?;
        match said("fails:") {
            Some(message) => {
                let ended = matches!(finished.outcome, Outcome::Exited(code) if code != 0);
                ensure!(ended && finished.output.contains(&message), "on {ranks} ranks: {}", finished.describe());
            }
            None => ensure!(finished.succeeded(), "on {ranks} ranks: {}\n{}", finished.describe(), finished.output),
        }
    }
    Ok(())
}

/// How many ranks a program needs with a library, as its first line says.
fn fewest_ranks(first: &str, library: &str) -> u32 {
    let said = first.strip_prefix("// from ").and_then(|said| said.split_once(" ranks with "));
    let here = said.filter(|(_, rest)| rest.starts_with(library));
    here.and_then(|(number, _)| number.parse().ok()).unwrap_or(1)
}

fn compile(source: &Path, library: &str, program: &Path) -> Result<process::Finished> {
    let (compiler, wrapper) = match source.extension().and_then(|end| end.to_str()) {
        Some("c") => ("clang", "mpicc"),
        Some("cpp") => ("clang++", "mpicxx"),
        Some("f90") => ("flang", "mpifort"),
        _ => bail!("{} is in no language that is known here", source.display()),
    };
    let mut command = Command::new(require_tool(compiler)?);
    command.arg(format!("-fpass-plugin={}", workspace::release_plugin().display()));
    // In front of the files of a library stand those of our own, for what the compiler does not understand of these.
    command
        .args(["-O2", "-g1"])
        .arg("-I")
        .arg(source.with_file_name(library))
        .arg("-I")
        .arg(workspace::root().join("include"));
    let text = fs::read_to_string(source)?;
    let asked = text.lines().next().and_then(|first| first.strip_prefix("// flags: "));
    command.args(asked.into_iter().flat_map(str::split_whitespace));
    command.arg(source).arg("-o").arg(program).args(flags(wrapper, library)?).arg("-lm");
    // Modules of Fortran are written where the compiler runs.
    command.current_dir(program.parent().context("a program is in a folder")?);
    process::run(&mut command, COMPILE_LIMIT)
}

/// What the library's own compiler command adds.
pub fn flags(wrapper: &str, library: &str) -> Result<Vec<String>> {
    let name = format!("{wrapper}.{library}");
    let output = Command::new(&name).arg("-show").output().with_context(|| format!("cannot start {name}"))?;
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let of_use = |word: &&str| ["-I", "-L", "-l"].iter().any(|start| word.starts_with(start));
    Ok(shown.split_whitespace().filter(of_use).map(str::to_owned).collect())
}

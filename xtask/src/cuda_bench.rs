//! `cargo xtask bench-cuda`: CUDA programs on the CPU against the same computations written by hand with OpenMP (`bench/cuda`).

use crate::{cuda, workspace};
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use zymase_filetest::process;
use zymase_toolchain::require_tool;

/// Both sides are compiled with these.
const FLAGS: [&str; 4] = ["-O3", "-march=native", "-fno-math-errno", "-ffp-contract=fast"];
const THREADS: [u32; 2] = [1, 2];
/// Runs of each way, which take turns; each is the best of some in one process.
const ROUNDS: usize = 3;
const RUNS_IN_ROUND: &str = "3";
const LIMIT: Duration = Duration::from_secs(120);
/// What is switched off in turn.
const SWITCHES: [(&str, &str); 4] = [
    ("without barrier elimination", "kernel-barriers=0"),
    ("without minimum cut", "kernel-min-cut=0"),
    ("without hoisting", "kernel-hoisting=0"),
    ("without loop interchange", "kernel-loops=0"),
];

/// One program, compiled.
struct Built {
    by_hand: PathBuf,
    ours: PathBuf,
    /// By the number of the switch.
    without: Vec<PathBuf>,
}

/// `[PROGRAM] [--ablation] [--markdown FILE]`
pub fn run(options: &[&str]) -> Result<bool> {
    let (mut filter, mut ablation, mut file) = ("", false, None);
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match *word {
            "--ablation" => ablation = true,
            "--markdown" => file = Some(words.next().context("--markdown needs a file")?),
            name if !name.starts_with('-') => filter = name,
            other => bail!("bench-cuda does not know {other}"),
        }
    }
    workspace::build_release()?;
    let table = table(filter, ablation)?;
    if let Some(file) = file {
        fs::write(file, &table).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(true)
}

/// Measures all programs, and prints each line when it is there.
fn table(filter: &str, ablation: bool) -> Result<String> {
    let headers = cuda::headers()?;
    let switches = if ablation { &SWITCHES[..] } else { &[] };
    let mut text = String::from(
        "| program | OpenMP, 1 thread, ms | CUDA, ms | ratio | OpenMP, 2 threads, ms | CUDA, ms | ratio |",
    );
    switches.iter().for_each(|(name, _)| {
        let _ = write!(text, " {name} |");
    });
    text.push_str(&format!("\n| --- |{}\n", " --: |".repeat(2 * 3 + switches.len())));
    print!("{text}");
    let mut ratios: Vec<Vec<f64>> = Vec::new();
    for source in sources()?.into_iter().filter(|source| name_of(source).contains(filter)) {
        let built = build(&source, &headers, switches)?;
        let (row, line) = measure(&source, &built)?;
        println!("{line}");
        let _ = writeln!(text, "{line}");
        ratios.push(row);
    }
    ensure!(!ratios.is_empty(), "no program is called {filter}");
    let mean = |k: usize| {
        let sum: f64 = ratios.iter().map(|row| row[k].ln()).sum();
        format!("{:.2}", (sum / ratios.len() as f64).exp())
    };
    let more: String = (2..ratios[0].len()).map(|k| format!(" {} |", mean(k))).collect();
    let line = format!("| geometric mean | | | {} | | | {} |{more}", mean(0), mean(1));
    println!("{line}");
    let _ = writeln!(text, "{line}");
    Ok(text)
}

fn sources() -> Result<Vec<PathBuf>> {
    let folder = workspace::root().join("bench/cuda");
    let files = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    files.sort();
    Ok(files)
}

fn name_of(source: &Path) -> String {
    source.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn build(source: &Path, headers: &Path, switches: &[(&str, &str)]) -> Result<Built> {
    let folder = workspace::scratch_folder().join("bench-cuda");
    fs::create_dir_all(&folder)?;
    let name = name_of(source);
    let by_hand = folder.join(format!("{name}.openmp"));
    let mut command = Command::new(require_tool("clang++")?);
    command.args(["-x", "c++", "-fopenmp"]).args(FLAGS).arg(source).arg("-o").arg(&by_hand);
    compile(command, source)?;
    let with = |kind: &str, flags: &str| -> Result<PathBuf> {
        let program = folder.join(format!("{name}.{kind}"));
        let mut command = Command::new(workspace::target_folder().join("release/zymase"));
        command.args(["c++", "--zymase-gpu=cpu"]).args(FLAGS).arg(source).arg("-o").arg(&program);
        command.env("CUDA_HOME", headers).env("ZYMASE_FLAGS", flags);
        compile(command, source)?;
        Ok(program)
    };
    let without = switches.iter().map(|(_, flags)| with(flags, flags)).collect::<Result<_>>()?;
    Ok(Built { by_hand, ours: with("ours", "")?, without })
}

fn compile(mut command: Command, source: &Path) -> Result<()> {
    let output = command.output().context("cannot start the compiler")?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} does not compile:\n{text}", source.display());
    Ok(())
}

/// Seconds of the best run, and the result.
fn time(program: &Path, threads: u32) -> Result<(f64, f64)> {
    let mut command = Command::new(program);
    command.arg(RUNS_IN_ROUND).env("OMP_NUM_THREADS", threads.to_string());
    let finished = process::run(&mut command, LIMIT)?;
    ensure!(finished.succeeded(), "{} fails:\n{}", program.display(), finished.output);
    let numbers: Vec<f64> = finished.output.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [time, result] = numbers[..] else { bail!("{} prints {}", program.display(), finished.output) };
    Ok((time, result))
}

/// The ratios to OpenMP on one and two threads, what switches cost on one thread, and a line of the table.
fn measure(source: &Path, built: &Built) -> Result<(Vec<f64>, String)> {
    let mut ways: Vec<(&Path, u32)> = Vec::new();
    THREADS.iter().for_each(|threads| ways.extend([(&*built.by_hand, *threads), (&*built.ours, *threads)]));
    ways.extend(built.without.iter().map(|program| (&**program, 1)));
    let mut best = vec![f64::MAX; ways.len()];
    let mut results = Vec::new();
    for _ in 0..ROUNDS {
        for (at, (program, threads)) in ways.iter().enumerate() {
            let (time, result) = time(program, *threads)?;
            best[at] = best[at].min(time);
            results.push(result);
        }
    }
    let agree = results.iter().all(|result| (result - results[0]).abs() <= 1e-4 * results[0].abs());
    ensure!(agree, "{} computes different results: {results:?}", source.display());
    let mut ratios = vec![best[1] / best[0], best[3] / best[2]];
    ratios.extend(best[4..].iter().map(|time| time / best[1]));
    let milliseconds = |at: usize| format!("{:.1}", best[at] * 1e3);
    let more: String = ratios[2..].iter().map(|ratio| format!(" {ratio:.2} |")).collect();
    let line = format!(
        "| {} | {} | {} | {:.2} | {} | {} | {:.2} |{more}",
        name_of(source),
        milliseconds(0),
        milliseconds(1),
        ratios[0],
        milliseconds(2),
        milliseconds(3),
        ratios[1]
    );
    Ok((ratios, line))
}

//! Parallel programs without derivatives: they print what they do without the plugin, on any number of threads, and how fast they are.

use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zymase_filetest::process;
use zymase_filetest::runner::Summary;
use zymase_toolchain::require_tool;

const THREADS: [u32; 4] = [1, 2, 3, 8];
const LEVELS: [&str; 3] = ["-O1", "-O2", "-O3"];
const LIMIT: std::time::Duration = std::time::Duration::from_secs(60);
/// What the plugin says of a region that it could not make parallel again.
const GIVEN_UP: &str = "runs on one thread";

/// Compares all programs of `tests/parallel` with themselves, compiled without the plugin.
pub fn test() -> Result<Summary> {
    let mut summary = Summary::default();
    for source in sources("tests/parallel")? {
        for level in LEVELS {
            match compare(&source, level) {
                Ok(()) => summary.passed += 1,
                Err(error) => {
                    println!("{} {level}: {error:#}", source.display());
                    summary.failed += 1;
                }
            }
        }
    }
    Ok(summary)
}

fn sources(folder: &str) -> Result<Vec<PathBuf>> {
    let folder = workspace::root().join(folder);
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end != "h" && end != "md"));
    files.sort();
    ensure!(!files.is_empty(), "no programs in {}", folder.display());
    Ok(files)
}

fn compare(source: &Path, level: &str) -> Result<()> {
    let (plain, plugin) = (build(source, &[level, "-g1", "-fopenmp"], "plain")?, plugin_flag());
    let ours = build(source, &[level, "-g1", "-fopenmp", &plugin, "-Rpass-missed=zymase"], "ours")?;
    ensure!(!ours.messages.contains(GIVEN_UP), "a region is not parallel any more:\n{}", ours.messages);
    for threads in THREADS {
        let [wanted, got] = [&plain, &ours].map(|program| run(&program.file, threads, &[]));
        let (wanted, got) = (wanted?, got?);
        ensure!(wanted == got, "on {threads} threads it prints\n{got}instead of\n{wanted}");
    }
    Ok(())
}

fn plugin_flag() -> String {
    format!("-fpass-plugin={}", workspace::release_plugin().display())
}

struct Program {
    file: PathBuf,
    messages: String,
}

fn build(source: &Path, flags: &[&str], kind: &str) -> Result<Program> {
    let compiler = match source.extension().and_then(|end| end.to_str()) {
        Some("c") => "clang",
        Some("cpp") => "clang++",
        Some("f90") => "flang",
        _ => bail!("{} is in no language that is known here", source.display()),
    };
    let folder = workspace::scratch_folder().join("parallel");
    fs::create_dir_all(&folder)?;
    let name = source.file_stem().context("a file has a name")?.to_string_lossy();
    let file = folder.join(format!("{name}.{kind}"));
    let mut command = Command::new(require_tool(compiler)?);
    command.args(flags).arg(source).arg("-o").arg(&file).arg("-lm").current_dir(&folder);
    let output = command.output().with_context(|| format!("cannot start {compiler}"))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "{} does not compile:\n{messages}", source.display());
    Ok(Program { file, messages })
}

fn run(program: &Path, threads: u32, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    command.args(arguments).env("OMP_NUM_THREADS", threads.to_string()).env("OMP_CANCELLATION", "true");
    let finished = process::run(&mut command, LIMIT)?;
    ensure!(finished.succeeded(), "{} fails on {threads} threads:\n{}", program.display(), finished.output);
    Ok(finished.output)
}

/// The ways to compile and run that `bench-parallel` compares: without OpenMP, plainly and with the plugin.
const WAYS: [(&str, u32); 5] = [("serial", 1), ("plain", 1), ("ours", 1), ("plain", 2), ("ours", 2)];
const ROUNDS: usize = 20;

/// `cargo xtask bench-parallel`: times of the programs of `bench/parallel`, best of many runs that take turns.
pub fn bench(filter: &str) -> Result<bool> {
    workspace::build_release()?;
    println!(
        "| program | serial, µs | clang, 1 thread | zymase, 1 thread | clang, 2 threads | zymase, 2 threads | 1 thread / serial | faster, 2 threads |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: |");
    let (mut overhead, mut gains) = (Vec::new(), Vec::new());
    for source in sources("bench/parallel")? {
        let name = source.file_stem().context("a file has a name")?.to_string_lossy().into_owned();
        if !name.contains(filter) {
            continue;
        }
        let best = measure(&source)?;
        let (alone, gain) = (best[2] / best[0], best[3] / best[4]);
        let times: Vec<String> = best.iter().map(|time| format!("{:.0}", time * 1e6)).collect();
        println!("| {name} | {} | {alone:.2} | {gain:.2} |", times.join(" | "));
        overhead.push(alone);
        gains.push(gain);
    }
    println!("| geometric mean | | | | | | {:.2} | {:.2} |", mean(&overhead), mean(&gains));
    Ok(true)
}

fn measure(source: &Path) -> Result<[f64; WAYS.len()]> {
    let common = ["-O2", "-fno-math-errno", "-Wno-unknown-pragmas"];
    let plugin = plugin_flag();
    let flags = |more: &[&'static str]| common.iter().chain(more).copied().collect::<Vec<&str>>();
    let serial = build(source, &flags(&[]), "serial")?.file;
    let plain = build(source, &flags(&["-fopenmp"]), "plain")?.file;
    let mut with_plugin = flags(&["-fopenmp"]);
    with_plugin.push(&plugin);
    let ours = build(source, &with_plugin, "ours")?.file;
    let mut best = [f64::MAX; WAYS.len()];
    let mut sums: Vec<f64> = Vec::new();
    for _ in 0..ROUNDS {
        for (at, (way, threads)) in WAYS.into_iter().enumerate() {
            let program = match way {
                "serial" => &serial,
                "plain" => &plain,
                _ => &ours,
            };
            let text = run(program, threads, &["100"])?;
            let numbers: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
            let [time, sum] = numbers[..] else { bail!("{} prints {text}", program.display()) };
            best[at] = best[at].min(time);
            sums.push(sum);
        }
    }
    let agree = sums.iter().all(|sum| (sum - sums[0]).abs() <= 1e-6 * sums[0].abs());
    ensure!(agree, "{} computes different results: {sums:?}", source.display());
    Ok(best)
}

fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

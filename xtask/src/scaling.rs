//! `cargo xtask scaling`: packs programs that measure how gradients of parallel programs scale into a folder that needs nothing
//! installed, and runs them here; with `--plot FILE`, draws what they printed.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zymase_toolchain::require_tool;

/// The run time, as programs look for it.
const RUN_TIME: &str = "libomp.so.5";
/// What the folder is run with elsewhere: all programs, with 1, 2, 4, … threads.
const SCRIPT: &str = r#"#!/bin/sh
# Milliseconds of every program and of its gradient, by the number of threads.
cd "$(dirname "$0")" || exit 1
export LD_LIBRARY_PATH="$PWD" OMP_PROC_BIND=true
echo "program      threads   primal   gradient"
for program in *.run; do
  threads=1
  while [ "$threads" -le "$(nproc)" ]; do
    OMP_NUM_THREADS=$threads "./$program" 9 || exit 1
    threads=$((threads * 2))
  done
done
"#;

/// Builds all programs of `bench/scaling` and runs them.
pub fn run() -> Result<()> {
    let to = workspace::root().join("target/scaling");
    fs::create_dir_all(&to)?;
    for entry in fs::read_dir(workspace::root().join("bench/scaling"))? {
        let source = entry?.path();
        if source.extension().is_some_and(|end| end == "c") {
            build(&source, &to)?;
        }
    }
    fs::copy(run_time()?, to.join(RUN_TIME))?;
    let script = to.join("run.sh");
    fs::write(&script, SCRIPT)?;
    println!("packed into {}: run run.sh there, on any machine", to.display());
    let status = Command::new("sh").arg(&script).status().context("cannot run sh")?;
    ensure!(status.success(), "a program failed");
    Ok(())
}

/// Draws what the packed script printed: how much faster programs and their gradients are with more threads.
pub fn plot(results: &str) -> Result<()> {
    let text = fs::read_to_string(results).with_context(|| format!("cannot read {results}"))?;
    let rows: Vec<Row> = text.lines().filter_map(Row::read).collect();
    ensure!(!rows.is_empty(), "{results} has no lines of the form `program threads primal gradient`");
    let to = workspace::root().join("docs/scaling.svg");
    fs::write(&to, draw(&rows))?;
    println!("drew {}", to.display());
    Ok(())
}

/// A line of the script's output: milliseconds.
struct Row {
    program: String,
    threads: u32,
    times: [f64; 2],
}

impl Row {
    fn read(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [program, threads, primal, gradient, ..] = fields[..] else { return None };
        let times = [primal.parse().ok()?, gradient.parse().ok()?];
        Some(Row { program: program.to_owned(), threads: threads.parse().ok()?, times })
    }
}

/// One diagram for each program, beside each other; both axes are logarithmic.
fn draw(rows: &[Row]) -> String {
    const SIDE: f64 = 180.0;
    let programs: BTreeSet<&str> = rows.iter().map(|row| row.program.as_str()).collect();
    let most = rows.iter().map(|row| row.threads).max().unwrap_or(1).max(2);
    let at = |value: f64| SIDE * value.log2() / f64::from(most).log2();
    let width = programs.len() as f64 * (SIDE + 50.0) + 20.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 260\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (place, program) in programs.iter().enumerate() {
        let left = 40.0 + place as f64 * (SIDE + 50.0);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({left} 30)\"><text y=\"-12\" font-weight=\"bold\">{program}</text>"
        );
        let _ = writeln!(svg, "<path d=\"M0 {SIDE}L{SIDE} 0\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>");
        let _ = writeln!(svg, "<path d=\"M0 0V{SIDE}H{SIDE}\" stroke=\"black\" fill=\"none\"/>");
        let of_program: Vec<&Row> = rows.iter().filter(|row| row.program == *program).collect();
        let ticks: BTreeSet<u32> = of_program.iter().map(|row| row.threads).collect();
        for threads in &ticks {
            let x = at(f64::from(*threads));
            let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{threads}</text>", SIDE + 16.0);
            let _ = writeln!(svg, "<text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\">{threads}</text>", SIDE - x + 4.0);
        }
        for (which, (name, colour)) in [("primal", "#1f77b4"), ("gradient", "#d62728")].into_iter().enumerate() {
            let best = |threads: u32| {
                let times = of_program.iter().filter(|row| row.threads == threads).map(|row| row.times[which]);
                times.fold(f64::INFINITY, f64::min)
            };
            let point = |threads: &u32| {
                let faster = best(1) / best(*threads);
                format!("{:.1},{:.1}", at(f64::from(*threads)), SIDE - at(faster))
            };
            let points: Vec<String> = ticks.iter().map(point).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" stroke=\"{colour}\" fill=\"none\" stroke-width=\"2\"/>",
                points.join(" ")
            );
            let _ = writeln!(svg, "<text x=\"10\" y=\"{}\" fill=\"{colour}\">{name}</text>", 14 + 16 * which);
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn build(source: &Path, to: &Path) -> Result<()> {
    let name = source.file_stem().context("a source has a name")?.to_string_lossy();
    let status = Command::new(require_tool("clang")?)
        .args(["-O2", "-fopenmp", &format!("-fpass-plugin={}", workspace::release_plugin().display())])
        .arg(source)
        .args(["-lm", "-o"])
        .arg(to.join(format!("{name}.run")))
        .status()
        .context("cannot run clang")?;
    ensure!(status.success(), "{} does not compile", source.display());
    Ok(())
}

/// Where clang finds the run time.
fn run_time() -> Result<PathBuf> {
    let output = Command::new(require_tool("clang")?).arg(format!("-print-file-name={RUN_TIME}")).output()?;
    let path = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    ensure!(path.is_absolute(), "{RUN_TIME} is missing: install libomp-22-dev");
    Ok(path)
}

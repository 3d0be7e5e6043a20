//! The same workloads in C and in Rust, in one process: both are shared libraries with the same interface.

use super::{FOLDER, build};
use crate::bench::build::{Builder, Built, Variant};
use crate::bench::measure::{phase, run};
use crate::bench::workload::{self, Workload};
use crate::cargo_zymase;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use zymase_filetest::runner::Summary;

/// The workloads that there are in both languages.
const PORTS: [&str; 3] = ["gmm", "lstm", "nbody"];

/// How many times as long as in C a gradient may take.
const SLOWEST: f64 = 1.15;

/// The largest relative difference between the gradients: sums are added in other orders.
const TOLERANCE: f64 = 1e-10;

/// A workload in both languages.
struct Port {
    workload: Workload,
    /// In C.
    gradient: Built,
    rust: Built,
}

/// Times all of them; false when a gradient is wrong, or much slower than in C.
pub fn measure(builder: &Builder, milliseconds: u32) -> Result<bool> {
    let mut is_good = true;
    println!("\nThe same programs in C (clang -O3) and in Rust (release profile), times in µs\n");
    println!(
        "| workload | primal, C | primal, Rust | gradient, C | gradient, Rust | gradient / primal, C | gradient / primal, Rust | \
         gradient, Rust / C |"
    );
    println!("|{}", " --- |".repeat(8));
    for port in ports(builder)? {
        is_good &= agrees(builder, &port)?;
        let primal = builder.plain_at(&port.workload, "-O3")?;
        for size in &port.workload.sizes {
            let libraries = [phase("p", &primal), phase("g", &port.gradient), phase("pg", &port.rust)];
            let mut arguments = vec!["time".to_owned(), size.to_string(), milliseconds.to_string()];
            arguments.extend(libraries);
            let times = run(builder, &arguments)?;
            ensure!(times.len() == 3, "the driver measured {} libraries", times.len());
            let (c, rust) = ([times[0][0], times[1][1]], [times[2][0], times[2][1]]);
            let ratio = rust[1] / c[1];
            is_good &= ratio <= SLOWEST;
            println!(
                "| {}, {size} | {:.1} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2} | {ratio:.2}{} |",
                port.workload.title,
                c[0] * 1e6,
                rust[0] * 1e6,
                c[1] * 1e6,
                rust[1] * 1e6,
                c[1] / c[0],
                rust[1] / rust[0],
                if ratio <= SLOWEST { String::new() } else { format!(" (more than {SLOWEST})") }
            );
        }
    }
    Ok(is_good)
}

/// Compares the gradients with those in C.
pub fn compare(builder: &Builder) -> Result<Summary> {
    let mut summary = Summary::default();
    for port in ports(builder)? {
        match agrees(builder, &port)? {
            true => summary.passed += 1,
            false => summary.failed += 1,
        }
    }
    Ok(summary)
}

fn agrees(builder: &Builder, port: &Port) -> Result<bool> {
    let size = port.workload.check.to_string();
    let lines = run(builder, &["compare".to_owned(), size, phase("g", &port.gradient), phase("g", &port.rust)])?;
    let difference = *lines.first().and_then(|line| line.first()).context("the driver's output")?;
    let agrees = difference <= TOLERANCE;
    if !agrees {
        println!("{}: the gradients in Rust and in C differ by {difference:.1e}", port.workload.title);
    }
    Ok(agrees)
}

/// Builds all of them.
fn ports(builder: &Builder) -> Result<Vec<Port>> {
    build(cargo_zymase::command(FOLDER).args(["build", "--release", "--package", "ports", "--examples"]))?;
    let folder = cargo_zymase::target_folder().join(host()?).join("release/examples");
    let port = |name: &str| {
        let all = workload::all()?;
        let workload = all.into_iter().find(|workload| workload.name == name).context("a workload is not there")?;
        Ok(Port {
            gradient: builder.variant(&workload, &Variant::most_optimised())?,
            rust: Built { library: library(&folder, name), seconds: f64::NAN },
            workload,
        })
    };
    PORTS.into_iter().map(port).collect()
}

fn library(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX))
}

/// `cargo zymase` names the target, so that programs are in a folder of its name.
fn host() -> Result<String> {
    let output = Command::new("rustc").args(["--print", "host-tuple"]).output().context("cannot start rustc")?;
    ensure!(output.status.success(), "rustc does not say what its host is");
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

//! Runs the compiled workloads and keeps what was seen.

use super::build::{Builder, Built, Variant};
use super::workload::Workload;
use anyhow::{Context, Result, ensure};
use std::process::Command;

/// The largest relative difference between a derivative and central differences.
const TOLERANCE: f64 = 1e-5;

/// A gradient, measured.
#[derive(Clone, Debug)]
pub struct Gradient {
    pub seconds: f64,
    pub peak_kilobytes: u64,
    pub allocations: u64,
    pub compile_seconds: f64,
    /// Its relative difference to central differences.
    pub error: f64,
}

impl Gradient {
    pub fn is_right(&self) -> bool {
        self.error <= TOLERANCE
    }
}

/// A way to compile, and what came of it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub ours: bool,
    pub outcome: Result<Gradient, String>,
}

/// A workload at a size.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    pub title: String,
    pub size: u32,
    pub primal_seconds: f64,
    pub primal_kilobytes: u64,
    pub primal_compile_seconds: f64,
    pub hand_seconds: Option<f64>,
    pub entries: Vec<Entry>,
}

impl Row {
    /// Gradient time over primal time of a way to compile.
    pub fn ratio(&self, variant: &str) -> Option<f64> {
        Some(self.gradient(variant)?.seconds / self.primal_seconds)
    }

    pub fn hand_ratio(&self) -> Option<f64> {
        Some(self.hand_seconds? / self.primal_seconds)
    }

    pub fn gradient(&self, variant: &str) -> Option<&Gradient> {
        self.entries.iter().find(|entry| entry.name == variant)?.outcome.as_ref().ok()
    }

    /// Whether all of our derivatives exist and are right.
    pub fn ok(&self) -> bool {
        self.entries.iter().filter(|entry| entry.ours).all(|entry| entry.outcome.as_ref().is_ok_and(Gradient::is_right))
    }
}

/// One row for each size of a workload.
pub fn measure(builder: &Builder, workload: &Workload, variants: &[Variant], milliseconds: u32) -> Result<Vec<Row>> {
    let plain = builder.plain(workload)?;
    let built: Vec<(&Variant, Result<Built, String>)> = variants
        .iter()
        .map(|variant| (variant, builder.variant(workload, variant).map_err(|error| format!("{error:#}"))))
        .collect();
    let mut rows = Vec::new();
    for &size in &workload.sizes {
        let usable: Vec<&Built> = built.iter().filter_map(|(_, built)| built.as_ref().ok()).collect();
        let mut arguments = vec!["time".to_owned(), size.to_string(), milliseconds.to_string(), phase("ph", &plain)];
        arguments.extend(usable.iter().map(|built| phase("g", built)));
        let times = run(builder, &arguments)?;
        ensure!(times.len() == usable.len() + 1, "the driver measured {} libraries", times.len());
        let mut gradients = times[1..].iter();
        let mut entries = Vec::new();
        for (variant, built) in &built {
            let outcome = match built {
                Ok(built) => {
                    let seconds = gradients.next().and_then(|times| times.get(1)).copied().unwrap_or(f64::NAN);
                    gradient(builder, workload, size, built, seconds).map_err(|error| format!("{error:#}"))
                }
                Err(message) => Err(message.clone()),
            };
            entries.push(Entry { name: variant.name.clone(), ours: variant.is_ours(), outcome });
        }
        rows.push(Row {
            name: workload.name.clone(),
            title: workload.title.clone(),
            size,
            primal_seconds: times[0][0],
            primal_kilobytes: memory(builder, size, "p", &plain)?.0,
            primal_compile_seconds: plain.seconds,
            hand_seconds: Some(times[0][2]).filter(|seconds| seconds.is_finite()),
            entries,
        });
    }
    Ok(rows)
}

fn gradient(builder: &Builder, workload: &Workload, size: u32, built: &Built, seconds: f64) -> Result<Gradient> {
    let (peak_kilobytes, allocations) = memory(builder, size, "g", built)?;
    let check = run(builder, &["check".to_owned(), workload.check.to_string(), phase("g", built)])?;
    let error = *check.first().and_then(|line| line.first()).context("the driver's output")?;
    Ok(Gradient { seconds, peak_kilobytes, allocations, compile_seconds: built.seconds, error })
}

fn memory(builder: &Builder, size: u32, phases: &str, built: &Built) -> Result<(u64, u64)> {
    let lines = run(builder, &["memory".to_owned(), size.to_string(), phase(phases, built)])?;
    let line = lines.first().context("the driver's output")?;
    Ok((line[0] as u64, line[1] as u64))
}

pub fn phase(phases: &str, built: &Built) -> String {
    format!("{phases}={}", built.library.display())
}

/// The numbers that the driver prints, by line.
pub fn run(builder: &Builder, arguments: &[String]) -> Result<Vec<Vec<f64>>> {
    let output = Command::new(&builder.driver).args(arguments).output().context("cannot start the driver")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the driver ended with {}: {}", output.status, messages.trim());
    let text = String::from_utf8_lossy(&output.stdout);
    let line = |line: &str| line.split(' ').map(|word| word.parse().context("the driver's output")).collect();
    text.lines().map(line).collect()
}

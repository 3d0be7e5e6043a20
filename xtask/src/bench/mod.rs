//! `cargo xtask bench`: what gradients cost, on workloads written from their definitions.
//!
//! Everything is a ratio within one run: the ways to compile a workload run interleaved in one process, and the best
//! time of each counts.
//!
//! - `build`: compiles a workload in the ways that are compared, each to a shared library of its own;
//! - `html`: the page of a run;
//! - `measure`: runs the compiled workloads and keeps what was seen;
//! - `report`: the plain table and the JSON of a run;
//! - `rust`: what gradients of Rust programs cost, on the programs of `bench/rust`;
//! - `workload`: C and C++ files whose head says what they are.

mod build;
mod html;
mod measure;
mod report;
pub mod rust;
mod workload;

use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use build::{Builder, Variant};
use measure::Row;
use std::path::PathBuf;
use zymase_support::optimisations;

struct Options {
    filter: String,
    milliseconds: u32,
    json: Option<PathBuf>,
    html: Option<PathBuf>,
    peers: Vec<(String, PathBuf)>,
    /// Every optimisation off in turn, at the first size of each workload.
    ablation: bool,
}

/// Builds, measures and reports; false when a derivative is wrong or one of our own builds fails.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let options = parse(arguments)?;
    workspace::build_release()?;
    let builder = Builder::new()?;
    let variants = variants(&options);
    let mut workloads = workload::all()?;
    workloads.retain(|workload| workload.name.contains(&options.filter));
    if options.ablation {
        workloads.iter_mut().for_each(|workload| workload.sizes.truncate(1));
    }
    ensure!(!workloads.is_empty(), "no workload is called {}", options.filter);
    let mut rows: Vec<Row> = Vec::new();
    for (at, workload) in workloads.iter().enumerate() {
        eprintln!("[{}/{}] {}", at + 1, workloads.len(), workload.title);
        rows.extend(measure::measure(&builder, workload, &variants, options.milliseconds)?);
    }
    print!("{}", report::table(&rows));
    if let Some(path) = &options.json {
        std::fs::write(path, report::json(&rows)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &options.html {
        std::fs::write(path, html::page(&rows)).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(rows.iter().all(Row::ok))
}

fn variants(options: &Options) -> Vec<Variant> {
    let mut variants = vec![Variant::zymase(), Variant::restrict(), Variant::unoptimised()];
    if options.ablation {
        variants.truncate(1);
        variants.extend(optimisations::of_derivatives().map(|option| Variant::without(&format!("{option}=0"))));
    }
    variants.extend(options.peers.iter().map(|(name, path)| Variant::peer(name, path)));
    variants
}

fn parse(arguments: &[&str]) -> Result<Options> {
    let mut options = Options {
        filter: String::new(),
        milliseconds: 2000,
        json: None,
        html: None,
        peers: Vec::new(),
        ablation: false,
    };
    let mut remaining = arguments.iter();
    while let Some(&name) = remaining.next() {
        let mut value = || remaining.next().copied().with_context(|| format!("{name} needs a value"));
        match name {
            "--milliseconds" => options.milliseconds = value()?.parse().context("--milliseconds needs a number")?,
            "--json" => options.json = Some(value()?.into()),
            "--html" => options.html = Some(value()?.into()),
            "--ablation" => options.ablation = true,
            "--peer" => {
                let (peer, path) = value()?.split_once('=').context("--peer needs NAME=PATH")?;
                options.peers.push((peer.to_owned(), path.into()));
            }
            _ if name.starts_with('-') => bail!("there is no option {name}; `cargo xtask help` lists them"),
            _ => options.filter = name.to_owned(),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = parse(&["gmm", "--peer", "other=lib.so", "--json", "out.json"]).unwrap();
        assert_eq!(options.filter, "gmm");
        assert_eq!(options.peers, [("other".to_owned(), PathBuf::from("lib.so"))]);
        assert_eq!(options.json, Some(PathBuf::from("out.json")));
        assert!(parse(&["--peer", "other"]).is_err());
        assert!(parse(&["--loud"]).is_err());
    }
}

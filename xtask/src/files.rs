//! The file tests and projects of `tests/`, and what the file tests cost.

use crate::scope::{Extent, Scope};
use crate::workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::thread::available_parallelism;
use zymase_filetest::compile::{Spent, Toolchain};
use zymase_filetest::projects;
use zymase_filetest::runner::{self, Cost, Runner, Summary};

/// Of the file tests, a quick run takes one in this many.
const SPREAD: usize = 12;

/// Of the file tests, a usual run takes one of so many neighbours.
const NEIGHBOURS: usize = 2;

/// The levels of a quick run.
const QUICK_LEVELS: [&str; 2] = ["-O0", "-O2"];

/// How many of the pieces that cost most are listed.
const LISTED: usize = 30;

/// Runs the file tests whose path contains the filter.
pub fn test(toolchain: &Toolchain, scope: Scope, filter: &str) -> Result<Summary> {
    let (mut toolchain, mut files) = (toolchain.clone(), all(filter)?);
    if scope.extent == Extent::Quick {
        toolchain.levels = QUICK_LEVELS.to_vec();
        files = files.into_iter().step_by(SPREAD).collect();
    } else if filter.is_empty() {
        files = scope.one_of_each("file tests", NEIGHBOURS, files);
    }
    let runner = Runner {
        toolchain: &toolchain,
        workspace: &workspace::root(),
        scratch: &workspace::scratch_folder(),
        threads: available_parallelism().map_or(1, usize::from),
        sample: (!scope.is_full()).then_some(scope.seed),
    };
    let (summary, costs) = runner.run(&files);
    if scope.times {
        print_costs(costs);
    }
    Ok(summary)
}

/// Runs the projects whose path contains the filter.
pub fn test_projects(filter: &str) -> Result<Summary> {
    let found = projects::discover(&workspace::root().join("tests/projects"), filter)?;
    let zymase = workspace::release_plugin().with_file_name("zymase");
    Ok(projects::run_all(&zymase, &found, &workspace::scratch_folder()))
}

/// The file tests whose path contains the filter.
fn all(filter: &str) -> Result<Vec<PathBuf>> {
    let root = workspace::root();
    let examples = root.join("examples");
    let mut files = runner::discover(&examples, filter)?;
    // What lies in folders of its own there is tested by others.
    files.retain(|file| file.parent() == Some(&examples));
    files.extend(runner::discover(&root.join("tests/cases"), filter)?);
    Ok(files)
}

/// Lists the pieces that took most of the processors' time, and what all took.
fn print_costs(mut costs: Vec<Cost>) {
    costs.sort_by_key(|cost| std::cmp::Reverse(cost.spent.total()));
    println!("  CPU s  compiling  running  valgrind");
    for cost in costs.iter().take(LISTED) {
        println!("{}  {}", line(cost.spent), cost.name);
    }
    let all = costs.iter().map(|cost| cost.spent).sum();
    println!("{}  all {} pieces", line(all), costs.len());
}

fn line(spent: Spent) -> String {
    let [total, compiling, running, valgrind] =
        [spent.total(), spent.compiling, spent.running, spent.valgrind].map(|part| part.as_secs_f64());
    format!("{total:>7.1}  {compiling:>9.1}  {running:>7.1}  {valgrind:>8.1}")
}

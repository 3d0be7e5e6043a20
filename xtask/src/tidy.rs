//! `cargo xtask tidy`: the rules of the repository that no compiler checks. Also runs as a test.
//!
//! - crates depend on each other only along the arrows of the architecture;
//! - every crate but those at the edge forbids `unsafe`;
//! - every module opens with `//!`, and is named by the module around it (`pages`);
//! - modules do not import each other in circles (`circles`), and functions have at most 60 lines (`functions`); what does not
//!   hold yet is on lists that can only become shorter;
//! - no trailing white space, no notes-to-self left behind, no paths of somebody's machine;
//! - files beyond 800 lines are named, as a warning.
//!
//! - `source`: the text of a Rust file as the checks read it.

mod circles;
mod functions;
mod pages;
mod source;

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which crates of the workspace a crate may depend on, directly.
const ARROWS: [(&str, &[&str]); 33] = [
    ("zymase-support", &[]),
    ("zymase-calculus", &["zymase-support"]),
    ("zymase-llvm", &["zymase-support"]),
    ("zymase-library", &["zymase-support", "zymase-calculus", "zymase-llvm"]),
    ("zymase-analysis", &["zymase-support", "zymase-calculus", "zymase-llvm", "zymase-library"]),
    ("zymase-shapes", &["zymase-support", "zymase-llvm"]),
    ("zymase-parallel", &["zymase-support", "zymase-llvm"]),
    ("zymase-core", &["zymase-support", "zymase-calculus", "zymase-llvm", "zymase-library", "zymase-analysis"]),
    (
        "zymase-prepare",
        &["zymase-support", "zymase-calculus", "zymase-llvm", "zymase-library", "zymase-analysis", "zymase-core"],
    ),
    (
        "zymase-plan",
        &[
            "zymase-support",
            "zymase-calculus",
            "zymase-llvm",
            "zymase-library",
            "zymase-analysis",
            "zymase-core",
            "zymase-prepare",
        ],
    ),
    (
        "zymase-emit",
        &[
            "zymase-support",
            "zymase-calculus",
            "zymase-llvm",
            "zymase-library",
            "zymase-analysis",
            "zymase-core",
            "zymase-prepare",
            "zymase-plan",
        ],
    ),
    (
        "zymase-providers",
        &[
            "zymase-support",
            "zymase-calculus",
            "zymase-llvm",
            "zymase-library",
            "zymase-analysis",
            "zymase-core",
            "zymase-launches",
            "zymase-prepare",
            "zymase-plan",
            "zymase-emit",
        ],
    ),
    (
        "zymase-gradient",
        &[
            "zymase-support",
            "zymase-llvm",
            "zymase-library",
            "zymase-analysis",
            "zymase-shapes",
            "zymase-core",
            "zymase-launches",
            "zymase-prepare",
            "zymase-plan",
            "zymase-emit",
            "zymase-providers",
        ],
    ),
    ("zymase-launches", &["zymase-support", "zymase-llvm", "zymase-analysis", "zymase-core"]),
    ("zymase-kernels", &["zymase-support", "zymase-llvm", "zymase-core", "zymase-launches"]),
    ("zymase-lift", &["zymase-llvm"]),
    (
        "zymase-plugin",
        &[
            "zymase-support",
            "zymase-llvm",
            "zymase-library",
            "zymase-analysis",
            "zymase-parallel",
            "zymase-launches",
            "zymase-kernels",
            "zymase-lift",
            "zymase-gradient",
        ],
    ),
    ("zymase-attributes", &[]),
    ("zymase-ir", &["zymase-support"]),
    ("zymase-tensor", &["zymase-support"]),
    ("zymase-dialects", &["zymase-support", "zymase-calculus", "zymase-ir", "zymase-tensor"]),
    ("zymase-transform", &["zymase-support", "zymase-ir", "zymase-dialects", "zymase-tensor"]),
    ("zymase-raise", &["zymase-support", "zymase-ir", "zymase-dialects"]),
    ("zymase-toolchain", &[]),
    ("zymase-lower", &["zymase-ir", "zymase-dialects", "zymase-tensor", "zymase-toolchain"]),
    ("zymase-explain", &[]),
    (
        "zymase-cli",
        &[
            "zymase-support",
            "zymase-ir",
            "zymase-dialects",
            "zymase-tensor",
            "zymase-transform",
            "zymase-raise",
            "zymase-lower",
            "zymase-toolchain",
            "zymase-explain",
        ],
    ),
    (
        "zymase-python",
        &["zymase-support", "zymase-ir", "zymase-dialects", "zymase-transform", "zymase-toolchain", "zymase-explain"],
    ),
    ("zymase-macros", &[]),
    ("zymase", &["zymase-macros"]),
    ("cargo-zymase", &["zymase-toolchain", "zymase-explain"]),
    ("zymase-filetest", &["zymase-toolchain"]),
    ("xtask", &["zymase-support", "zymase-toolchain", "zymase-filetest"]),
];

/// The crates at the edge of the house, which may contain `unsafe`.
const MAY_BE_UNSAFE: [&str; 4] = ["crates/llvm", "crates/plugin", "crates/python", "crates/rust"];

/// No file that people write is longer.
const MANY_LINES: usize = 800;

/// What the plugin prints, kept as files.
const GOLDEN: &str = "tests/golden/";

/// Words that mark unfinished work, and beginnings of paths on somebody's machine; spelt apart so that this file may
/// name them.
const LEFT_BEHIND: [&str; 5] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// Checks everything and prints what is wrong; false when something is.
pub fn run() -> Result<bool> {
    let findings = check()?;
    for error in &findings.errors {
        println!("error: {error}");
    }
    if findings.errors.is_empty() {
        println!("tidy");
    }
    Ok(findings.errors.is_empty())
}

#[derive(Default)]
struct Findings {
    errors: Vec<String>,
}

fn check() -> Result<Findings> {
    let root = workspace::root();
    let mut findings = Findings::default();
    findings.errors.extend(wrong_arrows(&workspace_edges()?));
    let mut structure = Structure::default();
    let mut files = Vec::new();
    collect_files(&root, &mut files)?;
    files.sort();
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().into_owned();
        // What is not text is not ours to judge.
        if let Ok(text) = fs::read_to_string(path) {
            check_file(&name, &text, &mut findings);
            structure.add(&name, &text);
        }
    }
    findings.errors.extend(structure.errors());
    Ok(findings)
}

/// How the code of the crates is arranged.
#[derive(Default)]
struct Structure {
    /// By the folder of the sources of a crate.
    crates: BTreeMap<String, Vec<circles::File>>,
    pages: BTreeMap<String, Vec<pages::Page>>,
    long: Vec<functions::Long>,
}

impl Structure {
    fn add(&mut self, name: &str, text: &str) {
        let Some((owner, path)) = name.split_once("src/").filter(|_| name.ends_with(".rs")) else { return };
        let is_ours = owner.starts_with("crates/") && owner.matches('/').count() == 2 || owner == "xtask/";
        if is_ours {
            let code = source::code_of(text);
            self.long.extend(functions::find(name, &code));
            let (source, module) = (format!("{owner}src"), circles::module_of(path));
            let page = pages::Page { module: module.clone(), head: pages::head_of(text) };
            self.pages.entry(source.clone()).or_default().push(page);
            self.crates.entry(source).or_default().push(circles::File { module, code });
        }
    }

    fn errors(&self) -> Vec<String> {
        let circles: Vec<circles::Circle> =
            self.crates.iter().flat_map(|(owner, files)| circles::find(owner, files)).collect();
        let mut errors = circles::check(&circles, circles::LIST);
        errors.extend(functions::check(&self.long, functions::LIST));
        errors.extend(self.pages.iter().flat_map(|(owner, pages)| pages::find(owner, pages)));
        errors
    }
}

fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_ours = !name.starts_with('.') || matches!(name.as_str(), ".ci" | ".cargo" | ".gitignore");
        if path.is_dir() && is_ours && name != "target" {
            collect_files(&path, files)?;
        } else if path.is_file() && is_ours {
            files.push(path);
        }
    }
    Ok(())
}

fn check_file(name: &str, text: &str, findings: &mut Findings) {
    if name == "Cargo.lock" || name == "LICENSE" {
        return;
    }
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", index + 1);
        if line.ends_with([' ', '\t']) {
            findings.errors.push(format!("{place}: white space at the end of the line"));
        }
        for left in LEFT_BEHIND.iter().filter(|left| line.contains(**left)) {
            findings.errors.push(format!("{place}: `{left}` does not belong in the repository"));
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        findings.errors.push(format!("{name}: the last line has no end"));
    }
    if text.lines().count() > MANY_LINES && !name.starts_with(GOLDEN) {
        findings.errors.push(format!("{name}: {} lines; part it", text.lines().count()));
    }
    if name.ends_with(".rs") {
        check_rust_file(name, text, findings);
    }
}

fn check_rust_file(name: &str, text: &str, findings: &mut Findings) {
    if !text.starts_with("//!") {
        findings.errors.push(format!("{name}: does not open with `//!` and what the module decides"));
    }
    let is_crate_root = name.ends_with("src/lib.rs") || name.ends_with("src/main.rs");
    let may_be_unsafe = MAY_BE_UNSAFE.iter().any(|folder| name.starts_with(folder));
    if is_crate_root && !may_be_unsafe && !text.contains("#![forbid(unsafe_code)]") {
        findings.errors.push(format!("{name}: the crate does not say #![forbid(unsafe_code)]"));
    }
}

/// Direct dependencies between crates of the workspace, as cargo sees them.
fn workspace_edges() -> Result<Vec<(String, String)>> {
    let output = workspace::cargo()
        .args(["tree", "--workspace", "--depth", "1", "--prefix", "depth", "--edges", "normal,build", "--no-dedupe"])
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(parse_edges(&String::from_utf8_lossy(&output.stdout)))
}

/// Reads the output of `cargo tree --depth 1 --prefix depth`, keeping what names a path: our own crates.
fn parse_edges(tree: &str) -> Vec<(String, String)> {
    let mut edges = Vec::new();
    let mut from = String::new();
    for line in tree.lines() {
        let name = line.split_whitespace().next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('0') {
            from = name.to_string();
        } else if let Some(name) = name.strip_prefix('1')
            && line.contains("(/")
        {
            edges.push((from.clone(), name.to_string()));
        }
    }
    edges
}

fn wrong_arrows(edges: &[(String, String)]) -> Vec<String> {
    let is_allowed = |from: &str, to: &str| ARROWS.iter().any(|(name, below)| *name == from && below.contains(&to));
    edges
        .iter()
        .filter(|(from, to)| !is_allowed(from, to))
        .map(|(from, to)| format!("{from} depends on {to}, against the arrows of the architecture"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let findings = check().unwrap();
        assert!(findings.errors.is_empty(), "{}", findings.errors.join("\n"));
    }

    #[test]
    fn arrows_point_one_way() {
        let tree = "0zymase-support v0.1.0 (/w/crates/support)\n1anyhow v1.0.0\n1zymase-llvm v0.1.0 (/w/crates/llvm)\n\n\
                    0xtask v0.1.0 (/w/xtask)\n1zymase-toolchain v0.1.0 (/w/crates/toolchain)\n";
        let edges = parse_edges(tree);
        assert_eq!(edges.len(), 2);
        let wrong = wrong_arrows(&edges);
        assert_eq!(wrong, ["zymase-support depends on zymase-llvm, against the arrows of the architecture"]);
    }

    #[test]
    fn careless_files_are_named() {
        let mut findings = Findings::default();
        let text = format!("fn f() {{}} \n// {}: later", LEFT_BEHIND[0]);
        check_file("crates/x/src/lib.rs", &text, &mut findings);
        assert_eq!(findings.errors.len(), 5, "{:?}", findings.errors);
    }
}

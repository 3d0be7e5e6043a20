//! The workloads: C and C++ files whose head says what they are and at which sizes they run.

use crate::workspace;
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// The file's name without its extension.
    pub name: String,
    pub title: String,
    pub source: PathBuf,
    pub sizes: Vec<u32>,
    /// The size at which derivatives are compared with differences.
    pub check: u32,
}

/// The folder with the workloads, their header and their driver.
pub fn folder() -> PathBuf {
    workspace::root().join("bench")
}

/// All workloads, by name.
pub fn all() -> Result<Vec<Workload>> {
    let folder = folder().join("workloads");
    let mut out = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let source = entry?.path();
        let text = fs::read_to_string(&source)?;
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (title, sizes, check) = head(&text).with_context(|| format!("the head of {}", source.display()))?;
        out.push(Workload { name, title, source, sizes, check });
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(out)
}

fn head(text: &str) -> Result<(String, Vec<u32>, u32)> {
    let field = |name: &str| {
        let found = text.lines().take(8).find_map(|line| line.trim_start_matches("/*").trim().strip_prefix(name));
        found.map(str::trim).with_context(|| format!("has no line `{name}`"))
    };
    let sizes: Result<Vec<u32>, _> = field("sizes:")?.split_whitespace().map(str::parse).collect();
    Ok((field("bench:")?.to_owned(), sizes.context("sizes: numbers expected")?, field("check:")?.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        let text = "/* bench: A title\n   sizes: 10 200\n   check: 3\n\n   More. */\nint x;\n";
        assert_eq!(head(text).unwrap(), ("A title".to_owned(), vec![10, 200], 3));
        assert!(head("/* bench: A title */").is_err());
    }

    #[test]
    fn every_workload_has_a_head() {
        let all = all().unwrap();
        assert!(all.iter().all(|workload| !workload.sizes.is_empty()));
        assert!(all.iter().any(|workload| workload.name == "gmm"));
    }
}

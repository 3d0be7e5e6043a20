//! How much of the tests is run, and which part of the collections that are sampled.
//!
//! The seed of samples is drawn from the commit: another commit runs another part, the same commit the same. It is
//! printed, and `--seed` repeats it.

use crate::workspace;
use anyhow::{Context, Result, bail};
use std::process::Command;
use zymase_filetest::sample::pick;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What a change usually breaks.
    Quick,
    /// Everything, with samples of what is expensive: what continuous integration runs.
    Usual,
    /// All of everything.
    Full,
}

/// What `cargo xtask test` was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    pub extent: Extent,
    pub seed: u64,
    /// Whether to list the file tests that cost most.
    pub times: bool,
}

impl Scope {
    /// Reads the options; what is not an option is left.
    pub fn parse<'a>(arguments: &[&'a str]) -> Result<(Scope, Vec<&'a str>)> {
        let mut scope = Scope { extent: Extent::Usual, seed: 0, times: false };
        let (mut seed, mut rest) = (None, Vec::new());
        let mut remaining = arguments.iter();
        while let Some(&argument) = remaining.next() {
            match argument {
                "--quick" => scope.extent = Extent::Quick,
                "--full" => scope.extent = Extent::Full,
                "--times" => scope.times = true,
                "--seed" => {
                    let number = remaining.next().context("--seed needs a number")?;
                    seed = Some(number.parse().context("--seed needs a number")?);
                }
                _ if argument.starts_with("--") => {
                    bail!("there is no option {argument}; `cargo xtask help` lists them")
                }
                _ => rest.push(argument),
            }
        }
        scope.seed = seed.unwrap_or_else(seed_of_commit);
        Ok((scope, rest))
    }

    /// The options that ask for the same.
    pub fn options(&self) -> Vec<String> {
        let mut options = vec!["--seed".to_owned(), self.seed.to_string()];
        match self.extent {
            Extent::Quick => options.push("--quick".to_owned()),
            Extent::Usual => {}
            Extent::Full => options.push("--full".to_owned()),
        }
        if self.times {
            options.push("--times".to_owned());
        }
        options
    }

    /// Everything, where nothing is drawn.
    pub fn all() -> Scope {
        Scope { extent: Extent::Full, seed: 0, times: false }
    }

    pub fn is_full(&self) -> bool {
        self.extent == Extent::Full
    }

    /// Of each `count` neighbours in a list one, drawn for what is named; all of them where nothing is drawn.
    pub fn one_of_each<T>(&self, name: &str, count: usize, list: Vec<T>) -> Vec<T> {
        if self.is_full() {
            return list;
        }
        let last = list.len().saturating_sub(1) / count;
        let is_drawn = |place: usize| {
            let group = place / count;
            // The last group may have fewer members.
            let members = if group == last { list.len() - group * count } else { count };
            place % count == self.pick(&format!("{name} {group}"), members)
        };
        let drawn: Vec<bool> = (0..list.len()).map(is_drawn).collect();
        list.into_iter().zip(drawn).filter_map(|(item, drawn)| drawn.then_some(item)).collect()
    }

    /// A number below `count`, drawn for what is named.
    pub fn pick(&self, name: &str, count: usize) -> usize {
        pick(self.seed, name, count)
    }
}

/// A number from the name of the commit that is checked out; without git, 0.
fn seed_of_commit() -> u64 {
    let output = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(workspace::root()).output();
    output.ok().and_then(|output| seed_of(&String::from_utf8_lossy(&output.stdout))).unwrap_or(0)
}

/// The first digits of a commit's name, as many as are easily typed.
fn seed_of(commit: &str) -> Option<u64> {
    u64::from_str_radix(commit.get(..8)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn options_are_read_and_written() {
        let (scope, rest) = Scope::parse(&["memory/", "--full", "--seed", "7", "--times"]).unwrap();
        assert_eq!(scope, Scope { extent: Extent::Full, seed: 7, times: true });
        assert_eq!(rest, ["memory/"]);
        let options = scope.options();
        let again: Vec<&str> = options.iter().map(String::as_str).collect();
        assert_eq!(Scope::parse(&again).unwrap().0, scope);
        assert!(Scope::parse(&["--seed"]).is_err());
        assert!(Scope::parse(&["--fast"]).is_err());
    }

    #[test]
    fn one_of_each_group_is_drawn_and_each_by_some_seed() {
        let mut seen = BTreeSet::new();
        for seed in 0..50 {
            let scope = Scope { extent: Extent::Usual, seed, times: false };
            let drawn = scope.one_of_each("numbers", 3, (0..8).collect());
            assert_eq!(drawn.iter().map(|number| number / 3).collect::<Vec<_>>(), [0, 1, 2]);
            seen.extend(drawn);
        }
        assert_eq!(seen, (0..8).collect());
        assert_eq!(Scope::all().one_of_each("numbers", 3, vec![1, 2, 3, 4]), [1, 2, 3, 4]);
        assert!(Scope { extent: Extent::Usual, seed: 1, times: false }.one_of_each::<u8>("", 2, vec![]).is_empty());
    }

    #[test]
    fn a_commit_is_a_seed() {
        assert_eq!(seed_of("0000001f9abc\n"), Some(31));
        assert_eq!(seed_of(""), None);
    }
}

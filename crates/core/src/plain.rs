//! Derivatives that are made plainly, to find the one that an optimisation makes wrong (`zymase bisect`).
//!
//! A first run records what derivatives are made; later runs make some of them without optimisations of ours, or one of them
//! without one.

use crate::Config;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use zymase_llvm::Module;
use zymase_support::optimisations::OF_A_DERIVATIVE;

/// A derivative of a source file, by its name, and what it is made without: everything, or one optimisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    source: String,
    derivative: String,
    without: Option<String>,
}

impl Plain {
    /// Reads lines of fields that are separated by tabs.
    pub fn read(path: &Path) -> Result<Vec<Plain>, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        text.lines().map(|line| Plain::parse(line).ok_or_else(|| format!("'{line}' names no derivative"))).collect()
    }

    fn parse(line: &str) -> Option<Plain> {
        let mut fields = line.split('\t').map(str::to_owned);
        let (source, derivative) = (fields.next()?, fields.next()?);
        let without = fields.next();
        (without.is_none() || without.as_deref().is_some_and(|w| OF_A_DERIVATIVE.contains(&w))).then_some(Plain {
            source,
            derivative,
            without,
        })
    }
}

impl Config {
    /// The options with which this derivative is made.
    pub fn of_derivative(&self, module: Module, derivative: &str) -> Config {
        let mut config = self.clone();
        let source = module.source_file_name();
        for plain in self.plain.iter().filter(|plain| plain.source == source && plain.derivative == derivative) {
            for option in OF_A_DERIVATIVE {
                if plain.without.as_deref().is_none_or(|without| without == option) {
                    config.switch(option, false);
                }
            }
        }
        config
    }

    /// Notes that a derivative is made.
    pub fn record(&self, module: Module, derivative: &str) -> Result<(), String> {
        let Some(path) = &self.record else { return Ok(()) };
        let line = format!("{}\t{derivative}\n", module.source_file_name());
        let file = fs::OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_made_plainly() {
        let plain = Plain::parse("a.c\tgradient of f\tsnapshots").expect("a derivative");
        assert_eq!(plain.without.as_deref(), Some("snapshots"));
        assert!(Plain::parse("a.c\tgradient of f").is_some_and(|plain| plain.without.is_none()));
        assert!(Plain::parse("a.c").is_none() && Plain::parse("a.c\tf\tspeed").is_none());
    }
}

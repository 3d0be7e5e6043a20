//! Reads the directives in the comments of a test file.
//!
//! A directive is a comment line `// key: text` (`; key: text` in LLVM IR, `! key: text` in Fortran) with one of the known keys; all other
//! comments are prose. A directive goes on in the next comment line while its brackets are open or it ends in a
//! comma. `tests/README.md` describes each key.

use crate::prototype::{Parameter, Prototype};
use crate::text::{open_brackets, split_outside_brackets, take_bracketed};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::path::{Path, PathBuf};

/// The optimisation levels a test runs at unless it says otherwise.
pub const DEFAULT_LEVELS: [&str; 3] = ["-O0", "-O2", "-O3"];

const KEYS: [&str; 16] = [
    "check",
    "value",
    "expect",
    "tolerance",
    "differences",
    "run",
    "reject",
    "ir",
    "levels",
    "flags",
    "again",
    "options",
    "leaks",
    "slow",
    "example",
    "time",
];

/// The language of a test file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    CPlusPlus,
    LlvmIr,
    Fortran,
}

impl Language {
    /// Told by the file's extension.
    pub fn of(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "c" => Some(Language::C),
            "cpp" => Some(Language::CPlusPlus),
            "ll" => Some(Language::LlvmIr),
            "f90" => Some(Language::Fortran),
            _ => None,
        }
    }

    fn comment(self) -> &'static str {
        match self {
            Language::C | Language::CPlusPlus => "//",
            Language::LlvmIr => ";",
            Language::Fortran => "!",
        }
    }
}

/// The derivative that is expected with respect to one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub input: String,
    /// C expressions, one per element.
    pub values: Vec<String>,
    /// Whether `…` or `...` ended the list: only the first elements are given.
    pub is_partial: bool,
}

/// One numeric check: a call of a function and what its derivatives must be.
#[derive(Clone, Debug)]
pub struct Check {
    pub prototype: Prototype,
    pub value: Option<String>,
    pub expectations: Vec<Expectation>,
    /// Relative; the default depends on the types.
    pub tolerance: Option<String>,
    /// Whether derivatives are compared with central differences.
    pub differences: bool,
}

/// A claim about the LLVM IR of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrClaim {
    pub level: String,
    pub function: String,
    pub must_contain: bool,
    pub text: String,
}

/// Everything a test file asks for.
#[derive(Clone, Debug)]
pub struct Case {
    pub path: PathBuf,
    pub language: Language,
    pub checks: Vec<Check>,
    pub has_main: bool,
    pub rejections: Vec<String>,
    pub ir_claims: Vec<IrClaim>,
    pub levels: Vec<String>,
    pub flags: Vec<String>,
    /// Options of the plugin.
    pub options: Vec<String>,
    /// Further runs: flags to add to the others, among them the levels of that run.
    pub again: Vec<Vec<String>>,
    pub leaks: bool,
    /// Whether one level takes many seconds: samples run the file at one.
    pub slow: bool,
    /// What an example shows, for the reader of the demo.
    pub description: Vec<String>,
    /// The call that the demo times, when it differs from that of the first check.
    pub timed: Option<Prototype>,
}

impl Case {
    /// Reads the directives of a file.
    pub fn parse(path: &Path, text: &str) -> Result<Case> {
        let language = Language::of(path)
            .with_context(|| format!("{}: test files end in .c, .cpp, .ll or .f90", path.display()))?;
        let mut case = Case {
            path: path.to_path_buf(),
            language,
            checks: Vec::new(),
            has_main: false,
            rejections: Vec::new(),
            ir_claims: Vec::new(),
            levels: DEFAULT_LEVELS.map(str::to_string).to_vec(),
            flags: Vec::new(),
            options: Vec::new(),
            again: Vec::new(),
            leaks: false,
            slow: false,
            description: Vec::new(),
            timed: None,
        };
        for (line, key, value) in directive_lines(text, language) {
            case.apply(key, value.trim()).map_err(|error| anyhow!("{}:{line}: {key}: {error:#}", path.display()))?;
        }
        case.verify().map_err(|error| anyhow!("{}: {error:#}", path.display()))?;
        Ok(case)
    }

    fn apply(&mut self, key: &str, text: &str) -> Result<()> {
        match key {
            "check" => self.checks.push(Check {
                prototype: Prototype::parse(text)?,
                value: None,
                expectations: Vec::new(),
                tolerance: None,
                differences: true,
            }),
            "value" => self.last_check()?.value = Some(text.to_string()),
            "expect" => {
                let expectations = parse_expectations(text)?;
                self.last_check()?.expectations.extend(expectations);
            }
            "tolerance" => {
                text.parse::<f64>().context("a number is expected")?;
                self.last_check()?.tolerance = Some(text.to_string());
            }
            "differences" => {
                ensure!(
                    text.starts_with("off (") && text.ends_with(')'),
                    "write `off (reason)`: only switching them off, and saying why, is possible"
                );
                self.last_check()?.differences = false;
            }
            "run" => self.has_main = true,
            "reject" => self.rejections.push(text.to_string()),
            "ir" => self.ir_claims.push(parse_ir_claim(text)?),
            "levels" => self.levels = text.split_whitespace().map(str::to_string).collect(),
            "flags" => self.flags.extend(text.split_whitespace().map(str::to_string)),
            "options" => self.options.extend(text.split_whitespace().map(str::to_string)),
            "again" => self.again.push(text.split_whitespace().map(str::to_string).collect()),
            "leaks" => self.leaks = parse_switch(text)?,
            "slow" => self.slow = parse_switch(text)?,
            "example" => self.description.push(text.to_string()),
            "time" => self.timed = Some(Prototype::parse(text)?),
            _ => bail!("unknown directive"),
        }
        Ok(())
    }

    /// The case as it is run once more: with further flags, at the levels among them if there are any.
    pub fn with(&self, more: &[String]) -> Case {
        let (levels, flags): (Vec<String>, Vec<String>) = more.iter().cloned().partition(|word| word.starts_with("-O"));
        let mut case = self.clone();
        case.flags.extend(flags);
        if !levels.is_empty() {
            case.levels = levels;
        }
        case.ir_claims.clear();
        case
    }

    fn last_check(&mut self) -> Result<&mut Check> {
        self.checks.last_mut().context("stands before any `check:`")
    }

    fn verify(&self) -> Result<()> {
        ensure!(
            !self.checks.is_empty() || self.has_main || !self.rejections.is_empty() || !self.ir_claims.is_empty(),
            "no directive says what to test: add `check:`, `run:`, `reject:` or `ir:` (tests/README.md)"
        );
        ensure!(
            self.rejections.is_empty() || (self.checks.is_empty() && !self.has_main),
            "a file that must be rejected cannot also be run"
        );
        ensure!(
            self.checks.is_empty() || !self.has_main,
            "a file with `check:` gets its main from the driver and cannot have `run:`"
        );
        ensure!(!self.levels.is_empty(), "`levels:` names no level");
        for check in &self.checks {
            verify_expectations(check).map_err(|error| anyhow!("check of {}: {error}", check.prototype.function))?;
        }
        Ok(())
    }
}

/// Every active input has its expectation, and every expectation its input.
fn verify_expectations(check: &Check) -> Result<()> {
    let inputs: Vec<&Parameter> = check.prototype.active_parameters().collect();
    for input in &inputs {
        let mut matching = check.expectations.iter().filter(|found| found.input == input.name);
        let Some(expectation) = matching.next() else {
            bail!("`expect:` has no entry for {}", input.name);
        };
        ensure!(matching.next().is_none(), "`expect:` has two entries for {}", input.name);
        let (given, needed) = (expectation.values.len(), input.values.count());
        ensure!(
            given == needed || (expectation.is_partial && given < needed),
            "`expect:` has {given} values for {}, which has {needed} elements (end the list with `...` to give only \
             the first)",
            input.name
        );
    }
    for expectation in &check.expectations {
        ensure!(
            inputs.iter().any(|input| input.name == expectation.input),
            "`expect:` names {}, which is not an active input",
            expectation.input
        );
    }
    Ok(())
}

/// The directives of a file: line number, key and text, with continuation lines joined.
fn directive_lines(text: &str, language: Language) -> Vec<(usize, &str, String)> {
    let mut found: Vec<(usize, &str, String)> = Vec::new();
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = line.trim().strip_prefix(language.comment()) else {
            is_open = false;
            continue;
        };
        let comment = comment.trim();
        let directive = comment.split_once(':').filter(|(key, _)| KEYS.contains(&key.trim()));
        if let (Some((key, value)), false) = (directive, is_open) {
            found.push((index + 1, key.trim(), value.trim().to_string()));
        } else if let (true, Some((_, _, value))) = (is_open, found.last_mut()) {
            value.push(' ');
            value.push_str(comment);
        } else {
            continue;
        }
        is_open = found.last().is_some_and(|(_, _, value)| open_brackets(value) > 0 || value.ends_with(','));
    }
    found
}

fn parse_expectations(text: &str) -> Result<Vec<Expectation>> {
    let entries = split_outside_brackets(text, ',').into_iter().filter(|entry| !entry.is_empty());
    entries
        .map(|entry| {
            let (input, value) =
                entry.split_once('=').with_context(|| format!("`{entry}` is not of the form `input = derivative`"))?;
            let value = value.trim();
            let mut values: Vec<String> = match take_bracketed(value).filter(|_| value.starts_with('{')) {
                Some((inside, "")) => split_outside_brackets(inside, ',').into_iter().map(str::to_string).collect(),
                Some((_, rest)) => bail!("`{rest}` follows the values of {}", input.trim()),
                None => vec![value.to_string()],
            };
            let is_partial = values.last().is_some_and(|last| last == "..." || last == "…");
            if is_partial {
                values.pop();
            }
            ensure!(values.iter().all(|value| !value.is_empty()), "a value of {} is missing", input.trim());
            Ok(Expectation { input: input.trim().to_string(), values, is_partial })
        })
        .collect()
}

fn parse_ir_claim(text: &str) -> Result<IrClaim> {
    const FORM: &str = "write `-O2 FUNCTION contains TEXT` or `-O2 FUNCTION lacks TEXT`";
    let mut words = text.splitn(4, ' ');
    let (Some(level), Some(function), Some(verb), Some(wanted)) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        bail!("{FORM}");
    };
    ensure!(level.starts_with("-O"), "{FORM}");
    let must_contain = match verb {
        "contains" => true,
        "lacks" => false,
        _ => bail!("{FORM}"),
    };
    Ok(IrClaim {
        level: level.to_string(),
        function: function.to_string(),
        must_contain,
        text: wanted.trim().to_string(),
    })
}

fn parse_switch(text: &str) -> Result<bool> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => bail!("write `on` or `off`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Case> {
        Case::parse(Path::new("case.c"), text)
    }

    #[test]
    fn checks_own_the_lines_after_them() {
        let case = parse(
            "// A note: prose stays prose.\n\
             // check: double f(double x = 2.0, double y = 3.0)\n\
             // value: 24.0\n\
             // expect: x = 12.0, y = cos(4.0)\n\
             // check: double g(double *x = {1, 2, 3})\n\
             // expect: x = {1, ...}\n\
             // tolerance: 1e-6\n\
             // differences: off (kink)\n\
             // flags: -g -DN=3\n\
             // again: -DM=2 -O2\n\
             double f(double x, double y) { return x; }\n",
        )
        .unwrap();
        assert_eq!(case.checks.len(), 2);
        assert_eq!(case.checks[0].value.as_deref(), Some("24.0"));
        assert_eq!(case.checks[0].expectations[1].values, ["cos(4.0)"]);
        assert!(case.checks[0].differences && !case.checks[1].differences);
        assert!(case.checks[1].expectations[0].is_partial);
        assert_eq!(case.levels, DEFAULT_LEVELS);
        assert_eq!(case.flags, ["-g", "-DN=3"]);
        let again = case.with(&case.again[0]);
        assert_eq!((again.flags.len(), again.levels), (3, vec!["-O2".to_string()]));
    }

    #[test]
    fn open_brackets_and_commas_continue() {
        let case =
            parse("// check: double f(double *x = {1,\n//   2}, double y = 3)\n// expect: x = {1, 2},\n//   y = 4\n")
                .unwrap();
        assert_eq!(case.checks[0].prototype.parameters[0].values.count(), 2);
        assert_eq!(case.checks[0].expectations[1].input, "y");
    }

    #[test]
    fn llvm_ir_has_its_own_comments() {
        let text = "; check: double f(double x = 1)\n; expect: x = 1\n; ir: -O2 f lacks call double\n";
        let case = Case::parse(Path::new("case.ll"), text).unwrap();
        assert_eq!(case.language, Language::LlvmIr);
        let claim = &case.ir_claims[0];
        assert_eq!((claim.must_contain, claim.text.as_str()), (false, "call double"));
    }

    #[test]
    fn mistakes_name_file_and_line() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert!(message("int x;\n").contains("no directive says what to test"));
        assert!(message("\n// check: double f(double x)\n").starts_with("case.c:2: check: "));
        assert!(message("// check: double f(double x = 1)\n").contains("no entry for x"));
        let short = "// check: double f(double *x = {1, 2})\n// expect: x = {1}\n";
        assert!(message(short).contains("1 values for x, which has 2 elements"));
        let foreign = "// check: double f(int n = 1)\n// expect: n = 1\n";
        assert!(message(foreign).contains("not an active input"));
        assert!(message("// reject: a\n// run:\n").contains("cannot also be run"));
        let reasonless = "// check: double f(double x = 1)\n// differences: off\n";
        assert!(message(reasonless).contains("off (reason)"));
    }
}

//! The linker that rustc starts: clang and lld with the plugin, on files from which lld makes one module.
//!
//! Programs without derivatives are linked by the same lld without the plugin, as rustc prepared them.

use crate::{archive, bitcode, embedded, report};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use zymase_toolchain::{LLVM_MAJOR, require_tool};

/// Names the plugin to the linker; `cargo zymase` sets it.
pub const PLUGIN: &str = "CARGO_ZYMASE_PLUGIN";
/// Names the file that collects what the plugin prints, for `cargo zymase explain`.
pub const SAID: &str = "CARGO_ZYMASE_SAID";
/// Set where line tables are there for messages alone.
pub const STRIP: &str = "CARGO_ZYMASE_STRIP";

/// In the names of the functions that the plugin replaces.
const DERIVATIVE_CALL: &[u8] = b"__enzyme_";

/// Was this process started as a linker?
pub fn is_wanted() -> bool {
    env::var_os(PLUGIN).is_some()
}

/// Links what rustc asks for. Where derivatives need code of the standard library, it is linked again with that code.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let plugin = env::var_os(PLUGIN).context("only `cargo zymase` starts this linker")?;
    let arguments = expand(arguments)?;
    let scratch = Scratch::beside(output(&arguments))?;
    let (given, derivatives) = prepare(&arguments, &scratch)?;
    let mut needed = Needed::default();
    loop {
        let mut command = Command::new(require_tool("clang")?);
        command
            .args(&needed.files)
            .args(needed.flags())
            .args(&given)
            .arg(joined("-fuse-ld=", require_tool("ld.lld")?.as_os_str()));
        if derivatives {
            command.arg(joined("-Wl,--load-pass-plugin=", &plugin));
        }
        if env::var_os(STRIP).is_some() {
            command.arg("-Wl,--strip-debug");
        }
        let output = command.stderr(Stdio::piped()).output().context("cannot start clang")?;
        let messages = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            report::pass_on_warnings(&messages);
            collect(&output.stdout)?;
            return Ok(ExitCode::SUCCESS);
        }
        if !needed.find(&report::missing_bodies(&messages), &arguments, &scratch)? {
            report::keep(&messages)?;
            eprint!("{messages}");
            return Ok(ExitCode::FAILURE);
        }
    }
}

/// Keeps what the plugin printed, if somebody wants it.
fn collect(said: &[u8]) -> Result<()> {
    let Some(path) = env::var_os(SAID) else { return Ok(()) };
    let mut file = OpenOptions::new().append(true).open(path).context("cannot keep what the plugin said")?;
    file.write_all(said).context("cannot keep what the plugin said")
}

/// The arguments for clang, with copies of bitcode files where derivatives are asked for; whether they are.
fn prepare(arguments: &[OsString], scratch: &Scratch) -> Result<(Vec<OsString>, bool)> {
    let inputs: Vec<Input> = arguments.iter().map(|argument| Input::read(argument)).collect::<Result<_>>()?;
    let derivatives = inputs.iter().any(Input::asks_for_derivatives);
    let mut given = Vec::new();
    for (index, (argument, input)) in arguments.iter().zip(inputs).enumerate() {
        match input {
            _ if is_choice_of_linker(argument) => {}
            Input::Bitcode(content) if derivatives => given.push(scratch.write(index, argument, content)?.into()),
            _ => given.push(argument.clone()),
        }
    }
    Ok((given, derivatives))
}

/// Code of the standard library that derivatives need.
#[derive(Default)]
struct Needed {
    files: Vec<PathBuf>,
    /// The functions that have been looked for.
    known: BTreeSet<String>,
}

impl Needed {
    /// Looks for these functions; false when there is nothing new.
    fn find(&mut self, symbols: &BTreeSet<String>, arguments: &[OsString], scratch: &Scratch) -> Result<bool> {
        let new: Vec<&String> = symbols.iter().filter(|symbol| self.known.insert((*symbol).clone())).collect();
        let found_before = self.files.len();
        let is_library =
            |argument: &&OsString| Path::new(argument).extension().is_some_and(|extension| extension == "rlib");
        for argument in arguments.iter().filter(is_library).filter(|_| !new.is_empty()) {
            let content =
                fs::read(argument).with_context(|| format!("cannot read {}", Path::new(argument).display()))?;
            for symbol in &new {
                if let Some(bitcode) = embedded::bitcode_of(&content, symbol) {
                    self.files.extend(scratch.extract(self.files.len(), symbol, bitcode)?);
                }
            }
        }
        Ok(self.files.len() > found_before)
    }

    /// The library defines the same functions: those that come first hold, and they are the same.
    fn flags(&self) -> Option<&'static str> {
        (!self.files.is_empty()).then_some("-Wl,--allow-multiple-definition")
    }
}

/// The arguments, with those that stand in files.
fn expand(arguments: &[OsString]) -> Result<Vec<OsString>> {
    let mut expanded = Vec::new();
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(file) => {
                let text = fs::read_to_string(file).with_context(|| format!("cannot read the arguments in {file}"))?;
                expanded.extend(text.lines().map(unescape));
            }
            None => expanded.push(argument.clone()),
        }
    }
    Ok(expanded)
}

/// rustc puts one argument on a line, with backslashes before spaces and the like.
fn unescape(line: &str) -> OsString {
    let mut text = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            '"' => {}
            other => text.push(other),
        }
    }
    text.into()
}

/// The file that is to be made.
fn output(arguments: &[OsString]) -> PathBuf {
    let named = arguments.iter().skip_while(|argument| *argument != "-o").nth(1);
    named.map_or_else(|| PathBuf::from("a.out"), PathBuf::from)
}

/// rustc may choose a linker that cannot load plugins, or one of another version.
fn is_choice_of_linker(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    text.starts_with("-fuse-ld=") || (text.starts_with("-B") && text.ends_with("gcc-ld"))
}

fn joined(prefix: &str, rest: &OsStr) -> OsString {
    let mut argument = OsString::from(prefix);
    argument.push(rest);
    argument
}

/// An argument, and what it is.
enum Input {
    /// A file or an archive with bitcode in it: its bytes.
    Bitcode(Vec<u8>),
    Other,
}

impl Input {
    fn read(argument: &OsStr) -> Result<Input> {
        let path = Path::new(argument);
        let is_file =
            path.extension().is_some_and(|extension| ["o", "rlib", "a"].iter().any(|known| extension == *known));
        if !is_file || !path.is_file() {
            return Ok(Input::Other);
        }
        let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let has_bitcode = pieces(&content).into_iter().any(|piece| bitcode::is_bitcode(&content[piece]));
        Ok(if has_bitcode { Input::Bitcode(content) } else { Input::Other })
    }

    fn asks_for_derivatives(&self) -> bool {
        match self {
            Input::Bitcode(content) => content.windows(DERIVATIVE_CALL.len()).any(|window| window == DERIVATIVE_CALL),
            Input::Other => false,
        }
    }
}

/// The members of an archive, or the file.
fn pieces(content: &[u8]) -> Vec<std::ops::Range<usize>> {
    if archive::is_archive(content) { archive::members(content) } else { std::iter::once(0..content.len()).collect() }
}

/// A folder that goes away in the end.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn beside(output: PathBuf) -> Result<Scratch> {
        let mut name = output.into_os_string();
        name.push(".zymase");
        let folder = PathBuf::from(name);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Scratch { folder })
    }

    /// A copy of a file, for regular link-time optimisation.
    fn write(&self, index: usize, argument: &OsStr, mut content: Vec<u8>) -> Result<PathBuf> {
        let original = Path::new(argument);
        for piece in pieces(&content) {
            if bitcode::is_bitcode(&content[piece.clone()]) {
                bitcode::hide_summaries(&mut content[piece]).with_context(|| {
                    format!(
                        "cannot read the bitcode in {}: is rustc's LLVM of version {LLVM_MAJOR}?",
                        original.display()
                    )
                })?;
            }
        }
        let name = original.file_name().unwrap_or_default().to_string_lossy();
        let copy = self.folder.join(format!("{index}-{name}"));
        fs::write(&copy, content).with_context(|| format!("cannot write {}", copy.display()))?;
        Ok(copy)
    }
}

impl Scratch {
    /// A file with one function of a module, and copies of what it needs there. None where it needs variables: of these
    /// there must not be two.
    fn extract(&self, index: usize, symbol: &str, bitcode: &[u8]) -> Result<Option<PathBuf>> {
        let (whole, part) = (self.folder.join("whole.bc"), self.folder.join(format!("needed-{index}.o")));
        fs::write(&whole, bitcode).with_context(|| format!("cannot write {}", whole.display()))?;
        let opt = |form: &[&str], from: &Path| -> Result<Vec<u8>> {
            let output = Command::new(require_tool("opt")?)
                .arg("-passes=internalize,globaldce")
                .arg(format!("-internalize-public-api-list={symbol},{PERSONALITY}"))
                .args(form)
                .arg(from)
                .args(["-o", "-"])
                .output()
                .context("cannot start opt")?;
            ensure!(output.status.success(), "opt cannot read the standard library's bitcode of {symbol}");
            Ok(output.stdout)
        };
        // What the library keeps for the start of programs is in its object file, and would need much of the rest here.
        let text = String::from_utf8(opt(&["-S"], &whole)?).context("LLVM writes texts in UTF-8")?;
        let needed: String = text.split_inclusive('\n').filter(|line| !is_kept(line)).collect();
        let without = self.folder.join("without.ll");
        fs::write(&without, needed).with_context(|| format!("cannot write {}", without.display()))?;
        let text = opt(&["-S"], &without)?;
        let has_variables = String::from_utf8_lossy(&text).lines().any(is_variable);
        if has_variables {
            return Ok(None);
        }
        fs::write(&part, opt(&[], &without)?).with_context(|| format!("cannot write {}", part.display()))?;
        Ok(Some(part))
    }
}

/// What functions name that unwinding runs through: of two names for it, one function cannot be inlined into the other.
const PERSONALITY: &str = "rust_eh_personality";

/// Does this line of LLVM's text name what is kept although nothing uses it?
fn is_kept(line: &str) -> bool {
    line.starts_with("@llvm.used = ") || line.starts_with("@llvm.compiler.used = ")
}

/// Is this line of LLVM's text the definition of something that can be written?
fn is_variable(line: &str) -> bool {
    line.starts_with('@')
        && line.split_once(" = internal ").is_some_and(|(_, rest)| rest.split(' ').any(|word| word == "global"))
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in the target folder, where `cargo clean` finds it.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linkers_of_others_are_left_out() {
        for choice in ["-fuse-ld=lld", "-B/sysroot/lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld"] {
            assert!(is_choice_of_linker(OsStr::new(choice)));
        }
        assert!(!is_choice_of_linker(OsStr::new("-Bstatic")));
    }

    #[test]
    fn arguments_of_files_are_read_back() {
        assert_eq!(unescape("/a\\ folder/b.o"), OsString::from("/a folder/b.o"));
        assert_eq!(unescape("\"-lc\""), OsString::from("-lc"));
    }

    #[test]
    fn variables_are_told_from_constants() {
        assert!(is_variable("@count = internal unnamed_addr global i64 0, align 8"));
        assert!(is_variable("@local = internal thread_local global [8 x i8] zeroinitializer"));
        assert!(!is_variable("@text = internal unnamed_addr constant [2 x i8] c\"a \""));
        assert!(!is_variable("define internal void @f() { ; global"));
    }

    #[test]
    fn the_output_is_named_after_its_option() {
        let arguments = ["a.o", "-o", "program"].map(OsString::from);
        assert_eq!(output(&arguments), PathBuf::from("program"));
    }
}

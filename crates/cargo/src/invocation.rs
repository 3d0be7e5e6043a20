//! One run of cargo, so that rustc leaves code generation to our linker.
//!
//! Flags go to the crates of the target alone, not to build scripts and macros: `--target` keeps them apart. What is not
//! optimised at all calls functions that the standard library has compiled already, of which nobody sees the bodies: the
//! development profile is optimised, and keeps its assertions and overflow checks.

use crate::{linker, plugin, rayon, report};
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use zymase_toolchain::require_tool;

/// What a command of ours adds to one of cargo's.
#[derive(Default)]
pub struct Additions {
    /// Flags of rustc's.
    pub flags: Vec<String>,
    /// Arguments of cargo's.
    pub arguments: Vec<String>,
    /// How this program is started to run each program that cargo would run.
    pub runner: Option<&'static str>,
    pub environment: Vec<(&'static str, OsString)>,
}

/// One run of cargo.
pub struct Invocation {
    command: Command,
    report: PathBuf,
}

impl Invocation {
    /// Cargo's command with these arguments, and what makes rustc leave the rest to our linker.
    pub fn new(subcommand: impl AsRef<OsStr>, arguments: &[OsString], additions: &Additions) -> Result<Invocation> {
        let subcommand = subcommand.as_ref();
        require_tool("clang")?;
        require_tool("ld.lld")?;
        let given: Vec<String> = arguments
            .iter()
            .map(|argument| argument.to_string_lossy().into_owned())
            .take_while(|argument| argument != "--")
            .collect();
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.arg(subcommand);
        let target = match value_of(&given, "--target") {
            Some(target) => target,
            None => {
                let host = host()?;
                command.args(["--target", &host]);
                host
            }
        };
        let own = env::current_exe()?.canonicalize()?;
        let own = own.to_str().context("the path of cargo-zymase is no text: install it elsewhere")?;
        let mut flags = vec![
            "-Clinker-plugin-lto".to_string(),
            format!("-Clinker={own}"),
            "-Clinker-flavor=gcc".to_string(),
            rayon::FLAG.to_string(),
        ];
        flags.extend(additions.flags.iter().cloned());
        pass_flags(&mut command, &target, &flags);
        if let Some(part) = additions.runner {
            command.arg("--config").arg(format!("target.{target}.runner=[{own:?},{part:?}]"));
        }
        command.args(&additions.arguments).envs(additions.environment.iter().cloned());
        let profile = Profile::of(&subcommand.to_string_lossy(), &given);
        profile.apply(&mut command);
        let report = env::temp_dir().join(format!("cargo-zymase-{}.txt", std::process::id()));
        command.env(linker::PLUGIN, plugin::locate()?).env(report::FILE, &report);
        command.env(rayon::OTHER_WRAPPER, env::var_os("RUSTC_WRAPPER").unwrap_or_default()).env("RUSTC_WRAPPER", own);
        command.args(arguments);
        Ok(Invocation { command, report })
    }

    /// Runs it and shows what the plugin said.
    pub fn run(mut self) -> Result<ExitCode> {
        let status = self.command.status().context("cannot start cargo")?;
        report::show(&self.report);
        // There is none where nothing was said.
        let _ = std::fs::remove_file(&self.report);
        Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
    }
}

/// The value of an option of cargo's.
fn value_of(arguments: &[String], name: &str) -> Option<String> {
    let joined =
        arguments.iter().find_map(|argument| argument.strip_prefix(name)?.strip_prefix('=').map(str::to_owned));
    joined.or_else(|| arguments.iter().skip_while(|argument| *argument != name).nth(1).cloned())
}

/// The target that rustc compiles for by itself.
fn host() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--version", "--verbose"]).output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    check_llvm(&text)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what its host is: check `rustc --version --verbose`")?.to_owned())
}

/// Bitcode of a newer LLVM than ours cannot be read.
fn check_llvm(version: &str) -> Result<()> {
    let major =
        version.lines().find_map(|line| line.strip_prefix("LLVM version: ")).and_then(|text| text.split('.').next());
    match major.and_then(|major| major.parse::<u32>().ok()) {
        Some(major) if major.to_string() != zymase_toolchain::LLVM_MAJOR => bail!(
            "this rustc is built on LLVM {major}, the plugin on LLVM {ours}: use the toolchain 1.95 (rustup toolchain install 1.95), \
             or a cargo-zymase for LLVM {major}",
            ours = zymase_toolchain::LLVM_MAJOR
        ),
        _ => Ok(()),
    }
}

/// Adds flags to those that cargo gives to rustc and, for documentation tests, to rustdoc: cargo takes them from one
/// place only, the environment before everything else.
fn pass_flags(command: &mut Command, target: &str, flags: &[String]) {
    for (encoded, plain, key) in [
        ("CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "rustflags"),
        ("CARGO_ENCODED_RUSTDOCFLAGS", "RUSTDOCFLAGS", "rustdocflags"),
    ] {
        const BETWEEN: &str = "\u{1f}";
        let given = env::var(encoded).ok().or_else(|| {
            let words = env::var(plain).ok()?;
            Some(words.split_whitespace().collect::<Vec<_>>().join(BETWEEN))
        });
        match given.filter(|given| !given.is_empty()) {
            Some(given) => {
                command.env(encoded, format!("{given}{BETWEEN}{}", flags.join(BETWEEN)));
            }
            None => {
                // Even empty they would be taken instead.
                command.env_remove(encoded).env_remove(plain);
                let list: Vec<String> = flags.iter().map(|flag| format!("{flag:?}")).collect();
                command.arg("--config").arg(format!("target.{target}.{key}=[{}]", list.join(",")));
            }
        }
    }
}

/// The profile that cargo builds in.
struct Profile {
    name: String,
}

impl Profile {
    fn of(subcommand: &str, arguments: &[String]) -> Profile {
        let release = arguments.iter().any(|argument| argument == "--release" || argument == "-r");
        let name = match value_of(arguments, "--profile") {
            Some(name) if name == "test" => "dev".to_owned(),
            Some(name) => name,
            None if subcommand == "bench" || release => "release".to_owned(),
            None => "dev".to_owned(),
        };
        Profile { name }
    }

    fn apply(&self, command: &mut Command) {
        let variable = |key: &str| format!("CARGO_PROFILE_{}_{key}", self.name.to_uppercase().replace('-', "_"));
        // The linker does all of it.
        command.env(variable("LTO"), "off");
        if self.name == "dev" {
            command.env(variable("OPT_LEVEL"), "2");
        } else if env::var_os(variable("DEBUG")).is_none() {
            // Declared types tell what memory holds, and messages name lines; what is left of both is removed.
            command.env(variable("DEBUG"), "full").env(linker::STRIP, "1");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_have_values_after_them_or_in_them() {
        assert_eq!(value_of(&words("--target a -p x"), "--target").as_deref(), Some("a"));
        assert_eq!(value_of(&words("-p x --target=b"), "--target").as_deref(), Some("b"));
        assert_eq!(value_of(&words("-p x"), "--target"), None);
    }

    #[test]
    fn profiles_are_named_by_options_or_commands() {
        assert_eq!(Profile::of("build", &words("")).name, "dev");
        assert_eq!(Profile::of("build", &words("-r")).name, "release");
        assert_eq!(Profile::of("bench", &words("")).name, "release");
        assert_eq!(Profile::of("test", &words("--profile test")).name, "dev");
        assert_eq!(Profile::of("run", &words("--profile=fast")).name, "fast");
    }

    #[test]
    fn another_llvm_is_refused() {
        assert!(check_llvm("host: x\nLLVM version: 22.1.2\n").is_ok());
        assert!(check_llvm("host: x\nLLVM version: 23.0.0\n").is_err());
    }
}

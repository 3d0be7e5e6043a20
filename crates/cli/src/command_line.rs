//! The command line of `zymase`: its commands, and which words belong to which program.
//!
//! Options are declared beside the commands that they are for. Some commands hand words on to a compiler, and the user need
//! not mark where those begin: options of ours may stand anywhere between them (`arrange`).

use crate::{batch, bisect, check, explain, format, grad, jacobian, lower, opt, print, raise, run, toolchain};
use clap::{Args, Command as Definition, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::ffi::OsString;

const ENVIRONMENT: &str = "\
Environment:
  ZYMASE_PLUGIN  the plugin to load instead of the one beside this program
  ZYMASE_FLAGS   options for the plugin, as key=value words";

/// Exact derivatives of C, C++ and Fortran programs, made by the compiler
#[derive(Debug, Parser)]
#[command(name = "zymase", version = version(), after_help = ENVIRONMENT)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run clang-22 with these arguments and the plugin (exit status: clang's)
    #[command(disable_help_flag = true)]
    Cc(ForCompiler),
    /// Run clang++-22 with these arguments and the plugin
    #[command(name = "c++", disable_help_flag = true)]
    CPlusPlus(ForCompiler),
    /// Run flang-22 with these arguments and the plugin
    #[command(alias = "flang", disable_help_flag = true)]
    Fc(ForCompiler),
    /// Compare reverse mode, forward mode and differences of a function at every level
    Check(check::Options),
    /// Find the derivative that an optimisation makes wrong
    Bisect(bisect::Options),
    /// Show what a gradient keeps, why, and what would help
    Explain(explain::Options),
    /// Show an analysis beside the source lines it concerns
    Print(print::Options),
    /// Read a module of StableHLO (or any MLIR in the generic form), check it and print it
    Fmt(format::Options),
    /// Evaluate a function of such a module, on one device or on simulated ones
    Run(run::Options),
    /// Replace a function of such a module by its derivative
    Grad(grad::Options),
    /// Replace a function of such a module by its Jacobians
    Jacobian(jacobian::Options),
    /// Replace a function of such a module by its batched form
    Batch(batch::Options),
    /// Make such a module cheaper to run: rewrites by rules, chosen by a cost model
    Opt(opt::Options),
    /// Write a function of a program as loops over memory, in MLIR
    Raise(raise::Options),
    /// Write loops, and tensors through loops, as LLVM IR
    Lower(lower::Options),
    /// Print where the plugin is, for clang -fpass-plugin=, opt -load-pass-plugin= and lld --load-pass-plugin=
    PluginPath,
    /// Print where the headers are, for clang -I
    IncludePath,
    /// Print completions of commands and options for a shell
    Completions {
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Print the version, and the LLVM it was built for
    #[command(hide = true)]
    Version,
}

/// Words that a compiler understands.
#[derive(Args, Debug)]
pub struct ForCompiler {
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,
}

/// The version, as `--version` prints it behind the name.
pub fn version() -> String {
    format!("{} (for LLVM {})", env!("CARGO_PKG_VERSION"), toolchain::LLVM_VERSION)
}

impl CommandLine {
    /// Reads the words of a command line, of which the first is the program.
    pub fn read(words: &[OsString]) -> Result<CommandLine, clap::Error> {
        let Some((program, [name, rest @ ..])) = words.split_first() else {
            return CommandLine::try_parse_from(words);
        };
        let definition = CommandLine::command();
        let command = name.to_str().and_then(|name| definition.find_subcommand(name));
        let rest = command.map_or_else(|| rest.to_vec(), |command| arrange(command, rest));
        CommandLine::try_parse_from([program, name].into_iter().cloned().chain(rest))
    }
}

/// What completes commands and options in a shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "zymase", &mut text);
    text
}

/// Begins the words for a compiler, as `--` does.
const RUNTIME: &str = "--runtime";

/// Puts words of a command that are for a compiler behind a `--`, in their order: options that the command does not have,
/// and all other words but its first few. A `--` of the user's begins them too.
fn arrange(command: &Definition, words: &[OsString]) -> Vec<OsString> {
    if !command.get_positionals().any(clap::Arg::is_last_set) {
        return words.to_vec();
    }
    let mut files = command.get_positionals().filter(|argument| !argument.is_last_set()).count();
    let (mut own, mut others) = (Vec::new(), Vec::new());
    let mut remaining = words.iter();
    if command.is_disable_help_flag_set() {
        // A compiler has its own help.
        others.extend(remaining.by_ref().cloned());
    }
    while let Some(word) = remaining.next() {
        let text = word.to_string_lossy();
        if text == "--" {
            others.extend(remaining.by_ref().cloned());
        } else if let Some(option) = option_of(command, &text) {
            own.push(word.clone());
            if option.get_action().takes_values() && !text.contains('=') {
                own.extend(remaining.next().cloned());
            }
            if text == RUNTIME {
                others.extend(remaining.by_ref().skip_while(|word| *word == "--").cloned());
            }
        } else if text == "--help" || text == "-h" || (!text.starts_with('-') && files > 0) {
            files = files.saturating_sub(usize::from(!text.starts_with('-')));
            own.push(word.clone());
        } else {
            others.push(word.clone());
        }
    }
    own.push("--".into());
    own.extend(others);
    own
}

/// The option of a command that a word names.
fn option_of<'a>(command: &'a Definition, word: &str) -> Option<&'a clap::Arg> {
    if let Some(short) = word.strip_prefix('-').filter(|rest| rest.chars().count() == 1 && *rest != "-") {
        return command.get_arguments().find(|argument| argument.get_short().is_some_and(|c| short.starts_with(c)));
    }
    let name = word.strip_prefix("--")?;
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    command.get_arguments().find(|argument| argument.get_long() == Some(name))
}

/// Reads the words after the name of a command.
#[cfg(test)]
pub fn read_command(name: &str, words: &[&str]) -> anyhow::Result<Command> {
    let words: Vec<OsString> = ["zymase", name].into_iter().chain(words.iter().copied()).map(OsString::from).collect();
    Ok(CommandLine::read(&words)?.command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(name: &str, words: &[&str]) -> Vec<String> {
        let definition = CommandLine::command();
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let found = arrange(definition.find_subcommand(name).unwrap(), &words);
        found.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    fn message(words: &[&str]) -> String {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        CommandLine::read(&words).unwrap_err().to_string()
    }

    #[test]
    fn the_definition_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn a_compiler_gets_all_words() {
        assert_eq!(arranged("cc", &["--help", "-o", "x", "--", "a.c"]), ["--", "--help", "-o", "x", "--", "a.c"]);
    }

    #[test]
    fn options_of_ours_may_stand_anywhere() {
        let words = ["plan", "f.c", "-DN=3", "--function", "f", "-I", "inc", "--width=2"];
        let expected = ["plan", "f.c", "--function", "f", "--width=2", "--", "-DN=3", "-I", "inc"];
        assert_eq!(arranged("print", &words), expected);
        assert_eq!(arranged("check", &["--runtime", "--", "-O2", "a.c"]), ["--runtime", "--", "-O2", "a.c"]);
        assert_eq!(arranged("check", &["--runtime", "a.c", "--seed"]), ["--runtime", "--", "a.c", "--seed"]);
    }

    #[test]
    fn typing_errors_are_recognised() {
        assert!(message(&["zymase", "explian", "f.c"]).contains("explain"));
        assert!(message(&["zymase", "grad", "a.mlir", "--outptus"]).contains("--outputs"));
    }

    #[test]
    fn every_command_has_a_help_text_and_shells_complete_it() {
        for command in CommandLine::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
        }
        let text = String::from_utf8(completions(Shell::Bash)).unwrap();
        assert!(text.contains("jacobian") && text.contains("--checkpoint"));
    }
}

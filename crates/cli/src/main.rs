//! The `zymase` program: reads the command and hands over to clang or to a view.

#![forbid(unsafe_code)]

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;
use zymase_cli::command_line::{self, Command, CommandLine};
use zymase_cli::compile::{self, Driver};
use zymase_cli::{
    batch, bisect, check, explain, format, gpu, grad, jacobian, lower, opt, print, raise, run as evaluate, toolchain,
};

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let line = CommandLine::read(&words).unwrap_or_else(|error| error.exit());
    match run(line.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("zymase: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Cc(words) => become_clang(Driver::C, &words.arguments),
        Command::CPlusPlus(words) => become_clang(Driver::CPlusPlus, &words.arguments),
        Command::Fc(words) => become_clang(Driver::Fortran, &words.arguments),
        Command::Check(options) => check(options),
        Command::Bisect(options) => show(&bisect::run(&options)?),
        Command::Explain(options) => show(&explain::run(&options.into())?),
        Command::Print(options) => show(&print::run(&options.into())?),
        Command::Fmt(options) => format::run(&options.into()),
        Command::Run(options) => show(&evaluate::run(&options.into())?),
        Command::Grad(options) => grad::run(&options.try_into()?),
        Command::Jacobian(options) => jacobian::run(&options.into()),
        Command::Batch(options) => batch::run(&options.into()),
        Command::Opt(options) => opt::run(&options.into()),
        Command::Raise(options) => raise::run(&options.try_into()?),
        Command::Lower(options) => lower::run(&options),
        Command::PluginPath => show(&format!("{}\n", toolchain::plugin_path()?.display())),
        Command::IncludePath => show(&format!("{}\n", toolchain::require_include_folder()?.display())),
        Command::Completions { shell } => show(&String::from_utf8(command_line::completions(shell))?),
        Command::Version => show(&format!("zymase {}\n", command_line::version())),
    }
}

fn show(text: &str) -> Result<()> {
    print!("{text}");
    Ok(())
}

fn check(options: check::Options) -> Result<()> {
    if let Some(words) = options.program() {
        let is_cpp = words.iter().any(|word| Driver::for_file(word.as_ref()) == Driver::CPlusPlus);
        let mut all = vec![compile::SELF_CHECK.into()];
        all.extend(words.iter().cloned());
        return become_clang(if is_cpp { Driver::CPlusPlus } else { Driver::C }, &all);
    }
    if !check::run(&options.try_into()?)? {
        bail!("the check failed");
    }
    Ok(())
}

/// Replaces this process by clang, so that its exit status, signals and streams are the caller's to see unchanged.
fn become_clang(driver: Driver, arguments: &[OsString]) -> Result<()> {
    if gpu::is_asked_for(arguments) {
        let status = gpu::run(driver, arguments)?;
        std::process::exit(status);
    }
    let mut command = compile::command(driver, arguments)?;
    let program = command.get_program().to_owned();
    Err(command.exec()).with_context(|| format!("cannot start {}", program.to_string_lossy()))
}

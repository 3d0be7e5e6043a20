//! Decides which arguments `zymase cc` and `zymase c++` add to the user's clang command line.
//!
//! - always: the plugin and the folder of `zymase/autodiff.h`;
//! - a compile without any `-g…`: line tables, so that diagnostics name lines, and the request that the plugin
//!   removes them again once it has run;
//! - `-flto`: no vectorisation before the link (derivatives are made at link time, from scalar code; vectorisation
//!   still happens afterwards), and lld with the plugin for the link itself.
//!
//! Our arguments stand before the user's, so that the user's win, and are exempt from "unused argument" warnings:
//! whether a step compiles or links is then no concern of ours.

use crate::toolchain;
use anyhow::Result;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which of clang's drivers to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    C,
    CPlusPlus,
}

impl Driver {
    /// The name of the LLVM tool, without its version.
    pub fn tool_name(self) -> &'static str {
        match self {
            Driver::C => "clang",
            Driver::CPlusPlus => "clang++",
        }
    }

    /// The driver for a source file, told by its extension.
    pub fn for_file(path: &Path) -> Driver {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("cc" | "cpp" | "cxx" | "c++" | "C" | "CPP" | "cu") => Driver::CPlusPlus,
            _ => Driver::C,
        }
    }
}

/// What a clang command line is made of, apart from the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Invocation {
    pub arguments: Vec<OsString>,
    /// Options for the plugin, beyond those of the environment.
    pub plugin_options: Vec<&'static str>,
}

/// Extends the user's arguments with the plugin and what it needs.
pub fn compose(user: &[OsString], plugin: &Path, include: Option<&Path>) -> Invocation {
    let text: Vec<String> = user.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let has = |prefix: &str| text.iter().any(|argument| argument.starts_with(prefix));
    let link_time = has("-flto") && !text.iter().any(|argument| argument == "-fno-lto");

    let mut arguments: Vec<OsString> = vec!["--start-no-unused-arguments".into()];
    arguments.push(joined("-fpass-plugin=", plugin));
    if let Some(folder) = include {
        arguments.push("-I".into());
        arguments.push(folder.into());
    }
    let mut plugin_options = Vec::new();
    if !has("-g") && has_source_input(&text) {
        arguments.push("-gline-tables-only".into());
        plugin_options.push("strip-debug=1");
    }
    if link_time {
        arguments.push("-fno-vectorize".into());
        arguments.push("-fno-slp-vectorize".into());
        if !has("-fuse-ld") {
            arguments.push(format!("-fuse-ld=lld-{}", toolchain::LLVM_MAJOR).into());
        }
        if !stops_before_link(&text) {
            arguments.push(joined("-Wl,--load-pass-plugin=", plugin));
        }
    }
    arguments.push("--end-no-unused-arguments".into());
    arguments.extend_from_slice(user);
    Invocation { arguments, plugin_options }
}

fn joined(prefix: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(prefix);
    argument.push(path);
    argument
}

/// Whether clang is told to stop before linking.
fn stops_before_link(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| matches!(argument.as_str(), "-c" | "-S" | "-E" | "-M" | "-MM" | "-fsyntax-only"))
}

/// Whether something is compiled, as opposed to a link of objects only.
fn has_source_input(arguments: &[String]) -> bool {
    const SOURCES: [&str; 14] = ["c", "C", "cc", "cpp", "cxx", "c++", "CPP", "i", "ii", "m", "mm", "ll", "bc", "cu"];
    arguments.iter().any(|argument| {
        argument == "-" || argument == "-x" || {
            let extension = Path::new(argument).extension().and_then(|found| found.to_str());
            !argument.starts_with('-') && extension.is_some_and(|found| SOURCES.contains(&found))
        }
    })
}

/// The complete command for one of clang's drivers.
pub fn command(driver: Driver, user: &[OsString]) -> Result<Command> {
    let program: PathBuf = toolchain::require_tool(driver.tool_name())?;
    let plugin = toolchain::plugin_path()?;
    let include = toolchain::include_folder();
    let invocation = compose(user, &plugin, include.as_deref());
    let mut command = Command::new(program);
    command.args(&invocation.arguments);
    if !invocation.plugin_options.is_empty() {
        command.env(toolchain::FLAGS_VARIABLE, toolchain::extend_plugin_flags(&invocation.plugin_options));
    }
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composed(user: &[&str]) -> (Vec<String>, Vec<&'static str>) {
        let user: Vec<OsString> = user.iter().map(OsString::from).collect();
        let invocation = compose(&user, Path::new("/p/libzymase.so"), Some(Path::new("/p/include")));
        let arguments = invocation.arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
        (arguments, invocation.plugin_options)
    }

    #[test]
    fn a_plain_compile_gets_plugin_header_and_temporary_lines() {
        let (arguments, options) = composed(&["-O2", "f.c"]);
        let expected = [
            "--start-no-unused-arguments",
            "-fpass-plugin=/p/libzymase.so",
            "-I",
            "/p/include",
            "-gline-tables-only",
            "--end-no-unused-arguments",
            "-O2",
            "f.c",
        ];
        assert_eq!(arguments, expected);
        assert_eq!(options, ["strip-debug=1"]);
    }

    #[test]
    fn debug_information_the_user_asked_for_stays() {
        for flag in ["-g", "-g1", "-ggdb", "-g0"] {
            let (arguments, options) = composed(&[flag, "f.c"]);
            assert!(!arguments.iter().any(|argument| argument == "-gline-tables-only"));
            assert!(options.is_empty());
        }
    }

    #[test]
    fn a_link_of_objects_strips_nothing() {
        let (arguments, options) = composed(&["a.o", "b.o", "-o", "program"]);
        assert!(!arguments.iter().any(|argument| argument.starts_with("-g")));
        assert!(options.is_empty());
    }

    #[test]
    fn link_time_optimisation_loads_the_plugin_into_lld() {
        let (arguments, _) = composed(&["-flto", "a.o", "-o", "program"]);
        assert!(arguments.contains(&"-fuse-ld=lld-22".to_string()));
        assert!(arguments.contains(&"-Wl,--load-pass-plugin=/p/libzymase.so".to_string()));
        let (arguments, _) = composed(&["-flto=full", "-c", "a.c"]);
        assert!(arguments.contains(&"-fno-slp-vectorize".to_string()));
        assert!(!arguments.iter().any(|argument| argument.starts_with("-Wl,")));
    }

    #[test]
    fn the_users_linker_is_respected() {
        let (arguments, _) = composed(&["-flto", "-fuse-ld=lld", "a.o"]);
        assert!(!arguments.contains(&"-fuse-ld=lld-22".to_string()));
    }
}

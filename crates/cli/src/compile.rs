//! Decides which arguments `zymase cc`, `c++` and `fc` add to the user's command line.
//!
//! - always: the plugin and the folder of the headers; for C and C++ the front-end plugin that reads attributes, if there is one;
//! - a compile without any `-g…`: line tables, so that diagnostics name lines, and the request that the plugin
//!   removes them again once it has run;
//! - a program made of several files, and every `-c`: full link-time optimisation. Derivatives are then made when the
//!   files are linked, where all bodies are there; vectorisation and unrolling, which derivatives are better made
//!   without, wait until then. A program made of one source file needs none of this;
//! - the link of such files: lld, with the plugin.
//!
//! What the user says (`-fno-lto`, `-flto=thin`) is respected. Our arguments stand before the user's, so that the
//! user's win, and are exempt from "unused argument" warnings.

use crate::arguments::{Arguments, LinkTime, Stop};
use crate::{cuda, toolchain};
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which compiler driver to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    C,
    CPlusPlus,
    Fortran,
}

impl Driver {
    /// The name of the LLVM tool, without its version.
    pub fn tool_name(self) -> &'static str {
        match self {
            Driver::C => "clang",
            Driver::CPlusPlus => "clang++",
            Driver::Fortran => "flang",
        }
    }

    /// The driver for a source file, told by its extension.
    pub fn for_file(path: &Path) -> Driver {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("cc" | "cpp" | "cxx" | "c++" | "C" | "CPP" | "cu") => Driver::CPlusPlus,
            Some("f" | "F" | "for" | "f90" | "F90" | "f95" | "F95" | "f03" | "F03") => Driver::Fortran,
            _ => Driver::C,
        }
    }
}

/// The option of ours among the compiler's: derivatives check themselves while the program runs.
pub const SELF_CHECK: &str = "--zymase-check";

/// What a command line is made of, apart from the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Invocation {
    pub arguments: Vec<OsString>,
    /// Options for the plugin, beyond those of the environment.
    pub plugin_options: Vec<&'static str>,
}

/// When derivatives are made.
fn link_time(read: &Arguments) -> LinkTime {
    if let Some(said) = read.link_time {
        return said;
    }
    let later = match read.stop {
        Stop::Object => true,
        Stop::Program => read.has_several_files(),
        Stop::Question | Stop::BeforeCode | Stop::Assembly => false,
    };
    if later { LinkTime::Full } else { LinkTime::Off }
}

/// Extends the user's arguments with the plugin and what it needs.
pub fn compose(driver: Driver, user: &[OsString], plugin: &Path, include: Option<&Path>) -> Result<Invocation> {
    let checked = user.iter().any(|argument| argument == SELF_CHECK);
    let user: Vec<OsString> = user.iter().filter(|argument| *argument != SELF_CHECK).cloned().collect();
    let mut invocation = compose_plain(driver, &user, plugin, include)?;
    invocation.plugin_options.extend(checked.then_some("check=1"));
    Ok(invocation)
}

fn compose_plain(driver: Driver, user: &[OsString], plugin: &Path, include: Option<&Path>) -> Result<Invocation> {
    let read = Arguments::read(user)?;
    let mut added = Vec::new();
    let mut plugin_options = Vec::new();
    let is_cuda = cuda::is_cuda(user);
    // Clang puts the code for the device into that for the host, which is then like any other.
    let link_time = if is_cuda { LinkTime::Off } else { link_time(&read) };
    if is_cuda {
        cuda::cuda_arguments(user, read.stop, &mut added);
    }
    if read.stop != Stop::Question {
        if link_time != LinkTime::Off {
            added.push(if link_time == LinkTime::Thin { "-flto=thin" } else { "-flto=full" }.into());
        }
        if read.has_source() {
            compile_arguments(driver, &read, link_time, plugin, &mut added);
            if !read.debug {
                added.push("-gline-tables-only".into());
                plugin_options.push("strip-debug=1");
            }
        }
        if read.stop == Stop::Program && link_time != LinkTime::Off {
            link_arguments(&read, link_time, plugin, &mut added)?;
        }
    }
    if let Some(folder) = include {
        added.push("-I".into());
        added.push(folder.into());
    }
    let mut arguments = Vec::new();
    match driver {
        // flang has no such option, and does not warn.
        Driver::Fortran => arguments.append(&mut added),
        Driver::C | Driver::CPlusPlus => {
            arguments.push("--start-no-unused-arguments".into());
            arguments.append(&mut added);
            arguments.push("--end-no-unused-arguments".into());
        }
    }
    let ours = read.stop == Stop::Program && link_time != LinkTime::Off;
    let kept = user.iter().filter(|argument| !(ours && is_linker_choice(&argument.to_string_lossy())));
    arguments.extend(kept.cloned());
    if is_cuda {
        arguments.extend(cuda::libraries(user, read.stop));
    }
    Ok(Invocation { arguments, plugin_options })
}

/// What the compilation of a source file gets.
fn compile_arguments(driver: Driver, read: &Arguments, link_time: LinkTime, plugin: &Path, added: &mut Vec<OsString>) {
    added.push(joined("-fpass-plugin=", plugin));
    if let Some(attributes) = toolchain::attributes_beside(plugin).filter(|_| driver != Driver::Fortran) {
        added.push(joined("-fplugin=", &attributes));
    }
    if link_time == LinkTime::Full && !read.unoptimised {
        let pass_on = if driver == Driver::Fortran { "" } else { "-Xclang" };
        if driver != Driver::Fortran {
            added.extend(["-fno-vectorize", "-fno-slp-vectorize"].map(OsString::from));
        }
        for option in ["-unroll-runtime=0", "-unroll-allow-partial=0"] {
            let words = [pass_on, "-mllvm", pass_on, option];
            added.extend(words.into_iter().filter(|word| !word.is_empty()).map(OsString::from));
        }
    }
}

/// What a link with link-time optimisation gets.
fn link_arguments(read: &Arguments, link_time: LinkTime, plugin: &Path, added: &mut Vec<OsString>) -> Result<()> {
    let linker = match &read.linker {
        Some(path) if path.contains('/') => path.clone(),
        Some(name) if !name.starts_with("lld") => bail!(
            "-fuse-ld={name} cannot load the plugin that makes derivatives when files are linked: leave it out \
             (lld-{major} is used), or add -fno-lto to differentiate each file alone",
            major = toolchain::LLVM_MAJOR
        ),
        _ => {
            toolchain::require_tool("ld.lld")?;
            format!("lld-{}", toolchain::LLVM_MAJOR)
        }
    };
    added.push(format!("-fuse-ld={linker}").into());
    added.push(joined("-Wl,--load-pass-plugin=", plugin));
    // ThinLTO without optimisation runs no pass of a plugin.
    if link_time == LinkTime::Thin && read.unoptimised {
        added.push("-Wl,--lto-O1".into());
    }
    Ok(())
}

/// `-fuse-ld=lld` without a path may be an lld of another version: ours is named instead.
fn is_linker_choice(argument: &str) -> bool {
    argument.strip_prefix("-fuse-ld=").is_some_and(|name| !name.contains('/'))
}

fn joined(prefix: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(prefix);
    argument.push(path);
    argument
}

/// The complete command for one of the drivers.
pub fn command(driver: Driver, user: &[OsString]) -> Result<Command> {
    let program: PathBuf = toolchain::require_tool(driver.tool_name())?;
    let plugin = toolchain::plugin_path()?;
    let include = toolchain::include_folder().filter(|_| driver != Driver::Fortran);
    let invocation = compose(driver, user, &plugin, include.as_deref())?;
    let mut command = Command::new(program);
    command.args(&invocation.arguments);
    if !invocation.plugin_options.is_empty() {
        command.env(toolchain::FLAGS_VARIABLE, toolchain::extend_plugin_flags(&invocation.plugin_options));
    }
    Ok(command)
}

/// The text of a file whose lines are shown.
pub fn read_source(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}: check the path", file.display()))
}

/// Compiles a file to nothing with options for the plugin; what the plugin prints.
pub fn ask_plugin(file: &Path, arguments: &[OsString], options: &[String]) -> Result<String> {
    let mut arguments = arguments.to_vec();
    arguments.extend(["-S", "-emit-llvm", "-o", "/dev/null"].map(OsString::from));
    arguments.push(file.into());
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let output = command(Driver::for_file(file), &arguments)?
        .env(toolchain::FLAGS_VARIABLE, toolchain::extend_plugin_flags(&options))
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start clang")?;
    if !output.status.success() {
        bail!("clang did not compile {}: correct the errors above", file.display());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The file whose lines the plugin's answer is about: the one that was compiled, or the one that it includes and that has the
/// function; and its text.
pub fn source_of_answer(file: &Path, answer: &str) -> Result<(PathBuf, String)> {
    let other = answer.lines().find_map(|line| line.strip_prefix("0\tsource\t"));
    let file = other.map_or(file.to_owned(), PathBuf::from);
    let source = read_source(&file)?;
    Ok((file, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composed(user: &[&str]) -> (Vec<String>, Vec<&'static str>) {
        let user: Vec<OsString> = user.iter().map(OsString::from).collect();
        let plugin = Path::new("/p/libzymase.so");
        let invocation = compose(Driver::C, &user, plugin, Some(Path::new("/p/include"))).expect("arguments");
        let arguments = invocation.arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
        (arguments, invocation.plugin_options)
    }

    #[test]
    fn a_plain_compile_gets_plugin_header_and_temporary_lines() {
        let (arguments, options) = composed(&["-O2", "f.c"]);
        let expected = [
            "--start-no-unused-arguments",
            "-fpass-plugin=/p/libzymase.so",
            "-gline-tables-only",
            "-I",
            "/p/include",
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
    fn a_link_of_objects_loads_the_plugin_into_lld_and_strips_nothing() {
        let (arguments, options) = composed(&["a.o", "b.o", "-o", "program"]);
        assert!(arguments.contains(&"-flto=full".to_string()));
        assert!(arguments.contains(&"-fuse-ld=lld-22".to_string()));
        assert!(arguments.contains(&"-Wl,--load-pass-plugin=/p/libzymase.so".to_string()));
        assert!(!arguments.iter().any(|argument| argument.starts_with("-g")));
        assert!(options.is_empty());
    }

    #[test]
    fn an_object_waits_for_the_link() {
        let (arguments, _) = composed(&["-O2", "-c", "a.c"]);
        assert!(arguments.contains(&"-flto=full".to_string()));
        assert!(arguments.contains(&"-fno-slp-vectorize".to_string()));
        assert!(!arguments.iter().any(|argument| argument.starts_with("-Wl,")));
        let (arguments, _) = composed(&["-O2", "-c", "-fno-lto", "a.c"]);
        assert!(!arguments.iter().any(|argument| argument.starts_with("-flto")));
    }

    #[test]
    fn the_self_check_is_an_option_of_the_plugin() {
        let (arguments, options) = composed(&["--zymase-check", "-g", "f.c"]);
        assert!(!arguments.iter().any(|argument| argument == SELF_CHECK));
        assert_eq!(options, ["check=1"]);
    }

    #[test]
    fn questions_start_no_link() {
        for user in [&["-v"][..], &["--version"], &["-print-search-dirs"], &[]] {
            let (arguments, _) = composed(user);
            assert!(!arguments.iter().any(|argument| argument.starts_with("-Wl,")), "{user:?}");
        }
    }

    #[test]
    fn a_linker_with_a_path_is_respected_and_one_without_plugins_refused() {
        let (arguments, _) = composed(&["-fuse-ld=/opt/ld.lld", "a.o"]);
        assert!(!arguments.contains(&"-fuse-ld=lld-22".to_string()));
        let (arguments, _) = composed(&["-fuse-ld=lld", "a.o"]);
        assert!(arguments.contains(&"-fuse-ld=lld-22".to_string()) && !arguments.contains(&"-fuse-ld=lld".to_string()));
        let user = ["-fuse-ld=gold".into(), "a.o".into()];
        assert!(compose(Driver::C, &user, Path::new("/p"), None).is_err());
    }
}

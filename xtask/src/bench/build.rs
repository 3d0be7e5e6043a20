//! Compiles a workload in the ways that are compared, each to a shared library of its own.

use super::workload::{self, Workload};
use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zymase_toolchain::require_tool;

/// How often a compilation is timed; the best counts.
const COMPILATIONS: u32 = 3;

/// One way to compile.
#[derive(Clone, Debug)]
pub struct Variant {
    pub name: String,
    how: How,
}

#[derive(Clone, Debug)]
enum How {
    /// The plugin, with flags for the compiler and for itself.
    Plugin { compiler: Vec<String>, plugin: String },
    /// The plugin on code as the front end leaves it; optimised afterwards only.
    Unoptimised,
    /// Another plugin with the same interface.
    Peer(PathBuf),
}

impl Variant {
    fn plugin(name: &str, compiler: &[&str], plugin: &str) -> Variant {
        let compiler = compiler.iter().map(|&flag| flag.to_owned()).collect();
        Variant { name: name.to_owned(), how: How::Plugin { compiler, plugin: plugin.to_owned() } }
    }

    /// What users get.
    pub fn zymase() -> Variant {
        Variant::plugin("zymase", &[], "")
    }

    /// With every pointer parameter declared not to alias.
    pub fn restrict() -> Variant {
        Variant::plugin("restrict", &["-DRESTRICT=__restrict"], "")
    }

    /// With one optimisation switched off.
    pub fn without(flag: &str) -> Variant {
        Variant::plugin(flag, &[], flag)
    }

    /// As much optimised as Rust's release profile is.
    pub fn most_optimised() -> Variant {
        Variant::plugin("most-optimised", &["-O3"], "")
    }

    pub fn unoptimised() -> Variant {
        Variant { name: "unoptimised".to_owned(), how: How::Unoptimised }
    }

    pub fn peer(name: &str, path: &Path) -> Variant {
        Variant { name: name.to_owned(), how: How::Peer(path.to_owned()) }
    }

    /// Whether a failure is ours.
    pub fn is_ours(&self) -> bool {
        !matches!(self.how, How::Peer(_))
    }
}

/// A compiled workload.
pub struct Built {
    pub library: PathBuf,
    /// CPU seconds of the compiler.
    pub seconds: f64,
}

/// The best times of a command, in seconds.
pub struct Times {
    pub cpu: f64,
    pub wall: f64,
}

/// Compilers, plugin and driver.
pub struct Builder {
    clang: PathBuf,
    clangxx: PathBuf,
    plugin: PathBuf,
    folder: PathBuf,
    pub driver: PathBuf,
}

impl Builder {
    /// Compiles the driver.
    pub fn new() -> Result<Builder> {
        let folder = workspace::scratch_folder().join("bench");
        fs::create_dir_all(&folder)?;
        let builder = Builder {
            clang: require_tool("clang")?,
            clangxx: require_tool("clang++")?,
            plugin: workspace::release_plugin(),
            driver: folder.join("driver"),
            folder,
        };
        let status = Command::new(&builder.clang)
            .args(["-O2", "-rdynamic", "-o"])
            .arg(&builder.driver)
            .arg(workload::folder().join("driver.c"))
            .args(["-lm", "-ldl"])
            .status()?;
        ensure!(status.success(), "the driver of the benchmark does not compile");
        Ok(builder)
    }

    /// The workload without any plugin: its primal, and its gradient by hand.
    pub fn plain(&self, workload: &Workload) -> Result<Built> {
        self.plain_at(workload, "-O2")
    }

    /// The same at some level of optimisation.
    pub fn plain_at(&self, workload: &Workload, level: &str) -> Result<Built> {
        let library = self.library(workload, &format!("plain{level}"));
        let mut command = self.compile(workload, level);
        command.args(["-shared", "-o"]).arg(&library).arg("-lm");
        self.timed(&command, library)
    }

    pub fn variant(&self, workload: &Workload, variant: &Variant) -> Result<Built> {
        let library = self.library(workload, &variant.name);
        let link = |mut command: Command| {
            command.args(["-shared", "-o"]).arg(&library).arg("-lm");
            command
        };
        match &variant.how {
            How::Plugin { compiler, plugin } => {
                let mut command = self.compile(workload, "-O2");
                command.args(compiler).arg(load(&self.plugin)).env("ZYMASE_FLAGS", plugin);
                self.timed(&link(command), library)
            }
            How::Peer(path) => {
                let mut command = self.compile(workload, "-O2");
                command.arg(load(path));
                self.timed(&link(command), library)
            }
            How::Unoptimised => {
                let bitcode = library.with_extension("bc");
                let mut command = self.compile(workload, "-O0");
                command.args(["-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm", "-o"]);
                command.arg(&bitcode).arg(load(&self.plugin));
                let first = self.timed(&command, bitcode.clone())?;
                let mut command = Command::new(&self.clangxx);
                command.args(["-O2", "-fPIC"]).arg(&bitcode);
                let second = self.timed(&link(command), library)?;
                Ok(Built { seconds: first.seconds + second.seconds, ..second })
            }
        }
    }

    fn library(&self, workload: &Workload, variant: &str) -> PathBuf {
        self.folder.join(format!("{}-{variant}.so", workload.name))
    }

    fn compile(&self, workload: &Workload, level: &str) -> Command {
        let cxx = workload.source.extension().is_some_and(|extension| extension == "cpp");
        let mut command = Command::new(if cxx { &self.clangxx } else { &self.clang });
        command.args([level, "-fno-math-errno", "-fPIC", "-I"]).arg(workload::folder()).arg(&workload.source);
        command
    }

    /// Runs a compiler a few times.
    fn timed(&self, command: &Command, library: PathBuf) -> Result<Built> {
        Ok(Built { library, seconds: self.time(command, COMPILATIONS)?.cpu })
    }

    /// Runs a command a few times, under the driver, which takes its times.
    pub fn time(&self, command: &Command, rounds: u32) -> Result<Times> {
        let mut timed = Command::new(&self.driver);
        timed.args(["compile", &rounds.to_string()]).arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => timed.env(name, value),
                None => timed.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            timed.current_dir(folder);
        }
        let output = timed.output().context("cannot start the driver of the benchmark")?;
        let messages = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}", messages.trim());
        let text = String::from_utf8_lossy(&output.stdout);
        let (cpu, wall) = text.trim().split_once(' ').context("the driver's output")?;
        Ok(Times { cpu: cpu.parse()?, wall: wall.parse()? })
    }
}

fn load(plugin: &Path) -> String {
    format!("-fpass-plugin={}", plugin.display())
}

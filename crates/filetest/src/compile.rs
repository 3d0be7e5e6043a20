//! Compiles test files with the plugin: the command lines, and where their results go.

use crate::directives::{Case, Language};
use crate::driver::{self, Purpose};
use crate::process::{self, Finished};
use anyhow::{Context, Result, bail};
use std::cell::Cell;
use std::fs;
use std::iter::Sum;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use zymase_toolchain::{find_on_path, find_tool, require_tool};

/// The longest a compilation may take, on a machine with other work.
pub const COMPILE_LIMIT: Duration = Duration::from_secs(400);

/// The longest a compiled program may run.
pub const RUN_LIMIT: Duration = Duration::from_secs(60);

/// The longest a program may run under valgrind.
pub const VALGRIND_LIMIT: Duration = Duration::from_secs(400);

/// How many threads run the programs with OpenMP, one after the other.
pub const THREADS: [&str; 4] = ["1", "2", "3", "8"];

/// The exit status of a program that valgrind has complained about.
pub const VALGRIND_COMPLAINT: i32 = 99;

/// What looks for misuse of memory and undefined behaviour in every program, beside the tests' own checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Only valgrind, where a test asks for it.
    AsAsked,
    /// AddressSanitizer and LeakSanitizer.
    Address,
    /// UndefinedBehaviorSanitizer.
    Undefined,
    /// Valgrind, over every test.
    Valgrind,
    /// ThreadSanitizer, with the tool that tells it how the threads of OpenMP wait for each other.
    Thread,
}

impl Watch {
    /// What the compiler is told for it.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Watch::AsAsked | Watch::Valgrind => &[],
            Watch::Address => &["-fsanitize=address"],
            Watch::Undefined => &["-fsanitize=undefined", "-fno-sanitize-recover=all"],
            Watch::Thread => &["-fsanitize=thread"],
        }
    }
}

/// The programs and folders that tests need.
#[derive(Clone, Debug)]
pub struct Toolchain {
    pub clang: PathBuf,
    pub clang_plus_plus: PathBuf,
    pub llvm_link: PathBuf,
    pub flang: Option<PathBuf>,
    pub valgrind: Option<PathBuf>,
    pub plugin: PathBuf,
    /// The folders of `zymase/autodiff.h` and of `check.h`.
    pub include_folders: Vec<PathBuf>,
    pub watch: Watch,
    /// Derivatives that drivers ask for in one call.
    pub lanes: usize,
    /// The levels to run at, of those that a test names; all of them if there is none.
    pub levels: Vec<&'static str>,
}

impl Toolchain {
    /// Finds everything, for the plugin built at `plugin`.
    pub fn find(workspace: &Path, plugin: PathBuf) -> Result<Toolchain> {
        if !plugin.is_file() {
            bail!("{} does not exist: build it with `cargo build --release -p zymase-plugin`", plugin.display());
        }
        Ok(Toolchain {
            clang: require_tool("clang")?,
            clang_plus_plus: require_tool("clang++")?,
            llvm_link: require_tool("llvm-link")?,
            flang: find_tool("flang"),
            valgrind: find_on_path("valgrind"),
            plugin,
            include_folders: vec![workspace.join("include"), workspace.join("tests/support")],
            watch: Watch::AsAsked,
            lanes: 1,
            levels: Vec::new(),
        })
    }

    /// The compiler for a language, with limited memory and no crash reports left in the temporary folder.
    fn compiler(&self, language: Language) -> Result<Command> {
        let program = match language {
            Language::CPlusPlus => &self.clang_plus_plus,
            Language::C | Language::LlvmIr => &self.clang,
            Language::Fortran => {
                self.flang.as_ref().context("flang is not installed, and the test is Fortran: install flang-22")?
            }
        };
        let mut command = process::limited_command(program);
        if language != Language::Fortran {
            command.arg("-fno-crash-diagnostics");
        }
        for folder in &self.include_folders {
            command.arg("-I").arg(folder);
        }
        Ok(command)
    }

    fn plugin_argument(&self) -> String {
        format!("-fpass-plugin={}", self.plugin.display())
    }
}

/// One test file at one optimisation level, with a folder for what is made on the way.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub toolchain: &'a Toolchain,
    pub case: &'a Case,
    pub level: &'a str,
    pub scratch: &'a Path,
    /// Whether valgrind looks at the program of a test that asks for it.
    pub leaks: bool,
    pub spent: &'a Cell<Spent>,
}

/// The time of processors that a job took, by what it was for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    pub compiling: Duration,
    pub running: Duration,
    pub valgrind: Duration,
}

impl Spent {
    pub fn total(&self) -> Duration {
        self.compiling + self.running + self.valgrind
    }
}

impl Sum for Spent {
    fn sum<Parts: Iterator<Item = Spent>>(parts: Parts) -> Spent {
        parts.fold(Spent::default(), |sum, part| Spent {
            compiling: sum.compiling + part.compiling,
            running: sum.running + part.running,
            valgrind: sum.valgrind + part.valgrind,
        })
    }
}

impl Job<'_> {
    /// Runs a command and adds what it takes to an account.
    fn spend(
        &self,
        account: fn(&mut Spent) -> &mut Duration,
        command: &mut Command,
        limit: Duration,
    ) -> Result<Finished> {
        let finished = process::run(command, limit)?;
        let mut spent = self.spent.get();
        *account(&mut spent) += finished.cpu;
        self.spent.set(spent);
        Ok(finished)
    }

    /// Compiles.
    fn compile(&self, mut command: Command) -> Result<Finished> {
        self.spend(|spent| &mut spent.compiling, &mut command, COMPILE_LIMIT)
    }

    /// Where the compiled program goes.
    pub fn program(&self) -> PathBuf {
        self.scratch.join("program")
    }

    /// Writes the driver and compiles it, together with the test file, to a program.
    pub fn build_driver(&self, purpose: Purpose) -> Result<Finished> {
        fs::create_dir_all(self.scratch).with_context(|| format!("cannot create {}", self.scratch.display()))?;
        let source = std::path::absolute(&self.case.path)?;
        let extension = if self.case.language == Language::CPlusPlus { "cpp" } else { "c" };
        let driver = self.scratch.join(format!("driver.{extension}"));
        fs::write(&driver, driver::generate(self.case, &source, purpose, self.toolchain.lanes))?;
        match self.case.language {
            Language::C | Language::CPlusPlus => self.build_program(&driver),
            Language::LlvmIr => self.build_with_llvm_ir(&driver, &source),
            Language::Fortran => bail!("Fortran has no checks of its own: write `run:` and a program"),
        }
    }

    /// The compiler, with the options of the case for the plugin.
    fn compiler(&self, language: Language) -> Result<Command> {
        let mut command = self.toolchain.compiler(language)?;
        let mut options = self.case.options.clone();
        if self.toolchain.watch != Watch::AsAsked {
            // Memory that is kept for the next derivative would hide uses of it.
            options.push("reuse-tapes=0".to_owned());
        }
        if !options.is_empty() {
            command.env("ZYMASE_FLAGS", options.join(" "));
        }
        Ok(command)
    }

    /// Compiles a source file, which has a main, to a program.
    pub fn build_program(&self, source: &Path) -> Result<Finished> {
        fs::create_dir_all(self.scratch)?;
        let mut command = self.compiler(self.case.language)?;
        command.arg(self.level).arg(self.toolchain.plugin_argument());
        if self.case.language == Language::Fortran {
            command.arg("-module-dir").arg(self.scratch);
        }
        command.arg(source).args(&self.case.flags).args(self.watch_flags());
        command.arg("-lm").arg("-o").arg(self.program());
        if self.case.flags.iter().any(|flag| flag.starts_with("-flto")) {
            command.arg(format!("-Wl,--load-pass-plugin={}", self.toolchain.plugin.display()));
        }
        self.compile(command)
    }

    /// Compiles the driver to IR that no pass has touched, links it to the test file, and compiles the whole.
    fn build_with_llvm_ir(&self, driver: &Path, source: &Path) -> Result<Finished> {
        let (driver_ir, linked) = (self.scratch.join("driver.bc"), self.scratch.join("linked.bc"));
        let mut command = self.compiler(Language::C)?;
        command.args([self.level, "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c"]);
        command.arg(driver).arg("-o").arg(&driver_ir);
        let finished = self.compile(command)?;
        if !finished.succeeded() {
            return Ok(finished);
        }
        let mut command = process::limited_command(&self.toolchain.llvm_link);
        command.arg(&driver_ir).arg(source).arg("-o").arg(&linked);
        let finished = self.compile(command)?;
        if !finished.succeeded() {
            return Ok(finished);
        }
        self.build_program(&linked)
    }

    /// Compiles the test file itself, without a driver, to an object (to see it rejected).
    pub fn build_object(&self) -> Result<Finished> {
        fs::create_dir_all(self.scratch)?;
        let mut command = self.compiler(self.case.language)?;
        command.arg(self.level).arg(self.toolchain.plugin_argument()).arg("-c");
        command.arg(&self.case.path).args(self.compile_flags()).arg("-o").arg(self.scratch.join("object.o"));
        self.compile(command)
    }

    /// Compiles the test file itself, without a driver, to LLVM IR; the text goes to the path returned.
    pub fn build_llvm_ir(&self) -> Result<(Finished, PathBuf)> {
        fs::create_dir_all(self.scratch)?;
        let text = self.scratch.join("result.ll");
        let mut command = self.compiler(self.case.language)?;
        command.arg(self.level).arg(self.toolchain.plugin_argument()).args(["-S", "-emit-llvm"]);
        command.arg(&self.case.path).args(self.compile_flags()).arg("-o").arg(&text);
        Ok((self.compile(command)?, text))
    }

    /// The file's flags without those for the linker.
    fn compile_flags(&self) -> impl Iterator<Item = &String> {
        self.case.flags.iter().filter(|flag| !flag.starts_with("-l") && !flag.starts_with("-Wl,"))
    }

    /// The flags of the sanitizer that every file is to be built with, where it asks for none of its own. It is not for
    /// Fortran, whose compiler has none, nor for link-time optimisation: the linker would not run its pass.
    fn watch_flags(&self) -> &'static [&'static str] {
        let own = self.case.flags.iter().any(|flag| flag.starts_with("-fsanitize") || flag.starts_with("-flto"));
        if own || self.case.language == Language::Fortran { &[] } else { self.toolchain.watch.flags() }
    }

    /// Whether valgrind is to look at the program: it was asked for, and nothing that it cannot run with is there.
    pub fn is_for_valgrind(&self) -> bool {
        match self.toolchain.watch {
            Watch::AsAsked => self.case.leaks && self.leaks,
            Watch::Address | Watch::Undefined | Watch::Thread => false,
            Watch::Valgrind => {
                !self.case.flags.iter().any(|flag| flag.starts_with("-fsanitize") || flag.contains("avx512"))
            }
        }
    }

    /// Runs the compiled program, if it uses OpenMP with several numbers of threads until it fails with one.
    pub fn run_program(&self) -> Result<Finished> {
        if !self.case.flags.iter().any(|flag| flag.starts_with("-fopenmp")) {
            return self.run_with(&[]);
        }
        let (first, others) = THREADS.split_first().expect("some number of threads");
        let mut finished = self.run_with_threads(first)?;
        for threads in others {
            if finished.succeeded() {
                finished = self.run_with_threads(threads)?;
            }
        }
        Ok(finished)
    }

    fn run_with_threads(&self, threads: &str) -> Result<Finished> {
        let variable = ("OMP_NUM_THREADS", threads);
        let mut finished = self.run_with(&[variable])?;
        finished.command_line.insert_str(0, &format!("{}={} ", variable.0, variable.1));
        Ok(finished)
    }

    fn run_with(&self, variables: &[(&str, &str)]) -> Result<Finished> {
        let own = self.case.flags.iter().any(|flag| flag.starts_with("-fsanitize"));
        let is_sanitized = own || !self.watch_flags().is_empty();
        let mut command =
            if is_sanitized { Command::new(self.program()) } else { process::limited_command(&self.program()) };
        if self.toolchain.watch == Watch::Thread {
            let tool = self.toolchain.clang.canonicalize()?.with_file_name("../lib/libarcher.so");
            command.env("OMP_TOOL_LIBRARIES", tool).env("TSAN_OPTIONS", "ignore_noninstrumented_modules=1");
            // Threads that look again and again for what they wait for take all the time there is.
            command.env("OMP_WAIT_POLICY", "passive");
        }
        command.envs(variables.iter().copied());
        self.spend(|spent| &mut spent.running, &mut command, RUN_LIMIT)
    }

    /// Runs the compiled program under valgrind, which must find no lost memory and no wrong access.
    pub fn run_program_under_valgrind(&self) -> Result<Finished> {
        let valgrind = self
            .toolchain
            .valgrind
            .as_ref()
            .context("valgrind is not installed, and is to look at this test: install the package valgrind")?;
        let mut command = Command::new(valgrind);
        command.args(["--quiet", "--leak-check=full"]).arg(format!("--error-exitcode={VALGRIND_COMPLAINT}"));
        command.args(["--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect"]);
        // One thread at a time runs under valgrind: others of a library of linear algebra would only wait for their turn.
        command.arg(self.program()).env("OPENBLAS_NUM_THREADS", "1");
        self.spend(|spent| &mut spent.valgrind, &mut command, VALGRIND_LIMIT)
    }
}

//! What the commands need from the system, how to tell that it is there, and how to get it.

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use zymase_toolchain::{find_on_path, find_tool};

/// How the presence of a requirement is seen.
enum Evidence {
    /// A tool of LLVM 22.
    LlvmTool(&'static str),
    /// A program on PATH.
    Program(&'static str),
    /// A header of LLVM 22 or of its clang.
    HeaderOfLlvm(&'static str),
    /// A library that the linker finds.
    Library(&'static str),
    /// A header of the system.
    Header(&'static str),
    /// A library that clang itself brings along.
    ClangLibrary(&'static str),
    /// A module of Python.
    PythonModule(&'static str),
}

/// Something that must be installed.
pub struct Requirement {
    /// The package on Debian and Ubuntu.
    pub package: &'static str,
    pub purpose: &'static str,
    evidence: Evidence,
    /// Only tests need it; the demo does not.
    pub for_tests_only: bool,
}

/// Everything that is needed beyond Rust.
pub const REQUIREMENTS: [Requirement; 23] = [
    Requirement {
        package: "clang-22",
        purpose: "compiles C and C++ and loads the plugin",
        evidence: Evidence::LlvmTool("clang"),
        for_tests_only: false,
    },
    Requirement {
        package: "llvm-22",
        purpose: "opt and llvm-link, for LLVM IR",
        evidence: Evidence::LlvmTool("llvm-link"),
        for_tests_only: false,
    },
    Requirement {
        package: "llvm-22-dev",
        purpose: "the headers and libraries the plugin is built against",
        evidence: Evidence::HeaderOfLlvm("llvm-c/Core.h"),
        for_tests_only: false,
    },
    Requirement {
        package: "libclang-22-dev",
        purpose: "the headers of clang that the plugin for attributes is built against",
        evidence: Evidence::HeaderOfLlvm("clang/Sema/ParsedAttr.h"),
        for_tests_only: false,
    },
    Requirement {
        package: "lld-22",
        purpose: "links with link-time optimisation",
        evidence: Evidence::LlvmTool("ld.lld"),
        for_tests_only: false,
    },
    Requirement {
        package: "flang-22",
        purpose: "compiles Fortran, in tests",
        evidence: Evidence::LlvmTool("flang"),
        for_tests_only: true,
    },
    Requirement {
        package: "mlir-22-tools",
        purpose: "mlir-opt, which reads the loops that are written, in tests",
        evidence: Evidence::LlvmTool("mlir-opt"),
        for_tests_only: true,
    },
    Requirement {
        package: "libomp-22-dev",
        purpose: "the run time of OpenMP, in tests",
        evidence: Evidence::Library("libomp.so"),
        for_tests_only: true,
    },
    Requirement {
        package: "g++",
        purpose: "compiles the plugin's thin C++ layer over LLVM",
        evidence: Evidence::Program("c++"),
        for_tests_only: false,
    },
    Requirement {
        package: "valgrind",
        purpose: "shows in tests that derivatives lose no memory",
        evidence: Evidence::Program("valgrind"),
        for_tests_only: true,
    },
    Requirement {
        package: "make",
        purpose: "builds a program with `zymase cc` as its compiler, in tests",
        evidence: Evidence::Program("make"),
        for_tests_only: true,
    },
    Requirement {
        package: "libclang-rt-22-dev",
        purpose: "clang's own run time: sanitizers and short floating-point numbers, in tests",
        evidence: Evidence::ClangLibrary("libclang_rt.asan"),
        for_tests_only: true,
    },
    Requirement {
        package: "libc++-22-dev",
        purpose: "LLVM's C++ library, in tests",
        evidence: Evidence::Library("libc++.so"),
        for_tests_only: true,
    },
    Requirement {
        package: "libblas-dev",
        purpose: "what the tests of linear algebra link",
        evidence: Evidence::Library("libblas.so"),
        for_tests_only: true,
    },
    Requirement {
        package: "liblapack-dev",
        purpose: "what the tests of factorisations link",
        evidence: Evidence::Library("liblapack.so"),
        for_tests_only: true,
    },
    Requirement {
        package: "libeigen3-dev",
        purpose: "a C++ library of matrices, in tests",
        evidence: Evidence::Header("eigen3/Eigen/Dense"),
        for_tests_only: true,
    },
    Requirement {
        package: "libboost-dev",
        purpose: "the integrators of Boost, in tests",
        evidence: Evidence::Header("boost/numeric/odeint.hpp"),
        for_tests_only: true,
    },
    Requirement {
        package: "libtbb-dev",
        purpose: "oneTBB, which parallel algorithms of C++ run on, in tests",
        evidence: Evidence::Header("tbb/parallel_for.h"),
        for_tests_only: true,
    },
    Requirement {
        package: "openmpi-bin",
        purpose: "starts programs of an MPI library whose handles are addresses, in tests",
        evidence: Evidence::Program("mpiexec.openmpi"),
        for_tests_only: true,
    },
    Requirement {
        package: "libopenmpi-dev",
        purpose: "compiles them",
        evidence: Evidence::Library("libmpi.so"),
        for_tests_only: true,
    },
    Requirement {
        package: "mpich",
        purpose: "starts programs of an MPI library whose handles are numbers, in tests",
        evidence: Evidence::Program("mpiexec.mpich"),
        for_tests_only: true,
    },
    Requirement {
        package: "libmpich-dev",
        purpose: "compiles them",
        evidence: Evidence::Library("libmpich.so"),
        for_tests_only: true,
    },
    Requirement {
        package: PYTHON,
        purpose: "the Python in which JAX is installed, to compare with",
        evidence: Evidence::PythonModule("ensurepip"),
        for_tests_only: true,
    },
];

/// What makes folders with a Python and packages of their own.
const PYTHON: &str = "python3-venv";

impl Requirement {
    /// Whether it is found as something that can be started.
    pub fn is_program(&self) -> bool {
        matches!(self.evidence, Evidence::LlvmTool(_) | Evidence::Program(_))
    }

    /// Where the requirement was found, if it is there.
    pub fn location(&self) -> Option<PathBuf> {
        match self.evidence {
            Evidence::LlvmTool(name) => find_tool(name),
            Evidence::Program(name) => find_on_path(name),
            Evidence::Library(name) => find_library(name),
            Evidence::Header(name) => Some(Path::new("/usr/include").join(name)).filter(|path| path.exists()),
            Evidence::ClangLibrary(name) => find_clang_library(name),
            Evidence::PythonModule(name) => find_python_module(name),
            Evidence::HeaderOfLlvm(name) => {
                let prefix =
                    env::var_os("LLVM_SYS_221_PREFIX").map_or_else(|| "/usr/lib/llvm-22".into(), PathBuf::from);
                let config = prefix.join("bin/llvm-config");
                let folder = config.is_file().then(|| include_folder(&config)).flatten()?;
                folder.join(name).is_file().then_some(folder)
            }
        }
    }
}

/// Looks where Debian and others keep libraries: in the usual folders and in those of one machine type.
fn find_library(name: &str) -> Option<PathBuf> {
    let folders = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from);
    let by_machine = fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|entry| entry.path());
    let by_machine = by_machine.filter(|path| path.to_string_lossy().ends_with("-linux-gnu"));
    folders.into_iter().chain(by_machine).map(|folder| folder.join(name)).find(|path| path.exists())
}

/// Looks in the folders of clang's own resources; file names go on with the machine type.
fn find_clang_library(name: &str) -> Option<PathBuf> {
    let output = Command::new(find_tool("clang")?).arg("-print-resource-dir").output().ok()?;
    let folders = fs::read_dir(Path::new(String::from_utf8_lossy(&output.stdout).trim()).join("lib")).ok()?;
    let files = folders.flatten().filter_map(|folder| fs::read_dir(folder.path()).ok()).flatten().flatten();
    files.map(|file| file.path()).find(|path| path.file_name().is_some_and(|it| it.to_string_lossy().starts_with(name)))
}

fn find_python_module(name: &str) -> Option<PathBuf> {
    let program = format!("import {name}; print({name}.__file__)");
    let output = Command::new("python3").args(["-c", &program]).output().ok()?;
    output.status.success().then(|| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

fn include_folder(llvm_config: &Path) -> Option<PathBuf> {
    let output = Command::new(llvm_config).arg("--includedir").output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Installs what is missing where apt can, and says exactly what to do elsewhere.
pub fn install_missing(for_tests: bool) -> Result<()> {
    install_where(|requirement| for_tests || !requirement.for_tests_only)
}

/// Installs the Python that JAX needs, where it is missing.
pub fn install_python() -> Result<()> {
    install_where(|requirement| requirement.package == PYTHON)
}

fn install_where(is_needed: impl Fn(&Requirement) -> bool) -> Result<()> {
    let is_missing = |requirement: &&Requirement| is_needed(requirement) && requirement.location().is_none();
    let missing: Vec<&Requirement> = REQUIREMENTS.iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("These packages are missing:");
    for requirement in &missing {
        println!("  {:<18} {}", requirement.package, requirement.purpose);
    }
    let packages: Vec<&str> = missing.iter().map(|requirement| requirement.package).collect();
    ensure!(has_apt(), "{}", instructions_without_apt(&packages));
    if !packages.iter().all(|package| apt_knows(package)) {
        println!("Some are unknown to apt as yet: its lists are fetched anew.");
        privileged(&["apt-get", "update"])?;
    }
    for package in &packages {
        ensure!(apt_knows(package), "{}", instructions_for_unknown(package));
    }
    println!("Installing them with apt-get.");
    let mut install = vec!["apt-get", "install", "--yes", "--no-install-recommends"];
    install.extend(&packages);
    if privileged(&install).is_err() {
        println!("That failed; once more with fresh lists.");
        privileged(&["apt-get", "update"])?;
        privileged(&install)?;
    }
    for requirement in missing {
        ensure!(
            requirement.location().is_some(),
            "{} is installed but not found; `cargo xtask doctor` shows where it is looked for",
            requirement.package
        );
    }
    Ok(())
}

/// Whether this is Debian, Ubuntu or one of their kind.
fn has_apt() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let is_debian_like = release
        .lines()
        .filter(|line| line.starts_with("ID=") || line.starts_with("ID_LIKE="))
        .any(|line| line.contains("debian") || line.contains("ubuntu"));
    is_debian_like && find_on_path("apt-get").is_some()
}

/// Whether apt has a version of the package that it could install.
fn apt_knows(package: &str) -> bool {
    Command::new("apt-cache")
        .args(["show", "--quiet", package])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs a command as root: directly, or through sudo.
fn privileged(words: &[&str]) -> Result<()> {
    let mut command = if is_root() {
        Command::new(words[0])
    } else if find_on_path("sudo").is_some() {
        let mut command = Command::new("sudo");
        command.arg(words[0]);
        command
    } else {
        bail!("this needs root and there is no sudo; as root, run: {}", words.join(" "));
    };
    let line = words.join(" ");
    println!("$ {line}");
    let status = command
        .args(&words[1..])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .with_context(|| format!("cannot start: {line}"))?;
    ensure!(status.success(), "`{line}` failed");
    Ok(())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn instructions_without_apt(packages: &[&str]) -> String {
    format!(
        "this system has no apt, so they must be installed by hand. Needed are, under Debian's names: {}. That is \
         LLVM 22 with clang, lld and its development files (release 22.1, built as a shared library libLLVM), \
         with clang-22, clang++-22, ld.lld-22, opt-22 and llvm-link-22 on PATH; if its prefix is not \
         /usr/lib/llvm-22, set LLVM_SYS_221_PREFIX to it. Then run the command again",
        packages.join(", ")
    )
}

fn instructions_for_unknown(package: &str) -> String {
    format!(
        "apt has no package {package}. On Debian, enable the release's security and updates archives; where the \
         release is too old for LLVM 22, add the archive of the LLVM project (the script llvm.sh on apt.llvm.org: \
         `llvm.sh 22 all`). Then run the command again"
    )
}

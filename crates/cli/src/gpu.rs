//! `--zymase-gpu=cpu`: CUDA programs whose kernels run on the CPU.
//!
//! A CUDA file is compiled twice, as clang does: for the device, to text of LLVM, and for the host, where the plugin makes the
//! device's code a part of the program. Several files are compiled one after the other, because each has device code of its own,
//! and then linked. What only a GPU needs (libraries of CUDA, architectures) is left out of the command line.

use crate::arguments::{self, Arguments, Input, Stop, WITH_VALUE};
use crate::compile::{self, Driver};
use crate::cuda::find_cuda;
use crate::toolchain;
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const OPTION: &str = "--zymase-gpu=";

/// Tells the plugin where the code of the device is.
pub const DEVICE_CODE: &str = "ZYMASE_DEVICE_CODE";

/// What device code calls for a derivative.
const DERIVATIVE_CALL: &str = "__enzyme_";

/// What asks for derivatives of launches as on a GPU.
const LAUNCHES: &str = "launches=1";

/// Tells the plugin that the kernels it compiles will run on CPUs.
const ON_HOST: &str = "ZYMASE_KERNELS_ON_HOST";

/// The device that code is compiled for before it becomes the host's: what `__CUDA_ARCH__` says.
pub const ARCHITECTURE: &str = "--cuda-gpu-arch=sm_80";

/// Clang knows `__managed__` for another language only: the variable is the host's own, and the device has another name of it.
pub const MANAGED: &str =
    "#undef __managed__\n#ifdef __CUDA_ARCH__\n#define __managed__ __device__\n#else\n#define __managed__\n#endif\n";

/// Is this a command line for kernels on the CPU?
pub fn is_asked_for(user: &[OsString]) -> bool {
    user.iter().any(|word| word.to_string_lossy().starts_with(OPTION))
}

/// A source file.
#[derive(Debug, PartialEq, Eq)]
struct Source {
    /// Where it is among the words.
    place: usize,
    file: String,
    is_cuda: bool,
}

/// A command line, read.
#[derive(Debug, Default)]
struct Line {
    /// All words; those of sources are empty.
    words: Vec<String>,
    sources: Vec<Source>,
    output: Option<String>,
    cuda_folder: Option<PathBuf>,
    is_separable: bool,
}

/// Options about GPUs and their libraries, which mean nothing here.
fn is_for_gpu(word: &str) -> bool {
    let starts = ["--cuda-gpu-arch", "--offload-arch", "--no-cuda-gpu-arch", "-Xcuda", "--cuda-", "-nocudalib"];
    let libraries = ["-lcudart", "-lcudart_static", "-lcuda", "-lcudadevrt"];
    starts.iter().any(|start| word.starts_with(start)) || libraries.contains(&word)
}

fn read(user: &[OsString]) -> Result<Line> {
    let mut line = Line::default();
    let mut language = None;
    let all = arguments::expanded(user)?;
    let mut words = all.into_iter();
    while let Some(word) = words.next() {
        if let Some(kind) = word.strip_prefix(OPTION) {
            if kind != "cpu" {
                bail!("{OPTION}{kind}: kernels can only be compiled for the CPU: say {OPTION}cpu");
            }
        } else if let Some(folder) = word.strip_prefix("--cuda-path=") {
            line.cuda_folder = Some(folder.into());
        } else if word == "-fgpu-rdc" || word == "-dc" {
            line.is_separable = true;
        } else if word == "-o" {
            line.output = words.next();
        } else if word == "-x" {
            language = words.next();
        } else if is_for_gpu(&word) {
        } else if WITH_VALUE.contains(&word.as_str()) {
            line.words.push(word);
            line.words.extend(words.next());
        } else if word.starts_with('-') {
            line.words.push(word);
        } else if language.is_some() || arguments::kind_of(&word) == Input::Source {
            let is_cuda = match language.as_deref() {
                Some("cuda") => true,
                None | Some("none") => word.ends_with(".cu"),
                Some(_) => false,
            };
            line.sources.push(Source { place: line.words.len(), file: word, is_cuda });
            line.words.push(String::new());
        } else {
            line.words.push(word);
        }
    }
    Ok(line)
}

impl Line {
    /// The words without sources.
    fn options(&self) -> Vec<OsString> {
        self.words.iter().filter(|word| !word.is_empty()).map(OsString::from).collect()
    }

    /// The words for compiling a source: without what is linked.
    fn compile_options(&self) -> Vec<String> {
        let mut kept = Vec::new();
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            let has_value = WITH_VALUE.contains(&word.as_str());
            let value = if has_value { words.next() } else { None };
            let is_linked = ["-l", "-L", "-Wl,", "-fuse-ld"].iter().any(|start| word.starts_with(start))
                || ["-Xlinker", "-rpath", "-T", "-u", "-z", "-c", "-shared", "-static"].contains(&word.as_str())
                || !word.starts_with('-');
            if !is_linked {
                kept.push(word.clone());
                kept.extend(value.cloned());
            }
        }
        kept
    }

    /// The words for compiling a source for the device: without what is about the host's machine.
    fn device_options(&self) -> Vec<String> {
        let mut kept = Vec::new();
        let options = self.compile_options();
        let mut words = options.into_iter().peekable();
        let levels =
            ["-O0", "-flto", "-fno-lto", "-S", "-emit-llvm", "-fopenmp", "-pg", "-fPIC", "-fpic", "-fPIE", "-fpie"];
        let starts = ["-flto=", "-fsanitize", "-fprofile", "-g", "-M", "-save-temps", "-fplugin", "-fpass-plugin"];
        while let Some(word) = words.next() {
            let value = WITH_VALUE.contains(&word.as_str()).then(|| words.next()).flatten();
            let is_machine = word.starts_with("-m") || word.starts_with("-Xarch_host");
            if levels.contains(&word.as_str()) || starts.iter().any(|start| word.starts_with(start)) || is_machine {
                continue;
            }
            kept.push(word);
            kept.extend(value);
        }
        if !kept.iter().any(|word| word.starts_with("-O")) {
            kept.push("-O1".into());
        }
        kept
    }
}

/// A folder that is removed when it is not needed any more.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Result<Scratch> {
        let folder = env::temp_dir().join(format!("zymase-gpu-{}", std::process::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It is in the folder for temporary files: what stays there is removed some time.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Compiles and links as the words say; the exit status.
pub fn run(driver: Driver, user: &[OsString]) -> Result<i32> {
    let line = read(user)?;
    if line.is_separable {
        bail!(
            "device code of several files that call each other cannot run on the CPU: leave -fgpu-rdc out, and include what is called"
        );
    }
    let plain: Vec<OsString> =
        user.iter().filter(|word| !word.to_string_lossy().starts_with(OPTION)).cloned().collect();
    let stop = Arguments::read(&plain)?.stop;
    if stop == Stop::Question || line.sources.is_empty() {
        let mut words = line.options();
        words.extend(line.output.iter().flat_map(|file| ["-o".into(), OsString::from(file)]));
        return link(driver, words, stop);
    }
    let cuda = find_cuda(line.cuda_folder.as_deref())?;
    let scratch = Scratch::new()?;
    fs::write(scratch.0.join("managed.h"), MANAGED)?;
    if stop != Stop::Program && line.sources.len() > 1 && line.output.is_some() {
        bail!("cannot write several files to {}: leave -o out", line.output.unwrap_or_default());
    }
    let mut words = line.words.clone();
    for (number, source) in line.sources.iter().enumerate() {
        let object = match stop {
            Stop::Program => scratch.0.join(format!("{number}.o")),
            _ => line.output.clone().map_or_else(|| default_output(&source.file, stop), PathBuf::from),
        };
        let status = compile_source(driver, &line, source, stop, &cuda, &scratch.0, &object)?;
        if status != 0 {
            return Ok(status);
        }
        words[source.place] = object.to_string_lossy().into_owned();
    }
    if stop != Stop::Program {
        return Ok(0);
    }
    let mut all: Vec<OsString> = words.iter().map(OsString::from).collect();
    all.extend(["-o".into(), line.output.as_deref().unwrap_or("a.out").into()]);
    link(driver, all, stop)
}

/// What a compiler calls its output where nobody says.
fn default_output(source: &str, stop: Stop) -> PathBuf {
    let name = PathBuf::from(Path::new(source).file_name().unwrap_or_default());
    name.with_extension(if stop == Stop::Object { "o" } else { "s" })
}

fn link(driver: Driver, mut words: Vec<OsString>, stop: Stop) -> Result<i32> {
    if stop == Stop::Program {
        words.extend(["-fopenmp", "-lm"].map(OsString::from));
    }
    finish(compile::command(driver, &words)?)
}

fn finish(mut command: Command) -> Result<i32> {
    let program = command.get_program().to_owned();
    let status = command.status().with_context(|| format!("cannot start {}", program.to_string_lossy()))?;
    Ok(status.code().unwrap_or(1))
}

fn compile_source(
    driver: Driver,
    line: &Line,
    source: &Source,
    stop: Stop,
    cuda: &Path,
    scratch: &Path,
    object: &Path,
) -> Result<i32> {
    let text = scratch.join("device.ll");
    let cuda_option = format!("--cuda-path={}", cuda.display());
    let cccl = cuda.join("include/cccl").to_string_lossy().into_owned();
    let managed = scratch.join("managed.h").to_string_lossy().into_owned();
    let language = ["-x", "cuda", &cuda_option, "-Wno-unknown-cuda-version", "-include", &managed, "-isystem", &cccl];
    if source.is_cuda && !matches!(stop, Stop::BeforeCode) {
        let mut status = compile_device(line, source, &language, &text, false)?;
        // Derivatives in kernels are made while they are kernels.
        if status == 0 && (asks_for_launches() || fs::read_to_string(&text)?.contains(DERIVATIVE_CALL)) {
            status = compile_device(line, source, &language, &text, true)?;
        }
        if status != 0 {
            return Ok(status);
        }
    }
    let mut words: Vec<OsString> = line.compile_options().into_iter().map(OsString::from).collect();
    if asks_for_launches() {
        // The code for the device is at hand now, and not when files are linked.
        words.push("-fno-lto".into());
    }
    if matches!(stop, Stop::Program | Stop::Object) {
        words.push("-c".into());
    }
    if source.is_cuda {
        words.extend(language.map(OsString::from));
        words.push("--cuda-host-only".into());
    } else {
        words.extend(["-I".into(), cuda.join("include").into()]);
    }
    words.extend([OsString::from(&source.file), "-o".into(), object.into()]);
    let mut command = compile::command(if source.is_cuda { Driver::CPlusPlus } else { driver }, &words)?;
    command.env(DEVICE_CODE, if source.is_cuda { text.as_path() } else { Path::new("") });
    finish(command)
}

/// Are launches differentiated as on a GPU?
fn asks_for_launches() -> bool {
    env::var("ZYMASE_FLAGS").is_ok_and(|flags| flags.split_whitespace().any(|flag| flag == LAUNCHES))
}

/// Compiles a source for the device, to text of LLVM; with the plugin only where device code asks for derivatives.
fn compile_device(line: &Line, source: &Source, language: &[&str], text: &Path, derivatives: bool) -> Result<i32> {
    let mut command = Command::new(toolchain::require_tool("clang++")?);
    command.args(line.device_options()).args(language);
    if let Some(folder) = toolchain::include_folder() {
        command.arg("-I").arg(folder);
    }
    command.args(["--cuda-device-only", ARCHITECTURE, "-nocudalib", "-Xclang", "-target-sdk-version=12.9"]);
    command.args(["-gline-tables-only", "-S", "-emit-llvm"]);
    if derivatives {
        let mut plugin = OsString::from("-fpass-plugin=");
        plugin.push(toolchain::plugin_path()?);
        command.arg(plugin).arg("-fno-vectorize").arg("-fno-slp-vectorize").env(ON_HOST, "1");
    } else {
        command.args(["-Xclang", "-disable-llvm-passes"]);
    }
    command.arg(&source.file).arg("-o").arg(text);
    finish(command)
}

//! Runs lowered modules: clang compiles them with a program that calls their functions, and that program is started.
//!
//! What was compiled is found again by its content.
//!
//! - `driver`: the program that calls the functions.

mod driver;

use crate::llvm::Options;
use crate::llvm::abi::{Abi, Port, Role};
use anyhow::{Context, Result, bail, ensure};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};
use zymase_dialects::evaluate::values::element_type;
use zymase_ir::{Attribute, Ir, Op};
use zymase_tensor::{ElementType, Tensor};

/// A compiled program with the functions of some modules.
pub struct Program {
    path: PathBuf,
    functions: Vec<Abi>,
}

/// One call of a function.
pub struct Call<'a> {
    /// Its name, with its prefix.
    pub function: &'a str,
    /// Without those that are results.
    pub arguments: &'a [Tensor],
    /// How often it is called.
    pub times: usize,
}

/// Functions that C may call.
pub fn functions(ir: &Ir, options: &Options) -> zymase_ir::Result<Vec<Abi>> {
    let is_open = |op: &Op| {
        zymase_dialects::func::Func::of(ir, *op).is_some()
            && ir.attribute(*op, "sym_visibility").and_then(Attribute::as_str) != Some("private")
            && !ir.blocks(ir[*op].regions()[0]).is_empty()
    };
    ir.block_ops(ir.module_block()).filter(is_open).map(|op| Abi::of(ir, op, options)).collect()
}

/// A tensor of integers as one whose elements differ in having a sign.
pub fn with_sign_of(tensor: &Tensor, element: ElementType) -> Tensor {
    let bare = |element: ElementType| element.name().trim_start_matches('u').to_owned();
    let differs = tensor.element() != element && bare(tensor.element()) == bare(element);
    let changed = differs.then(|| Tensor::from_bytes(element, tensor.shape(), &tensor.to_bytes()).ok());
    changed.flatten().unwrap_or_else(|| tensor.clone())
}

/// How many bits the vectors of this machine have, where that is known.
pub fn vector_bits() -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    {
        Some(if is_x86_feature_detected!("avx512f") { 512 } else { 256 })
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        None
    }
}

/// Where compiled programs are kept.
fn cache_folder() -> PathBuf {
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let folder = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home).unwrap_or_else(env::temp_dir);
    folder.join("zymase").join("native")
}

impl Program {
    /// Compiles sources, which have names of files, with a program that calls these functions, unless that has been done.
    pub fn build(texts: &[(String, String)], functions: Vec<Abi>, options: &Options, level: &str) -> Result<Program> {
        let clang = zymase_toolchain::require_tool("clang")?;
        let main = driver::program(&functions);
        let mut flags = vec![level, "-march=native", "-mprefer-vector-width=512", "-fno-math-errno", "-w"];
        if options.threads {
            flags.push("-fopenmp");
        }
        if options.fast_math.is_loose() || texts.iter().any(|(_, text)| text.contains("call afn ")) {
            flags.push("-fveclib=libmvec");
        }
        let key = format!(
            "{}\n{}\n{main}\n{}",
            clang.display(),
            flags.join(" "),
            texts.iter().map(|(name, text)| format!("{name}\n{text}\n")).collect::<String>()
        );
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let folder = cache_folder().join(format!("{:016x}", hasher.finish()));
        let path = folder.join("program");
        let is_known = path.is_file() && fs::read_to_string(folder.join("key")).is_ok_and(|known| known == key);
        if !is_known {
            let parent = folder.parent().unwrap_or(Path::new("."));
            let scratch = parent.join(format!("new-{}-{:016x}", process::id(), hasher.finish()));
            fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
            let outcome = compile(&clang, &flags, texts, &main, &key, &scratch);
            if outcome.is_ok() {
                let _ = fs::remove_dir_all(&folder);
                let _ = fs::rename(&scratch, &folder);
            }
            let _ = fs::remove_dir_all(&scratch);
            outcome?;
        }
        Ok(Program { path, functions })
    }

    /// Runs calls one after the other in one process: for each the results, then what memory holds in the end; and how long the best
    /// of the repeated calls took.
    pub fn run(&self, calls: &[Call]) -> Result<(Vec<Vec<Tensor>>, Vec<f64>)> {
        let scratch = Scratch::new()?;
        let (input, output) = (scratch.0.join("in"), scratch.0.join("out"));
        let mut bytes = Vec::new();
        for call in calls {
            self.write_call(call, &mut bytes)?;
        }
        fs::write(&input, bytes)?;
        let done = Command::new(&self.path).arg(&input).arg(&output).output().context("cannot start the program")?;
        let errors = String::from_utf8_lossy(&done.stderr);
        if !done.status.success() {
            let printed = String::from_utf8_lossy(&done.stdout);
            bail!("the program ended with {}: {}{errors}", done.status, printed);
        }
        let seconds = errors.lines().filter_map(|line| line.strip_prefix("seconds ")?.parse().ok()).collect();
        let bytes = fs::read(&output)?;
        let mut rest = bytes.as_slice();
        let results = calls.iter().map(|call| self.read_results(call, &mut rest)).collect::<Result<_>>()?;
        Ok((results, seconds))
    }

    fn number(&self, name: &str) -> Result<usize> {
        let found = self.functions.iter().position(|abi| abi.name == name);
        found.with_context(|| format!("there is no function `{name}` that can be called"))
    }

    fn write_call(&self, call: &Call, bytes: &mut Vec<u8>) -> Result<()> {
        let number = self.number(call.function)?;
        bytes.extend((number as i64).to_le_bytes());
        bytes.extend((call.times as i64).to_le_bytes());
        let parameters: Vec<&Port> =
            self.functions[number].parameters.iter().filter(|port| port.role() != Role::Result).collect();
        ensure!(
            parameters.len() == call.arguments.len(),
            "`{}` has {} parameters, {} inputs were given",
            call.function,
            parameters.len(),
            call.arguments.len()
        );
        for (place, (port, tensor)) in parameters.into_iter().zip(call.arguments).enumerate() {
            let element = element_type(port.ty()).ok().context("elements of this type are not passed")?;
            // In loops integers have no sign.
            let tensor = with_sign_of(tensor, element);
            ensure!(
                tensor.element() == element && fits(tensor.shape(), &port.sizes()),
                "input {place} is {} of {:?}, but the parameter is {}",
                tensor.element(),
                tensor.shape(),
                port.ty()
            );
            bytes.extend((tensor.rank() as i64).to_le_bytes());
            tensor.shape().iter().for_each(|size| bytes.extend((*size as i64).to_le_bytes()));
            bytes.extend(tensor.to_bytes());
        }
        Ok(())
    }

    fn read_results(&self, call: &Call, rest: &mut &[u8]) -> Result<Vec<Tensor>> {
        let abi = &self.functions[self.number(call.function)?];
        let with_role = |role: Role| abi.parameters.iter().filter(move |port| port.role() == role);
        let ports = abi.results.iter().chain(with_role(Role::Result)).chain(with_role(Role::Memory));
        ports
            .map(|port| {
                let element = element_type(port.ty()).ok().context("elements of this type are not passed")?;
                read_tensor(element, rest)
            })
            .collect()
    }
}

fn fits(shape: &[usize], sizes: &[i64]) -> bool {
    let fits = |(size, wanted): (&usize, &i64)| *wanted == zymase_ir::DYNAMIC || *wanted == *size as i64;
    shape.len() == sizes.len() && shape.iter().zip(sizes).all(fits)
}

fn read_number(rest: &mut &[u8]) -> Result<usize> {
    let (head, others) = rest.split_at_checked(8).context("the program wrote too little")?;
    *rest = others;
    Ok(usize::try_from(i64::from_le_bytes(head.try_into()?))?)
}

fn read_tensor(element: ElementType, rest: &mut &[u8]) -> Result<Tensor> {
    let rank = read_number(rest)?;
    let shape = (0..rank).map(|_| read_number(rest)).collect::<Result<Vec<usize>>>()?;
    let count = shape.iter().product::<usize>() * element.bytes();
    let (data, others) = rest.split_at_checked(count).context("the program wrote too little")?;
    *rest = others;
    Ok(Tensor::from_bytes(element, &shape, data)?)
}

fn compile(
    clang: &Path,
    flags: &[&str],
    texts: &[(String, String)],
    main: &str,
    key: &str,
    scratch: &Path,
) -> Result<()> {
    let mut command = Command::new(clang);
    command.args(flags);
    for (name, text) in texts {
        let path = scratch.join(name);
        fs::write(&path, text)?;
        command.arg(path);
    }
    let source = scratch.join("main.c");
    fs::write(&source, main)?;
    command.arg(&source).arg("-lm");
    if texts.iter().any(|(_, text)| text.contains("@cblas_")) {
        command.arg("-lblas");
    }
    let done = command.arg("-o").arg(scratch.join("program")).output().context("cannot start clang")?;
    if !done.status.success() {
        let errors = String::from_utf8_lossy(&done.stderr);
        for (library, package) in [("blas", "libblas-dev"), ("omp", "libomp-22-dev")] {
            if errors.contains(&format!("-l{library}")) || errors.contains(&format!("lib{library}")) {
                bail!("lib{library} is not installed: install the package {package}\n{errors}");
            }
        }
        bail!("clang failed:\n{errors}");
    }
    fs::write(scratch.join("key"), key)?;
    Ok(())
}

/// A folder that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch> {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("zymase-native-{}-{number}", process::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

//! `zymase explain FILE.cu --gpu`: what kernels, and the derivatives in them, take of a GPU.
//!
//! The file is compiled for the device with the plugin, and CUDA's assembler says of each kernel how many registers it needs and what it spills. From that
//! follows how many warps a multiprocessor holds at once. The code of a kernel, with the functions that it still calls, says how many atomic updates there
//! are in which memory, how often lanes exchange numbers, and whether there is a tape in global memory.

use crate::compile::{self, Driver};
use crate::cuda::find_cuda;
use crate::explain::Request;
use crate::gpu::Scratch;
use crate::toolchain;
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::process::Command;

/// The machine that is compiled for where the user names none.
const ARCHITECTURE: &str = "sm_90";
/// Threads of a block where the kernel does not say how many there are at most.
const USUAL_BLOCK: u64 = 256;
/// What derivatives call the memory for tapes.
const TAPES: &str = "zymase_tapes";

/// What the assembler says of a kernel.
#[derive(Debug, Default, PartialEq, Eq)]
struct Resources {
    registers: u64,
    stack: u64,
    spilled: u64,
    shared: u64,
}

/// What is counted in code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counts {
    global: u64,
    shared: u64,
    exchanges: u64,
    barriers: u64,
    has_tape: bool,
}

/// A function of the code for a device.
#[derive(Debug, Default)]
struct Code {
    is_kernel: bool,
    block: Option<u64>,
    own: Counts,
    calls: BTreeSet<String>,
}

/// Compiles and assembles; returns the table.
pub fn run(request: &Request) -> Result<String> {
    let says = |start: &str| {
        request.clang_arguments.iter().find_map(|word| Some(word.to_str()?.strip_prefix(start)?.to_owned()))
    };
    let architecture =
        says("--offload-arch=").or_else(|| says("--cuda-gpu-arch=")).unwrap_or_else(|| ARCHITECTURE.to_owned());
    let cuda = find_cuda(says("--cuda-path=").map(std::path::PathBuf::from).as_deref())?;
    let scratch = Scratch::new()?;
    let text = scratch.0.join("device.s");
    let mut words: Vec<OsString> = request.clang_arguments.clone();
    words.extend(
        [format!("--offload-arch={architecture}"), "--cuda-device-only".into(), "-S".into()].map(OsString::from),
    );
    words.extend([request.file.as_os_str().to_owned(), "-o".into(), text.clone().into()]);
    let output = compile::command(Driver::CPlusPlus, &words)?.output().context("cannot start clang")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut assembler = Command::new(cuda.join("bin/ptxas"));
    assembler
        .arg(format!("-arch={architecture}"))
        .args(["-v", "-O3"])
        .arg(&text)
        .arg("-o")
        .arg(scratch.0.join("device.cubin"));
    let output = assembler.output().with_context(|| format!("cannot start ptxas of {}", cuda.display()))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "CUDA's assembler does not take the code: {said}");
    let code = read_code(&fs::read_to_string(&text)?);
    let names = readable(code.iter().filter(|(_, code)| code.is_kernel).map(|(name, _)| name.clone()).collect());
    Ok(table(&architecture, &code, &read_resources(&said), &names))
}

/// Names as they stand in the source, where a tool for that is there.
fn readable(names: Vec<String>) -> BTreeMap<String, String> {
    let tool = toolchain::find_tool("llvm-cxxfilt");
    let answer = tool.and_then(|tool| Command::new(tool).args(&names).output().ok());
    let text = answer.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let mut lines = text.lines();
    let short = |line: &str| line.split('(').next().unwrap_or(line).to_owned();
    names.into_iter().map(|name| (name.clone(), lines.next().map_or(name, short))).collect()
}

fn table(
    architecture: &str,
    code: &BTreeMap<String, Code>,
    resources: &BTreeMap<String, Resources>,
    names: &BTreeMap<String, String>,
) -> String {
    let mut text = format!(
        "for {architecture}; occupancy with blocks of the most threads that __launch_bounds__ allows, or {USUAL_BLOCK}\n\n\
         {:<40} {:>9} {:>7} {:>7} {:>7} {:>9} {:>5}  {}\n",
        "kernel",
        "registers",
        "spilled",
        "local",
        "shared",
        "occupancy",
        "tape",
        "atomic: global, shared; exchanges; barriers"
    );
    for (name, kernel) in code.iter().filter(|(_, code)| code.is_kernel) {
        let Some(known) = resources.get(name) else { continue };
        let counts = with_callees(code, name);
        let occupancy = occupancy(architecture, known, kernel.block.unwrap_or(USUAL_BLOCK));
        text += &format!(
            "{:<40} {:>9} {:>7} {:>7} {:>7} {:>8}% {:>5}  {}, {}; {}; {}\n",
            names.get(name).unwrap_or(name),
            known.registers,
            known.spilled,
            known.stack,
            known.shared,
            occupancy,
            if counts.has_tape { "yes" } else { "no" },
            counts.global,
            counts.shared,
            counts.exchanges,
            counts.barriers,
        );
    }
    text + "\nspilled, local: bytes of each thread; spilled ones are moved both ways. A tape in global memory takes what its loops ask for as they run.\n"
}

/// What a kernel does, with what it calls.
fn with_callees(code: &BTreeMap<String, Code>, kernel: &str) -> Counts {
    let mut seen = BTreeSet::from([kernel]);
    let mut work = vec![kernel];
    let mut sum = Counts::default();
    while let Some(name) = work.pop() {
        let Some(one) = code.get(name) else { continue };
        sum.global += one.own.global;
        sum.shared += one.own.shared;
        sum.exchanges += one.own.exchanges;
        sum.barriers += one.own.barriers;
        sum.has_tape |= one.own.has_tape;
        work.extend(one.calls.iter().map(String::as_str).filter(|callee| seen.insert(callee)));
    }
    sum
}

/// Reads functions of PTX.
fn read_code(text: &str) -> BTreeMap<String, Code> {
    let mut all: BTreeMap<String, Code> = BTreeMap::new();
    let mut at: Option<(String, Code)> = None;
    let mut awaits_name = None;
    for line in text.lines() {
        let words = line.trim();
        let is_start = !line.starts_with([' ', '\t'])
            && (line.contains(".entry ") || line.contains(".func ") || line.ends_with(".func"));
        if is_start {
            awaits_name = Some(line.contains(".entry "));
        }
        if let Some(is_kernel) = awaits_name {
            let behind = line
                .rsplit([')', ' ', '\t'])
                .find(|part| !part.trim_matches(['(', ';']).is_empty())
                .unwrap_or_default();
            let name = behind.split('(').next().unwrap_or_default().trim();
            if !name.is_empty() && !name.starts_with('.') && (line.ends_with('(') || line.contains(')')) {
                at = Some((name.to_owned(), Code { is_kernel, ..Code::default() }));
                awaits_name = None;
            }
            continue;
        }
        let Some((_, code)) = &mut at else { continue };
        if line == "}" {
            all.extend(at.take());
        } else if let Some(threads) = words.strip_prefix(".maxntid") {
            let sizes = threads.split(',').filter_map(|size| size.trim().parse::<u64>().ok());
            code.block = Some(sizes.product());
        } else {
            count(words, code);
        }
    }
    all
}

/// Counts what a line of code does.
fn count(line: &str, code: &mut Code) {
    let operation = line.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or_default();
    let mut parts = operation.split('.');
    match parts.next().unwrap_or_default() {
        "atom" | "red" if operation.contains(".shared") => code.own.shared += 1,
        "atom" | "red" => code.own.global += 1,
        "shfl" => code.own.exchanges += 1,
        "bar" | "barrier" if !operation.contains("warp") => code.own.barriers += 1,
        _ => {}
    }
    code.own.has_tape |= line.contains(TAPES);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    if operation.starts_with("call") || line.ends_with(',') {
        let names = line
            .split(|c: char| !is_name(c))
            .filter(|name| name.len() > 2 && name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()));
        code.calls.extend(names.map(String::from));
    }
}

/// Reads what the assembler says.
fn read_resources(said: &str) -> BTreeMap<String, Resources> {
    let mut all: BTreeMap<String, Resources> = BTreeMap::new();
    let (mut kernel, mut of_function) = (String::new(), String::new());
    let before = |text: &str, unit: &str| -> u64 {
        let start = text.find(unit).map(|at| text[..at].trim_end());
        start.and_then(|text| text.rsplit([' ', ',']).next()?.parse().ok()).unwrap_or(0)
    };
    for line in said.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            kernel = rest.split('\'').next().unwrap_or_default().to_owned();
        } else if let Some((_, name)) = line.split_once("Function properties for ") {
            of_function = name.trim().to_owned();
        } else if line.contains("bytes stack frame") && of_function == kernel {
            let known = all.entry(kernel.clone()).or_default();
            known.stack = before(line, "bytes stack frame");
            known.spilled = before(line, "bytes spill stores") + before(line, "bytes spill loads");
        } else if line.contains("Used ") {
            let known = all.entry(kernel.clone()).or_default();
            known.registers = before(line, "registers");
            known.shared = before(line, "bytes smem");
        }
    }
    all
}

/// How many of the warps that a multiprocessor can hold are there at once, in percent.
fn occupancy(architecture: &str, known: &Resources, block: u64) -> u64 {
    let digits: String = architecture.chars().filter(char::is_ascii_digit).collect();
    // Warps, blocks and bytes of shared memory.
    let (warps, blocks, memory) = match digits.as_str() {
        "75" => (32, 16, 64 << 10),
        "80" => (64, 32, 164 << 10),
        "86" | "89" | "120" => (48, 24, 100 << 10),
        _ => (64, 32, 228 << 10),
    };
    let of_block = block.div_ceil(32).max(1);
    // Registers are given to warps 256 at a time, by each of four parts of the machine.
    let of_warp = (known.registers.max(1) * 32).next_multiple_of(256);
    let by_registers = (65536 / of_warp / 4 * 4) / of_block;
    let by_memory = memory / (known.shared + 1024);
    let resident = by_registers.min(by_memory).min(blocks).min(warps / of_block);
    resident * of_block * 100 / warps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembler_and_code_are_read() {
        let said = "ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'\nptxas info    : Function properties for _Z1kPf\n    \
                    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n\
                    ptxas info    : Used 40 registers, used 1 barriers, 128 bytes smem, 400 bytes cmem[0]\n";
        let resources = read_resources(said);
        assert_eq!(resources["_Z1kPf"], Resources { registers: 40, stack: 16, spilled: 20, shared: 128 });
        let code = read_code(
            ".func  (.param .b64 func_retval0) help(\n\t.param .b64 a\n)\n{\n\tatom.global.add.u32 \t%r1, [zymase_tapes], 1;\n}\n\
             .visible .entry _Z1kPf(\n\t.param .u64 p\n)\n.maxntid 64, 2, 1\n{\n\t@%p1 red.shared.add.f32 \t[%r1], %f1;\n\tbar.sync 0;\n\tcall.uni (retval0), \n\thelp, \n\t(\n\t);\n}\n",
        );
        assert!(code["_Z1kPf"].is_kernel && !code["help"].is_kernel);
        assert_eq!(code["_Z1kPf"].block, Some(128));
        let sum = with_callees(&code, "_Z1kPf");
        assert_eq!(sum, Counts { global: 1, shared: 1, exchanges: 0, barriers: 1, has_tape: true });
    }

    #[test]
    fn registers_bound_what_runs_at_once() {
        let known = |registers| Resources { registers, ..Resources::default() };
        assert_eq!(occupancy("sm_90", &known(32), 256), 100);
        assert_eq!(occupancy("sm_90", &known(64), 256), 50);
        assert_eq!(occupancy("sm_90", &known(255), 256), 12);
        assert_eq!(occupancy("sm_90", &known(255), 1024), 0);
    }
}

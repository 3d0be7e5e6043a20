//! `zymase raise FILE.cu`: the device's code is compiled to text of LLVM, which the plugin makes a part of the host's module.

use crate::cuda::find_cuda;
use crate::gpu::{ARCHITECTURE, DEVICE_CODE, MANAGED, Scratch};
use crate::toolchain;
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a kernel is launched: blocks, threads of a block, bytes of shared memory that the launch adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    pub grid: [u64; 3],
    pub block: [u64; 3],
    pub shared: u64,
}

/// Most threads that a block may have.
const MOST_THREADS: u64 = 1024;

impl Launch {
    /// Reads sizes such as `4,1,1`; what is not said is one.
    pub fn read(grid: &str, block: &str, shared: u64) -> Result<Launch> {
        let launch = Launch { grid: sizes(grid)?, block: sizes(block)?, shared };
        let threads: u64 = launch.block.iter().product();
        ensure!(threads <= MOST_THREADS, "--block {block} has {threads} threads: a block has {MOST_THREADS} at most");
        Ok(launch)
    }

    /// As the plugin reads it.
    pub fn line(&self) -> String {
        let numbers: Vec<String> = self.grid.iter().chain(&self.block).map(u64::to_string).collect();
        format!("launch {} {}\n", numbers.join(" "), self.shared)
    }
}

fn sizes(text: &str) -> Result<[u64; 3]> {
    let numbers: Result<Vec<u64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    let wrong = || format!("`{text}` gives no sizes such as 4,1,1");
    let numbers = numbers.with_context(wrong)?;
    ensure!((1..=3).contains(&numbers.len()) && numbers.iter().all(|size| (1..1 << 31).contains(size)), wrong());
    Ok([0, 1, 2].map(|place| numbers.get(place).copied().unwrap_or(1)))
}

/// A CUDA file on its way to the plugin.
pub struct Cuda {
    folder: PathBuf,
    scratch: Scratch,
}

impl Cuda {
    pub fn new() -> Result<Cuda> {
        let (folder, scratch) = (find_cuda(None)?, Scratch::new()?);
        fs::write(scratch.0.join("managed.h"), MANAGED)?;
        Ok(Cuda { folder, scratch })
    }

    /// What both compilations are told.
    fn language(&self, command: &mut Command) {
        command.args(["-x", "cuda", "-Wno-unknown-cuda-version", "-include"]).arg(self.scratch.0.join("managed.h"));
        let mut folder = OsString::from("--cuda-path=");
        folder.push(&self.folder);
        command.arg(folder).arg("-isystem").arg(self.folder.join("include/cccl"));
    }

    /// Compiles the device's code, and lets the compiler of the host find it.
    pub fn prepare(&self, file: &Path, user: &[OsString], host: &mut Command) -> Result<()> {
        let text = self.scratch.0.join("device.ll");
        let mut device = Command::new(toolchain::require_tool("clang++")?);
        device.args(["-O1", "-gline-tables-only", "-fno-discard-value-names", "-ffp-contract=off"]).args(user);
        self.language(&mut device);
        device.args(["--cuda-device-only", ARCHITECTURE, "-nocudalib", "-Xclang", "-target-sdk-version=12.9"]);
        device.args(["-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"]).arg(file).arg("-o").arg(&text);
        let status = device.status().context("cannot start the compiler")?;
        if !status.success() {
            bail!("{} was not compiled for the device: correct the errors above", file.display());
        }
        self.language(host);
        host.arg("--cuda-host-only").env(DEVICE_CODE, &text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_read() {
        let launch = Launch::read("4", "16,16", 0).unwrap();
        assert_eq!((launch.grid, launch.block), ([4, 1, 1], [16, 16, 1]));
        assert_eq!(launch.line(), "launch 4 1 1 16 16 1 0\n");
        for wrong in ["", "0", "1,2,3,4", "a"] {
            assert!(Launch::read(wrong, "1", 0).is_err(), "{wrong}");
        }
        assert!(Launch::read("1", "32,32,2", 0).is_err());
    }
}

//! Kernels that run on the CPU: `zymase cc --zymase-gpu=cpu` names the code of the device in the environment.

use crate::options;
use std::fs;
use zymase_gradient::Failure;
use zymase_llvm::Module;

/// The file with the device's code, as text of LLVM; empty for a file that has none and may still call CUDA's run time.
pub const DEVICE_CODE: &str = "ZYMASE_DEVICE_CODE";

/// Says that kernels will run on CPUs.
const ON_HOST: &str = "ZYMASE_KERNELS_ON_HOST";

/// Writes into a module for a GPU that its kernels will run on CPUs, if they will.
pub fn mark(module: Module) {
    if module.is_for_gpu() && std::env::var_os(ON_HOST).is_some() {
        module.append_flag(zymase_gradient::KERNELS_ON_HOST, &["1"]);
    }
}

/// The device's code, where it was named: none where it cannot be read, or there is none.
pub fn device_code() -> Option<String> {
    std::env::var(DEVICE_CODE).ok().map(|file| fs::read_to_string(file).unwrap_or_default())
}

/// Makes the device's code a part of a host's module, where that was asked for.
pub fn lower(module: Module) {
    let Ok(file) = std::env::var(DEVICE_CODE) else { return };
    if module.is_for_gpu() {
        return;
    }
    let text = match file.is_empty() {
        true => Ok(None),
        false => fs::read_to_string(&file).map(Some),
    };
    let lowered = match text {
        Ok(text) => match options::of(module) {
            Some(config) => zymase_kernels::lower(module, text.as_deref(), config.kernels),
            None => return,
        },
        Err(error) => Err(Failure::internal(format!("cannot read {file}: {error}"))),
    };
    if let Err(failure) = lowered {
        failure.report(module, None);
    }
}

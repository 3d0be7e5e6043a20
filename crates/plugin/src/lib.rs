//! `libzymase.so`: the passes for clang, opt, flang and lld.
//!
//! The edge of the engine: finds CUDA's library ([`device_library`]), reads options ([`options`]), code of GPUs ([`kernels`], [`launches`]) and requests to raise a
//! function ([`raising`]), requests to compile in another process ([`requests`]), catches panics so that a bug of ours ends in a message and not in a crash of
//! the host, and hands modules over. lld calls from several threads: there is no state here.

mod device_library;
mod kernels;
mod launches;
mod options;
mod raising;
mod requests;

use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use zymase_gradient::Failure;
use zymase_llvm::{Callbacks, Module};

/// What the host reads when it loads a plugin (LLVM 22, API version 2).
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(*mut c_void),
    before_code_generation: *const c_void,
}

const PLUGIN_API_VERSION: u32 = 2;

/// The entry point every host looks for.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    PassPluginLibraryInfo {
        api_version: PLUGIN_API_VERSION,
        name: c"zymase".as_ptr(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register,
        before_code_generation: std::ptr::null(),
    }
}

unsafe extern "C" fn register(pass_builder: *mut c_void) {
    unsafe { zymase_llvm::register_passes(pass_builder, callbacks()) }
}

fn callbacks() -> Callbacks {
    Callbacks { capture, simplify, shield, differentiate, open, close }
}

extern "C" fn capture(module: llvm_sys::prelude::LLVMModuleRef) -> bool {
    let module = unsafe { Module::from_raw(module) };
    guarded(module, || {
        if raising::answer(module) {
            return true;
        }
        options::record(module);
        kernels::mark(module);
        if !launches::are_late(module) {
            kernels::lower(module);
        }
        launches::begin(module);
        let forgotten = zymase_parallel::forget_wrong_tags(module);
        zymase_gradient::capture(module) | forgotten
    })
}

extern "C" fn simplify(module: llvm_sys::prelude::LLVMModuleRef) -> bool {
    let module = unsafe { Module::from_raw(module) };
    guarded(module, || options::of(module).is_some_and(|config| zymase_gradient::simplify(module, &config)))
}

extern "C" fn shield(module: llvm_sys::prelude::LLVMModuleRef) -> bool {
    let module = unsafe { Module::from_raw(module) };
    guarded(module, || zymase_gradient::shield(module))
}

extern "C" fn differentiate(module: llvm_sys::prelude::LLVMModuleRef, level: u32) -> bool {
    let module = unsafe { Module::from_raw(module) };
    guarded(module, || match options::of(module) {
        Some(mut config) => {
            config.optimised = level > 0;
            config.device_library = module.is_for_nvidia().then(device_library::find).flatten();
            let changed = zymase_gradient::differentiate(module, &config);
            if launches::are_late(module) {
                kernels::lower(module);
            }
            changed
        }
        None => false,
    })
}

extern "C" fn open(module: llvm_sys::prelude::LLVMModuleRef) -> bool {
    let module = unsafe { Module::from_raw(module) };
    guarded(module, || {
        let wanted = options::of(module).is_some_and(|config| zymase_gradient::opens_regions(module, &config));
        wanted && zymase_parallel::open(module)
    })
}

extern "C" fn close(module: llvm_sys::prelude::LLVMModuleRef) -> bool {
    let module = unsafe { Module::from_raw(module) };
    guarded(module, || {
        let config = options::of(module);
        if module.is_for_gpu() {
            return config.is_some_and(|config| zymase_gradient::finish(module, &config));
        }
        zymase_parallel::close(module, config.is_some_and(|config| config.join_regions))
    })
}

/// Runs a pass; a panic becomes an error message.
fn guarded(module: Module, work: impl FnOnce() -> bool) -> bool {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(changed) => changed,
        Err(panic) => {
            let text = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()))
                .unwrap_or_default();
            Failure::internal(format!("panic: {text}")).report(module, None);
            true
        }
    }
}

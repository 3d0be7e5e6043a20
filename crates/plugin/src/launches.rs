//! Derivatives of host functions that launch kernels: which compilations prepare for them.
//!
//! The code for a device shows nothing of the functions of the host. Whether some of these are differentiated is read in the source file, roughly: whoever is
//! wrongly taken for one who does not is told so by the compilation for the host, and says `ZYMASE_FLAGS=launches=1`.

use crate::{kernels, options};
use std::fs;
use std::path::{Path, PathBuf};
use zymase_llvm::Module;

/// How names of derivative calls begin.
const CALL: &str = "__enzyme_";

/// Files that are read, at most.
const MOST_FILES: usize = 64;

/// Are launches differentiated as on a GPU, although kernels run on CPUs? Then these become code for CPUs once derivatives have been made.
pub fn are_late(module: Module) -> bool {
    !module.is_for_gpu() && kernels::device_code().is_some() && asked(module) == Some(true)
}

fn asked(module: Module) -> Option<bool> {
    options::of(module).and_then(|config| config.launches)
}

/// Gives kernels their companions, or marks launches, where they are wanted.
pub fn begin(module: Module) {
    let asked = asked(module);
    if module.is_for_nvidia() {
        let runs_here = !module.flag_texts(zymase_gradient::KERNELS_ON_HOST).is_empty();
        let wanted = asked.unwrap_or_else(|| !runs_here && source_asks(module));
        if wanted {
            zymase_launches::introduce(module);
        }
        return;
    }
    match kernels::device_code() {
        None => zymase_launches::mark(module, None),
        Some(text) => asked == Some(true) && zymase_launches::mark(module, Some(&text)),
    };
}

/// Does the source file of a module, or a file beside it that it includes, seem to differentiate functions of the host?
fn source_asks(module: Module) -> bool {
    let mut seen = Vec::new();
    let mut work = vec![PathBuf::from(module.source_file_name())];
    while let Some(file) = work.pop() {
        if seen.contains(&file) || seen.len() > MOST_FILES {
            continue;
        }
        let Ok(bytes) = fs::read(&file) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        // What nobody on the device calls is called on the host.
        if host_asks(&text) || text.contains(CALL) && !zymase_launches::asks_for_derivatives(module) {
            return true;
        }
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let included = text.lines().filter_map(|line| line.trim_start().strip_prefix("#include"));
        let quoted = included.filter_map(|rest| rest.split('"').nth(1));
        work.extend(quoted.map(|name| folder.join(name)));
        seen.push(file);
    }
    false
}

/// Does a source file declare a function for derivatives that is not one of the device alone?
fn host_asks(source: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '*' || c == '>' || c == '&';
    source.split([';', '{', '}']).any(|statement| {
        ["__enzyme_autodiff", "__enzyme_fwddiff", "__enzyme_augmentfwd", "__enzyme_reverse"].iter().any(|name| {
            let Some(at) = statement.find(name) else { return false };
            let before = statement[..at].trim_end();
            let declares = before.ends_with(is_word) && !before.ends_with("return");
            declares && !before.contains("__device__")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::host_asks;

    #[test]
    fn declarations_of_the_host_are_told_from_those_of_the_device() {
        assert!(host_asks("template <class... T> double __enzyme_autodiff(void *, T...);"));
        assert!(host_asks("extern \"C\" { void __enzyme_fwddiff(void *, ...); }"));
        assert!(!host_asks("template <class R, class... A> __device__ R __enzyme_autodiff(void *, A...);"));
        assert!(!host_asks("void f() { __enzyme_autodiff<void>((void *)g, x); return __enzyme_autodiff<int>(h); }"));
        assert!(!host_asks("int main() {}"));
    }
}

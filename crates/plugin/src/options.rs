//! Options of the plugin: from the environment variable `ZYMASE_FLAGS`, from `-mllvm -zymase-memory-limit`, and from the files that were compiled earlier.
//!
//! With link-time optimisation a file is compiled with options and differentiated later, by a linker that knows
//! nothing of them. So they are written into the module when it is compiled, as a module flag, and those of all files
//! are found together in the linked module. The environment of the linker is added to them, and wins.

use zymase_gradient::Config;
use zymase_llvm::Module;

const FLAG: &str = "zymase.options";
const STRIP: &str = "strip-debug=1";
const DO_NOT_STRIP: &str = "strip-debug=0";

/// Options about the run of one compiler, which do not travel.
fn stays_here(word: &str) -> bool {
    ["print", "function", "derivative", "strip-debug"].contains(&word.split('=').next().unwrap_or(word))
}

/// The environment, and what the host was given as an option of its own.
fn given() -> String {
    let environment = std::env::var("ZYMASE_FLAGS").unwrap_or_default();
    match zymase_llvm::memory_limit_option() {
        limit if limit.is_empty() => environment,
        limit => format!("{environment} memory-limit={limit}"),
    }
}

/// Writes the options of this compilation into the module. Line tables go away at the end only if they serve
/// diagnostics in all the files that have some, so each file with debug information says which it is.
pub fn record(module: Module) {
    let environment = given();
    if let Err(text) = Config::parse(&environment) {
        module.report(None, &format!("zymase: {text}"), false);
        return;
    }
    let mut words: Vec<&str> = environment.split_whitespace().filter(|word| !stays_here(word)).collect();
    if module.has_debug_information() {
        let strips = environment.split_whitespace().any(|word| word == STRIP);
        words.push(if strips { STRIP } else { DO_NOT_STRIP });
    }
    if !words.is_empty() {
        module.append_flag(FLAG, &words);
    }
}

/// The options that hold for a module. None when they are wrong: that has been, or is now, reported.
pub fn of(module: Module) -> Option<Config> {
    let environment = given();
    let recorded = module.flag_texts(FLAG);
    let has = |wanted: &str| recorded.iter().any(|word| word == wanted);
    let here = environment.split_whitespace().filter(|word| !word.starts_with("strip-debug"));
    let mut words: Vec<&str> = recorded.iter().map(String::as_str).filter(|word| !stays_here(word)).collect();
    words.extend(here);
    words.extend((has(STRIP) && !has(DO_NOT_STRIP)).then_some(STRIP));
    match Config::parse(&words.join(" ")) {
        Ok(config) => Some(config),
        Err(text) => {
            module.report(None, &format!("zymase: {text}"), false);
            None
        }
    }
}

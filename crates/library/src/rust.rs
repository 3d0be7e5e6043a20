//! The Rust runtime and the compiled parts of its standard library, in both
//! manglings. The allocator is in `allocation`.

use crate::inactive::{GLOBAL, NEVER, PURE, Row, through};
use crate::known::{Control, Extent::*, Inactive, Known, Returned};

pub(crate) const RUNTIME: &[Row] = &[
    (PURE, "__rust_no_alloc_shim_is_unstable __rust_no_alloc_shim_is_unstable_v2"),
    (PURE, "__rust_alloc_error_handler_should_panic __rust_alloc_error_handler_should_panic_v2"),
    (NEVER, "rust_begin_unwind rust_panic __rust_start_panic __rust_foreign_exception __rust_drop_panic rust_oom"),
    (NEVER, "__rust_alloc_error_handler __rg_oom __rdl_oom"),
];

/// Prints, reads a clock, and the like; may panic.
const EFFECT: Inactive = GLOBAL.control(Control::MayUnwind);
/// Returns an object without reals that can carry a derivative, maybe through argument 0.
const MAKES: Inactive = EFFECT.writing(through![0: Result]).giving(Returned::Foreign);
/// Returns numbers, maybe through argument 0.
const READS_NUMBERS: Inactive = EFFECT.writing(through![0: Numbers]);
/// Formats; writes into the library's own object at argument 0.
const FORMATS: Inactive = EFFECT.writing(through![0: Integers]).giving(Returned::Foreign);

/// Items by how their path starts, crate first, as both manglings write it.
const PATHS: &[(&str, Inactive)] = &[
    ("4core9panicking", NEVER),
    ("4core6option13unwrap_failed", NEVER),
    ("4core6option13expect_failed", NEVER),
    ("4core6result13unwrap_failed", NEVER),
    ("4core4cell22panic_already_borrowed", NEVER),
    ("4core4cell26panic_already_mutably_borrowed", NEVER),
    ("4core4cell30panic_already_mutably_borrowed", NEVER),
    ("4core5slice5index16slice_index_fail", NEVER),
    ("4core5slice5index22slice_index_order_fail", NEVER),
    ("4core5slice5index24slice_end_index_len_fail", NEVER),
    ("4core5slice5index26slice_start_index_len_fail", NEVER),
    ("4core5slice5index29slice_end_index_overflow_fail", NEVER),
    ("4core5slice5index31slice_start_index_overflow_fail", NEVER),
    ("4core5slice20copy_from_slice_impl17len_mismatch_fail", NEVER),
    ("4core3str16slice_error_fail", NEVER),
    ("5alloc5alloc18handle_alloc_error", NEVER),
    ("5alloc7raw_vec12handle_error", NEVER),
    ("5alloc7raw_vec17capacity_overflow", NEVER),
    ("5alloc3fmt6format12format_inner", MAKES),
    ("3std9panicking", NEVER),
    ("3std9panicking11panic_count", EFFECT),
    ("3std6thread5local18panic_access_error", NEVER),
    ("3std7process4exit", NEVER),
    ("3std7process5abort", NEVER),
    ("3std2io5stdio6_print", EFFECT),
    ("3std2io5stdio6__print", EFFECT),
    ("3std2io5stdio7_eprint", EFFECT),
    ("3std2io5stdio7__eprint", EFFECT),
    ("3std3sys6random", EFFECT),
    ("3std3sys4sync5mutex", EFFECT),
    ("3std3sys4sync6rwlock", EFFECT),
    ("3std4time", MAKES),
    ("10std_detect", EFFECT),
    ("4core3fmt", FORMATS),
    ("4core3num7dec2flt", READS_NUMBERS),
    ("4core5slice4sort6shared9smallsort22panic_on_ord_violation", NEVER),
    ("4core5slice4sort6stable5drift11sqrt_approx", PURE),
];

/// What is called where the precondition of an unsafe function is checked, and does not hold.
const UNDEFINED_BEHAVIOUR: &[&str] = &[
    "4core9panicking14panic_nounwind",
    "4core9panicking18panic_nounwind_fmt",
    "4core9panicking26panic_nounwind_nobacktrace",
    "4core9panicking36panic_misaligned_pointer_dereference",
    "4core9panicking30panic_null_pointer_dereference",
];

/// Does a check of undefined behaviour call this when it has found something?
pub(crate) fn reports_undefined_behaviour(name: &str) -> bool {
    path(name).is_some_and(|path| UNDEFINED_BEHAVIOUR.iter().any(|report| path.starts_with(report)))
}

/// Is it a function of a Rust program, by its name?
pub fn is_rust(name: &str) -> bool {
    let hash = |name: &str| name.strip_suffix('E').and_then(|rest| rest.len().checked_sub(19)).map(|at| at..at + 3);
    let is_legacy = |name: &str| hash(name).and_then(|place| name.get(place)) == Some("17h");
    name.starts_with("_R") || name.starts_with("_ZN") && is_legacy(name)
}

/// Does it manage the memory of vectors or of hash tables, of whatever type their elements are? One such function serves
/// them all.
pub fn manages_untyped_memory(name: &str) -> bool {
    is_rust(name) && name.contains("hashbrown") && name.contains("RawTableInner")
        || path(name).is_some_and(|path| path.starts_with("5alloc7raw_vec")) && name.contains("11RawVecInner")
        || name.contains("RawVecInner$LT$")
}

/// Functions without a derivative whose code is in the program: what compares shadows with their values, and the ciphers that are
/// the generators of the crate rand, whose code for vectors handles integers as if they were floats.
const INACTIVE: &[&str] = &[
    "6zymase6mirror9described5begin",
    "6zymase6mirror9described3end",
    "11rand_chacha4guts",
    "8chacha20",
    "10rayon_core19current_num_threads",
];

/// Has this function of a Rust program no derivative, whatever its code is?
pub fn is_inactive_code(name: &str) -> bool {
    path(name).is_some_and(|path| INACTIVE.iter().any(|prefix| path.starts_with(prefix)))
}

/// Is it run by threads of rayon alone?
pub fn is_job_of_rayon(name: &str) -> bool {
    is_rust(name) && name.contains("rayon_core..job..Job$GT$7execute")
}

/// What is read to ask whether something runs on one thread: by functions of rayon, and by those of `zymase::thread`.
pub const ONE_THREAD: [&str; 2] = ["__zymase_one_thread", "__zymase_one_thread_of_crate"];

/// Where items are that run closures on several threads, and who offers them. Instances of generic functions have the path
/// of their type arguments in their name too.
const PARALLEL: &[(&str, &str)] = &[
    ("10rayon_core8registry", "rayon"),
    ("10rayon_core5latch", "rayon"),
    ("10rayon_core3job", "rayon"),
    ("10rayon_core5sleep", "rayon"),
    ("10rayon_core9broadcast", "rayon"),
    ("3std6thread6scoped", STD_THREAD),
    ("3std6thread7builder", STD_THREAD),
    ("3std6thread9lifecycle", STD_THREAD),
    ("3std6thread9spawnhook", STD_THREAD),
    ("3std6thread9functions5spawn", STD_THREAD),
    ("3std3sys6thread4unix", STD_THREAD),
    ("3std4sync4mpmc", CHANNEL),
    ("3std4sync4mpsc", CHANNEL),
];

/// Who starts threads by hand.
pub const STD_THREAD: &str = "std::thread";
/// What is no place to run something, but where threads meet.
pub const CHANNEL: &str = "std::sync::mpsc";

/// Who runs what this function is given on several threads; `None` when nobody does.
pub fn parallel(name: &str) -> Option<&'static str> {
    let is_rust = name.starts_with("_R") || name.starts_with("_ZN");
    let fitting = PARALLEL.iter().filter(|_| is_rust).find(|(path, _)| name.contains(path));
    fitting.map(|&(_, who)| who)
}

/// The same of what certainly starts threads: no derivative is made of it.
pub fn starts_threads(name: &str) -> Option<&'static str> {
    parallel(name).filter(|_| !name.contains("3std3sys6thread4unix"))
}

/// What an item's path says of it.
pub(crate) fn item(name: &str) -> Option<Known> {
    if let Some(known) = shim(name) {
        return Some(known);
    }
    let path = path(name)?;
    let fitting = PATHS.iter().filter(|(prefix, _)| path.starts_with(prefix));
    fitting.max_by_key(|(prefix, _)| prefix.len()).map(|&(_, inactive)| Known::Inactive(inactive))
}

/// The runtime's symbols where they are mangled into the `__rustc` crate.
fn shim(name: &str) -> Option<Known> {
    let (_, item) = name.strip_prefix("_RNvC")?.split_once("7___rustc")?;
    let item = item.trim_start_matches(|c: char| c.is_ascii_digit());
    let plain = item.strip_prefix('_').filter(|rest| rest.starts_with('_')).unwrap_or(item);
    RUNTIME
        .iter()
        .find(|(_, names)| names.split_whitespace().any(|known| known == plain))
        .map(|&(inactive, _)| Known::Inactive(inactive))
}

/// The identifiers of a mangled path, each after its length.
///
/// `_ZN4core9panicking5panic17h0123456789abcdefE` has them after `_ZN`;
/// `_RNvNtCs123_4core9panicking5panic` and `_RNvMs5_NtCs123_4core3fmtNtB2_9Formatter3pad`
/// after the crate's disambiguator.
fn path(name: &str) -> Option<&str> {
    if let Some(path) = name.strip_prefix("_ZN") {
        return Some(path);
    }
    let mut rest = name.strip_prefix("_R")?;
    loop {
        rest = match rest.as_bytes() {
            [b'N', _, ..] => rest.get(2..)?,
            // An impl block, and which of its module's.
            [b'M' | b'X', b's', ..] => rest.split_once('_')?.1,
            [b'M' | b'X', ..] => &rest[1..],
            [b'C', b's', ..] => return Some(rest.split_once('_')?.1),
            [b'C', ..] => return Some(&rest[1..]),
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::parallel;

    #[test]
    fn who_starts_threads_is_named() {
        assert_eq!(parallel("_RNvMs0_NtNtNtCsjrHSEGnQ3l9_3std3sys6thread4unixNtB5_6Thread3new"), Some("std::thread"));
        assert_eq!(parallel("_ZN10rayon_core8registry15global_registry17h0123456789abcdefE"), Some("rayon"));
        assert_eq!(parallel("_ZN3std4sync4mpmc7channel17h0123456789abcdefE"), Some(super::CHANNEL));
        assert_eq!(parallel("_RINvNtNtCs123_5rayon4iter8plumbing24bridge_producer_consumerE"), None);
        assert_eq!(parallel("_RNvNtNtCsjrHSEGnQ3l9_3std6thread5local18panic_access_error"), None);
        assert_eq!(parallel("f_5rayon4iter"), None);
    }
}

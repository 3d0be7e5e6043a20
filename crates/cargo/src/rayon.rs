//! Teaches rayon what it means on one thread.
//!
//! A derivative runs what rayon would share out on the thread that calls it: `join(a, b)` is `a` and then `b`. When rustc
//! compiles the target's code, rayon's functions that hand work to other threads are inlined into the program together with queues,
//! latches and jobs, and nobody could tell any more what they mean. So cargo starts rustc through this program
//! (`RUSTC_WRAPPER`), and the crates `rayon-core` and `rayon` are compiled from copies of their sources in which
//! each such function begins with another way through it:
//!
//! ```text
//! pub fn join<…>(oper_a: A, oper_b: B) -> (RA, RB) {
//!     if crate::__zymase_on_one_thread() { … return (a, b); }
//!     … as it was
//! ```
//!
//! The question reads a constant that is 0, in a way that no compiler decides before the plugin has seen it. In what is
//! differentiated the plugin answers it with yes, and everywhere else with no: programs run as before. A function
//! that another version of rayon does not have stays as it is, and the plugin refuses what it comes to then.

use anyhow::{Context, Result};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Marks the crates of the target, of which derivatives may be made, and makes cargo compile again what was compiled without
/// it: the number changes with what is written into rayon.
pub const FLAG: &str = "--cfg=zymase_on_one_thread=\"1\"";
/// Names the wrapper of rustc that the user has.
pub const OTHER_WRAPPER: &str = "CARGO_ZYMASE_RUSTC_WRAPPER";

/// A way through a function on one thread.
struct Edit {
    file: &'static str,
    function: &'static str,
    /// What the function does first.
    code: &'static str,
    /// There is a method of that name too, for which the same holds.
    is_twice: bool,
}

/// What the compiler reads of the crate, and what comes after it.
struct Lesson {
    package: &'static str,
    edits: &'static [Edit],
    /// Comes at the end of `lib.rs`.
    items: &'static str,
}

const fn edit(file: &'static str, function: &'static str, code: &'static str) -> Edit {
    Edit { file, function, code, is_twice: false }
}

/// Of a function of `thread_pool/mod.rs`, and of the method of a pool.
const fn edit_both(function: &'static str, code: &'static str) -> Edit {
    Edit { file: "thread_pool/mod.rs", function, code, is_twice: true }
}

const LESSONS: [Lesson; 2] = [
    Lesson {
        package: "rayon-core",
        items: "
#[doc(hidden)]
#[allow(missing_docs, non_upper_case_globals)]
#[no_mangle]
pub static __zymase_one_thread: u8 = 0;

#[doc(hidden)]
#[allow(missing_docs)]
#[inline(always)]
pub fn __zymase_on_one_thread() -> bool {
    // SAFETY: it is the address of a static.
    unsafe { core::ptr::read_volatile(&raw const __zymase_one_thread) != 0 }
}
",
        edits: &[
            edit(
                "join/mod.rs",
                "join",
                "if crate::__zymase_on_one_thread() { let a = oper_a(); let b = oper_b(); return (a, b); }",
            ),
            edit(
                "join/mod.rs",
                "join_context",
                "if crate::__zymase_on_one_thread() {
                    let a = oper_a(FnContext::new(false)); let b = oper_b(FnContext::new(false)); return (a, b);
                }",
            ),
            edit("scope/mod.rs", "scope", SCOPE),
            edit("scope/mod.rs", "scope_fifo", SCOPE_FIFO),
            edit("scope/mod.rs", "do_in_place_scope", SCOPE),
            edit("scope/mod.rs", "do_in_place_scope_fifo", SCOPE_FIFO),
            edit("scope/mod.rs", "spawn", "if crate::__zymase_on_one_thread() { return body(self); }"),
            edit("scope/mod.rs", "spawn_fifo", "if crate::__zymase_on_one_thread() { return body(self); }"),
            edit("spawn/mod.rs", "spawn", "if crate::__zymase_on_one_thread() { return func(); }"),
            edit("spawn/mod.rs", "spawn_in", "if crate::__zymase_on_one_thread() { return func(); }"),
            edit("spawn/mod.rs", "spawn_fifo", "if crate::__zymase_on_one_thread() { return func(); }"),
            edit("spawn/mod.rs", "spawn_fifo_in", "if crate::__zymase_on_one_thread() { return func(); }"),
            edit("thread_pool/mod.rs", "install", "if crate::__zymase_on_one_thread() { return op(); }"),
            edit_both("yield_now", "if crate::__zymase_on_one_thread() { return None; }"),
            edit_both("yield_local", "if crate::__zymase_on_one_thread() { return None; }"),
            // A function of its own, which the plugin knows.
            edit(
                "lib.rs",
                "current_num_threads",
                "#[inline(never)] fn ask() -> usize { crate::registry::Registry::current_num_threads() } return ask();",
            ),
            // One of the threads there are, in a pool or not.
            edit_both("current_thread_index", "if crate::__zymase_on_one_thread() { return Some(0); }"),
        ],
    },
    Lesson {
        package: "rayon",
        items: "",
        edits: &[
            edit("iter/plumbing/mod.rs", "bridge_producer_consumer", BRIDGE),
            edit("iter/plumbing/mod.rs", "bridge_unindexed", BRIDGE),
            edit(
                "slice/sort.rs",
                "par_mergesort",
                "if rayon_core::__zymase_on_one_thread() { return v.sort_by(ZYMASE_ORDER); }",
            ),
            edit(
                "slice/sort.rs",
                "par_quicksort",
                "if rayon_core::__zymase_on_one_thread() { return v.sort_unstable_by(ZYMASE_ORDER); }",
            ),
        ],
    },
];

/// Nothing of the scope is looked at on one thread.
const SCOPE: &str = "if crate::__zymase_on_one_thread() {
    let scope = core::mem::MaybeUninit::<Scope<'scope>>::uninit();
    return op(unsafe { &*scope.as_ptr() });
}";
const SCOPE_FIFO: &str = "if crate::__zymase_on_one_thread() {
    let scope = core::mem::MaybeUninit::<ScopeFifo<'scope>>::uninit();
    return op(unsafe { &*scope.as_ptr() });
}";
/// Everything in one piece.
const BRIDGE: &str = "if rayon_core::__zymase_on_one_thread() {
    let folder = consumer.into_folder();
    return if folder.full() { folder.complete() } else { producer.fold_with(folder).complete() };
}";
/// What is less, as an order.
const ORDER: (&str, &str) = (
    "ZYMASE_ORDER",
    "|a, b| if is_less(a, b) { core::cmp::Ordering::Less } else if is_less(b, a) { core::cmp::Ordering::Greater } \
     else { core::cmp::Ordering::Equal }",
);

/// Was this process started in the place of rustc? Cargo names rustc first; a linker is never given a program.
pub fn is_wanted(arguments: &[OsString]) -> bool {
    let first = arguments.first().map(Path::new);
    let is_named = |first: &Path| env::var_os("RUSTC").is_some_and(|rustc| first == Path::new(&rustc));
    first.is_some_and(|first| first.file_stem() == Some(OsStr::new("rustc")) || is_named(first))
}

/// Runs rustc, on a copy of the sources where that is rayon's.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let (rustc, rest) = arguments.split_first().context("cargo names rustc")?;
    let mut rest = rest.to_vec();
    if let Some(lesson) = lesson_for(&rest) {
        let flags = teach(lesson, &mut rest)?;
        rest.extend(flags);
    }
    let mut command = match env::var_os(OTHER_WRAPPER).filter(|other| !other.is_empty()) {
        Some(other) => {
            let mut command = Command::new(other);
            command.arg(rustc);
            command
        }
        None => Command::new(rustc),
    };
    let status = command.args(&rest).status().context("cannot start rustc")?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// What is to be written into the crate that rustc compiles here, if it is one of the two and belongs to the target.
fn lesson_for(arguments: &[OsString]) -> Option<&'static Lesson> {
    let package = env::var("CARGO_PKG_NAME").ok()?;
    let lesson = LESSONS.iter().find(|lesson| lesson.package == package)?;
    let name = value_of(arguments, "--crate-name")?;
    let is_library = name.to_str() == Some(&lesson.package.replace('-', "_"));
    let is_of_target = arguments.iter().any(|argument| argument == FLAG);
    (is_library && is_of_target).then_some(lesson)
}

fn value_of<'a>(arguments: &'a [OsString], name: &str) -> Option<&'a OsString> {
    arguments.iter().skip_while(|argument| *argument != name).nth(1)
}

/// Makes the copy, and lets rustc read it; the flags that let messages and debug information name the original.
fn teach(lesson: &Lesson, arguments: &mut [OsString]) -> Result<Vec<OsString>> {
    let is_source = |argument: &&mut OsString| Path::new(argument).file_name() == Some(OsStr::new("lib.rs"));
    let folder = value_of(arguments, "--out-dir").context("cargo names the folder of what is compiled")?.clone();
    let Some(source) = arguments.iter_mut().find(is_source) else { return Ok(Vec::new()) };
    let original = Path::new(&*source).parent().context("a file is in a folder")?.to_path_buf();
    let copy = PathBuf::from(folder).join(format!("zymase-{}", lesson.package));
    copy_sources(lesson, &original, &copy, "")?;
    *source = copy.join("lib.rs").into();
    let mut renamed = OsString::from("--remap-path-prefix=");
    renamed.push(copy);
    renamed.push("=");
    renamed.push(original);
    Ok(vec![renamed])
}

/// The text of a file, with the other ways through its functions.
fn taught(lesson: &Lesson, file: &str, mut text: String) -> String {
    for edit in lesson.edits.iter().filter(|edit| edit.file == file) {
        let places = starts_of_bodies(&text, edit.function);
        if places.len() == if edit.is_twice { 2 } else { 1 } {
            let code = edit.code.replace(ORDER.0, ORDER.1);
            places.into_iter().rev().for_each(|place| text.insert_str(place, &code));
        }
    }
    if file == "lib.rs" {
        text += lesson.items;
    }
    text
}

/// Copies a folder; `place` is where it is in the sources. Files keep their times, by which cargo decides what to compile again.
fn copy_sources(lesson: &Lesson, from: &Path, to: &Path, place: &str) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make the folder {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        let place = format!("{place}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            copy_sources(lesson, &path, &copy, &format!("{place}/"))?;
        } else if path.extension() == Some(OsStr::new("rs")) {
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let written = || -> std::io::Result<()> {
                let mut file = File::create(&copy)?;
                file.write_all(taught(lesson, &place, text).as_bytes())?;
                file.set_modified(entry.metadata()?.modified()?)
            };
            written().with_context(|| format!("cannot write {}", copy.display()))?;
        }
    }
    Ok(())
}

/// Where the bodies of functions of this name begin, behind their braces.
fn starts_of_bodies(text: &str, function: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let named = |word: &str| line.find(&format!("fn {function}{word}"));
        let is_comment = line.trim_start().starts_with("//");
        if let Some(at) = named("<").or_else(|| named("(")).filter(|_| !is_comment) {
            found.extend(brace_after(text, line_start + at));
        }
        line_start += line.len();
    }
    found
}

/// Behind the first brace that is in no parentheses; none where the item ends before it.
fn brace_after(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, character) in text[start..].char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(start + at + 1),
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_comes_first_in_the_function_of_that_name() {
        let text = "/// fn join<A>() { }\npub fn joined() {}\npub fn join<A>(a: [A; 2]) -> (A, A)\nwhere\n    A: Send,\n{\n    f(a)\n}\n";
        let [place] = starts_of_bodies(text, "join")[..] else { panic!() };
        assert!(text[..place].ends_with("A: Send,\n{"));
        assert!(starts_of_bodies("fn f();\n", "f").is_empty());
        assert_eq!(starts_of_bodies("fn f() {}\nfn f() {}\n", "f").len(), 2);
    }

    #[test]
    fn each_file_gets_what_belongs_there() {
        let text = taught(&LESSONS[0], "join/mod.rs", "fn join<A>() {\n}\n".to_owned());
        assert!(text.starts_with("fn join<A>() {if crate::__zymase_on_one_thread()"));
        assert!(taught(&LESSONS[0], "lib.rs", String::new()).contains("__zymase_one_thread: u8 = 0"));
        assert_eq!(taught(&LESSONS[1], "vec.rs", "fn join() {}".to_owned()), "fn join() {}");
    }

    #[test]
    fn rustc_is_told_from_the_arguments_of_a_linker() {
        let arguments = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        assert!(is_wanted(&arguments(&["/toolchain/bin/rustc", "-vV"])));
        assert!(!is_wanted(&arguments(&["-m64", "rustc.o"])));
        assert!(!is_wanted(&arguments(&["/folder/symbols.o", "-o", "program"])));
    }
}

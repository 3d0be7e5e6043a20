//! Reads a compiler's command line as far as `zymase cc` must understand it: what goes in, where it stops, and what
//! the user says about link-time optimisation, debug information and the linker.
//!
//! Options that take a separate value are known by name, so that `-o x.c` is not an input. Everything else that begins
//! with a dash is left to the compiler.

use anyhow::{Context, Result};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the compiler stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing is compiled: no input, or a question such as `--version` or `-print-search-dirs`.
    Question,
    /// `-E`, `-M`, `-fsyntax-only`: no code is made.
    BeforeCode,
    /// `-S`, or `-emit-llvm`: text or IR for a reader or another tool.
    Assembly,
    /// `-c`.
    Object,
    Program,
}

/// The user's word on link-time optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTime {
    Off,
    Thin,
    Full,
}

/// What an input file is, told by its name (or by `-x`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Source,
    SharedLibrary,
    /// Objects, archives, linker scripts: things that may hold code of ours.
    Linked,
}

#[derive(Debug)]
pub struct Arguments {
    pub inputs: Vec<Input>,
    pub stop: Stop,
    pub link_time: Option<LinkTime>,
    /// Whether a `-g…` option is there.
    pub debug: bool,
    /// Whether `-O0` is in force: no level is the same.
    pub unoptimised: bool,
    /// What `-fuse-ld=` names.
    pub linker: Option<String>,
    folders: Vec<PathBuf>,
    libraries: Vec<String>,
}

/// Options whose value is the next argument.
pub(crate) const WITH_VALUE: [&str; 43] = [
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-A",
    "-F",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "-include-pch",
    "-Xclang",
    "-Xflang",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xarch_host",
    "-Xarch_device",
    "-Xopenmp-target",
    "-mllvm",
    "-target",
    "-arch",
    "-framework",
    "-rpath",
    "--param",
    "--sysroot",
    "-J",
    "-module-dir",
];

const SOURCES: [&str; 34] = [
    "c", "C", "cc", "cp", "cpp", "cxx", "c++", "CPP", "CXX", "i", "ii", "m", "mm", "M", "mi", "mii", "ll", "bc", "cu",
    "s", "S", "sx", "h", "hh", "hpp", "f", "F", "for", "f90", "F90", "f95", "F95", "f03", "F03",
];

const QUESTIONS: [&str; 8] =
    ["--version", "-dumpversion", "-dumpmachine", "--help", "-help", "--target-help", "-###", "--autocomplete"];

impl Arguments {
    /// Reads the arguments, and those in the files that `@file` names.
    pub fn read(user: &[OsString]) -> Result<Arguments> {
        Ok(Arguments::of_words(&expanded(user)?))
    }

    fn of_words(words: &[String]) -> Arguments {
        let mut read = Arguments {
            inputs: Vec::new(),
            stop: Stop::Program,
            link_time: None,
            debug: false,
            unoptimised: true,
            linker: None,
            folders: Vec::new(),
            libraries: Vec::new(),
        };
        let mut language = false;
        let mut question = false;
        let mut remaining = words.iter();
        while let Some(word) = remaining.next() {
            let value = if WITH_VALUE.contains(&word.as_str()) { remaining.next() } else { None };
            match (word.as_str(), value) {
                ("-x", Some(name)) => language = name != "none",
                ("-L", Some(folder)) => read.folders.push(folder.into()),
                ("-l", Some(library)) => read.libraries.push(library.clone()),
                (_, Some(_)) => {}
                ("-", None) => read.inputs.push(Input::Source),
                (other, None) if other.starts_with('-') => {
                    question |=
                        QUESTIONS.contains(&other) || other.starts_with("-print-") || other.starts_with("--print-");
                    read.option(other);
                }
                (file, None) => read.inputs.push(if language { Input::Source } else { kind_of(file) }),
            }
        }
        if question || (read.inputs.is_empty() && read.libraries.is_empty()) {
            read.stop = Stop::Question;
        }
        read
    }

    fn option(&mut self, option: &str) {
        match option {
            "-E" | "-M" | "-MM" | "-fsyntax-only" => self.stop_at(Stop::BeforeCode),
            "-S" | "-emit-llvm" => self.stop_at(Stop::Assembly),
            "-c" => self.stop_at(Stop::Object),
            "-fno-lto" => self.link_time = Some(LinkTime::Off),
            "-flto=thin" => self.link_time = Some(LinkTime::Thin),
            "-O0" => self.unoptimised = true,
            _ if option == "-flto" || option.starts_with("-flto=") => self.link_time = Some(LinkTime::Full),
            _ if option.starts_with("-O") => self.unoptimised = false,
            _ if option.starts_with("-g") => self.debug = true,
            _ => {
                if let Some(name) = option.strip_prefix("-fuse-ld=") {
                    self.linker = Some(name.to_string());
                } else if let Some(folder) = option.strip_prefix("-L") {
                    self.folders.push(folder.into());
                } else if let Some(library) = option.strip_prefix("-l") {
                    self.libraries.push(library.to_string());
                }
            }
        }
    }

    /// Of several such options the one that stops first counts.
    fn stop_at(&mut self, stop: Stop) {
        let order = |stop| match stop {
            Stop::Question => 0,
            Stop::BeforeCode => 1,
            Stop::Assembly => 2,
            Stop::Object => 3,
            Stop::Program => 4,
        };
        if order(stop) < order(self.stop) {
            self.stop = stop;
        }
    }

    /// Whether something is compiled, as opposed to a link of objects only.
    pub fn has_source(&self) -> bool {
        self.inputs.contains(&Input::Source)
    }

    /// Whether code beyond one source file takes part: other files, objects, or libraries in folders of the user's.
    pub fn has_several_files(&self) -> bool {
        let files = self.inputs.iter().filter(|input| **input != Input::SharedLibrary).count();
        files > 1 || self.inputs.contains(&Input::Linked) || self.finds_archive()
    }

    fn finds_archive(&self) -> bool {
        let file = |name: &String| name.strip_prefix(':').map_or_else(|| format!("lib{name}.a"), str::to_string);
        self.folders.iter().any(|folder| self.libraries.iter().any(|name| folder.join(file(name)).is_file()))
    }
}

pub(crate) fn kind_of(file: &str) -> Input {
    let name = Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match Path::new(file).extension().and_then(|extension| extension.to_str()) {
        Some(extension) if SOURCES.contains(&extension) => Input::Source,
        Some("so" | "dylib") => Input::SharedLibrary,
        _ if name.contains(".so.") => Input::SharedLibrary,
        _ => Input::Linked,
    }
}

/// The arguments, with those in the files that `@file` names in their places.
pub(crate) fn expanded(user: &[OsString]) -> Result<Vec<String>> {
    let mut words = Vec::new();
    expand(user.iter().map(|word| word.to_string_lossy().into_owned()), 0, &mut words)?;
    Ok(words)
}

/// Response files within response files deeper than this are an error of the user's.
const DEEPEST_RESPONSE_FILE: usize = 16;

fn expand(words: impl Iterator<Item = String>, depth: usize, all: &mut Vec<String>) -> Result<()> {
    for word in words {
        match word.strip_prefix('@').filter(|file| depth < DEEPEST_RESPONSE_FILE && Path::new(file).is_file()) {
            Some(file) => {
                let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
                expand(split_words(&text).into_iter(), depth + 1, all)?;
            }
            None => all.push(word),
        }
    }
    Ok(())
}

/// Words as a shell would split them: quotes and backslashes count.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == character => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Arguments {
        Arguments::of_words(&split_words(words))
    }

    #[test]
    fn values_of_options_are_no_inputs() {
        let arguments = read("-o x.c -I inc -include y.h -MF d.d -Xclang z.c a.c");
        assert_eq!(arguments.inputs, [Input::Source]);
        assert!(!arguments.has_several_files());
    }

    #[test]
    fn questions_and_stops_are_told_apart() {
        for words in ["", "-v", "--version", "-print-search-dirs", "-### a.c", "-O2"] {
            assert_eq!(read(words).stop, Stop::Question, "{words}");
        }
        assert_eq!(read("-c -E a.c").stop, Stop::BeforeCode);
        assert_eq!(read("-c -emit-llvm a.c").stop, Stop::Assembly);
        assert_eq!(read("-c a.c").stop, Stop::Object);
        assert_eq!(read("-v a.c").stop, Stop::Program);
        assert_eq!(read("-MD -MP a.c").stop, Stop::Program);
    }

    #[test]
    fn several_files_are_objects_archives_and_sources_but_not_shared_libraries() {
        assert!(read("a.c b.c").has_several_files());
        assert!(read("a.o").has_several_files());
        assert!(read("a.c lib.a -lm").has_several_files());
        assert!(!read("a.c libx.so libx.so.1 -lm -L/nowhere").has_several_files());
        assert!(!read("-x c - -lm").has_several_files());
    }

    #[test]
    fn the_last_word_on_link_time_optimisation_counts() {
        assert_eq!(read("-flto=thin -fno-lto a.c").link_time, Some(LinkTime::Off));
        assert_eq!(read("-flto a.c").link_time, Some(LinkTime::Full));
        assert_eq!(read("a.c").link_time, None);
        assert!(read("-O2 -O0 a.c").unoptimised && !read("-O0 -O3 a.c").unoptimised);
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(split_words(r#"a "b c" d\ e 'f "g'"#), ["a", "b c", "d e", "f \"g"]);
    }
}

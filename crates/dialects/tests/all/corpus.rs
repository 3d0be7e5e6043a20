//! The files of `tests/tensor/corpus` are texts as we print them: each is read, verified and printed to the same bytes, in
//! the pretty form, through the generic form and back. Then they are damaged in many ways, and reading, verifying and printing
//! what is left never panics.

use std::path::{Path, PathBuf};
use zymase_ir::print::{self, print};
use zymase_ir::{Form, read, verify};

fn corpus() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tensor/corpus");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    assert!(!files.is_empty());
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn the_corpus_survives() {
    let context = zymase_dialects::context();
    for (path, text) in corpus() {
        let name = path.display();
        let ir = read(&context, &text).unwrap_or_else(|error| panic!("{name}:{error}"));
        if let Err(errors) = verify(&ir) {
            panic!("{name}:{}", errors[0]);
        }
        let pretty = print(&ir, Form::Pretty);
        for (number, (expected, actual)) in text.lines().zip(pretty.lines()).enumerate() {
            assert_eq!(expected, actual, "{name}:{}", number + 1);
        }
        assert_eq!(text, pretty, "{name}");
        let generic = print(&ir, Form::Generic);
        let again = read(&context, &generic).unwrap_or_else(|error| panic!("generic {name}:{error}"));
        assert!(verify(&again).is_ok(), "generic {name}");
        assert_eq!(print(&again, Form::Generic), generic, "generic {name}");
        assert_eq!(print(&again, Form::Pretty), text, "{name} through the generic form");
    }
}

/// For operands of known shapes inference gives the very types that were written.
#[test]
fn inferred_types_are_exact() {
    let context = zymase_dialects::context();
    let mut names = std::collections::BTreeSet::new();
    for (path, text) in corpus() {
        let ir = read(&context, &text).unwrap_or_else(|error| panic!("{error}"));
        for op in ir.walk(ir.module()) {
            let Some(infer) = ir[op].definition().and_then(|definition| definition.infer_types) else { continue };
            let state = ir.state_of(op);
            let is_static = |ty: &zymase_ir::Type| ty.as_tensor().is_none_or(zymase_ir::TensorType::has_static_shape);
            if !ir.types(&state.operands).iter().all(is_static) || !state.result_types.iter().all(is_static) {
                continue;
            }
            let inferred = infer(&ir, &state).unwrap_or_else(|message| panic!("{}: {message}", path.display()));
            assert_eq!(inferred, state.result_types, "{}: {}", path.display(), ir[op].name());
            names.insert(ir[op].name().to_string());
        }
    }
    assert!(names.len() > 100, "{} operations: {names:?}", names.len());
}

/// A small generator of numbers (xorshift), so that every run damages the same way.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// What is put in place of something else.
const PIECES: [&str; 40] = [
    "",
    " ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "<{",
    "}>",
    ",",
    ":",
    "=",
    "->",
    "%0",
    "%arg0",
    "%0#1",
    "^bb0",
    "@f",
    "#loc",
    "!t",
    "-1",
    "0",
    "99999999999999999999",
    "0x7F",
    "1.5",
    "1.e",
    "dense<",
    "tensor<?x",
    "tensor<2x3xf32>",
    "i1",
    "complex<f32>",
    "\"",
    "loc(",
    "array<i64: 9, 9, 9>",
    "true",
    "\u{e9}",
    "x",
];

const DIGITS: [&str; 8] = ["0", "1", "2", "3", "7", "?", "-1", "1x2"];

fn damage(text: &str, random: &mut Random) -> String {
    let mut damaged = text.to_owned();
    for _ in 0..=random.below(2) {
        let mut start = random.below(damaged.len());
        if random.below(2) == 0 {
            // Another digit: often still a text, but one that means something else.
            if let Some(digit) = damaged[..].bytes().skip(start).position(|byte| byte.is_ascii_digit()) {
                damaged.replace_range(start + digit..start + digit + 1, DIGITS[random.below(DIGITS.len())]);
            }
            continue;
        }
        let mut end = (start + random.below(6)).min(damaged.len());
        while !damaged.is_char_boundary(start) {
            start -= 1;
        }
        while !damaged.is_char_boundary(end) {
            end += 1;
        }
        if random.below(4) == 0 {
            // A piece of the same text from elsewhere.
            let mut from = random.below(text.len());
            let mut to = (from + random.below(40)).min(text.len());
            while !text.is_char_boundary(from) {
                from -= 1;
            }
            while !text.is_char_boundary(to) {
                to += 1;
            }
            damaged.replace_range(start..end, &text[from..to]);
        } else {
            damaged.replace_range(start..end, PIECES[random.below(PIECES.len())]);
        }
    }
    damaged
}

/// How often each function of the corpus is damaged; more with the variable `ZYMASE_FUZZ`.
fn rounds() -> usize {
    std::env::var("ZYMASE_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(6)
}

#[test]
fn damaged_texts_never_panic() {
    let context = zymase_dialects::context();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut total, mut printed) = (0, 0);
    for (_, text) in corpus() {
        // One function at a time, so that damage is not drowned; in both forms, for the generic one lets through more.
        let parts = text.trim_end_matches("}\n").split("\n  func.func ");
        let mut functions: Vec<String> = parts.map(|part| format!("func.func {part}")).collect();
        functions.push(text.chars().take(20_000).collect());
        let ir = read(&context, &text).unwrap_or_else(|error| panic!("{error}"));
        for op in ir.block_ops(ir.module_block()) {
            let generic = print::print_op(&ir, op, Form::Generic);
            if generic.len() < 20_000 {
                functions.push(format!("\"builtin.module\"() ({{ {generic} }}) : () -> () "));
            }
        }
        for function in functions {
            for _ in 0..rounds() {
                total += 1;
                let damaged = match function.strip_suffix("}\n") {
                    Some(open) => format!("{}}}\n", damage(open, &mut random)),
                    None => damage(&function, &mut random),
                };
                let Ok(ir) = read(&context, &damaged) else { continue };
                printed += 1;
                let is_right = verify(&ir).is_ok();
                for form in [Form::Pretty, Form::Generic] {
                    let text = print(&ir, form);
                    let again = read(&context, &text);
                    assert!(again.is_ok() || !is_right, "printed but not read: {:?}\n{damaged}\n{text}", again.err());
                    if let Ok(again) = again
                        && is_right
                    {
                        assert_eq!(print(&again, form), text, "{damaged}");
                    }
                }
            }
        }
    }
    assert!(printed * 50 > total, "only {printed} of {total} damaged texts were read");
}

//! Assembly of NVIDIA's GPUs as programs write it inline: read into instructions and operands.
//!
//! What instructions mean is not said here (`core`'s `ptx` writes them as instructions of LLVM).

/// A text of assembly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ptx {
    /// Names of registers with their types, as `("low", "f16")`.
    pub registers: Vec<(String, String)>,
    pub instructions: Vec<Instruction>,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// It runs where this register is true; the sign says whether it is negated.
    pub guard: Option<(String, bool)>,
    /// What it is called, and how: `cvt`, `rn`, `f16`, `f32`.
    pub words: Vec<String>,
    pub operands: Vec<Operand>,
}

/// What an instruction is given or gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An operand of the assembly, counted from 0, results first.
    Argument(usize),
    /// A register that the text declares.
    Register(String),
    /// What every thread can ask, as `laneid`.
    Special(String),
    /// Bits of a number.
    Constant(u64),
    /// `{low, high}`: parts of one value.
    Parts(Vec<Operand>),
    /// `value|predicate`.
    Pair(Box<Operand>, Box<Operand>),
    /// `[address + bytes]`.
    Place(Box<Operand>, i64),
}

/// Reads a text; none where it is written in a way that is not known here.
pub fn read(text: &str) -> Option<Ptx> {
    let text = without_comments(text);
    let mut ptx = Ptx::default();
    let mut rest = text.trim();
    while !rest.is_empty() {
        // Registers of inner scopes have names of their own, or are written before they are read.
        if let Some(inside) = rest.strip_prefix(['{', '}', ';']) {
            rest = inside.trim_start();
            continue;
        }
        let (statement, behind) = rest.split_once(';')?;
        rest = behind.trim_start();
        if let Some(declaration) = statement.strip_prefix(".reg") {
            let (ty, names) = declaration.trim_start().strip_prefix('.')?.split_once(char::is_whitespace)?;
            let names = names.split(',').map(|name| plain_name(name.trim()));
            ptx.registers.extend(names.map(|name| (name, ty.to_owned())));
        } else {
            ptx.instructions.push(instruction(statement)?);
        }
    }
    Some(ptx)
}

/// The text without what is behind `//`, and between `/*` and `*/`.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        kept.push_str(line.split("//").next().unwrap_or_default());
        kept.push('\n');
    }
    while let Some((start, end)) =
        kept.find("/*").and_then(|start| Some((start, start + kept[start..].find("*/")? + 2)))
    {
        kept.replace_range(start..end, " ");
    }
    kept
}

/// LLVM writes a dollar twice.
fn plain_name(name: &str) -> String {
    name.replace("$$", "$")
}

fn instruction(statement: &str) -> Option<Instruction> {
    let (mut statement, mut guard) = (statement.trim(), None);
    if let Some(guarded) = statement.strip_prefix('@') {
        let (name, behind) = guarded.split_once(char::is_whitespace)?;
        guard = Some((plain_name(name.trim_start_matches('!')), name.starts_with('!')));
        statement = behind.trim_start();
    }
    let end = statement.find(|c: char| c.is_whitespace() || c == '{' || c == '[').unwrap_or(statement.len());
    let words = statement[..end].split('.').filter(|word| !word.is_empty()).map(String::from).collect();
    let mut operands = Vec::new();
    for text in split_outside(statement[end..].trim(), ',') {
        operands.push(operand(text)?);
    }
    Some(Instruction { guard, words, operands })
}

/// Parts of a text between separators that are not within brackets.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ if c == separator && depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

fn operand(text: &str) -> Option<Operand> {
    let text = text.trim();
    if let Some(inside) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return Some(Operand::Parts(split_outside(inside, ',').into_iter().map(operand).collect::<Option<_>>()?));
    }
    if let Some(inside) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let (base, bytes) = inside.split_once('+').unwrap_or((inside, "0"));
        return Some(Operand::Place(Box::new(operand(base)?), bytes.trim().parse().ok()?));
    }
    if let Some((value, predicate)) = text.split_once('|') {
        return Some(Operand::Pair(Box::new(operand(value)?), Box::new(operand(predicate)?)));
    }
    if let Some(number) = text.strip_prefix('$').filter(|rest| !rest.starts_with('$')) {
        return number.parse().ok().map(Operand::Argument);
    }
    if let Some(name) = text.strip_prefix('%') {
        return Some(Operand::Special(name.to_owned()));
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return constant(text).map(Operand::Constant);
    }
    Some(Operand::Register(plain_name(text)))
}

/// The bits of a number: `12`, `0x3fb8aa3bU`, `0f3F800000`, `0d3FF0000000000000`.
fn constant(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    if let Some(bits) = lower.strip_prefix("0f").or_else(|| lower.strip_prefix("0d")) {
        return u64::from_str_radix(bits, 16).ok();
    }
    let number = lower.strip_suffix('u').unwrap_or(&lower);
    if let Some(digits) = number.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    number.parse::<i64>().ok().map(|number| number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_and_operands() {
        let text = "{.reg .f16 low,high;\n  mov.b32 {low,high},$1;  // both\n  cvt.f32.f16 $0, low;}\n";
        let ptx = read(text).expect("known");
        assert_eq!(ptx.registers, [("low".into(), "f16".into()), ("high".into(), "f16".into())]);
        let register = |name: &str| Operand::Register(name.into());
        assert_eq!(
            ptx.instructions[0].operands,
            [Operand::Parts(vec![register("low"), register("high")]), Operand::Argument(1)]
        );
        assert_eq!(ptx.instructions[1].words, ["cvt", "f32", "f16"]);
    }

    #[test]
    fn guards_pairs_places_and_constants() {
        let ptx =
            read("{ .reg .pred p; shfl.sync.up.b32 r|p, $1, 0x1F, 0f3F800000; @!p ld.global.f32 $0, [$2 + 16]; }")
                .expect("known");
        assert_eq!(ptx.instructions[0].operands[2], Operand::Constant(31));
        assert_eq!(ptx.instructions[0].operands[3], Operand::Constant(0x3f80_0000));
        assert!(matches!(&ptx.instructions[0].operands[0], Operand::Pair(..)));
        assert_eq!(ptx.instructions[1].guard, Some(("p".into(), true)));
        assert_eq!(ptx.instructions[1].operands[1], Operand::Place(Box::new(Operand::Argument(2)), 16));
        assert_eq!(
            read("mov.u32 __$$t, %laneid;").expect("known").instructions[0].operands[1],
            Operand::Special("laneid".into())
        );
        assert_eq!(read("not ended"), None);
    }
}

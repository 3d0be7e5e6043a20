//! What a test of raising asks for, and the data it runs on.
//!
//! A source says `// raise: FUNCTION OPTIONS ; WORD…`: the options are those of `zymase raise`. Words behind semicolons are values of parameters
//! (`n 16`), `grad` (gradients are compared, too), `loops` (has no form on tensors), `native F` (another
//! function computes the same, whose parameters are those of the raised one), `ints 8` (integers in arrays are below 8), `dominant a` (the matrix has a large diagonal),
//! `rows p c` (row pointers and columns of a sparse matrix) and `optimised TEXT…` (the tensors are optimised, contain these texts then, and compute
//! and are differentiated as before).

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    pub function: String,
    pub options: Vec<String>,
    pub words: Vec<Vec<String>>,
}

impl Case {
    /// The cases of a source; comments of Fortran begin in another way.
    pub fn all(source: &str) -> Vec<Case> {
        let lines = source.lines().filter_map(|line| line.trim_start_matches(['/', '!', ' ']).strip_prefix("raise: "));
        lines.map(Case::read).collect()
    }

    fn read(line: &str) -> Case {
        let mut parts = line.split(';').map(|part| part.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let mut options = parts.next().unwrap_or_default();
        let function = if options.is_empty() { String::new() } else { options.remove(0) };
        Case { function, options, words: parts.collect() }
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|words| words[0] == word)
    }

    /// The function that the native program calls.
    pub fn native(&self) -> &str {
        self.after("native").map_or(&self.function, |words| &words[0])
    }

    /// What follows a word.
    pub fn after(&self, word: &str) -> Option<&[String]> {
        self.words.iter().find(|words| words[0] == word).map(|words| &words[1..])
    }

    /// Parameters that are constants, with their values.
    pub fn fixed(&self) -> Vec<(String, String)> {
        let given = self.options.iter().zip(self.options.iter().skip(1)).filter(|(option, _)| *option == "--fix");
        let pairs = given.flat_map(|(_, text)| text.split(','));
        pairs
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.replace('.', "_"), value.to_owned()))
            .collect()
    }
}

/// A parameter or result of a raised function.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    /// `f64`, `i32`, …
    pub element: String,
    /// None for a number.
    pub shape: Option<Vec<usize>>,
}

impl Item {
    fn read(text: &str) -> Result<Item> {
        let (name, ty) = text.split_once(':').unwrap_or(("", text));
        let name = name.trim().trim_start_matches('%').to_owned();
        let ty = ty.split('{').next().unwrap_or(ty).trim();
        let Some(inner) = ty.strip_prefix("memref<").and_then(|rest| rest.strip_suffix('>')) else {
            return Ok(Item { name, element: ty.to_owned(), shape: None });
        };
        let mut parts: Vec<&str> = inner.split('x').collect();
        let element = parts.pop().unwrap_or_default().to_owned();
        let sizes: Result<Vec<usize>, _> = parts.iter().map(|size| size.parse()).collect();
        let sizes = sizes.with_context(|| format!("{text}: give all sizes by --shape"))?;
        Ok(Item { name, element, shape: Some(sizes) })
    }

    pub fn count(&self) -> usize {
        self.shape.as_ref().map_or(1, |sizes| sizes.iter().product())
    }

    /// The type in C.
    pub fn c_type(&self) -> &'static str {
        match self.element.as_str() {
            "f64" => "double",
            "f32" => "float",
            "i8" => "signed char",
            "i16" => "short",
            "i32" => "int",
            "i1" => "_Bool",
            _ => "long",
        }
    }

    fn kind(&self) -> (&'static str, usize) {
        match self.element.as_str() {
            "f64" => ("<f8", 8),
            "f32" => ("<f4", 4),
            "i8" => ("|i1", 1),
            "i16" => ("<i2", 2),
            "i32" => ("<i4", 4),
            "i1" => ("|b1", 1),
            _ => ("<i8", 8),
        }
    }

    pub fn is_float(&self) -> bool {
        self.element.starts_with('f')
    }
}

/// Parameters and results of the function in a module.
pub fn signature(module: &str, function: &str) -> Result<(Vec<Item>, Vec<Item>)> {
    let start = format!("func.func @{function}(");
    let line = module.lines().find_map(|line| line.trim().strip_prefix(&start)).context("no such function")?;
    let (parameters, rest) = line.rsplit_once(" -> ").unwrap_or((line, ""));
    let end = if rest.is_empty() { line.rfind(") {") } else { parameters.rfind(')') };
    let inner = &parameters[..end.context("a signature without an end")?];
    let mut items = Vec::new();
    for text in inner.split(", %").filter(|text| !text.is_empty()) {
        items.push(Item::read(text)?);
    }
    let results = rest.trim_end_matches(" {").trim_matches(['(', ')']);
    let results = results.split(", ").filter(|text| !text.is_empty()).map(Item::read).collect::<Result<_>>()?;
    Ok((items, results))
}

/// Numbers that look random and are the same each time.
pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Between 0.5 and 2, with few digits, so that all programs read the same number.
    fn real(&mut self) -> f64 {
        0.5 + (self.next() % 1536) as f64 / 1024.0
    }
}

/// The values of a parameter.
pub fn values(case: &Case, item: &Item, numbers: &mut Numbers) -> Vec<f64> {
    let below = case.after("ints").and_then(|words| words[0].parse().ok()).unwrap_or(4u64);
    if item.shape.is_none()
        && let Some(value) = case.after(&item.name).and_then(|words| words[0].parse().ok())
    {
        return vec![value];
    }
    let count = item.count();
    let mut values: Vec<f64> =
        (0..count).map(|_| if item.is_float() { numbers.real() } else { (numbers.next() % below) as f64 }).collect();
    if let Some([pointers, columns]) = case.after("rows")
        && let Some(entries) = case.options.join(",").split(&format!(",{columns}=")).nth(1)
    {
        let entries: usize = entries.split([',', ' ']).next().and_then(|text| text.parse().ok()).unwrap_or(0);
        if item.name == *pointers {
            values = (0..count).map(|row| (row * entries / (count - 1)) as f64).collect();
        }
    }
    if case.after("dominant").is_some_and(|words| words[0] == item.name) {
        let size = item.shape.as_ref().map_or(1, |sizes| sizes[0]);
        for row in 0..size {
            for column in 0..row {
                values[row * size + column] = values[column * size + row];
            }
            values[row * size + row] += 4.0 * size as f64;
        }
    }
    values
}

/// Writes a NumPy file.
pub fn write(path: &Path, item: &Item, values: &[f64]) -> Result<()> {
    let (kind, _) = item.kind();
    let sizes: String = item.shape.iter().flatten().map(|size| format!("{size}, ")).collect();
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sizes}), }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len())?.to_le_bytes());
    bytes.extend(header.as_bytes());
    for value in values {
        match item.element.as_str() {
            "f64" => bytes.extend(value.to_le_bytes()),
            "f32" => bytes.extend((*value as f32).to_le_bytes()),
            _ => bytes.extend(&(*value as i64).to_le_bytes()[..item.kind().1]),
        }
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the numbers of a NumPy file.
pub fn read(path: &Path) -> Result<Vec<f64>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(bytes.len() > 10, "{} is no NumPy file", path.display());
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, data) = bytes[10..].split_at(length);
    let header = String::from_utf8_lossy(header);
    let integer = |bytes: &[u8]| {
        let mut wide = if bytes[bytes.len() - 1] >= 0x80 { [0xff; 8] } else { [0; 8] };
        wide[..bytes.len()].copy_from_slice(bytes);
        i64::from_le_bytes(wide) as f64
    };
    Ok(match header.split('\'').nth(3).unwrap_or_default() {
        "<f8" => data.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap_or_default())).collect(),
        "<f4" => data.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap_or_default()).into()).collect(),
        kind => match kind.trim_start_matches(['<', '|', 'i', 'b', 'u']).parse::<usize>() {
            Ok(size) if size > 0 => data.chunks_exact(size).map(integer).collect(),
            _ => bail!("{}: numbers of a kind that is not known: {kind}", path.display()),
        },
    })
}

//! Modules made from scratch: functions of random operations on small tensors, most of them right.

mod bodies;
mod operations;

use crate::damage::Random;
use std::fmt::Write as _;

/// A value that operations may use.
#[derive(Clone)]
struct Known {
    name: String,
    shape: Vec<i64>,
    element: &'static str,
}

impl Known {
    fn ty(&self) -> String {
        tensor(&self.shape, self.element)
    }

    fn rank(&self) -> usize {
        self.shape.len()
    }

    fn count(&self) -> i64 {
        self.shape.iter().product()
    }

    fn is_float(&self) -> bool {
        !self.element.contains('i')
    }

    fn is_complex(&self) -> bool {
        self.element.starts_with("complex")
    }

    /// A real float.
    fn is_real(&self) -> bool {
        self.is_float() && !self.is_complex()
    }
}

fn tensor(shape: &[i64], element: &str) -> String {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{sizes}{element}>")
}

/// Elements with commas between them.
fn list<T: ToString>(elements: impl IntoIterator<Item = T>) -> String {
    elements.into_iter().map(|element| element.to_string()).collect::<Vec<_>>().join(", ")
}

/// What a function that was written takes and gives.
struct Signature {
    name: String,
    inputs: Vec<Known>,
    results: Vec<Known>,
}

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    names: usize,
    functions: Vec<Signature>,
}

/// A module of one to three functions, of which the last may call the others or ask for derivatives and batches of them.
pub fn module(random: &mut Random) -> String {
    let mut writer = Writer { random, text: String::new(), names: 0, functions: Vec::new() };
    for _ in 0..writer.random.between(1, 3) {
        writer.function();
    }
    writer.text
}

const FLOATS: [&str; 8] = ["f64", "f64", "f64", "f64", "f32", "complex<f64>", "bf16", "f16"];

impl Writer<'_> {
    fn chance(&mut self, percent: i64) -> bool {
        self.random.between(0, 99) < percent
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn fresh(&mut self, shape: &[i64], element: &'static str) -> Known {
        Known { name: self.name(), shape: shape.to_vec(), element }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn shape(&mut self) -> Vec<i64> {
        let rank = *self.random.pick(&[0, 1, 1, 2, 2, 2, 3, 4]);
        (0..rank).map(|_| *self.random.pick(&[1, 2, 2, 3, 3, 4, 0])).collect()
    }

    /// One of the values that fit.
    fn any(&mut self, scope: &[Known], fits: impl Fn(&Known) -> bool) -> Option<Known> {
        let fitting: Vec<&Known> = scope.iter().filter(|value| fits(value)).collect();
        if fitting.is_empty() { None } else { Some((*self.random.pick(&fitting)).clone()) }
    }

    /// A value of the same type, or the value itself.
    fn alike(&mut self, scope: &[Known], value: &Known) -> Known {
        let other = self.any(scope, |other| other.shape == value.shape && other.element == value.element);
        other.unwrap_or_else(|| value.clone())
    }

    fn constant(&mut self, shape: &[i64], element: &'static str, number: &str) -> Known {
        let made = self.fresh(shape, element);
        let number = if element.starts_with("complex") { format!("({number}, 0.5)") } else { number.to_owned() };
        self.line(&format!("{} = stablehlo.constant dense<{number}> : {}", made.name, made.ty()));
        made
    }

    fn function(&mut self) {
        let (place, element) = (self.functions.len(), *self.random.pick(&FLOATS));
        let name = if place == 0 { "main".to_owned() } else { format!("f{place}") };
        let mut inputs = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let shape = self.shape();
            inputs.push(self.fresh(&shape, element));
        }
        if self.chance(40) {
            inputs.push(self.fresh(&[], "i32"));
        }
        let parameters = list(inputs.iter().map(|input| format!("{}: {}", input.name, input.ty())));
        let before = std::mem::take(&mut self.text);
        let mut scope = inputs.clone();
        for _ in 0..self.random.between(2, 14) {
            self.operation(&mut scope, 0);
        }
        let count = self.random.between(1, 2) as usize;
        let results: Vec<Known> = scope.iter().rev().take(count).cloned().collect();
        let body = std::mem::replace(&mut self.text, before);
        let types = list(results.iter().map(Known::ty));
        let names = list(results.iter().map(|result| &result.name));
        let _ = writeln!(
            self.text,
            "func.func @{name}({parameters}) -> ({types}) {{\n{body}  return {names} : {types}\n}}"
        );
        self.functions.push(Signature { name, inputs, results });
    }
}

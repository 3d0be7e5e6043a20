//! Random programs of nested branches and loops: reverse against forward against differences, and with every way to save
//! memory the same bits.

use crate::support::{Random, check, derive, load, same_gradients};
use zymase_ir::{Form, print};
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::Mode;

const VECTOR: &str = "tensor<2xf64>";

/// Writes a program, line by line.
struct Writer {
    random: Random,
    text: String,
    names: usize,
}

/// What may be used at a place.
#[derive(Clone)]
struct Scope {
    vectors: Vec<String>,
    integers: Vec<String>,
    depth: usize,
}

impl Writer {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn any(&mut self, names: &[String]) -> String {
        names[self.random.between(0, names.len() as i64 - 1) as usize].clone()
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn integer(&mut self, number: i64) -> String {
        let name = self.name();
        self.line(&format!("{name} = stablehlo.constant dense<{number}> : tensor<i32>"));
        name
    }

    fn binary(&mut self, op: &str, a: &str, b: &str, ty: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = stablehlo.{op} {a}, {b} : {ty}"));
        name
    }

    /// A few operations; names of what they compute come into the scope.
    fn operations(&mut self, scope: &mut Scope) {
        for _ in 0..self.random.between(1, 3) {
            match self.random.between(0, if scope.depth < 3 { 8 } else { 4 }) {
                0..=1 => {
                    let op = ["sine", "tanh", "cosine", "logistic"][self.random.between(0, 3) as usize];
                    let (operand, name) = (self.any(&scope.vectors), self.name());
                    self.line(&format!("{name} = stablehlo.{op} {operand} : {VECTOR}"));
                    scope.vectors.push(name);
                }
                2..=3 => {
                    let op = ["add", "subtract", "multiply"][self.random.between(0, 2) as usize];
                    let (a, b) = (self.any(&scope.vectors), self.any(&scope.vectors));
                    let name = self.binary(op, &a, &b, VECTOR);
                    // Nothing grows.
                    let small = self.name();
                    self.line(&format!("{small} = stablehlo.sine {name} : {VECTOR}"));
                    scope.vectors.push(small);
                }
                4 => self.dot(scope),
                5..=6 => self.branches(scope),
                _ => self.repeat(scope),
            }
        }
    }

    fn dot(&mut self, scope: &mut Scope) {
        let (operand, name, small) = (self.any(&scope.vectors), self.name(), self.name());
        self.line(&format!(
            "{name} = stablehlo.dot_general %w, {operand}, contracting_dims = [1] x [0] : (tensor<2x2xf64>, {VECTOR}) -> {VECTOR}"
        ));
        self.line(&format!("{small} = stablehlo.tanh {name} : {VECTOR}"));
        scope.vectors.push(small);
    }

    fn branches(&mut self, scope: &mut Scope) {
        let (count, results) = (self.random.between(1, 3), self.random.between(1, 2));
        let index = self.any(&scope.integers);
        let name = self.name();
        self.line(&format!("{name}:{results} = \"stablehlo.case\"({index}) ({{"));
        for branch in 0..count {
            if branch > 0 {
                self.line("}, {");
            }
            let mut inner = Scope { depth: scope.depth + 1, ..scope.clone() };
            self.operations(&mut inner);
            let returned: Vec<String> = (0..results).map(|_| self.any(&inner.vectors)).collect();
            let types = vec![VECTOR; returned.len()].join(", ");
            self.line(&format!("stablehlo.return {} : {types}", returned.join(", ")));
        }
        let types = vec![VECTOR; results as usize].join(", ");
        self.line(&format!("}}) : (tensor<i32>) -> ({types})"));
        scope.vectors.extend((0..results).map(|result| format!("{name}#{result}")));
    }

    fn repeat(&mut self, scope: &mut Scope) {
        let carried = self.random.between(1, 3) as usize;
        let start = match self.random.between(0, 2) {
            0 => self.any(&scope.integers),
            _ => {
                let number = self.random.between(0, 2);
                self.integer(number)
            }
        };
        let (name, counter) = (self.name(), self.name());
        let arguments: Vec<String> = (0..carried).map(|_| self.name()).collect();
        let initial: Vec<String> = (0..carried).map(|_| self.any(&scope.vectors)).collect();
        let pairs: Vec<String> = arguments.iter().zip(&initial).map(|(to, from)| format!("{to} = {from}")).collect();
        let types = vec![VECTOR; carried].join(", ");
        self.line(&format!(
            "{name}:{} = stablehlo.while({counter} = {start}, {}) : tensor<i32>, {types}\n cond {{",
            carried + 1,
            pairs.join(", ")
        ));
        let limit = self.random.between(0, 4);
        let limit = self.integer(limit);
        let goes_on = self.name();
        self.line(&format!(
            "{goes_on} = stablehlo.compare LT, {counter}, {limit} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        ));
        let decision = match self.random.between(0, 2) {
            0 => goes_on,
            kind => {
                // Another condition, or the same one so that it is not recognised.
                let other = self.name();
                let bound = if kind == 1 { "%n".to_owned() } else { limit };
                self.line(&format!(
                    "{other} = stablehlo.compare LT, {counter}, {bound} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
                ));
                let op = if kind == 1 { "and" } else { "or" };
                self.binary(op, &goes_on, &other, "tensor<i1>")
            }
        };
        self.line(&format!("stablehlo.return {decision} : tensor<i1>\n}} do {{"));
        let mut inner = Scope { depth: scope.depth + 1, ..scope.clone() };
        inner.integers.push(counter.clone());
        inner.vectors.extend(arguments.iter().cloned());
        self.operations(&mut inner);
        let returned: Vec<String> = (0..carried).map(|_| self.any(&inner.vectors)).collect();
        let one = self.integer(1);
        let next = self.binary("add", &counter, &one, "tensor<i32>");
        self.line(&format!("stablehlo.return {next}, {} : tensor<i32>, {types}\n}}", returned.join(", ")));
        scope.vectors.extend((1..=carried).map(|result| format!("{name}#{result}")));
        scope.integers.push(format!("{name}#0"));
    }
}

fn random_program(seed: u64) -> String {
    let mut writer = Writer { random: Random(seed), text: String::new(), names: 0 };
    let mut scope = Scope { vectors: vec!["%x".into(), "%y".into()], integers: vec!["%n".into()], depth: 0 };
    writer.line(&format!(
        "func.func @main(%x: {VECTOR}, %y: {VECTOR}, %w: tensor<2x2xf64>, %n: tensor<i32>) -> ({VECTOR}, {VECTOR}) {{"
    ));
    writer.operations(&mut scope);
    match writer.random.between(0, 1) {
        0 => writer.branches(&mut scope),
        _ => writer.repeat(&mut scope),
    }
    writer.repeat(&mut scope);
    let (last, other) = (scope.vectors[scope.vectors.len() - 1].clone(), writer.any(&scope.vectors));
    writer.line(&format!("return {last}, {other} : {VECTOR}, {VECTOR}\n}}"));
    writer.text
}

/// Seeds of programs, and how many; more of them with `RANDOM_PROGRAMS=1000`.
fn seeds(count: u64) -> std::ops::Range<u64> {
    let asked = std::env::var("RANDOM_PROGRAMS").ok().and_then(|text| text.parse().ok());
    0..asked.unwrap_or(count)
}

#[test]
fn random_programs_are_differentiated() {
    for seed in seeds(30) {
        check(&random_program(seed), &mut Random(seed), (-1.0, 1.0), (0, 4));
    }
}

#[test]
fn gradients_of_random_programs_are_differentiated() {
    for seed in seeds(8) {
        let mode = if seed % 2 == 0 { Mode::Reverse } else { Mode::Forward };
        let text = print(&derive(&load(&random_program(seed + 5000)), mode), Form::Pretty);
        check(&text, &mut Random(seed), (-1.0, 1.0), (0, 4));
    }
}

#[test]
fn memory_does_not_change_gradients_of_random_programs() {
    for seed in seeds(12) {
        let ir = load(&random_program(seed + 9000));
        let mut random = Random(seed);
        let vector = |random: &mut Random, shape: &[usize]| {
            let count = shape.iter().product();
            let values: Vec<f64> = (0..count).map(|_| random.real(-1.0, 1.0)).collect();
            Tensor::from_f64(ElementType::F64, shape, &values).unwrap()
        };
        let mut arguments = vec![vector(&mut random, &[2]), vector(&mut random, &[2]), vector(&mut random, &[2, 2])];
        arguments.push(Tensor::from_i64(ElementType::I32, &[], &[random.between(0, 4)]).unwrap());
        arguments.extend([vector(&mut random, &[2]), vector(&mut random, &[2])]);
        same_gradients(&ir, &arguments, &["none", "sqrt", "binomial:1", "binomial:3", "budget:40"]);
    }
}

/// A loop that reads a part of one tensor and writes a part of another, at indices that may overlap or fall outside.
fn program_of_rows(random: &mut Random) -> String {
    let (read, written) = (random.between(1, 2), random.between(1, 2));
    let (start, step, count) = (random.between(-1, 2), random.between(1, 2), random.between(0, 5));
    let limit = start + step * count;
    let index = |random: &mut Random, name: &str| match random.between(0, 3) {
        0 => format!("%{name} = stablehlo.add %i, %zero : tensor<i64>"),
        1 => {
            let back = random.between(3, 6);
            format!(
                "%{name}c = stablehlo.constant dense<{back}> : tensor<i64>\n    %{name} = stablehlo.subtract %{name}c, %i : tensor<i64>"
            )
        }
        2 => format!("%{name} = stablehlo.multiply %i, %one : tensor<i64>"),
        _ => format!(
            "%{name}c = stablehlo.constant dense<1> : tensor<i64>\n    %{name} = stablehlo.subtract %i, %{name}c : tensor<i64>"
        ),
    };
    let (from, to) = (index(random, "from"), index(random, "to"));
    let initial = if random.between(0, 1) == 0 { "%y" } else { "%zeros" };
    let (a, b) = (format!("tensor<{read}x2xf64>"), format!("tensor<{written}x2xf64>"));
    // Sometimes the loop also reads what it writes.
    let (again, sum) = match random.between(0, 2) {
        0 => (
            format!(
                "%old = stablehlo.dynamic_slice %t, %from, %zero, sizes = [{written}, 2] : (tensor<6x2xf64>, tensor<i64>, tensor<i64>) -> {b}"
            ),
            "%old",
        ),
        _ => (String::new(), "%broad"),
    };
    format!(
        "func.func @main(%x: tensor<6x2xf64>, %y: tensor<6x2xf64>) -> tensor<6x2xf64> {{
  %zeros = stablehlo.constant dense<0.0> : tensor<6x2xf64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %start = stablehlo.constant dense<{start}> : tensor<i64>
  %limit = stablehlo.constant dense<{limit}> : tensor<i64>
  %step = stablehlo.constant dense<{step}> : tensor<i64>
  %init = stablehlo.constant dense<0.0> : tensor<f64>
  %r:2 = stablehlo.while(%i = %start, %t = {initial}) : tensor<i64>, tensor<6x2xf64>
  cond {{
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    {from}
    {to}
    %part = stablehlo.dynamic_slice %x, %from, %zero, sizes = [{read}, 2] : (tensor<6x2xf64>, tensor<i64>, tensor<i64>) -> {a}
    %sine = stablehlo.sine %part : {a}
    %flat = stablehlo.reduce(%sine init: %init) applies stablehlo.add across dimensions = [0] : ({a}, tensor<f64>) -> tensor<2xf64>
    %broad = stablehlo.broadcast_in_dim %flat, dims = [1] : (tensor<2xf64>) -> {b}
    {again}
    %new = stablehlo.add %broad, {sum} : {b}
    %u = stablehlo.dynamic_update_slice %t, %new, %to, %zero : (tensor<6x2xf64>, {b}, tensor<i64>, tensor<i64>) -> tensor<6x2xf64>
    %n = stablehlo.add %i, %step : tensor<i64>
    stablehlo.return %n, %u : tensor<i64>, tensor<6x2xf64>
  }}
  %s = stablehlo.multiply %r#1, %x : tensor<6x2xf64>
  return %s : tensor<6x2xf64>\n}}\n"
    )
}

#[test]
fn rows_are_told_apart() {
    let mut random = Random(31);
    for _ in 0..seeds(40).end {
        let text = program_of_rows(&mut random);
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

//! Random loop nests, before and after they are raised: what they compute and, without extrema (whose derivatives are not unique where
//! values are equal), their gradients.
//!
//! `PROGRAMS=5000 SEED=7 cargo test -p zymase-raise --test random` tries more.

use crate::support;

use crate::support::{Random, compare, load, raised};
use std::fmt::Write as _;

/// Arrays of floats with their sizes.
const ARRAYS: [(&str, &[i64]); 7] =
    [("x", &[9]), ("y", &[9]), ("a", &[5, 6]), ("b", &[6, 5]), ("f", &[30]), ("o", &[12]), ("p", &[8, 9])];
/// How many of them are read everywhere; the last ones are mostly written.
const READ: usize = 5;

struct Program {
    random: Random,
    text: String,
    depth: usize,
    next: usize,
    /// Counters with the smallest and the largest number that they can be.
    counters: Vec<(String, i64, i64)>,
    /// Numbers that can be used here.
    floats: Vec<String>,
    has_extrema: bool,
}

impl Program {
    fn new(seed: u64, has_extrema: bool) -> Program {
        let floats = vec!["%s".to_owned(), "%half".to_owned()];
        Program {
            random: Random(seed),
            text: String::new(),
            depth: 1,
            next: 0,
            counters: Vec::new(),
            floats,
            has_extrema,
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.depth));
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn number(&mut self, number: i64) -> String {
        let name = self.name();
        self.line(&format!("{name} = arith.constant {number} : index"));
        name
    }

    fn index(&mut self, name: &str, a: &str, b: &str) -> String {
        let result = self.name();
        self.line(&format!("{result} = arith.{name} {a}, {b} : index"));
        result
    }

    /// A subscript within a dimension.
    fn subscript(&mut self, size: i64) -> String {
        if self.chance(8) {
            let (at, place, wide) = (self.subscript(8), self.name(), self.name());
            self.line(&format!("{place} = memref.load %at[{at}] : memref<8xi32>"));
            self.line(&format!("{wide} = arith.index_cast {place} : i32 to index"));
            return wide;
        }
        let (mut sum, mut low, mut high): (Option<String>, i64, i64) = (None, 0, 0);
        let count = if self.counters.is_empty() { 0 } else { [0, 1, 1, 1, 1, 2][self.random.below(6)] };
        for _ in 0..count {
            let (counter, least, most) = self.counters[self.random.below(self.counters.len())].clone();
            let factor = [1, 1, 1, 1, -1, 2][self.random.below(6)];
            let term = if factor == 1 {
                counter
            } else {
                let by = self.number(factor);
                self.index("muli", &counter, &by)
            };
            sum = Some(match sum {
                Some(sum) => self.index("addi", &sum, &term),
                None => term,
            });
            low += (factor * least).min(factor * most);
            high += (factor * least).max(factor * most);
        }
        let Some(sum) = sum else {
            let at = self.random.below(size as usize) as i64;
            return self.number(at);
        };
        if high - low < size && self.chance(85) {
            let room = size - 1 - (high - low);
            let shift = self.random.below(room as usize + 1) as i64 - low;
            if shift == 0 {
                return sum;
            }
            let by = self.number(shift);
            return self.index("addi", &sum, &by);
        }
        if self.chance(50) {
            let (zero, last) = (self.number(0), self.number(size - 1));
            let capped = self.index("minsi", &sum, &last);
            return self.index("maxsi", &capped, &zero);
        }
        let (far, modulus) = (self.number(size * 20), self.number(size));
        let moved = self.index("addi", &sum, &far);
        self.index("remsi", &moved, &modulus)
    }

    fn place(&mut self, is_written: bool) -> (String, String) {
        let (is_apart, is_usual) = (self.chance(if is_written { 70 } else { 5 }), self.chance(80));
        let number = if is_apart { READ + self.random.below(ARRAYS.len() - READ) } else { self.random.below(READ) };
        let (name, sizes) = ARRAYS[number];
        // Usually loops are walked through in order.
        let counters: Vec<String> =
            self.counters.iter().rev().take(sizes.len()).rev().map(|found| found.0.clone()).collect();
        let subscripts: Vec<String> = if is_written && is_apart && is_usual && counters.len() == sizes.len() {
            counters
        } else {
            sizes.iter().map(|size| self.subscript(*size)).collect()
        };
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        (format!("%{name}[{}]", subscripts.join(", ")), format!("memref<{}xf64>", sizes.join("x")))
    }

    fn float(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(25) {
            if self.chance(60) {
                let (place, ty) = self.place(false);
                let name = self.name();
                self.line(&format!("{name} = memref.load {place} : {ty}"));
                return name;
            }
            return self.floats[self.random.below(self.floats.len())].clone();
        }
        let a = self.float(depth - 1);
        if self.chance(25) {
            let name = self.name();
            let word = ["sin", "cos", "tanh"][self.random.below(3)];
            self.line(&format!("{name} = math.{word} {a} : f64"));
            return name;
        }
        let b = self.float(depth - 1);
        if self.chance(12) {
            let (condition, name) = (self.condition(), self.name());
            self.line(&format!("{name} = arith.select {condition}, {a}, {b} : f64"));
            return name;
        }
        if self.chance(12) {
            let (square, above, name) = (self.name(), self.name(), self.name());
            self.line(&format!("{square} = arith.mulf {b}, {b} : f64"));
            self.line(&format!("{above} = arith.addf {square}, %one : f64"));
            self.line(&format!("{name} = arith.divf {a}, {above} : f64"));
            return name;
        }
        let words =
            if self.has_extrema { ["addf", "subf", "mulf", "maxnumf"] } else { ["addf", "subf", "mulf", "mulf"] };
        let (word, name) = (words[self.random.below(4)], self.name());
        self.line(&format!("{name} = arith.{word} {a}, {b} : f64"));
        name
    }

    /// A number between -1 and 1.
    fn small(&mut self) -> String {
        let (value, name) = (self.float(2), self.name());
        self.line(&format!("{name} = math.sin {value} : f64"));
        name
    }

    fn condition(&mut self) -> String {
        let name = self.name();
        if self.counters.is_empty() || self.chance(30) {
            let value = self.float(1);
            self.line(&format!("{name} = arith.cmpf ogt, {value}, %half : f64"));
            return name;
        }
        let (counter, least, most) = self.counters[self.random.below(self.counters.len())].clone();
        let by = if self.counters.len() > 1 && self.chance(30) {
            self.counters[self.random.below(self.counters.len())].0.clone()
        } else {
            let at = least + self.random.below((most - least + 1) as usize) as i64;
            self.number(at)
        };
        let word = ["eq", "ne", "slt", "sle", "sgt", "sge"][self.random.below(6)];
        self.line(&format!("{name} = arith.cmpi {word}, {counter}, {by} : index"));
        name
    }

    fn statements(&mut self, most: usize) {
        for _ in 0..=self.random.below(most) {
            match self.random.below(10) {
                0..=2 => self.store(),
                3..=4 => self.update(),
                5..=7 if self.counters.len() < 3 => self.counted(),
                8 if !self.counters.is_empty() => self.branch(),
                _ => self.store(),
            }
        }
    }

    fn store(&mut self) {
        let value = self.small();
        let (place, ty) = self.place(true);
        self.line(&format!("memref.store {value}, {place} : {ty}"));
    }

    fn update(&mut self) {
        let value = self.small();
        let (place, ty) = self.place(true);
        let (old, new) = (self.name(), self.name());
        self.line(&format!("{old} = memref.load {place} : {ty}"));
        let words = if self.has_extrema { ["addf", "subf", "maxnumf"] } else { ["addf", "subf", "addf"] };
        let word = words[self.random.below(3)];
        self.line(&format!("{new} = arith.{word} {old}, {value} : f64"));
        self.line(&format!("memref.store {new}, {place} : {ty}"));
    }

    fn branch(&mut self) {
        let condition = self.condition();
        let floats = self.floats.len();
        self.line(&format!("scf.if {condition} {{"));
        self.depth += 1;
        self.statements(1);
        self.depth -= 1;
        self.floats.truncate(floats);
        if self.chance(40) {
            self.line("} else {");
            self.depth += 1;
            self.statements(1);
            self.depth -= 1;
            self.floats.truncate(floats);
        }
        self.line("}");
    }

    fn bounds(&mut self) -> (String, String, i64, i64) {
        let low = self.random.below(2) as i64;
        let high = low + 2 + self.random.below(3) as i64;
        if !self.counters.is_empty() && self.chance(25) {
            let (counter, least, most) = self.counters[self.random.below(self.counters.len())].clone();
            if self.chance(50) {
                // From the counter of an outer loop up.
                let end = most + 1;
                let name = self.number(end);
                return (counter, name, least, end - 1);
            }
            let one = self.number(1);
            let (start, end) = (self.number(0), self.index("addi", &counter, &one));
            return (start, end, 0, most.max(0));
        }
        if self.chance(15) {
            return (self.number(low), "%wide".to_owned(), low, support::SIZE - 1);
        }
        (self.number(low), self.number(high), low, high - 1)
    }

    fn counted(&mut self) {
        let (low, high, least, most) = self.bounds();
        let step = if self.chance(12) { 2 } else { 1 };
        let step = self.number(step);
        let (counter, floats) = (self.name(), self.floats.len());
        let carries = self.random.below(3).saturating_sub(1) + usize::from(self.chance(15));
        let (mut inits, mut arguments, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..carries {
            arguments.push(self.name());
            inits.push(self.float(1));
            all.push("f64");
        }
        let result = self.name();
        let pairs: Vec<String> = arguments.iter().zip(&inits).map(|(a, b)| format!("{a} = {b}")).collect();
        let head = format!("scf.for {counter} = {low} to {high} step {step}");
        if carries == 0 {
            self.line(&format!("{head} {{"));
        } else {
            let types = all.join(", ");
            self.line(&format!("{result}:{carries} = {head} iter_args({}) -> ({types}) {{", pairs.join(", ")));
        }
        self.depth += 1;
        self.counters.push((counter, least, most));
        self.statements(2);
        let next: Vec<String> = arguments.iter().map(|argument| self.next_of(argument)).collect();
        if carries > 0 {
            self.line(&format!("scf.yield {} : {}", next.join(", "), all.join(", ")));
        }
        self.counters.pop();
        self.depth -= 1;
        self.line("}");
        self.floats.truncate(floats);
        for place in 0..carries {
            self.floats.push(format!("{result}#{place}"));
        }
    }

    /// What becomes of a carried value.
    fn next_of(&mut self, argument: &str) -> String {
        let (value, name) = (self.small(), self.name());
        let kinds = if self.has_extrema { 7 } else { 5 };
        match self.random.below(kinds) {
            0 | 1 => self.line(&format!("{name} = arith.addf {argument}, {value} : f64")),
            2 => self.line(&format!("{name} = arith.subf {argument}, {value} : f64")),
            3 => {
                let (condition, sum) = (self.condition(), self.name());
                self.line(&format!("{sum} = arith.addf {value}, {argument} : f64"));
                self.line(&format!("{name} = arith.select {condition}, {sum}, {argument} : f64"));
            }
            4 => {
                let sum = self.name();
                self.line(&format!("{sum} = arith.addf {argument}, {value} : f64"));
                self.line(&format!("{name} = math.sin {sum} : f64"));
            }
            5 => self.line(&format!("{name} = arith.maxnumf {argument}, {value} : f64")),
            _ => {
                let condition = self.name();
                self.line(&format!("{condition} = arith.cmpf olt, {value}, {argument} : f64"));
                self.line(&format!("{name} = arith.select {condition}, {value}, {argument} : f64"));
            }
        }
        name
    }

    fn write(mut self) -> String {
        self.counted();
        self.statements(2);
        let result = self.float(2);
        self.line(&format!("return {result} : f64"));
        let parameters: Vec<String> = ARRAYS
            .iter()
            .map(|(name, sizes)| {
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                format!("%{name}: memref<{}xf64>", sizes.join("x"))
            })
            .collect();
        format!(
            "func.func @main(%s: f64, %n: i64, %at: memref<8xi32>, {}) -> f64 {{\n  %half = arith.constant 0.5 : f64\n  \
             %wide = arith.index_cast %n : i64 to index\n  \
             %one = arith.constant 1.0 : f64\n{}}}\n",
            parameters.join(", "),
            self.text
        )
    }
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_programs_do_the_same() {
    let (programs, seed) = (setting("PROGRAMS", 150), setting("SEED", 1));
    let (mut failures, mut loops, mut lock_step) = (Vec::new(), 0, 0);
    for number in 0..programs {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let has_gradient = number % 3 == 0;
        let text = Program::new(seed, !has_gradient).write();
        let outcome = std::panic::catch_unwind(|| {
            let (_, report) = raised(&load(&text));
            compare(&text, seed, has_gradient);
            report
        });
        match outcome {
            Ok(report) => {
                loops += report.loops.len();
                lock_step += report.loops.iter().filter(|verdict| verdict.is_raised).count();
            }
            Err(_) => {
                eprintln!("program {seed}:\n{text}");
                failures.push(seed);
            }
        }
    }
    println!("{programs} programs, {loops} loops, {lock_step} in lock step");
    assert!(failures.is_empty(), "{} of {programs} failed: {failures:?}", failures.len());
    assert!(lock_step * 4 > loops, "{lock_step} of {loops} loops in lock step");
}

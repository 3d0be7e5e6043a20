//! Operations without regions.

use super::{Known, Writer, list};
use crate::damage::Random;

const REAL: [&str; 12] = [
    "sine",
    "cosine",
    "tanh",
    "exponential",
    "logistic",
    "log",
    "sqrt",
    "rsqrt",
    "cbrt",
    "exponential_minus_one",
    "log_plus_one",
    "tan",
];
const ANY_FLOAT: [&str; 6] = ["negate", "abs", "sine", "exponential", "tanh", "sign"];
const CHLO: [&str; 11] =
    ["erf", "erfc", "lgamma", "digamma", "asin", "acos", "atan", "sinh", "cosh", "asinh", "erf_inv"];

impl Writer<'_> {
    /// One operation more; what it gives comes into the scope.
    pub fn operation(&mut self, scope: &mut Vec<Known>, depth: usize) {
        let made = match self.random.between(0, if depth < 2 { 27 } else { 17 }) {
            0..=2 => self.unary(scope),
            3..=5 => self.binary(scope),
            6 => self.chosen(scope),
            7 => self.converted(scope),
            8 => self.broadcast(scope),
            9 => self.rearranged(scope),
            10 => self.sliced(scope),
            11 => self.joined(scope),
            12 => self.padded(scope),
            13 => self.contracted(scope),
            14 => self.at_index(scope),
            15 => self.gathered(scope),
            16 => self.special(scope),
            17 => self.called(scope),
            18..=19 => self.reduced(scope),
            20 => self.windowed(scope),
            21 => self.sorted(scope),
            22 => self.scattered(scope),
            23 => self.branched(scope, depth),
            24..=25 => self.repeated(scope, depth),
            26 => self.mapped(scope),
            _ => self.wished(scope),
        };
        scope.extend(made.unwrap_or_default());
    }

    fn unary(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, Known::is_float)?;
        let (real, any, chlo) = (*self.random.pick(&REAL), *self.random.pick(&ANY_FLOAT), *self.random.pick(&CHLO));
        let op = match self.random.between(0, 9) {
            0 if operand.is_real() => {
                let made = self.fresh(&operand.shape, operand.element);
                self.line(&format!("{} = chlo.{chlo} {} : {2} -> {2}", made.name, operand.name, operand.ty()));
                return Some(vec![made]);
            }
            1..=6 if operand.is_real() => real,
            _ => any,
        };
        if op == "abs" && operand.is_complex() {
            let made = self.fresh(&operand.shape, "f64");
            self.line(&format!("{} = stablehlo.abs {} : ({}) -> {}", made.name, operand.name, operand.ty(), made.ty()));
            return Some(vec![made]);
        }
        let made = self.fresh(&operand.shape, operand.element);
        self.line(&format!("{} = stablehlo.{op} {} : {}", made.name, operand.name, operand.ty()));
        Some(vec![made])
    }

    fn binary(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let a = self.any(scope, |_| true)?;
        let b = self.alike(scope, &a);
        let ops = ["add", "multiply", "subtract", "divide", "maximum", "minimum", "power", "remainder", "atan2"];
        let op = ops[self.random.between(0, if a.is_real() { 8 } else { 3 }) as usize];
        let made = self.fresh(&a.shape, a.element);
        self.line(&format!("{} = stablehlo.{op} {}, {} : {}", made.name, a.name, b.name, a.ty()));
        Some(vec![made])
    }

    /// A comparison and a choice by it.
    fn chosen(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let a = self.any(scope, |value| !value.is_complex())?;
        let (b, c) = (self.alike(scope, &a), self.any(scope, |other| other.shape == a.shape)?);
        let (d, truth) = (self.alike(scope, &c), self.fresh(&a.shape, "i1"));
        let made = self.fresh(&a.shape, c.element);
        let way = *self.random.pick(&["LT", "GE", "EQ", "NE"]);
        self.line(&format!(
            "{} = stablehlo.compare {way}, {}, {} : ({3}, {3}) -> {4}",
            truth.name,
            a.name,
            b.name,
            a.ty(),
            truth.ty()
        ));
        let (choice, ty) = (&truth, c.ty());
        self.line(&format!(
            "{} = stablehlo.select {}, {}, {} : {}, {ty}",
            made.name,
            choice.name,
            c.name,
            d.name,
            truth.ty()
        ));
        Some(vec![truth, made])
    }

    fn converted(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| !value.is_complex())?;
        let element = *self.random.pick(&["f64", "f32", "bf16", "i32", "complex<f64>", "i1", "f8E4M3FN"]);
        let made = self.fresh(&operand.shape, element);
        self.line(&format!("{} = stablehlo.convert {} : ({}) -> {}", made.name, operand.name, operand.ty(), made.ty()));
        Some(vec![made])
    }

    fn broadcast(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() < 4)?;
        let place = self.random.between(0, operand.rank() as i64) as usize;
        let mut shape = operand.shape.clone();
        shape.insert(place, self.random.between(1, 3));
        let dimensions = list((0..shape.len()).filter(|dimension| *dimension != place));
        let made = self.fresh(&shape, operand.element);
        self.line(&format!(
            "{} = stablehlo.broadcast_in_dim {}, dims = [{dimensions}] : ({}) -> {}",
            made.name,
            operand.name,
            operand.ty(),
            made.ty()
        ));
        Some(vec![made])
    }

    fn rearranged(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0)?;
        let (name, ty) = (&operand.name, operand.ty());
        let (made, line) = match self.random.between(0, 2) {
            0 => {
                let mut order: Vec<usize> = (0..operand.rank()).collect();
                order.rotate_left(self.random.between(0, 3) as usize % operand.rank());
                let shape: Vec<i64> = order.iter().map(|dimension| operand.shape[*dimension]).collect();
                let made = self.fresh(&shape, operand.element);
                let line = format!("stablehlo.transpose {name}, dims = [{}] : ({ty}) -> {}", list(order), made.ty());
                (made, line)
            }
            1 => {
                let made = self.fresh(&[operand.count()], operand.element);
                let line = format!("stablehlo.reshape {name} : ({ty}) -> {}", made.ty());
                (made, line)
            }
            _ => {
                let made = self.fresh(&operand.shape, operand.element);
                let dimension = self.random.between(0, operand.rank() as i64 - 1);
                (made, format!("stablehlo.reverse {name}, dims = [{dimension}] : {ty}"))
            }
        };
        self.line(&format!("{} = {line}", made.name));
        Some(vec![made])
    }

    fn sliced(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0)?;
        let (mut shape, mut ranges) = (Vec::new(), Vec::new());
        for size in &operand.shape {
            let low = self.random.between(0, *size);
            let (high, stride) = (self.random.between(low, *size), self.random.between(1, 2));
            shape.push((high - low + stride - 1) / stride);
            ranges.push(format!("{low}:{high}:{stride}"));
        }
        let made = self.fresh(&shape, operand.element);
        let (from, to) = (operand.ty(), made.ty());
        self.line(&format!("{} = stablehlo.slice {} [{}] : ({from}) -> {to}", made.name, operand.name, list(ranges)));
        Some(vec![made])
    }

    fn joined(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let a = self.any(scope, |value| value.rank() > 0)?;
        let (b, dimension) = (self.alike(scope, &a), self.random.between(0, a.rank() as i64 - 1) as usize);
        let mut shape = a.shape.clone();
        shape[dimension] *= 2;
        let made = self.fresh(&shape, a.element);
        self.line(&format!(
            "{} = stablehlo.concatenate {}, {}, dim = {dimension} : ({3}, {3}) -> {4}",
            made.name,
            a.name,
            b.name,
            a.ty(),
            made.ty()
        ));
        Some(vec![made])
    }

    fn padded(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0 && value.is_float())?;
        let value = match self.any(scope, |other| other.rank() == 0 && other.element == operand.element) {
            Some(value) => value,
            None => self.constant(&[], operand.element, "0.0"),
        };
        let (mut shape, mut low, mut high, mut inside) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for size in &operand.shape {
            low.push(self.random.between(-1, 2));
            high.push(self.random.between(-1, 2));
            inside.push(self.random.between(0, 2));
            let spread = if *size == 0 { 0 } else { size + (size - 1) * inside[inside.len() - 1] };
            shape.push((spread + low[low.len() - 1] + high[high.len() - 1]).max(0));
        }
        let made = self.fresh(&shape, operand.element);
        self.line(&format!(
            "{} = stablehlo.pad {}, {}, low = [{}], high = [{}], interior = [{}] : ({}, {}) -> {}",
            made.name,
            operand.name,
            value.name,
            list(low),
            list(high),
            list(inside),
            operand.ty(),
            value.ty(),
            made.ty()
        ));
        Some(vec![made])
    }

    fn contracted(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let a = self.any(scope, |value| value.rank() > 0)?;
        let from = self.random.between(0, a.rank() as i64 - 1) as usize;
        let fits = |other: &Known| other.element == a.element && other.shape.contains(&a.shape[from]);
        let b = self.any(scope, fits)?;
        let to = b.shape.iter().position(|size| *size == a.shape[from])?;
        let rest = |value: &Known, without: usize| -> Vec<i64> {
            let kept = value.shape.iter().enumerate().filter(|(place, _)| *place != without);
            kept.map(|(_, size)| *size).collect()
        };
        let is_batch = self.chance(30);
        let kind = if is_batch { "batching_dims" } else { "contracting_dims" };
        let common = if is_batch { vec![a.shape[from]] } else { Vec::new() };
        let made = self.fresh(&[common, rest(&a, from), rest(&b, to)].concat(), a.element);
        let numbers = if is_batch {
            format!("[{from}] x [{to}], contracting_dims = [] x []")
        } else {
            format!("[{from}] x [{to}]")
        };
        self.line(&format!(
            "{} = stablehlo.dot_general {}, {}, {kind} = {numbers} : ({}, {}) -> {}",
            made.name,
            a.name,
            b.name,
            a.ty(),
            b.ty(),
            made.ty()
        ));
        Some(vec![made])
    }

    /// An integer of rank zero, from outside or new.
    pub fn index(&mut self, scope: &[Known]) -> Known {
        if let Some(found) = self.any(scope, |value| value.rank() == 0 && value.element == "i32") {
            return found;
        }
        let number = self.random.between(-2, 5);
        self.constant(&[], "i32", &number.to_string())
    }

    /// A dynamic slice, or an update of one.
    fn at_index(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0 && value.count() > 0)?;
        let part: Vec<i64> = operand.shape.iter().map(|size| self.random.between(1, *size)).collect();
        let places: Vec<Known> = part.iter().map(|_| self.index(scope)).collect();
        let indices = list(places.iter().map(|place| &place.name));
        let types = list(places.iter().map(Known::ty));
        let update = self.any(scope, |value| value.shape == part && value.element == operand.element);
        let made = match update {
            Some(update) => {
                let made = self.fresh(&operand.shape, operand.element);
                self.line(&format!(
                    "{} = stablehlo.dynamic_update_slice {}, {}, {indices} : ({3}, {4}, {types}) -> {3}",
                    made.name,
                    operand.name,
                    update.name,
                    operand.ty(),
                    update.ty()
                ));
                made
            }
            None => {
                let made = self.fresh(&part, operand.element);
                self.line(&format!(
                    "{} = stablehlo.dynamic_slice {}, {indices}, sizes = [{}] : ({}, {types}) -> {}",
                    made.name,
                    operand.name,
                    list(part),
                    operand.ty(),
                    made.ty()
                ));
                made
            }
        };
        Some(vec![made])
    }

    /// Rows at random places.
    fn gathered(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0 && value.count() > 0)?;
        let count = self.random.between(0, 4);
        let places = self.places(count, operand.shape[0], false);
        let made = self.fresh(&[&[count], &operand.shape[1..]].concat(), operand.element);
        let sizes = list([1].iter().chain(&operand.shape[1..]));
        let offsets = list(1..operand.rank());
        self.line(&format!(
            "{} = \"stablehlo.gather\"({}, {}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [{offsets}], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: {sizes}>}}> : ({}, {}) -> {}",
            made.name, operand.name, places.name, operand.ty(), places.ty(), made.ty()
        ));
        Some(vec![made])
    }

    /// A vector of indices, some of them outside.
    pub fn places(&mut self, count: i64, size: i64, are_unique: bool) -> Known {
        let low = self.random.between(-1, 1);
        let place = |number: i64, random: &mut Random| if are_unique { low + number } else { random.between(-1, size) };
        let numbers: Vec<i64> = (0..count).map(|number| place(number, self.random)).collect();
        let made = self.fresh(&[count], "i64");
        let text = if count == 0 { String::from("dense<>") } else { format!("dense<[{}]>", list(numbers)) };
        self.line(&format!("{} = stablehlo.constant {text} : {}", made.name, made.ty()));
        made
    }

    /// Operations that want shapes of their own.
    fn special(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.is_float() && value.rank() > 0)?;
        let (name, ty) = (&operand.name, operand.ty());
        let made = self.fresh(&operand.shape, operand.element);
        let line = match self.random.between(0, 4) {
            0 => format!("stablehlo.cholesky {name}, lower = true : {ty}"),
            1 => format!(
                "\"stablehlo.triangular_solve\"({name}, {name}) <{{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}}> : ({ty}, {ty}) -> {ty}"
            ),
            2 => format!(
                "stablehlo.fft {name}, type = FFT, length = [{}] : ({ty}) -> {ty}",
                operand.shape[operand.rank() - 1]
            ),
            3 => format!("stablehlo.reduce_precision {name}, format = e5m10 : {ty}"),
            _ => format!("stablehlo.optimization_barrier {name} : {ty}"),
        };
        self.line(&format!("{} = {line}", made.name));
        Some(vec![made])
    }

    fn called(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let (name, arguments, results) = self.call(scope)?;
        let types = list(results.iter().map(Known::ty));
        self.line(&format!(
            "{} = func.call @{name}({}) : ({}) -> ({types})",
            list(results.iter().map(|result| &result.name)),
            list(arguments.iter().map(|argument| &argument.name)),
            list(arguments.iter().map(Known::ty)),
        ));
        Some(results)
    }

    /// A function that was written before, arguments for it, and names for its results.
    pub fn call(&mut self, scope: &[Known]) -> Option<(String, Vec<Known>, Vec<Known>)> {
        if self.functions.is_empty() {
            return None;
        }
        let place = self.random.between(0, self.functions.len() as i64 - 1) as usize;
        let called = &self.functions[place];
        let (name, inputs, given) = (called.name.clone(), called.inputs.clone(), called.results.clone());
        let mut arguments = Vec::new();
        for input in &inputs {
            let fitting = self.any(scope, |value| value.ty() == input.ty());
            arguments.push(match fitting {
                Some(value) => value,
                None => self.constant(&input.shape, input.element, if input.element == "i32" { "2" } else { "0.75" }),
            });
        }
        let results = given.iter().map(|result| self.fresh(&result.shape, result.element)).collect();
        Some((name, arguments, results))
    }

    /// Asks for a derivative or a batch of a function.
    fn wished(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let (name, arguments, results) = self.call(scope)?;
        let mark = |word: &str| format!("#enzyme<activity enzyme_{word}>");
        let (mut operands, mut activities, mut given) = (Vec::new(), Vec::new(), Vec::new());
        let is_forward = self.chance(50);
        for argument in &arguments {
            operands.push(argument.clone());
            if !argument.is_float() {
                activities.push(mark("const"));
            } else if is_forward {
                operands.push(argument.clone());
                activities.push(mark("dup"));
            } else {
                activities.push(mark("active"));
            }
        }
        let mut returned = Vec::new();
        for result in &results {
            returned.push(mark(match (result.is_float(), is_forward) {
                (false, _) => "const",
                (true, true) => "dup",
                (true, false) => "active",
            }));
            given.push(result.clone());
            if result.is_float() && is_forward {
                given.push(self.fresh(&result.shape, result.element));
            }
            if result.is_float() && !is_forward {
                operands.push(self.constant(&result.shape, result.element, "1.0"));
            }
        }
        if !is_forward {
            let active: Vec<Known> = arguments.iter().filter(|argument| argument.is_float()).cloned().collect();
            given.extend(active.iter().map(|argument| self.fresh(&argument.shape, argument.element)));
        }
        self.line(&format!(
            "{} = enzyme.{}diff @{name}({}) {{activity = [{}], ret_activity = [{}]}} : ({}) -> ({})",
            list(given.iter().map(|value| &value.name)),
            if is_forward { "fwd" } else { "auto" },
            list(operands.iter().map(|value| &value.name)),
            list(activities),
            list(returned),
            list(operands.iter().map(Known::ty)),
            list(given.iter().map(Known::ty)),
        ));
        Some(given)
    }
}

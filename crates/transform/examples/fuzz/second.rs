//! Second derivatives of random programs at points where values, adjoints and factors are exactly 0, 1 or equal.
//!
//! A program is a function of two vectors of three numbers, and its values at the point are known while it is written. So
//! differences from a value at the point, which vanish there, can be written, and it is known where an operation stands at a
//! tip, a tie or the end of its domain. The second derivatives in all four mixtures of modes, along basis vectors and random
//! ones, must agree with each other and be symmetric; where no element that is used stands at such an edge they must also
//! agree with differences of gradients, if these settle.

use crate::damage::Random;
use std::fmt::Write as _;
use std::sync::Arc;
use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_ir::{Context, Ir, read, verify};
use zymase_tensor::number::load_f64;
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::{Checkpointing, Mode, Request, differentiate};

const LIMITS: Limits = Limits { operations: 2_000_000, depth: 60, bytes: 1 << 24 };
const WIDTH: usize = 3;
const VECTOR: &str = "tensor<3xf64>";
const MIXTURES: [&str; 4] =
    ["forward over reverse", "reverse over reverse", "forward over forward", "reverse over forward"];

type Row = [f64; WIDTH];

/// What became of one program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// How many second derivatives were compared with each other.
    pub mixtures: usize,
    /// How many were compared with differences too.
    pub differences: usize,
    /// One if a value or derivative is infinite or undefined.
    pub undefined: usize,
}

impl Outcome {
    pub fn add(&mut self, other: Outcome) {
        self.mixtures += other.mixtures;
        self.differences += other.differences;
        self.undefined += other.undefined;
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Outcome { mixtures, differences, undefined } = self;
        write!(
            f,
            "{mixtures} second derivatives in four mixtures, {differences} of them also by differences, {undefined} programs with undefined ones"
        )
    }
}

/// What an element of a value does at the point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    None,
    /// The function has a derivative by convention only.
    Tip,
    /// The function or a derivative of it is infinite or undefined.
    End,
    /// It nearly is, by an operand that has been rounded: derivatives are large numbers that cancel to nothing.
    Noise,
}

struct Known {
    name: String,
    at_point: Row,
    edges: [Edge; WIDTH],
    /// For each element the elements of other values that it is made of.
    from: [Vec<(usize, usize)>; WIDTH],
    /// For each element those that decide which ones these are.
    decided_by: [Vec<(usize, usize)>; WIDTH],
}

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    names: usize,
    values: Vec<Known>,
}

const EPSILON: f64 = 1e-2;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < EPSILON
}

/// The larger of two numbers; NaN if one is.
fn largest(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

fn smallest(a: f64, b: f64) -> f64 {
    -largest(-a, -b)
}

/// The edge of a function at numbers that may have been rounded.
fn exact(edge: Edge, operands: &[f64]) -> Edge {
    let is_round = |number: &f64| number.is_nan() || (number * 1024.0).fract() == 0.0;
    if edge == Edge::End && !operands.iter().all(is_round) { Edge::Noise } else { edge }
}

/// A function of one operand: its name, its value, and what stands where.
type Unary = (&'static str, fn(f64) -> f64, fn(f64) -> Edge);
type Binary = (&'static str, fn(f64, f64) -> f64, fn(f64, f64) -> Edge);

const UNARY: [Unary; 24] = [
    ("stablehlo.sine", f64::sin, |_| Edge::None),
    ("stablehlo.cosine", f64::cos, |_| Edge::None),
    ("stablehlo.tanh", f64::tanh, |_| Edge::None),
    ("stablehlo.exponential", f64::exp, |_| Edge::None),
    ("stablehlo.exponential_minus_one", f64::exp_m1, |_| Edge::None),
    ("stablehlo.logistic", |x| 1.0 / (1.0 + (-x).exp()), |_| Edge::None),
    ("stablehlo.negate", |x| -x, |_| Edge::None),
    ("stablehlo.log", f64::ln, |x| if x < EPSILON { Edge::End } else { Edge::None }),
    ("stablehlo.log_plus_one", f64::ln_1p, |x| if x < EPSILON - 1.0 { Edge::End } else { Edge::None }),
    ("stablehlo.sqrt", f64::sqrt, |x| if x < EPSILON { Edge::End } else { Edge::None }),
    ("stablehlo.rsqrt", |x| 1.0 / x.sqrt(), |x| if x < EPSILON { Edge::End } else { Edge::None }),
    ("stablehlo.cbrt", f64::cbrt, |x| if near(x, 0.0) { Edge::End } else { Edge::None }),
    ("stablehlo.abs", f64::abs, |x| if near(x, 0.0) { Edge::Tip } else { Edge::None }),
    (
        "stablehlo.sign",
        |x| if x == 0.0 { 0.0 } else { x.signum() },
        |x| if near(x, 0.0) { Edge::Tip } else { Edge::None },
    ),
    ("stablehlo.tan", f64::tan, |x| if near(x.cos(), 0.0) { Edge::End } else { Edge::None }),
    ("chlo.asin", f64::asin, |x| if x.abs() > 1.0 - EPSILON { Edge::End } else { Edge::None }),
    ("chlo.acos", f64::acos, |x| if x.abs() > 1.0 - EPSILON { Edge::End } else { Edge::None }),
    ("chlo.atan", f64::atan, |_| Edge::None),
    ("chlo.sinh", f64::sinh, |_| Edge::None),
    ("chlo.cosh", f64::cosh, |_| Edge::None),
    ("chlo.asinh", f64::asinh, |_| Edge::None),
    ("chlo.acosh", f64::acosh, |x| if x < 1.0 + EPSILON { Edge::End } else { Edge::None }),
    ("chlo.atanh", f64::atanh, |x| if x.abs() > 1.0 - EPSILON { Edge::End } else { Edge::None }),
    ("chlo.square", |x| x * x, |_| Edge::None),
];

const BINARY: [Binary; 10] = [
    ("add", |a, b| a + b, |_, _| Edge::None),
    ("subtract", |a, b| a - b, |_, _| Edge::None),
    ("multiply", |a, b| a * b, |_, _| Edge::None),
    ("multiply", |a, b| a * b, |_, _| Edge::None),
    ("multiply", |a, b| a * b, |_, _| Edge::None),
    ("divide", |a, b| a / b, |_, b| if near(b, 0.0) { Edge::End } else { Edge::None }),
    ("power", f64::powf, |a, _| if a < EPSILON { Edge::End } else { Edge::None }),
    ("maximum", largest, |a, b| if near(a, b) { Edge::Tip } else { Edge::None }),
    ("minimum", smallest, |a, b| if near(a, b) { Edge::Tip } else { Edge::None }),
    ("atan2", f64::atan2, |a, b| if near(a, 0.0) && b < EPSILON { Edge::End } else { Edge::None }),
];

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// One of the values, the last ones more often.
    fn any(&mut self) -> usize {
        let count = self.values.len();
        match self.random.between(0, 2) {
            0 => self.random.between(0, count as i64 - 1) as usize,
            _ => count - 1 - self.random.between(0, 2.min(count as i64 - 1)) as usize,
        }
    }

    fn know(&mut self, name: String, at_point: Row, edges: [Edge; WIDTH], from: [Vec<(usize, usize)>; WIDTH]) -> usize {
        // Where squares overflow, formulas end.
        let edges = std::array::from_fn(|at| if at_point[at].abs() > 1e100 { Edge::End } else { edges[at] });
        self.values.push(Known { name, at_point, edges, from, decided_by: Default::default() });
        self.values.len() - 1
    }

    fn constant(&mut self, row: Row) -> usize {
        let name = self.fresh();
        let numbers: Vec<String> = row.iter().map(|number| format!("0x{:016X}", number.to_bits())).collect();
        self.line(&format!("{name} = stablehlo.constant dense<[{}]> : {VECTOR}", numbers.join(", ")));
        self.know(name, row, [Edge::None; WIDTH], Default::default())
    }

    fn unary(&mut self, (op, value, edge): Unary, a: usize) -> usize {
        let name = self.fresh();
        let operand = &self.values[a];
        let ty = if op.starts_with("chlo") { format!("{VECTOR} -> {VECTOR}") } else { VECTOR.to_owned() };
        let (row, edges) = (operand.at_point.map(value), operand.at_point.map(|number| exact(edge(number), &[number])));
        let line = format!("{name} = {op} {} : {ty}", operand.name);
        self.line(&line);
        self.know(name, row, edges, std::array::from_fn(|at| vec![(a, at)]))
    }

    fn binary(&mut self, which: usize, a: usize, b: usize) -> usize {
        let (op, value, edge) = BINARY[which];
        let name = self.fresh();
        let (left, right) = (self.values[a].at_point, self.values[b].at_point);
        let line = format!("{name} = stablehlo.{op} {}, {} : {VECTOR}", self.values[a].name, self.values[b].name);
        self.line(&line);
        let from = |at: usize| match op {
            "maximum" if left[at] > right[at] => vec![(a, at)],
            "maximum" if left[at] < right[at] => vec![(b, at)],
            "minimum" if left[at] < right[at] => vec![(a, at)],
            "minimum" if left[at] > right[at] => vec![(b, at)],
            _ => vec![(a, at), (b, at)],
        };
        let row = std::array::from_fn(|at| value(left[at], right[at]));
        let edges = std::array::from_fn(|at| exact(edge(left[at], right[at]), &[left[at], right[at]]));
        let made = self.know(name, row, edges, std::array::from_fn(from));
        if op.ends_with("imum") {
            self.values[made].decided_by = std::array::from_fn(|at| vec![(a, at), (b, at)]);
        }
        made
    }

    /// What is left of a value when its value at the point is taken away: zero, or one.
    fn residual(&mut self) {
        let a = self.any();
        let left = *self.random.pick(&[0.0, 0.0, 1.0]);
        let row = self.values[a].at_point.map(|number| number - left);
        if row.iter().all(|number| number.is_finite()) {
            let b = self.constant(row);
            self.binary(1, a, b);
        }
    }

    fn select(&mut self) {
        let [a, b, p, q] = [(); 4].map(|()| self.any());
        let (truth, name) = (self.fresh(), self.fresh());
        let bound = *self.random.pick(&[0.0, 1.0]);
        let q = if self.random.between(0, 1) == 0 { self.constant([bound; WIDTH]) } else { q };
        let way = *self.random.pick(&["LT", "GT", "GE", "NE"]);
        let (left, right) = (self.values[p].at_point, self.values[q].at_point);
        let holds = |at: usize| match way {
            "LT" => left[at] < right[at],
            "GT" => left[at] > right[at],
            "GE" => left[at] >= right[at],
            _ => left[at] != right[at],
        };
        let names = [p, q, a, b].map(|value| self.values[value].name.clone());
        self.line(&format!(
            "{truth} = stablehlo.compare {way}, {}, {} : ({VECTOR}, {VECTOR}) -> tensor<3xi1>",
            names[0], names[1]
        ));
        self.line(&format!("{name} = stablehlo.select {truth}, {}, {} : tensor<3xi1>, {VECTOR}", names[2], names[3]));
        let row = std::array::from_fn(|at| self.values[if holds(at) { a } else { b }].at_point[at]);
        let tie = |at: usize| if near(left[at], right[at]) { Edge::Tip } else { Edge::None };
        let from = std::array::from_fn(|at| vec![(if holds(at) { a } else { b }, at)]);
        let made = self.know(name, row, std::array::from_fn(tie), from);
        self.values[made].decided_by = std::array::from_fn(|at| vec![(p, at), (q, at)]);
    }

    fn clamp(&mut self) {
        let a = self.any();
        let (low, high) = (self.constant([-0.5; WIDTH]), self.constant([1.0; WIDTH]));
        let raised = self.binary(7, a, low);
        let both = self.binary(8, raised, high);
        // The same in one operation.
        let name = self.fresh();
        let names = [low, a, high].map(|value| self.values[value].name.clone());
        self.line(&format!("{name} = stablehlo.clamp {}, {}, {} : {VECTOR}", names[0], names[1], names[2]));
        let row = self.values[both].at_point;
        let known = &self.values[both];
        let edges = std::array::from_fn(|at| known.edges[at].max(self.values[raised].edges[at]));
        self.know(name, row, edges, std::array::from_fn(|at| vec![(a, at)]));
    }

    /// Two elements of one value before one of another.
    fn moved(&mut self) {
        let (a, b) = (self.any(), self.any());
        let [left, right, name] = [(); 3].map(|()| self.fresh());
        let names = [a, b].map(|value| self.values[value].name.clone());
        self.line(&format!("{left} = stablehlo.slice {} [1:3] : ({VECTOR}) -> tensor<2xf64>", names[0]));
        self.line(&format!("{right} = stablehlo.slice {} [0:1] : ({VECTOR}) -> tensor<1xf64>", names[1]));
        self.line(&format!(
            "{name} = stablehlo.concatenate {left}, {right}, dim = 0 : (tensor<2xf64>, tensor<1xf64>) -> {VECTOR}"
        ));
        let places = [(a, 1), (a, 2), (b, 0)];
        let row = places.map(|(value, at)| self.values[value].at_point[at]);
        self.know(name, row, [Edge::None; WIDTH], places.map(|place| vec![place]));
    }

    /// A sum, product, largest or smallest element, repeated.
    fn reduced(&mut self) {
        let a = self.any();
        let (op, start) = *self.random.pick(&[
            ("add", 0.0),
            ("multiply", 1.0),
            ("maximum", f64::NEG_INFINITY),
            ("minimum", f64::INFINITY),
        ]);
        let [init, scalar, name] = [(); 3].map(|()| self.fresh());
        let [x, y, z] = self.values[a].at_point;
        let operand = self.values[a].name.clone();
        self.line(&format!("{init} = stablehlo.constant dense<0x{:016X}> : tensor<f64>", f64::to_bits(start)));
        self.line(&format!(
            "{scalar} = stablehlo.reduce({operand} init: {init}) applies stablehlo.{op} across dimensions = [0] : ({VECTOR}, tensor<f64>) -> tensor<f64>"
        ));
        self.line(&format!("{name} = stablehlo.broadcast_in_dim {scalar}, dims = [] : (tensor<f64>) -> {VECTOR}"));
        let is_tie = near(x, y) || near(y, z) || near(x, z);
        let (value, edge) = match op {
            "add" => (x + y + z, Edge::None),
            "multiply" => (x * y * z, Edge::None),
            "maximum" => (largest(largest(x, y), z), if is_tie { Edge::Tip } else { Edge::None }),
            _ => (smallest(smallest(x, y), z), if is_tie { Edge::Tip } else { Edge::None }),
        };
        let chooses = op.ends_with("imum") && !is_tie;
        let from: Vec<(usize, usize)> =
            (0..WIDTH).filter(|at| !chooses || self.values[a].at_point[*at] == value).map(|at| (a, at)).collect();
        let made = self.know(name, [value; WIDTH], [edge; WIDTH], std::array::from_fn(|_| from.clone()));
        self.values[made].decided_by = std::array::from_fn(|_| (0..WIDTH).map(|at| (a, at)).collect());
    }

    /// A branch, of which one side may use what is undefined, or a loop that multiplies.
    fn controlled(&mut self) {
        let (a, b, c) = (self.any(), self.any(), self.any());
        let names = [a, b, c].map(|value| self.values[value].name.clone());
        let (index, name) = (self.fresh(), self.fresh());
        let rows = [a, b, c].map(|value| self.values[value].at_point);
        let (row, from) = if self.random.between(0, 1) == 0 {
            let chosen = self.random.between(0, 1) as usize;
            self.line(&format!("{index} = stablehlo.constant dense<{chosen}> : tensor<i32>"));
            self.line(&format!("{name} = \"stablehlo.case\"({index}) ({{"));
            self.line(&format!("%p = stablehlo.multiply {}, {} : {VECTOR}", names[0], names[1]));
            self.line(&format!("stablehlo.return %p : {VECTOR}\n  }}, {{"));
            self.line(&format!("%p = stablehlo.subtract {}, {} : {VECTOR}", names[2], names[0]));
            self.line(&format!("stablehlo.return %p : {VECTOR}\n  }}) : (tensor<i32>) -> {VECTOR}"));
            let value = |at: usize| if chosen == 0 { rows[0][at] * rows[1][at] } else { rows[2][at] - rows[0][at] };
            let used = if chosen == 0 { [a, b] } else { [c, a] };
            (std::array::from_fn(value), used.to_vec())
        } else {
            let count = self.random.between(0, 3);
            let (start, limit, one) = (self.fresh(), self.fresh(), self.fresh());
            for (name, number) in [(&start, 0), (&limit, count), (&one, 1)] {
                self.line(&format!("{name} = stablehlo.constant dense<{number}> : tensor<i32>"));
            }
            let both = format!("tensor<i32>, {VECTOR}");
            self.line(&format!("{index}:2 = stablehlo.while(%i = {start}, %s = {}) : {both}", names[0]));
            self.line(&format!(
                "cond {{\n  %t = stablehlo.compare LT, %i, {limit} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
            ));
            self.line("stablehlo.return %t : tensor<i1>\n  } do {");
            self.line(&format!("%m = stablehlo.multiply %s, {} : {VECTOR}", names[1]));
            self.line(&format!("%n = stablehlo.add %i, {one} : tensor<i32>"));
            self.line(&format!("stablehlo.return %n, %m : {both}\n  }}"));
            self.line(&format!("{name} = stablehlo.negate {index}#1 : {VECTOR}"));
            let value = |at: usize| -(0..count).fold(rows[0][at], |product, _| product * rows[1][at]);
            let used = if count == 0 { vec![a] } else { vec![a, b] };
            (std::array::from_fn(value), used)
        };
        let from = std::array::from_fn(|at| from.iter().map(|value| (*value, at)).collect());
        self.know(name, row, [Edge::None; WIDTH], from);
    }

    fn operation(&mut self) {
        match self.random.between(0, 23) {
            0..=6 => {
                let (a, function) = (self.any(), *self.random.pick(&UNARY));
                self.unary(function, a);
            }
            7..=13 => {
                let (which, a, b) = (self.random.between(0, BINARY.len() as i64 - 1) as usize, self.any(), self.any());
                self.binary(which, a, b);
            }
            14..=15 => self.residual(),
            16..=18 => self.select(),
            19 => self.clamp(),
            20 => self.moved(),
            21 => self.reduced(),
            22 => self.controlled(),
            _ => {
                let number = *self.random.pick(&[0.0, 1.0, -1.0, 0.5, 2.0]);
                self.constant([number; WIDTH]);
            }
        }
    }

    /// The worst edge among the elements that the last value uses. What only decides gives tips.
    fn worst_edge(&self) -> Edge {
        let last = self.values.len() - 1;
        let mut used = vec![[Edge::None; WIDTH]; last + 1];
        used[last] = [Edge::Noise; WIDTH];
        let mut worst = Edge::None;
        for value in (0..=last).rev() {
            for at in 0..WIDTH {
                let how = used[value][at];
                let known = &self.values[value];
                worst = worst.max(known.edges[at].min(how));
                for (other, place) in &known.from[at] {
                    used[*other][*place] = used[*other][*place].max(how);
                }
                for (other, place) in &known.decided_by[at] {
                    used[*other][*place] = used[*other][*place].max(how.min(Edge::Tip));
                }
            }
        }
        worst
    }
}

struct Program {
    text: String,
    point: [Row; 2],
    edge: Edge,
    is_finite: bool,
}

fn program(random: &mut Random) -> Program {
    const NUMBERS: [f64; 8] = [0.0, 0.0, 1.0, 1.0, -1.0, 0.5, 2.0, -0.25];
    let mut rows = [[0.0; WIDTH]; 2];
    rows.iter_mut().flatten().for_each(|number| {
        *number = match random.between(0, 3) {
            0 => random.between(-2000, 2000) as f64 / 1000.0 + 1e-4,
            _ => *random.pick(&NUMBERS),
        };
    });
    if random.between(0, 3) == 0 {
        rows[1] = rows[0];
    }
    let mut writer = Writer { random, text: String::new(), names: 0, values: Vec::new() };
    for (name, row) in ["%x", "%y"].into_iter().zip(rows) {
        writer.know(name.into(), row, [Edge::None; WIDTH], Default::default());
    }
    for _ in 0..writer.random.between(2, 9) {
        writer.operation();
    }
    if writer.random.between(0, 1) == 0 {
        // The square of what is left, or its product with something.
        let last = writer.values.len() - 1;
        let other = if writer.random.between(0, 1) == 0 { last } else { writer.any() };
        writer.binary(2, last, other);
    }
    let last = writer.values.last().map(|value| (value.name.clone(), value.at_point));
    let (name, row) = last.unwrap_or_default();
    let body = &writer.text;
    let text =
        format!("func.func @main(%x: {VECTOR}, %y: {VECTOR}) -> {VECTOR} {{\n{body}  return {name} : {VECTOR}\n}}\n");
    let is_finite = row.iter().all(|number| number.is_finite() && number.abs() < 1e6);
    Program { point: rows, edge: writer.worst_edge(), is_finite, text }
}

fn run(ir: &Ir, arguments: &[&Row]) -> Vec<Row> {
    let arguments = arguments.iter().map(|row| {
        let tensor = Tensor::from_f64(ElementType::F64, &[WIDTH], *row).unwrap_or_else(|error| panic!("{error}"));
        RuntimeValue::Tensor(tensor)
    });
    let results = Machine::new(ir, LIMITS).run("main", arguments.collect()).unwrap_or_else(|error| panic!("{error}"));
    let row = |value: RuntimeValue| {
        let RuntimeValue::Tensor(tensor) = value else { panic!("no tensor") };
        let numbers = load_f64(&tensor).unwrap_or_else(|error| panic!("{error}"));
        std::array::from_fn(|at| numbers[at])
    };
    results.into_iter().map(row).collect()
}

fn derive(ir: &Ir, mode: Mode) -> Ir {
    let mut derived = ir.clone();
    let checkpointing = Checkpointing::KeepAll;
    let request = Request { function: "main".into(), mode, wrt: Some(vec![0, 1]), outputs: false, checkpointing };
    differentiate(&mut derived, &request).unwrap_or_else(|errors| panic!("{mode:?} is refused: {}", errors[0]));
    derived
}

fn dot(a: &[Row], b: &[Row]) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| if *b == 0.0 { 0.0 } else { a * b }).sum()
}

/// The derivatives of a program, in both modes and all mixtures.
struct Derived {
    reverse: Ir,
    mixtures: [Ir; 4],
}

impl Derived {
    /// `uᵀ H v` in all mixtures; `H` belongs to the results times `w`.
    fn along(&self, point: &[Row; 2], w: &Row, u: &[Row; 2], v: &[Row; 2]) -> [f64; 4] {
        let [x, y] = point;
        let zero = [0.0; WIDTH];
        [
            dot(&run(&self.mixtures[0], &[x, y, w, &v[0], &v[1]])[2..], u),
            dot(&run(&self.mixtures[1], &[x, y, w, &u[0], &u[1]]), v),
            dot(&run(&self.mixtures[2], &[x, y, &u[0], &u[1], &v[0], &v[1]])[3..], &[*w]),
            dot(&run(&self.mixtures[3], &[x, y, &u[0], &u[1], &zero, w]), v),
        ]
    }

    fn by_differences(&self, point: &[Row; 2], w: &Row, u: &[Row; 2], v: &[Row; 2], step: f64) -> f64 {
        let at = |step: f64| {
            let moved: [Row; 2] =
                std::array::from_fn(|row| std::array::from_fn(|at| point[row][at] + step * v[row][at]));
            dot(&run(&self.reverse, &[&moved[0], &moved[1], w]), u)
        };
        (at(step) - at(-step)) / (2.0 * step)
    }
}

/// Differences that settle: two steps give the same, and so the limit is known to about this.
fn settled(derived: &Derived, point: &[Row; 2], w: &Row, u: &[Row; 2], v: &[Row; 2]) -> Option<(f64, f64)> {
    let [wide, narrow] = [2e-4, 1e-4].map(|step| derived.by_differences(point, w, u, v, step));
    // The error falls by four, so that a third of the difference is what is left.
    let limit = narrow + (narrow - wide) / 3.0;
    let error = (narrow - wide).abs() + 1e-6 * (1.0 + limit.abs());
    (limit.is_finite() && error < 1e-2 * (1.0 + limit.abs())).then_some((limit, error))
}

/// Writes a program and compares its second derivatives; the text, and what came of it or what disagrees.
pub fn examine(context: &Arc<Context>, random: &mut Random) -> (String, Result<Outcome, String>) {
    let program = program(random);
    let text = format!("{}// at {:?}\n", program.text, program.point);
    let outcome = compare(context, &program, random);
    (text, outcome)
}

fn compare(context: &Arc<Context>, program: &Program, random: &mut Random) -> Result<Outcome, String> {
    let ir = read(context, &program.text).map_err(|error| format!("is not read: {error}"))?;
    verify(&ir).map_err(|errors| format!("is wrong: {}", errors[0]))?;
    let undefined = Outcome { undefined: 1, ..Outcome::default() };
    if !program.is_finite || program.edge == Edge::Noise {
        return Ok(undefined);
    }
    let (reverse, forward) = (derive(&ir, Mode::Reverse), derive(&ir, Mode::Forward));
    let mixtures = [
        derive(&reverse, Mode::Forward),
        derive(&reverse, Mode::Reverse),
        derive(&forward, Mode::Forward),
        derive(&forward, Mode::Reverse),
    ];
    let derived = Derived { reverse, mixtures };
    let mut outcome = Outcome::default();
    for round in 0..3 {
        let mut direction = || -> [Row; 2] {
            let place = random.between(0, 2 * WIDTH as i64 - 1);
            let mut number = |at: i64| match round {
                0 | 1 => f64::from(u8::from(at == place)),
                _ => random.between(-3, 3) as f64 / 2.0,
            };
            std::array::from_fn(|row| std::array::from_fn(|at| number((row * WIDTH + at) as i64)))
        };
        let (u, v) = (direction(), direction());
        let w: Row = std::array::from_fn(|at| [1.0, 0.5, -1.0][at]);
        let found = derived.along(&program.point, &w, &u, &v);
        let turned = derived.along(&program.point, &w, &v, &u);
        let all = [found, turned].concat();
        let finite: Vec<f64> = all.iter().copied().filter(|number| number.is_finite()).collect();
        let is_regular = program.edge < Edge::End;
        if finite.len() < all.len() {
            if is_regular {
                return Err(format!("{MIXTURES:?} give {found:?}, turned {turned:?}, at a point where nothing ends"));
            }
            outcome.undefined = 1;
        }
        let Some(first) = finite.first().copied() else { continue };
        let size = finite.iter().fold(1.0, |size: f64, number| size.max(number.abs()));
        if finite.iter().any(|number| (number - first).abs() > 1e-7 * size) && (is_regular || finite.len() == all.len())
        {
            return Err(format!("{MIXTURES:?} give {found:?}, turned {turned:?}"));
        }
        outcome.mixtures += 1;
        if program.edge == Edge::None
            && let Some((limit, error)) = settled(&derived, &program.point, &w, &u, &v)
        {
            if (limit - first).abs() > 10.0 * error {
                return Err(format!("{MIXTURES:?} give {found:?}, differences {limit} to about {error:.1e}"));
            }
            outcome.differences += 1;
        }
    }
    Ok(outcome)
}

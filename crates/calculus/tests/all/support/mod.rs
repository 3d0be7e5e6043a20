//! Formulas run over numbers, and the table they are held against.

use zymase_calculus::{Constant, Emit, Function, Predicate, operand_count, polygamma};

/// `f64` arithmetic. Integer operands are whole numbers.
pub struct Number;

impl Emit for Number {
    type Value = f64;
    type Condition = bool;

    fn constant(&mut self, _: f64, x: f64) -> f64 {
        x
    }
    fn named(&mut self, _: f64, c: Constant) -> f64 {
        c.value()
    }
    fn neg(&mut self, a: f64) -> f64 {
        -a
    }
    fn add(&mut self, a: f64, b: f64) -> f64 {
        a + b
    }
    fn sub(&mut self, a: f64, b: f64) -> f64 {
        a - b
    }
    fn mul(&mut self, a: f64, b: f64) -> f64 {
        a * b
    }
    fn div(&mut self, a: f64, b: f64) -> f64 {
        a / b
    }
    fn compare(&mut self, p: Predicate, a: f64, b: f64) -> bool {
        match p {
            Predicate::Equal => a == b,
            Predicate::Less => a < b,
            Predicate::LessEqual => a <= b,
            Predicate::Greater => a > b,
            Predicate::GreaterEqual => a >= b,
            Predicate::NotGreater => a.is_nan() || b.is_nan() || a <= b,
            Predicate::Unordered => a.is_nan() || b.is_nan(),
        }
    }
    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }
    fn or(&mut self, a: bool, b: bool) -> bool {
        a || b
    }
    fn select(&mut self, c: bool, a: f64, b: f64) -> f64 {
        if c { a } else { b }
    }
    /// The functions that formulas call, and no others.
    fn call(&mut self, f: Function, args: &[f64]) -> f64 {
        use Function as F;
        assert_eq!(args.len(), operand_count(f));
        let x = args[0];
        match f {
            F::Sqrt => x.sqrt(),
            F::Exp => x.exp(),
            F::Log => x.ln(),
            F::Pow => x.powf(args[1]),
            F::Powi => x.powi(args[1] as i32),
            F::Ldexp | F::Scalbn | F::Scalbln => libm::ldexp(x, args[1] as i32),
            F::Sin => x.sin(),
            F::Cos => x.cos(),
            F::SinPi => sinpi(x),
            F::CosPi => sinpi(0.5 - (x - 2.0 * (0.5 * x).round()).abs()),
            F::Sinh => x.sinh(),
            F::Cosh => x.cosh(),
            F::Fabs => x.abs(),
            F::Copysign => x.copysign(args[1]),
            F::Rint => x.round_ties_even(),
            F::Floor => x.floor(),
            F::Exp2 => x.exp2(),
            F::J0 => libm::j0(x),
            F::J1 => libm::j1(x),
            F::Jn => libm::jn(x as i32, args[1]),
            F::Y0 => libm::y0(x),
            F::Y1 => libm::y1(x),
            F::Yn => libm::yn(x as i32, args[1]),
            F::Polygamma(order) => polygamma(self, order, x),
            _ => panic!("a formula calls {f:?}"),
        }
    }
    fn integer(&mut self, _: f64, n: i32) -> f64 {
        f64::from(n)
    }
    fn int_offset(&mut self, n: f64, k: i32) -> f64 {
        n + f64::from(k)
    }
    fn int_to_float(&mut self, n: f64, _: f64) -> f64 {
        n
    }
}

/// `sin πx`, folded so that it vanishes at the integers.
fn sinpi(x: f64) -> f64 {
    let turn = x - 2.0 * (0.5 * x).round();
    let folded = if turn.abs() > 0.5 { turn.signum() - turn } else { turn };
    (folded * std::f64::consts::PI).sin()
}

/// A line of `reference.txt`.
#[derive(Clone, Debug)]
pub struct Reference {
    pub f: Function,
    pub args: Vec<f64>,
    pub result: f64,
    /// The derivative by each operand, `None` where it is zero everywhere.
    pub partials: Vec<Option<f64>>,
}

pub fn references() -> Vec<Reference> {
    let lines = include_str!("../../reference.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(parse).collect()
}

fn parse(line: &str) -> Reference {
    let (head, partials) = line.split_once(" | ").expect(line);
    let (head, result) = head.split_once(" -> ").expect(line);
    let (name, args) = head.split_once(' ').expect(line);
    let number = |word: &str| word.parse().expect(line);
    let partial = |word: &str| if word == "-" { None } else { Some(number(word)) };
    Reference {
        f: function(name),
        args: args.split(' ').map(number).collect(),
        result: number(result),
        partials: partials.split(' ').map(partial).collect(),
    }
}

fn function(name: &str) -> Function {
    let orders = (0..=9).map(Function::Polygamma);
    let mut all = Function::ALL.iter().copied().chain(orders);
    all.find(|f| format!("{f:?}") == name).expect(name)
}

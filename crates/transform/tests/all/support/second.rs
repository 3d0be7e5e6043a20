//! Second derivatives in all four mixtures of modes, compared with each other and with differences of first ones: of a
//! program itself, of its results times factors that are zero, and of squares of residuals that are zero.

use super::{Random, carries, load, moved, pairing, request, run, signature, tensor};
use zymase_ir::{Form, Ir, Type, print};
use zymase_tensor::Tensor;
use zymase_transform::{Mode, differentiate};

/// A function with second derivatives in all mixtures, by some of its parameters.
pub struct Second {
    text: String,
    wrt: Vec<usize>,
    active: Vec<Type>,
    targets: Vec<Type>,
    results: usize,
    reverse: Ir,
    /// Outer and inner mode: forward over reverse, reverse over reverse, forward over forward, reverse over forward.
    mixtures: [Ir; 4],
    ir: Ir,
}

fn derive(ir: &Ir, mode: Mode, wrt: &[usize]) -> Result<Ir, String> {
    let mut derived = ir.clone();
    differentiate(&mut derived, &request(mode, Some(wrt)))
        .map_err(|errors| format!("{mode:?}: {}\n{}", errors[0], print(ir, Form::Pretty)))?;
    Ok(derived)
}

pub const NAMES: [&str; 4] =
    ["forward over reverse", "reverse over reverse", "forward over forward", "reverse over forward"];

impl Second {
    pub fn new(text: &str, wrt: &[usize]) -> Second {
        Second::try_new(text, wrt).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// The derivatives, or why there are none.
    pub fn try_new(text: &str, wrt: &[usize]) -> Result<Second, String> {
        let ir = load(text);
        let (inputs, outputs) = signature(&ir);
        let reverse = derive(&ir, Mode::Reverse, wrt)?;
        let forward = derive(&ir, Mode::Forward, wrt)?;
        let mixtures = [
            derive(&reverse, Mode::Forward, wrt)?,
            derive(&reverse, Mode::Reverse, wrt)?,
            derive(&forward, Mode::Forward, wrt)?,
            derive(&forward, Mode::Reverse, wrt)?,
        ];
        let active = wrt.iter().map(|index| inputs[*index].clone()).collect();
        let targets: Vec<Type> = outputs.iter().filter(|ty| carries(&ir, ty)).cloned().collect();
        let (text, results) = (text.to_owned(), outputs.len());
        Ok(Second { text, wrt: wrt.to_vec(), active, targets, results, reverse, mixtures, ir })
    }

    /// `uᵀ H v` in every mixture, `H` being the second derivative of the results times `w`; and how large what is added is.
    pub fn along(&self, point: &[Tensor], w: &[Tensor], u: &[Tensor], v: &[Tensor]) -> ([f64; 4], f64) {
        let pair =
            |types: &[Type], a: &[Tensor], b: &[Tensor]| pairing(&self.ir, types, &vec![a.to_vec()], &vec![b.to_vec()]);
        let zeros: Vec<Tensor> = self.targets.iter().map(|ty| tensor(ty, || 0.0)).collect();
        let count = self.active.len();
        let by = |index: usize, more: &[&[Tensor]]| run(&self.mixtures[index], &[point, &more.concat()].concat());
        let pairs = [
            pair(&self.active, &by(0, &[w, v])[count..], u),
            pair(&self.active, &by(1, &[w, u]), v),
            pair(&self.targets, &by(2, &[u, v])[self.results + 2 * self.targets.len()..], w),
            pair(&self.active, &by(3, &[u, &zeros, w]), v),
        ];
        (pairs.map(|(sum, _)| sum), pairs.iter().map(|(_, size)| *size).fold(0.0, f64::max))
    }

    /// `uᵀ H v` by differences of gradients.
    pub fn by_differences(&self, point: &[Tensor], w: &[Tensor], u: &[Tensor], v: &[Tensor], step: f64) -> f64 {
        let at = |step: f64| {
            let mut arguments = point.to_vec();
            for (index, v) in self.wrt.iter().zip(v) {
                arguments[*index] = moved(&arguments[*index], v, step);
            }
            run(&self.reverse, &[&arguments[..], w].concat())
        };
        let pair = |a: &[Tensor]| pairing(&self.ir, &self.active, &vec![a.to_vec()], &vec![u.to_vec()]).0;
        (pair(&at(step)) - pair(&at(-step))) / (2.0 * step)
    }

    /// Checks that mixtures agree along directions with zeros in them, forwards and backwards, and if asked with differences.
    pub fn check(&self, point: &[Tensor], random: &mut Random, differences: bool) {
        let mut draw = |types: &[Type]| -> Vec<Tensor> {
            types
                .iter()
                .map(|ty| tensor(ty, || if random.between(0, 3) == 0 { 0.0 } else { random.real(-1.0, 1.0) }))
                .collect()
        };
        let (w, u, v) = (draw(&self.targets), draw(&self.active), draw(&self.active));
        let (found, size) = self.along(point, &w, &u, &v);
        let (turned, _) = self.along(point, &w, &v, &u);
        let bound = 1e-9 * (1.0 + size);
        for (index, value) in found.iter().chain(&turned).enumerate() {
            let agrees = (value - found[0]).abs() <= bound;
            assert!(
                agrees,
                "{}: {value}, not {} (all: {found:?}, {turned:?})\n{}",
                NAMES[index % 4],
                found[0],
                self.text
            );
        }
        if differences {
            let by = self.by_differences(point, &w, &u, &v, 1e-5);
            let bound = 1e-5 * (1.0 + size + by.abs());
            assert!((by - found[0]).abs() <= bound, "differences {by}, mixtures {found:?}\n{}", self.text);
        }
    }
}

/// All second derivatives of a function of `f64` at a point, by basis vectors: `H[i][j]` of the sum of its results in every
/// mixture, rows and columns through all parameters.
pub fn hessians(text: &str, point: &[&[f64]]) -> [Vec<Vec<f64>>; 4] {
    let ir = load(text);
    let (inputs, _) = signature(&ir);
    let wrt: Vec<usize> = (0..inputs.len()).collect();
    let second = Second::new(text, &wrt);
    let given = |values: &[&[f64]]| -> Vec<Tensor> {
        let fill = |(ty, values): (&Type, &&[f64])| {
            let mut values = values.iter().copied();
            tensor(ty, || values.next().expect("a number"))
        };
        inputs.iter().zip(values).map(fill).collect()
    };
    let count: usize = point.iter().map(|values| values.len()).sum();
    let unit = |index: usize| {
        let mut at = 0;
        let mut one = || {
            at += 1;
            if at == index + 1 { 1.0 } else { 0.0 }
        };
        inputs.iter().map(|ty| tensor(ty, &mut one)).collect::<Vec<Tensor>>()
    };
    let ones: Vec<Tensor> = second.targets.iter().map(|ty| tensor(ty, || 1.0)).collect();
    let point = given(point);
    let mut all: [Vec<Vec<f64>>; 4] = Default::default();
    for row in 0..count {
        let found: Vec<[f64; 4]> =
            (0..count).map(|column| second.along(&point, &ones, &unit(row), &unit(column)).0).collect();
        for (mixture, rows) in all.iter_mut().enumerate() {
            rows.push(found.iter().map(|numbers| numbers[mixture]).collect());
        }
    }
    all
}

/// The program as a private function, and its signature.
fn inner(ir: &Ir, text: &str) -> (String, Vec<Type>, Vec<Type>) {
    let (inputs, results) = signature(ir);
    let renamed = text.replacen("func.func @main(", "func.func private @inner_of_main(", 1);
    (renamed.replacen("func.func public @main(", "func.func private @inner_of_main(", 1), inputs, results)
}

fn list(types: &[Type]) -> String {
    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn names(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|index| format!("%{prefix}{index}")).collect()
}

/// A function of the parameters of `main` and of a tensor like each of its results that has derivatives; what it gives are
/// combinations of these.
fn combined(ir: &Ir, text: &str, combine: impl Fn(&str, &str, &str, &Type) -> String) -> String {
    let (inner, inputs, results) = inner(ir, text);
    let kept: Vec<usize> = (0..results.len()).filter(|index| carries(ir, &results[*index])).collect();
    let types: Vec<Type> = kept.iter().map(|index| results[*index].clone()).collect();
    let (a, b, c) = (names("a", inputs.len()), names("b", types.len()), names("c", types.len()));
    let all: Vec<Type> = inputs.iter().chain(&types).cloned().collect();
    let parameters: Vec<String> = a.iter().chain(&b).zip(&all).map(|(name, ty)| format!("{name}: {ty}")).collect();
    let mut lines = format!(
        "  %r:{} = call @inner_of_main({}) : ({}) -> ({})\n",
        results.len(),
        a.join(", "),
        list(&inputs),
        list(&results)
    );
    for (at, index) in kept.iter().enumerate() {
        lines += &combine(&c[at], &format!("%r#{index}"), &b[at], &types[at]);
    }
    let outputs = list(&types);
    format!(
        "{inner}\nfunc.func @main({}) -> ({outputs}) {{\n{lines}  return {} : {outputs}\n}}\n",
        parameters.join(", "),
        c.join(", ")
    )
}

/// Second derivatives of a program at a point: of itself, times zero, and of squares of what is zero there.
pub fn check_second(text: &str, ir: &Ir, point: &[Tensor], random: &mut Random) {
    let (inputs, results) = signature(ir);
    let wrt: Vec<usize> = (0..inputs.len()).filter(|index| carries(ir, &inputs[*index])).collect();
    Second::new(text, &wrt).check(point, random, true);
    if text.contains("module") || !text.contains("@main(") {
        return;
    }
    let values: Vec<Tensor> = run(ir, point);
    let values: Vec<Tensor> =
        values.into_iter().zip(&results).filter(|(_, ty)| carries(ir, ty)).map(|(value, _)| value).collect();
    let zeros: Vec<Tensor> = results.iter().filter(|ty| carries(ir, ty)).map(|ty| tensor(ty, || 0.0)).collect();
    let product =
        combined(ir, text, |to, result, factor, ty| format!("  {to} = stablehlo.multiply {factor}, {result} : {ty}\n"));
    let factors = inputs.len()..inputs.len() + zeros.len();
    let with_factors: Vec<usize> = wrt.iter().copied().chain(factors).collect();
    match Second::try_new(&product, &with_factors) {
        Ok(second) => second.check(&[point, &zeros].concat(), random, true),
        // A constant that a function keeps for its derivative is none for the derivative of that.
        Err(refusal) => assert!(refusal.contains("has sizes that are known only at run time"), "{refusal}"),
    }
    let square = combined(ir, text, |to, result, centre, ty| {
        format!(
            "  {to}d = stablehlo.subtract {result}, {centre} : {ty}\n  {to} = stablehlo.multiply {to}d, {to}d : {ty}\n"
        )
    });
    if let Ok(second) = Second::try_new(&square, &wrt) {
        second.check(&[point, &values].concat(), random, true);
    }
}

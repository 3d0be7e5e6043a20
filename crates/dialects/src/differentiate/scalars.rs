//! Arithmetic and elementary functions of MLIR's own dialects: formulas of `calculus` on scalars.

use super::Entry;
use zymase_calculus::{
    Constant, Emit, Function, Predicate, pullback, pushforward, strong_pullback, strong_pushforward,
};
use zymase_ir::derivative::{Carries, Derivative, Derivatives, ForwardRule, Leaves, ReverseRule, Site, TangentSpace};
use zymase_ir::{Attribute, Builder, Dialect, LocatedDiagnostic, Location, Result, Type, TypeKind, Value};

/// Floats: zero is a constant, sums are `arith.addf`.
pub const FLOATS: TangentSpace = TangentSpace { carries, null, null_like, add };

fn carries(ty: &Type) -> Option<Carries> {
    match ty.kind() {
        TypeKind::Float(_) => Some(Carries::Derivatives),
        TypeKind::Vector(vector) if vector.element.is_float() => {
            Some(Carries::Unknown("vectors are not differentiated yet"))
        }
        _ => None,
    }
}

/// A constant of a type of floats.
pub(crate) fn number(builder: &mut Builder, ty: &Type, value: f64) -> Result<Value> {
    let Some(kind) = ty.as_float() else {
        return Err(LocatedDiagnostic::new(Location::Unset, format!("cannot make a constant of type {ty}")));
    };
    let bits = zymase_ir::floats::from_f64(kind, value);
    builder.typed("arith.constant", &[], &[("value", Attribute::Float { bits, ty: ty.clone() })], ty.clone())
}

fn null(builder: &mut Builder, ty: &Type) -> Result<Value> {
    number(builder, ty, 0.0)
}

fn null_like(builder: &mut Builder, model: Value) -> Result<Value> {
    let ty = builder.ty(model);
    null(builder, &ty)
}

fn add(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    let ty = builder.ty(a);
    builder.typed("arith.addf", &[a, b], &[], ty)
}

/// What operations compute.
const FUNCTIONS: [(&str, Function); 41] = [
    ("arith.addf", Function::Add),
    ("arith.subf", Function::Sub),
    ("arith.mulf", Function::Mul),
    ("arith.divf", Function::Div),
    ("arith.remf", Function::Rem),
    ("arith.negf", Function::Neg),
    ("arith.maximumf", Function::Maximum),
    ("arith.minimumf", Function::Minimum),
    ("arith.maxnumf", Function::MaxNum),
    ("arith.minnumf", Function::MinNum),
    ("math.absf", Function::Fabs),
    ("math.acos", Function::Acos),
    ("math.acosh", Function::Acosh),
    ("math.asin", Function::Asin),
    ("math.asinh", Function::Asinh),
    ("math.atan", Function::Atan),
    ("math.atan2", Function::Atan2),
    ("math.atanh", Function::Atanh),
    ("math.cbrt", Function::Cbrt),
    ("math.copysign", Function::Copysign),
    ("math.cos", Function::Cos),
    ("math.cosh", Function::Cosh),
    ("math.erf", Function::Erf),
    ("math.erfc", Function::Erfc),
    ("math.exp", Function::Exp),
    ("math.exp2", Function::Exp2),
    ("math.expm1", Function::Expm1),
    ("math.fma", Function::Fma),
    ("math.fpowi", Function::Powi),
    ("math.log", Function::Log),
    ("math.log10", Function::Log10),
    ("math.log1p", Function::Log1p),
    ("math.log2", Function::Log2),
    ("math.powf", Function::Pow),
    ("math.rsqrt", Function::Rsqrt),
    ("math.sin", Function::Sin),
    ("math.sinh", Function::Sinh),
    ("math.sqrt", Function::Sqrt),
    ("math.tan", Function::Tan),
    ("math.tanh", Function::Tanh),
    ("math.trunc", Function::Trunc),
];

/// Operations whose results have no derivatives.
const STEPS: [&str; 14] = [
    "arith.constant",
    "arith.cmpf",
    "arith.sitofp",
    "arith.uitofp",
    "arith.fptosi",
    "arith.fptoui",
    "math.ceil",
    "math.floor",
    "math.round",
    "math.roundeven",
    "math.isnan",
    "math.isinf",
    "math.isfinite",
    "math.isnormal",
];

/// Attaches rules to `arith` and `math`.
pub(super) fn attach(dialect: &mut Dialect) {
    if dialect.name == "arith" {
        dialect.interfaces.attach(FLOATS);
        let others: [Entry; 3] = [
            ("select", ForwardRule(forward_select), ReverseRule(reverse_select)),
            ("extf", ForwardRule(forward_cast), ReverseRule(reverse_cast)),
            ("truncf", ForwardRule(forward_cast), ReverseRule(reverse_cast)),
        ];
        for (name, forward, reverse) in others {
            dialect.attach(&format!("arith.{name}"), forward);
            dialect.attach(&format!("arith.{name}"), reverse);
        }
        dialect.attach("arith.select", Leaves::ByChoice);
    }
    let prefix = format!("{}.", dialect.name);
    for (name, _) in FUNCTIONS.iter().filter(|(name, _)| name.starts_with(&prefix)) {
        dialect.attach(name, ForwardRule(forward));
        dialect.attach(name, ReverseRule(reverse));
    }
    for name in STEPS.iter().filter(|name| name.starts_with(&prefix)) {
        dialect.attach(name, zymase_ir::derivative::Inactive);
    }
}

fn function(site: &Site) -> Result<Function> {
    let name = site.ir()[site.op].name();
    let found = FUNCTIONS.iter().find(|(known, _)| name == known);
    found.map(|(_, function)| *function).ok_or_else(|| site.error("has no formula"))
}

/// Whether derivatives of the function are finite wherever its operands are: a zero stays zero by itself.
fn is_bounded(function: Function) -> bool {
    use Function as F;
    matches!(
        function,
        F::Add
            | F::Sub
            | F::Neg
            | F::Mul
            | F::Fma
            | F::Sin
            | F::Cos
            | F::Tanh
            | F::Atan
            | F::Asinh
            | F::Fabs
            | F::Maximum
            | F::Minimum
            | F::MaxNum
            | F::MinNum
            | F::Erf
            | F::Erfc
            | F::Copysign
    )
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let (function, args, result) = (function(site)?, site.operands(), site.result(0)?);
    let mut emit = ScalarEmit { builder: &mut site.builder, problem: None };
    let push = if is_bounded(function) { pushforward } else { strong_pushforward };
    let tangent = push(&mut emit, function, &args, tangents, result);
    match emit.problem {
        Some(problem) => Err(site.error(problem.diagnostic.message)),
        None => Ok(vec![tangent]),
    }
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let (function, args, result) = (function(site)?, site.operands(), site.result(0)?);
    let Some(seed) = seeds[0] else { return Ok(vec![None; args.len()]) };
    let mut adjoints = Vec::with_capacity(args.len());
    for (operand, wanted) in wanted.iter().enumerate() {
        let mut emit = ScalarEmit { builder: &mut site.builder, problem: None };
        let pull = if is_bounded(function) { pullback } else { strong_pullback };
        let adjoint = if *wanted { pull(&mut emit, function, operand, &args, result, seed) } else { None };
        if let Some(problem) = emit.problem {
            return Err(site.error(problem.diagnostic.message));
        }
        adjoints.push(adjoint);
    }
    Ok(adjoints)
}

fn forward_select(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let (condition, ty) = (site.operand(0)?, site.ty(site.result(0)?));
    let (a, b) = (site.or_null(tangents[1], &ty)?, site.or_null(tangents[2], &ty)?);
    Ok(vec![Some(site.typed("arith.select", &[condition, a, b], &[], ty)?)])
}

fn reverse_select(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let Some(seed) = seeds[0] else { return Ok(vec![None; 3]) };
    let (condition, ty) = (site.operand(0)?, site.ty(seed));
    let zero = site.null(&ty)?;
    let mut choose = |wanted: bool, a: Value, b: Value| match wanted {
        true => site.typed("arith.select", &[condition, a, b], &[], ty.clone()).map(Some),
        false => Ok(None),
    };
    Ok(vec![None, choose(wanted[1], seed, zero)?, choose(wanted[2], zero, seed)?])
}

/// A float in another format.
fn cast(site: &mut Site, value: Value, ty: Type) -> Result<Value> {
    let bits = |ty: &Type| ty.as_float().map_or(0, zymase_ir::FloatKind::bits);
    let name = if bits(&ty) > bits(&site.ty(value)) { "arith.extf" } else { "arith.truncf" };
    site.typed(name, &[value], &[], ty)
}

fn forward_cast(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let ty = site.ty(site.result(0)?);
    tangents[0].map(|tangent| cast(site, tangent, ty)).transpose().map(|tangent| vec![tangent])
}

fn reverse_cast(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    let ty = site.ty(site.operand(0)?);
    seeds[0].map(|seed| cast(site, seed, ty)).transpose().map(|adjoint| vec![adjoint])
}

/// The formulas of `calculus` as operations on scalars.
struct ScalarEmit<'a, 'b> {
    builder: &'a mut Builder<'b>,
    problem: Option<LocatedDiagnostic>,
}

impl ScalarEmit<'_, '_> {
    fn keep(&mut self, built: Result<Value>, instead: Value) -> Value {
        built.unwrap_or_else(|problem| {
            self.problem.get_or_insert(problem);
            instead
        })
    }

    /// An operation whose result is of the type of its first operand.
    fn op(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = self.builder.ty(operands[0]);
        let built = self.builder.typed(name, operands, &[], ty);
        self.keep(built, operands[0])
    }

    fn integer_of(&mut self, ty: Type, n: i32) -> Value {
        let value = Attribute::integer(i128::from(n), ty.clone());
        let op = self.builder.build("arith.constant", &[], &[("value", value)], &[ty]);
        self.builder.ir()[op].results()[0]
    }
}

impl Emit for ScalarEmit<'_, '_> {
    type Value = Value;
    type Condition = Value;

    fn constant(&mut self, like: Value, x: f64) -> Value {
        let ty = self.builder.ty(like);
        let built = number(self.builder, &ty, x);
        self.keep(built, like)
    }

    fn named(&mut self, like: Value, c: Constant) -> Value {
        self.constant(like, c.value())
    }

    fn neg(&mut self, a: Value) -> Value {
        self.op("arith.negf", &[a])
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.op("arith.addf", &[a, b])
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        self.op("arith.subf", &[a, b])
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        self.op("arith.mulf", &[a, b])
    }

    fn div(&mut self, a: Value, b: Value) -> Value {
        self.op("arith.divf", &[a, b])
    }

    fn compare(&mut self, p: Predicate, a: Value, b: Value) -> Value {
        // The numbers of MLIR's comparisons: oeq, olt, ole, ogt, oge, ule, uno.
        let predicate = match p {
            Predicate::Equal => 1,
            Predicate::Greater => 2,
            Predicate::GreaterEqual => 3,
            Predicate::Less => 4,
            Predicate::LessEqual => 5,
            Predicate::NotGreater => 12,
            Predicate::Unordered => 14,
        };
        let attributes = [("predicate", Attribute::i64(predicate))];
        let built = self.builder.typed("arith.cmpf", &[a, b], &attributes, Type::integer(1));
        self.keep(built, a)
    }

    fn and(&mut self, a: Value, b: Value) -> Value {
        self.op("arith.andi", &[a, b])
    }

    fn or(&mut self, a: Value, b: Value) -> Value {
        self.op("arith.ori", &[a, b])
    }

    fn select(&mut self, c: Value, a: Value, b: Value) -> Value {
        let ty = self.builder.ty(a);
        let built = self.builder.typed("arith.select", &[c, a, b], &[], ty);
        self.keep(built, a)
    }

    fn call(&mut self, f: Function, args: &[Value]) -> Value {
        let named = FUNCTIONS.iter().find(|(_, function)| *function == f).map(|(name, _)| *name);
        let named = named.or(match f {
            Function::Floor => Some("math.floor"),
            Function::Ceil => Some("math.ceil"),
            Function::Round => Some("math.round"),
            Function::Rint | Function::RoundEven | Function::Nearbyint => Some("math.roundeven"),
            _ => None,
        });
        match named {
            Some(name) => self.op(name, args),
            None => {
                let message = format!("the derivative asks for {f:?}, which no operation computes");
                self.keep(Err(LocatedDiagnostic::new(Location::Unset, message)), args[0])
            }
        }
    }

    fn integer(&mut self, _: Value, n: i32) -> Value {
        self.integer_of(Type::integer(32), n)
    }

    fn int_offset(&mut self, n: Value, k: i32) -> Value {
        let ty = self.builder.ty(n);
        let offset = self.integer_of(ty, k);
        self.op("arith.addi", &[n, offset])
    }

    fn int_to_float(&mut self, n: Value, like: Value) -> Value {
        let ty = self.builder.ty(like);
        let built = self.builder.typed("arith.sitofp", &[n], &[], ty);
        self.keep(built, like)
    }
}

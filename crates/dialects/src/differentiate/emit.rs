//! The formulas of `calculus` as operations on tensors.
//!
//! A formula cannot fail, building an operation can: the first problem is kept and told at the end
//! ([`TensorEmit::finish`]); what is built after it is thrown away with the whole function.

use super::constants::splat_like;
use crate::stablehlo::attributes::enumeration;
use zymase_calculus::{Constant, Emit, Function, Predicate};
use zymase_ir::{Builder, LocatedDiagnostic, Location, Result, Type, Value};

/// Realises formulas where the builder stands, on tensors of floats or complex numbers of one type.
pub struct TensorEmit<'a, 'b> {
    builder: &'a mut Builder<'b>,
    problem: Option<LocatedDiagnostic>,
}

impl<'a, 'b> TensorEmit<'a, 'b> {
    pub fn new(builder: &'a mut Builder<'b>) -> Self {
        TensorEmit { builder, problem: None }
    }

    /// What the formula gave, unless something could not be built.
    pub fn finish<T>(self, result: T) -> Result<T> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(result),
        }
    }

    fn keep(&mut self, built: Result<Value>, instead: Value) -> Value {
        built.unwrap_or_else(|problem| {
            self.problem.get_or_insert(problem);
            instead
        })
    }

    fn refuse(&mut self, message: String, instead: Value) -> Value {
        self.keep(Err(LocatedDiagnostic::new(Location::Unset, message)), instead)
    }

    fn op(&mut self, name: &str, operands: &[Value]) -> Value {
        let built = self.builder.value(name, operands, &[]);
        self.keep(built, operands[0])
    }

    fn compare_with(&mut self, direction: &str, a: Value, b: Value) -> Value {
        let built = match enumeration("comparison_direction", direction) {
            Ok(attribute) => self.builder.value("stablehlo.compare", &[a, b], &[("comparison_direction", attribute)]),
            Err(message) => Err(LocatedDiagnostic::new(Location::Unset, message)),
        };
        self.keep(built, a)
    }

    /// A tensor full of one integer, in the shape of another value.
    fn integers(&mut self, like: Value, element: &Type, n: i32) -> Value {
        let built = splat_like(self.builder, like, element, f64::from(n));
        self.keep(built, like)
    }

    fn is_complex(&self, value: Value) -> bool {
        self.builder.ir.ty(value).element().as_complex().is_some()
    }
}

impl Emit for TensorEmit<'_, '_> {
    type Value = Value;
    type Condition = Value;

    fn constant(&mut self, like: Value, x: f64) -> Value {
        let element = self.builder.ir.ty(like).element().clone();
        let built = splat_like(self.builder, like, &element, x);
        self.keep(built, like)
    }

    fn named(&mut self, like: Value, c: Constant) -> Value {
        self.constant(like, c.value())
    }

    fn neg(&mut self, a: Value) -> Value {
        self.op("stablehlo.negate", &[a])
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.op("stablehlo.add", &[a, b])
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        self.op("stablehlo.subtract", &[a, b])
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        self.op("stablehlo.multiply", &[a, b])
    }

    fn div(&mut self, a: Value, b: Value) -> Value {
        self.op("stablehlo.divide", &[a, b])
    }

    fn compare(&mut self, p: Predicate, a: Value, b: Value) -> Value {
        let direction = match p {
            Predicate::Equal => "EQ",
            Predicate::Less => "LT",
            Predicate::LessEqual => "LE",
            Predicate::Greater => "GT",
            Predicate::GreaterEqual => "GE",
            Predicate::NotGreater if self.is_complex(a) => {
                let equal = self.compare(Predicate::Equal, a, b);
                let unordered = self.compare(Predicate::Unordered, a, b);
                return self.or(equal, unordered);
            }
            Predicate::NotGreater => {
                let greater = self.compare(Predicate::Greater, a, b);
                return self.op("stablehlo.not", &[greater]);
            }
            Predicate::Unordered => {
                let first = self.compare_with("NE", a, a);
                if a == b {
                    return first;
                }
                let second = self.compare_with("NE", b, b);
                return self.or(first, second);
            }
        };
        if direction != "EQ" && self.is_complex(a) {
            return self.refuse("the derivative asks for an order, which complex numbers do not have".into(), a);
        }
        self.compare_with(direction, a, b)
    }

    fn and(&mut self, a: Value, b: Value) -> Value {
        self.op("stablehlo.and", &[a, b])
    }

    fn or(&mut self, a: Value, b: Value) -> Value {
        self.op("stablehlo.or", &[a, b])
    }

    fn select(&mut self, c: Value, a: Value, b: Value) -> Value {
        let built = self.builder.value("stablehlo.select", &[c, a, b], &[]);
        self.keep(built, a)
    }

    fn call(&mut self, f: Function, args: &[Value]) -> Value {
        if let Function::Polygamma(order @ 1..) = f {
            let order = self.constant(args[0], f64::from(order));
            return self.op("chlo.polygamma", &[order, args[0]]);
        }
        if f == Function::Fabs && self.is_complex(args[0]) {
            return self.refuse("the derivative is not that of an analytic function".into(), args[0]);
        }
        match operation(f) {
            Some(name) => self.op(name, args),
            None => self.refuse(format!("the derivative asks for {f:?}, which no operation computes"), args[0]),
        }
    }

    fn integer(&mut self, like: Value, n: i32) -> Value {
        self.integers(like, &Type::integer(32), n)
    }

    fn int_offset(&mut self, n: Value, k: i32) -> Value {
        let element = self.builder.ir.ty(n).element().clone();
        let offset = self.integers(n, &element, k);
        self.op("stablehlo.add", &[n, offset])
    }

    fn int_to_float(&mut self, n: Value, like: Value) -> Value {
        let ty = self.builder.ir.ty(like).clone();
        let built = self.builder.typed("stablehlo.convert", &[n], &[], ty);
        self.keep(built, like)
    }
}

/// The operation that computes a function on every element.
fn operation(f: Function) -> Option<&'static str> {
    use Function as F;
    Some(match f {
        F::Sqrt => "stablehlo.sqrt",
        F::Cbrt => "stablehlo.cbrt",
        F::Rsqrt => "stablehlo.rsqrt",
        F::Pow => "stablehlo.power",
        F::Exp => "stablehlo.exponential",
        F::Expm1 => "stablehlo.exponential_minus_one",
        F::Log => "stablehlo.log",
        F::Log1p => "stablehlo.log_plus_one",
        F::Sin => "stablehlo.sine",
        F::Cos => "stablehlo.cosine",
        F::Tan => "stablehlo.tan",
        F::Atan2 => "stablehlo.atan2",
        F::Tanh => "stablehlo.tanh",
        F::Fabs => "stablehlo.abs",
        F::Floor => "stablehlo.floor",
        F::Ceil => "stablehlo.ceil",
        F::Round => "stablehlo.round_nearest_afz",
        F::Rint | F::RoundEven | F::Nearbyint => "stablehlo.round_nearest_even",
        F::Maximum => "stablehlo.maximum",
        F::Minimum => "stablehlo.minimum",
        F::Sinh => "chlo.sinh",
        F::Cosh => "chlo.cosh",
        F::Erf => "chlo.erf",
        F::Erfc => "chlo.erfc",
        F::Lgamma => "chlo.lgamma",
        F::Polygamma(0) => "chlo.digamma",
        _ => return None,
    })
}

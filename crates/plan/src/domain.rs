//! Operands that are known to lie inside of a function's domain, where no derivative is infinite: `√(ε + Σ x²)`,
//! `1 / (1 + exp x)`. Nothing has to be guarded there.
//!
//! The proof is a lower bound: the value is at least this, or NaN. Rounding keeps order, so that a bound of a sum is the
//! rounded sum of bounds. A NaN is no concern of a guard here: only those operations count whose own derivative
//! multiplies by the value that was NaN, so that it arrives whatever was guarded before.

use std::collections::HashMap;
use zymase_analysis::activity::Activity;
use zymase_analysis::callee::{Callee, classify};
use zymase_calculus::Function;
use zymase_llvm::{Opcode, TypeKind, Value};

/// How many operations a proof may look at.
const STEPS: usize = 64;

/// Does the division or call of a function have no infinite derivative?
pub fn is_inside(i: Value, activity: &Activity) -> bool {
    let bounds = || Bounds { activity, assumed: HashMap::new(), steps: STEPS };
    let far_from_zero = |operand: Value| {
        let least = if operand.ty().kind() == TypeKind::LLVMFloatTypeKind { 1e-18 } else { 1e-150 };
        bounds().below(operand).is_some_and(|bound| bound >= least)
    };
    match (i.opcode(), math(i)) {
        (Some(Opcode::LLVMFDiv), _) => far_from_zero(i.operand(1)),
        (_, Some((Function::Sqrt | Function::Log | Function::Log2 | Function::Log10, operands))) => {
            far_from_zero(operands[0])
        }
        (_, Some((Function::Log1p, operands))) => bounds().below(operands[0]).is_some_and(|bound| bound >= -0.5),
        _ => false,
    }
}

/// The function that a call is one of, and its operands.
fn math(i: Value) -> Option<(Function, Vec<Value>)> {
    match i.is_call().then(|| classify(i))? {
        Callee::Math { function, operands, .. } => {
            let arguments = i.arguments();
            Some((function, operands.iter().map(|k| arguments[*k]).collect()))
        }
        _ => None,
    }
}

struct Bounds<'a> {
    activity: &'a Activity,
    /// Bounds of phis that are being proven by induction.
    assumed: HashMap<Value, f64>,
    steps: usize,
}

impl Bounds<'_> {
    /// A finite number that the value is not below.
    fn below(&mut self, value: Value) -> Option<f64> {
        self.steps = self.steps.checked_sub(1)?;
        let bound = match value.as_real() {
            Some(constant) => constant,
            None if value.is_instruction() => self.of_instruction(value)?,
            None => return None,
        };
        let rounded = match value.ty().kind() {
            TypeKind::LLVMDoubleTypeKind => bound,
            TypeKind::LLVMFloatTypeKind => f64::from(bound as f32),
            _ => return None,
        };
        rounded.is_finite().then_some(rounded)
    }

    fn of_instruction(&mut self, i: Value) -> Option<f64> {
        use Opcode::*;
        match i.opcode()? {
            LLVMFAdd => Some(self.below(i.operand(0))? + self.below(i.operand(1))?),
            LLVMFSub => Some(self.below(i.operand(0))? - i.operand(1).as_real()?),
            LLVMFMul => self.of_product(i.operand(0), i.operand(1)),
            LLVMFDiv => {
                let (above, below) = (self.below(i.operand(0))?, self.below(i.operand(1))?);
                (above >= 0.0 && below > 0.0).then_some(0.0)
            }
            LLVMFPExt | LLVMFPTrunc => self.below(i.operand(0)),
            LLVMSelect => self.least(&[i.operand(1), i.operand(2)]),
            LLVMUIToFP => Some(0.0),
            LLVMPHI => self.of_phi(i),
            LLVMCall => {
                let (function, operands) = math(i)?;
                self.of_function(function, &operands)
            }
            _ => None,
        }
    }

    fn of_product(&mut self, a: Value, b: Value) -> Option<f64> {
        if a == b {
            return self.activity.is_active(a).then_some(0.0);
        }
        let (a, b) = (self.below(a)?, self.below(b)?);
        (a >= 0.0 && b >= 0.0).then_some(a * b)
    }

    fn of_function(&mut self, function: Function, operands: &[Value]) -> Option<f64> {
        use Function::*;
        match function {
            // The product is not below 0; it is not rounded, so that more cannot be said.
            Fma => self.of_product(operands[0], operands[1]).and_then(|_| self.below(operands[2])),
            Sqrt => self.below(operands[0]).filter(|bound| *bound >= 0.0).map(f64::sqrt),
            Exp | Exp2 => self.activity.is_active(operands[0]).then_some(0.0),
            Cosh => self.activity.is_active(operands[0]).then_some(1.0),
            // Of a NaN and a number this is the number.
            MaxNum | MaximumNum => match operands.iter().find_map(|operand| operand.as_real()) {
                Some(constant) => Some(constant),
                None => self.least(operands),
            },
            _ => None,
        }
    }

    fn least(&mut self, values: &[Value]) -> Option<f64> {
        values.iter().try_fold(f64::INFINITY, |least, value| Some(least.min(self.below(*value)?)))
    }

    /// What is not below a bound before a loop, and in no iteration if it was not in the last one.
    fn of_phi(&mut self, phi: Value) -> Option<f64> {
        if let Some(bound) = self.assumed.get(&phi) {
            return Some(*bound);
        }
        let incoming: Vec<Value> = phi.incoming().into_iter().map(|(value, _)| value).collect();
        let constants = incoming.iter().filter_map(|value| value.as_real());
        let guess = constants.reduce(f64::min).filter(|bound| bound.is_finite())?;
        self.assumed.insert(phi, guess);
        let proven = self.least(&incoming).is_some_and(|bound| bound >= guess);
        self.assumed.remove(&phi);
        proven.then_some(guess)
    }
}

//! The operands of a routine as its derivative functions find them.

use super::emitter::Emitter;
use super::loops;
use std::collections::BTreeMap;
use zymase_analysis::activity::Role;
use zymase_calculus::linear::{ArrayOperand, Operands, RealOperand, Routine, Shadow};
use zymase_core::signature::{Key, Signature};
use zymase_library::{Linear, Parameter, ParameterKind};
use zymase_llvm::{Builder, IntPredicate, Value};
use zymase_prepare::routines::real_type;

/// What the scalar parameters hold, by position; nothing for arrays.
pub type Scalars = Vec<Option<Value>>;

/// Where the content of an array is, and its distance.
pub type Content = Option<(Value, Value)>;

impl Emitter {
    /// Begins the body of a derivative function.
    pub fn new(linear: Linear, key: &Key, signature: &Signature) -> Emitter {
        let (function, module) = (signature.function, signature.function.module());
        let (entry, body) = (function.append_block("entry"), function.append_block("body"));
        Builder::at_end(entry).branch(body);
        let context = function.parameter(signature.context.expect("given derivatives have a context"));
        let mut emitter = Emitter {
            builder: Builder::at_end(body),
            function,
            original: key.original,
            linear,
            real: real_type(module, &linear),
            integer: module.integer_type(64),
            context,
            layout: None,
            row_major: None,
            pivots: None,
            info: None,
            arguments: signature.primals(),
            result: None,
        };
        if let Some(position) = linear.parameters().iter().position(|p| p.kind == ParameterKind::Layout) {
            let layout = signature.primal(position);
            emitter.layout = Some(layout);
            emitter.row_major = Some(emitter.is_row_major(layout));
        }
        emitter
    }

    /// Reads the scalar parameters, behind their addresses where they come so.
    pub fn read_scalars(&self) -> Scalars {
        let each = self.linear.parameters().iter().zip(&self.arguments);
        each.map(|(parameter, value)| self.read_scalar(*parameter, *value)).collect()
    }

    pub fn read_scalar(&self, parameter: Parameter, value: Value) -> Option<Value> {
        use ParameterKind::*;
        let module = self.module();
        let by_address = self.linear.is_by_address(parameter);
        let load = |ty| if by_address { self.builder.load(ty, value) } else { value };
        match parameter.kind {
            Vector | Matrix | Pivots | Info => None,
            Real => Some(load(self.real)),
            Flag | Layout => Some(self.builder.integer_resize(load(module.integer_type(8)), module.integer_type(32))),
            Size | Increment | LeadingDimension => {
                let ty = module.integer_type(8 * self.linear.integer_bytes() as u32);
                Some(self.builder.integer_cast(load(ty), self.integer))
            }
        }
    }

    /// The distance that belongs to the array parameter at `index`.
    pub fn distance(&self, scalars: &Scalars, index: usize) -> Value {
        scalars[index + 1].expect("a distance follows an array")
    }

    /// How many exchanges of rows there are.
    pub fn pivot_count(&self, o: &Operands<Emitter>) -> Value {
        let (n, m) = (o.sizes["n"], o.sizes.get("m").copied().unwrap_or(o.sizes["n"]));
        let less = self.builder.icmp(IntPredicate::LLVMIntSLT, m, n);
        self.builder.select(less, m, n)
    }

    /// A copy of the exchanges of rows.
    pub fn copy_pivots(&self, from: Value, count: Value) -> Value {
        let ty = self.module().integer_type(8 * self.linear.integer_bytes() as u32);
        let to = self.allocate(ty, count);
        loops::count_up(&self.builder, self.number(0), count, &mut |k| {
            let element = self.builder.load(ty, self.builder.gep(ty, from, &[k]));
            self.builder.store(element, self.builder.gep(ty, to, &[k]));
        });
        to
    }

    /// The operands with the given contents and shadows, each by position.
    pub fn operands(
        &self,
        scalars: &Scalars,
        contents: &dyn Fn(usize) -> (Content, Content),
        shadows: &[Option<Shadow<Value, Value>>],
    ) -> Operands<Emitter> {
        let mut operands = Operands {
            routine: self.linear.routine,
            sizes: BTreeMap::new(),
            flags: BTreeMap::new(),
            reals: BTreeMap::new(),
            arrays: BTreeMap::new(),
            result: None,
        };
        for (index, parameter) in self.linear.parameters().iter().enumerate() {
            let scalar = scalars[index];
            match (parameter.kind, scalar) {
                (ParameterKind::Size, Some(size)) => {
                    operands.sizes.insert(parameter.name, size);
                }
                (ParameterKind::Flag, Some(flag)) => {
                    operands.flags.insert(parameter.name, self.decode_flag(parameter.name, flag));
                    if matches!(self.linear.routine, Routine::Lacpy | Routine::Laset) {
                        operands.flags.insert("whole", self.is_whole(flag));
                    }
                }
                (ParameterKind::Real, Some(value)) => {
                    operands.reals.insert(parameter.name, RealOperand { value, shadow: shadows[index] });
                }
                (ParameterKind::Vector | ParameterKind::Matrix, _) => {
                    let (before, after) = contents(index);
                    let distance = self.distance(scalars, index);
                    let operand = ArrayOperand { before, after, distance, shadow: shadows[index] };
                    operands.arrays.insert(parameter.name, operand);
                }
                _ => {}
            }
        }
        operands
    }

    /// The shadows of the parameters in one lane. Numbers passed by value get a place of their own: with the tangent
    /// that was passed, or a zero to add to.
    pub fn shadows(&mut self, key: &Key, signature: &Signature, lane: usize) -> Vec<Option<Shadow<Value, Value>>> {
        let parameters = self.linear.parameters();
        let mut shadows = Vec::new();
        for (index, (parameter, role)) in parameters.iter().zip(&key.roles).enumerate() {
            let passed = signature.shadow(index, lane);
            let by_address = self.linear.is_by_address(*parameter);
            let own_place = |value: Value| {
                let place = self.at_entry().alloca(self.real, "derivative");
                self.builder.store(value, place);
                Shadow { place, exists: None }
            };
            shadows.push(match (role, passed) {
                _ if !parameter.is_real() => None,
                (Role::Uncertain, Some(place)) => {
                    let exists = self.builder.icmp(IntPredicate::LLVMIntNE, place, signature.primal(index));
                    Some(Shadow { place, exists: Some(exists) })
                }
                (Role::Duplicated, Some(place)) if by_address => Some(Shadow { place, exists: None }),
                (Role::Duplicated, Some(tangent)) => Some(own_place(tangent)),
                (Role::Active, _) => Some(own_place(Value::null(self.real))),
                _ => None,
            });
        }
        shadows
    }
}

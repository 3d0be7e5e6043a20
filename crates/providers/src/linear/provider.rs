//! The derivative functions of one routine.
//!
//! The first half keeps what the second reads and could not read again: scalars behind addresses, the old content of
//! what the routine overwrites, and the arrays of which the caller says that they change before the reverse sweep.
//! What is kept lies in one record in the memory of the context.

use super::emitter::Emitter;
use super::operands::{Content, Scalars};
use crate::provider::DerivativeProvider;
use zymase_analysis::activity::Role;
use zymase_analysis::callee::linear_operation;
use zymase_calculus::linear::{self as rules, Algebra, Array, Operands, Part, Routine, Shadow, Update, When};
use zymase_core::Failure;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_emit::driver::Driver;
use zymase_library::{Linear, LinearResult, ParameterKind};
use zymase_llvm::{Type, Value};

/// Gives the derivatives of all routines; what each does is known by its name.
pub struct Routines;

impl DerivativeProvider for Routines {
    fn gives(&self, key: &Key) -> bool {
        linear_operation(key.original).is_some()
    }

    fn forward(
        &self,
        _: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        Operation::of(key)?.emit_forward(key, signature);
        Ok(())
    }

    fn split(
        &self,
        _: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let operation = Operation::of(key)?;
        operation.emit_augmented(key, augmented)?;
        operation.emit_reversed(key, reversed)
    }
}

/// One routine.
struct Operation {
    linear: Linear,
}

/// Something the first half leaves for the second.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kept {
    /// The scalar parameter at this position.
    Scalar(usize),
    /// A copy of the array parameter at this position.
    Content(usize, When),
    Pivots(usize),
    Info(usize),
    Result,
}

impl Operation {
    fn of(key: &Key) -> Result<Operation, Failure> {
        let linear = linear_operation(key.original).ok_or_else(|| Failure::internal("a routine was promised"))?;
        Ok(Operation { linear })
    }

    fn position(&self, name: &str) -> usize {
        self.linear.parameters().iter().position(|p| p.name == name).expect("a parameter of the routine")
    }

    fn position_of_kind(&self, kind: ParameterKind) -> Option<usize> {
        self.linear.parameters().iter().position(|p| p.kind == kind)
    }

    /// Does any derivative come out of the routine?
    fn has_active_output(&self, key: &Key) -> bool {
        let mut parameters = self.linear.parameters().iter().zip(&key.roles);
        let written = parameters.any(|(p, role)| p.written && p.is_real() && *role != Role::Constant);
        written || self.linear.result() == LinearResult::Real && self.has_active_operand(key)
    }

    fn has_active_operand(&self, key: &Key) -> bool {
        self.linear.parameters().iter().zip(&key.roles).any(|(p, role)| p.is_real() && *role != Role::Constant)
    }

    /// Everything that is kept, in the order of the record.
    fn kept(&self, key: &Key) -> Vec<Kept> {
        if !self.has_active_output(key) {
            return Vec::new();
        }
        let parameters = self.linear.parameters();
        let is_scalar = |index: &usize| {
            use ParameterKind::*;
            let parameter = parameters[*index];
            self.linear.is_by_address(parameter) && !matches!(parameter.kind, Vector | Matrix | Pivots | Info)
        };
        let mut kept: Vec<Kept> = (0..parameters.len()).filter(is_scalar).map(Kept::Scalar).collect();
        let active = |name: &str| key.roles[self.position(name)] != Role::Constant;
        for (name, when) in rules::reads(self.linear.routine, &active) {
            let index = self.position(name);
            if when == When::Before && parameters[index].written || key.overwritten.contains(&index) {
                kept.push(Kept::Content(index, when));
            }
        }
        kept.extend(self.position_of_kind(ParameterKind::Pivots).map(Kept::Pivots));
        kept.extend(self.position_of_kind(ParameterKind::Info).map(Kept::Info));
        kept.extend((self.linear.routine == Routine::Nrm2).then_some(Kept::Result));
        kept
    }

    /// The type of the record and of each field.
    fn record(&self, e: &Emitter, kept: &[Kept]) -> Type {
        let module = e.module();
        let field = |kept: &Kept| match kept {
            Kept::Scalar(index) => match self.linear.parameters()[*index].kind {
                ParameterKind::Real => e.real,
                ParameterKind::Flag | ParameterKind::Layout => module.integer_type(32),
                _ => e.integer,
            },
            Kept::Content(..) | Kept::Pivots(_) => memory_pointer(module),
            Kept::Info(_) => module.integer_type(8 * self.linear.integer_bytes() as u32),
            Kept::Result => e.real,
        };
        module.void_type().structure(&kept.iter().map(field).collect::<Vec<Type>>())
    }

    /// A copy of an array operand: matrices and vectors without gaps.
    fn copy(&self, e: &mut Emitter, o: &Operands<Emitter>, index: usize, when: When) -> Value {
        let parameter = self.linear.parameters()[index];
        let name = parameter.name;
        if parameter.kind == ParameterKind::Vector {
            let vector = if when == When::Before { o.vector(e, name) } else { o.vector_after(e, name) };
            return rules::copy_of_vector(e, vector).data;
        }
        let matrix = if when == When::Before { o.matrix(e, name) } else { o.matrix_after(e, name) };
        let part = rules::referenced(e, self.linear.routine, o, name);
        rules::copy_of_part(e, part, matrix).data
    }

    /// The content of a copy that [`Provider::copy`] made.
    fn copied(&self, e: &mut Emitter, o: &Operands<Emitter>, index: usize, data: Value) -> (Value, Value) {
        let parameter = self.linear.parameters()[index];
        if parameter.kind == ParameterKind::Vector {
            return (data, e.number(1));
        }
        let (rows, columns) = rules::shape(e, self.linear.routine, o, parameter.name);
        (data, e.tight(rows, columns))
    }

    fn emit_augmented(&self, key: &Key, augmented: &Signature) -> Result<(), Failure> {
        let mut e = Emitter::new(self.linear, key, augmented);
        let kept = self.kept(key);
        let scalars = e.read_scalars();
        let o = in_place(&e, &scalars, &vec![None; scalars.len()]);
        let mut values = Vec::new();
        let parameters = self.linear.parameters();
        for kept in &kept {
            values.push(match kept {
                Kept::Scalar(index) => scalars[*index],
                Kept::Content(index, when) if *when == When::Before || !parameters[*index].written => {
                    Some(self.copy(&mut e, &o, *index, *when))
                }
                _ => None,
            });
        }
        e.primal();
        for (kept, value) in kept.iter().zip(&mut values).filter(|(_, value)| value.is_none()) {
            *value = Some(match kept {
                Kept::Scalar(_) => unreachable!("scalars were read"),
                Kept::Content(index, when) => self.copy(&mut e, &o, *index, *when),
                Kept::Pivots(index) => {
                    let count = e.pivot_count(&o);
                    e.copy_pivots(augmented.primal(*index), count)
                }
                Kept::Info(index) => {
                    let ty = e.module().integer_type(8 * self.linear.integer_bytes() as u32);
                    e.builder.load(ty, augmented.primal(*index))
                }
                Kept::Result => e.result.expect("the routine returns something"),
            });
        }
        let tape = self.write_record(&e, &kept, &values);
        let mut fields: Vec<Value> = e.result.into_iter().collect();
        fields.push(tape);
        finish(&e, &Key { kind: DerivativeKind::Augmented(SplitUse::Callee), ..key.clone() }, &fields);
        Ok(())
    }

    fn write_record(&self, e: &Emitter, kept: &[Kept], values: &[Option<Value>]) -> Value {
        if kept.is_empty() {
            return Value::null(memory_pointer(e.module()));
        }
        let ty = self.record(e, kept);
        let record = e.allocate(ty, e.number(1));
        for (index, value) in values.iter().enumerate() {
            e.builder.store(value.expect("everything was kept"), field(e, ty, record, index));
        }
        record
    }

    fn emit_reversed(&self, key: &Key, reversed: &Signature) -> Result<(), Failure> {
        let mut e = Emitter::new(self.linear, key, reversed);
        let active = active_parameters(key);
        let lanes = key.options.lanes;
        let reverse_key = Key { kind: DerivativeKind::Reverse(SplitUse::Callee), ..key.clone() };
        if !self.has_active_output(key) {
            let nothing: Vec<Value> = active.iter().flat_map(|_| (0..lanes).map(|_| Value::null(e.real))).collect();
            finish(&e, &reverse_key, &nothing);
            return Ok(());
        }
        let kept = self.kept(key);
        let tape = reversed.function.parameter(reversed.tape.expect("the second half takes a tape"));
        let ty = self.record(&e, &kept);
        let read = |e: &Emitter, wanted: Kept| {
            let index = kept.iter().position(|k| *k == wanted)?;
            let place = field(e, ty, tape, index);
            Some(e.builder.load(ty.field(index as u32), place))
        };
        let scalars: Scalars = self
            .linear
            .parameters()
            .iter()
            .enumerate()
            .map(|(index, p)| match read(&e, Kept::Scalar(index)) {
                Some(kept) => Some(kept),
                None if self.linear.is_by_address(*p) => None,
                None => e.read_scalar(*p, reversed.primal(index)),
            })
            .collect();
        let bare = e.operands(&scalars, &|_| (None, None), &vec![None; scalars.len()]);
        if let Some(index) = self.position_of_kind(ParameterKind::Pivots) {
            e.pivots = read(&e, Kept::Pivots(index)).map(|pivots| (pivots, e.pivot_count(&bare)));
        }
        if let Some(index) = self.position_of_kind(ParameterKind::Info)
            && let Some(position) = kept.iter().position(|k| *k == Kept::Info(index))
        {
            e.info = Some(field(&e, ty, tape, position));
        }
        let contents = self.contents(&mut e, &bare, &scalars, reversed, &kept, &read);
        let mut places = Vec::new();
        for lane in 0..lanes {
            let shadows = e.shadows(key, reversed, lane);
            places.push(shadows.clone());
            let mut o = e.operands(&scalars, &|index| contents[index], &shadows);
            o.result = read(&e, Kept::Result);
            let seed = reversed.seed.map(|seed| reversed.function.parameter(seed + lane));
            rules::reverse(&mut e, self.linear.routine, &o, seed);
        }
        let mut adjoints = Vec::new();
        for index in active {
            for lane in &places {
                let place = lane[index].expect("an active number has a place").place;
                adjoints.push(e.builder.load(e.real, place));
            }
        }
        finish(&e, &reverse_key, &adjoints);
        Ok(())
    }

    /// Where the second half finds the content of each array, before and after the routine ran.
    fn contents(
        &self,
        e: &mut Emitter,
        o: &Operands<Emitter>,
        scalars: &Scalars,
        reversed: &Signature,
        kept: &[Kept],
        read: &dyn Fn(&Emitter, Kept) -> Option<Value>,
    ) -> Vec<(Content, Content)> {
        let mut contents = Vec::new();
        for (index, parameter) in self.linear.parameters().iter().enumerate() {
            if !matches!(parameter.kind, ParameterKind::Vector | ParameterKind::Matrix) {
                contents.push((None, None));
                continue;
            }
            let original = (reversed.primal(index), e.distance(scalars, index));
            let mut at = |when: When| match kept.contains(&Kept::Content(index, when)) {
                true => read(e, Kept::Content(index, when)).map(|data| self.copied(e, o, index, data)),
                false if parameter.written && when == When::Before => None,
                false => Some(original),
            };
            let before = at(When::Before);
            let after = at(When::After);
            contents.push((before, after));
        }
        contents
    }

    /// Copies of what the routine writes, at the same distances: one lane's routine must not change what the next reads.
    fn separate(&self, e: &mut Emitter, scalars: &Scalars, signature: &Signature) {
        let o = in_place(e, scalars, &vec![None; scalars.len()]);
        for (index, parameter) in self.linear.parameters().iter().enumerate().filter(|(_, p)| p.written) {
            let original = signature.primal(index);
            e.arguments[index] = match parameter.kind {
                ParameterKind::Vector | ParameterKind::Matrix => {
                    let from = if parameter.kind == ParameterKind::Vector {
                        let vector = o.vector(e, parameter.name);
                        e.column(vector)
                    } else {
                        let matrix = o.matrix(e, parameter.name);
                        e.elements(matrix)
                    };
                    let (copy, to) = e.same_shape(from, original);
                    let (part, one) = (Part::All, e.real(1.0));
                    e.update(part, Update::Copy, one, &[from], to);
                    copy
                }
                ParameterKind::Pivots => {
                    let count = e.pivot_count(&o);
                    e.allocate(e.integer, count)
                }
                _ => e.allocate(e.integer, e.number(1)),
            };
        }
    }
}

/// Every array where the arguments say.
fn in_place(e: &Emitter, scalars: &Scalars, shadows: &[Option<Shadow<Value, Value>>]) -> Operands<Emitter> {
    let contents = |index: usize| {
        let content = Some((e.arguments[index], e.distance(scalars, index)));
        (content, content)
    };
    e.operands(scalars, &contents, shadows)
}

/// The place of a field of the record.
fn field(e: &Emitter, ty: Type, record: Value, index: usize) -> Value {
    let i32_type = e.module().integer_type(32);
    e.builder.gep(ty, record, &[Value::integer(i32_type, 0), Value::integer(i32_type, index as i64)])
}

/// The parameters whose adjoint is returned.
fn active_parameters(key: &Key) -> Vec<usize> {
    (0..key.roles.len()).filter(|index| key.roles[*index] == Role::Active).collect()
}

fn finish(e: &Emitter, key: &Key, fields: &[Value]) {
    let ty = signature::result_type(e.module(), key);
    e.builder.ret(Some(pack(&e.builder, ty, fields)));
}

impl Operation {
    fn emit_forward(&self, key: &Key, signature: &Signature) {
        let mut e = Emitter::new(self.linear, key, signature);
        let scalars = e.read_scalars();
        let lanes = key.options.lanes;
        let mut tangents = Vec::new();
        for lane in 0..lanes {
            e.arguments = signature.primals();
            if lane + 1 < lanes {
                self.separate(&mut e, &scalars, signature);
            }
            let shadows = e.shadows(key, signature, lane);
            let o = in_place(&e, &scalars, &shadows);
            if let Some(index) = self.position_of_kind(ParameterKind::Pivots) {
                e.pivots = Some((e.arguments[index], e.pivot_count(&o)));
            }
            e.info = self.position_of_kind(ParameterKind::Info).map(|index| e.arguments[index]);
            tangents.extend(rules::forward(&mut e, self.linear.routine, &o));
        }
        let mut fields: Vec<Value> = e.result.into_iter().collect();
        fields.extend(tangents);
        finish(&e, key, &fields);
    }
}

impl Emitter {
    /// The distance of the columns (rows) of a matrix without gaps.
    fn tight(&mut self, rows: Value, columns: Value) -> Value {
        let contiguous = self.row_major.map_or(rows, |by_rows| self.builder.select(by_rows, columns, rows));
        self.at_least(contiguous, 1)
    }

    /// Memory for an array with the same distances as one that begins at `original`: its beginning, and its elements.
    fn same_shape(&mut self, array: Array<Value, Value>, original: Value) -> (Value, Array<Value, Value>) {
        let size = |count: Value, distance: Value| {
            let backwards = self.builder.sub(self.number(0), distance);
            let distance = self.builder.select(
                self.builder.icmp(zymase_llvm::IntPredicate::LLVMIntSLT, distance, self.number(0)),
                backwards,
                distance,
            );
            self.builder.mul(count, distance)
        };
        let count = self.builder.add(size(array.rows, array.down), size(array.columns, array.right));
        let memory = self.allocate(self.real, count);
        // The first element lies as far from the beginning as in the original.
        let address = |value| self.builder.pointer_to_int(value, self.integer);
        let ahead = self.builder.sub(address(array.data), address(original));
        (memory, Array { data: self.builder.offset(memory, ahead), ..array })
    }
}

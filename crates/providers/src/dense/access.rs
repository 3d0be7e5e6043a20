//! Accesses through a pointer that has no memory, as calls of the functions it was made from.

use super::problem;
use zymase_analysis::callee::{Callee, classify};
use zymase_core::Failure;
use zymase_core::request::convert;
use zymase_llvm::{Builder, Function, IntPredicate, Module, Opcode, Type, Value};

/// The functions behind a pointer, and what they are given.
pub struct Object {
    module: Module,
    load: Function,
    store: Function,
    data: Vec<Value>,
}

impl Object {
    pub fn of(call: Value) -> Result<Object, Failure> {
        let arguments = call.arguments();
        let function = |k: usize| arguments.get(k).and_then(|argument| argument.as_function());
        let (Some(load), Some(store)) = (function(0), function(1)) else {
            return Err(problem(call, "needs the functions that load and store"));
        };
        let object = Object { module: load.module(), load, store, data: arguments[2..].to_vec() };
        let fits = load.parameters().len() == object.data.len() + 1
            && store.parameters().len() == object.data.len() + 2
            && load.return_type().is_float_like();
        if !fits {
            let message =
                "needs functions load(offset, data…), which returns a number, and store(number, offset, data…)";
            return Err(problem(call, message));
        }
        Ok(object)
    }

    /// The type of the numbers.
    fn element(&self) -> Type {
        self.load.return_type()
    }

    fn bytes(&self) -> i64 {
        self.module.allocation_size(self.element()) as i64
    }

    fn call(&self, builder: &Builder, function: Function, first: &[Value]) -> Value {
        let types = function.function_type().function_parameters();
        let given = first.iter().chain(&self.data);
        let arguments: Vec<Value> = given.zip(types).map(|(value, ty)| convert(builder, *value, ty)).collect();
        let call = builder.call(function, &arguments);
        call.take_attributes_of(function);
        call
    }

    fn read(&self, builder: &Builder, offset: Value) -> Value {
        self.call(builder, self.load, &[offset])
    }

    fn write(&self, builder: &Builder, value: Value, offset: Value) {
        let first_is_number = self.store.parameter(0).ty().is_float_like();
        let first = if first_is_number { [value, offset] } else { [offset, value] };
        self.call(builder, self.store, &first);
    }

    fn offset(&self, builder: &Builder, pointer: Value) -> Value {
        builder.pointer_to_int(pointer, self.module.integer_type(64))
    }

    pub fn replace(&self, access: Value, derived: &[Value]) -> Result<(), Failure> {
        let builder = Builder::before(access);
        match access.opcode() {
            Some(Opcode::LLVMLoad) => self.replace_load(&builder, access)?,
            Some(Opcode::LLVMStore) => self.replace_store(&builder, access)?,
            _ => return self.replace_range(access, derived),
        }
        access.erase_instruction();
        Ok(())
    }

    fn replace_load(&self, builder: &Builder, load: Value) -> Result<(), Failure> {
        let offset = self.offset(builder, load.operand(0));
        let ty = load.ty();
        let lanes = self.lanes(load, ty)?;
        let mut value = self.read(builder, offset);
        if ty.is_vector() {
            let mut vector = builder.insert_element(Value::poison(self.vector(lanes)), value, self.lane(0));
            for lane in 1..lanes {
                let element = self.read(builder, self.further(builder, offset, lane));
                vector = builder.insert_element(vector, element, self.lane(lane));
            }
            value = vector;
        }
        load.replace_all_uses_with(builder.bitcast(value, ty));
        Ok(())
    }

    fn replace_store(&self, builder: &Builder, store: Value) -> Result<(), Failure> {
        let offset = self.offset(builder, store.operand(1));
        let value = store.operand(0);
        let lanes = self.lanes(store, value.ty())?;
        if !value.ty().is_vector() {
            self.write(builder, builder.bitcast(value, self.element()), offset);
            return Ok(());
        }
        let vector = builder.bitcast(value, self.vector(lanes));
        for lane in 0..lanes {
            let element = builder.extract_element(vector, self.lane(lane));
            self.write(builder, element, self.further(builder, offset, lane));
        }
        Ok(())
    }

    /// How many numbers an access of this type covers.
    fn lanes(&self, access: Value, ty: Type) -> Result<u64, Failure> {
        let same_size = self.module.store_size(ty.scalar()) as i64 == self.bytes();
        let plain = ty.scalar() == self.element() || ty.scalar().is_integer();
        match same_size && plain {
            true if ty.is_vector() => Ok(ty.element_count()),
            true => Ok(1),
            false => Err(problem(access, &format!("is used for values of type {ty}, but it holds {}", self.element()))),
        }
    }

    fn vector(&self, lanes: u64) -> Type {
        self.element().vector(lanes as u32)
    }

    fn lane(&self, lane: u64) -> Value {
        Value::integer(self.module.integer_type(32), lane as i64)
    }

    fn further(&self, builder: &Builder, offset: Value, elements: u64) -> Value {
        builder.add(offset, Value::integer(offset.ty(), elements as i64 * self.bytes()))
    }

    /// A copy or a fill goes number by number.
    fn replace_range(&self, access: Value, derived: &[Value]) -> Result<(), Failure> {
        let i64_type = self.module.integer_type(64);
        let arguments = access.arguments();
        let fills = matches!(classify(access), Callee::Fill { .. });
        if fills && !arguments[1].is_null() {
            return Err(problem(access, "is filled with something else than zeros"));
        }
        let rest = Builder::split_before(access.next_instruction().expect("a call is no terminator"));
        let body = Builder::split_before(access);
        let before = body.predecessors()[0];
        let builder = Builder::before(before.terminator().expect("split left a branch"));
        let size = Value::integer(i64_type, self.bytes());
        let count = builder.udiv(builder.integer_resize(arguments[2], i64_type), size);
        let some = builder.icmp(IntPredicate::LLVMIntNE, count, Value::integer(i64_type, 0));
        builder.conditional_branch(some, body, rest);
        before.terminator().expect("the branch of the split").erase_instruction();
        let builder = Builder::before(access);
        let index = Builder::before(body.first_instruction().expect("the access")).phi(i64_type, "element");
        let distance = builder.mul(index, size);
        let at = |k: usize| {
            let pointer = builder.offset(arguments[k], distance);
            let inside = derived.contains(&arguments[k]);
            (pointer, inside)
        };
        let value = match (!fills).then(|| at(1)) {
            None => Value::null(self.element()),
            Some((pointer, true)) => self.read(&builder, self.offset(&builder, pointer)),
            Some((pointer, false)) => {
                let loaded = builder.load(self.element(), pointer);
                loaded.set_alignment(1);
                loaded
            }
        };
        match at(0) {
            (pointer, true) => self.write(&builder, value, self.offset(&builder, pointer)),
            (pointer, false) => builder.store(value, pointer).set_alignment(1),
        }
        let following = builder.add(index, Value::integer(i64_type, 1));
        let more = builder.icmp(IntPredicate::LLVMIntULT, following, count);
        builder.conditional_branch(more, body, rest);
        index.add_incoming(Value::integer(i64_type, 0), before);
        index.add_incoming(following, body);
        body.terminator().expect("the branch of the split").erase_instruction();
        access.erase_instruction();
        Ok(())
    }
}

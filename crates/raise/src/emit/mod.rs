//! Writes the tensors that a plan asks for.
//!
//! A value of the program becomes a *lane*: a tensor with a dimension for each loop read in lock step that the value depends on, and for no
//! other. Products stay unwritten until it is known whether they are summed. Memory is a tensor for each array, replaced at each store. Code under
//! a condition runs always, with a mask that its stores and sums obey.
//!
//! - `branches`: conditions;
//! - `exchange`: gathers and scatters;
//! - `lanes`: single operations on lanes;
//! - `loads`: reads of memory;
//! - `loops`: loops in lock step;
//! - `repeat`: loops that remain;
//! - `scalars`: arithmetic of the program;
//! - `stores`: writes to memory;
//! - `subscripts`: what subscripts select;
//! - `sums`: reductions and products.

mod branches;
mod exchange;
mod lanes;
mod loads;
mod loops;
mod repeat;
mod scalars;
mod stores;
mod subscripts;
mod sums;

use crate::analyse::facts::Facts;
use crate::plan::Plan;
use crate::tensor_of;
use std::rc::Rc;
use sums::Pending;
use zymase_ir::{
    Attribute, Block, Builder, DenseElements, InsertionPoint, Ir, Location, Op, OperationState, Result, Type, Value,
};
use zymase_support::hash::{FastMap, FastSet};

/// A loop that is read in lock step.
#[derive(Clone, Copy, Debug)]
struct Axis {
    /// Grows from outer to inner loops.
    id: usize,
    extent: i64,
    op: Op,
}

/// A tensor with a dimension for each of these axes, in order.
#[derive(Clone, Debug)]
struct Lane {
    value: Value,
    axes: Vec<usize>,
}

/// What stands for a value of the program.
#[derive(Clone, Debug)]
enum Form {
    Lane(Lane),
    Product(Rc<(Form, Form)>),
    Pending(Pending),
    /// A part of a choice between values that are only combined, which is not computed.
    Nothing,
}

/// What stands for the number of an iteration.
#[derive(Clone, Copy, Debug)]
enum Count {
    Axis(usize),
    /// The loop runs once at most.
    Zero,
    /// A tensor of one integer of 64 bits.
    Scalar(Value),
}

/// An array of the program: dimensions for the axes it was allocated in, then its own.
#[derive(Clone, Debug)]
struct Buffer {
    value: Value,
    shape: Vec<i64>,
    axes: Vec<usize>,
}

/// A condition under which code runs, alone and together with those around it.
#[derive(Clone, Debug)]
struct Mask {
    own: Lane,
    all: Lane,
}

struct Emitter<'a> {
    ir: &'a mut Ir,
    facts: &'a Facts,
    plan: &'a Plan,
    block: Block,
    location: Location,
    axes: Vec<Axis>,
    next_axis: usize,
    masks: Vec<Mask>,
    forms: FastMap<Value, Form>,
    /// Lanes that were written for values, and the block they stand in.
    made: FastMap<Value, (Block, Lane)>,
    counts: FastMap<Op, Count>,
    memory: FastMap<Value, Buffer>,
    next_term: usize,
    /// Blocks around the one that is written.
    around: Vec<Block>,
    /// Operations that were written, by block and what they consist of.
    known: FastMap<(Block, String), Value>,
}

/// The function on tensors, which stands nowhere yet.
pub fn function(ir: &mut Ir, facts: &Facts, plan: &Plan, prepared: Op, parameters: &[Value]) -> Result<Op> {
    let Some((body, end)) = ir.single_block(ir[prepared].regions()[0]) else {
        return Err(ir.error(prepared, "has no body"));
    };
    let mut types = Vec::new();
    for value in parameters {
        let shape = facts.shapes.get(value).cloned().unwrap_or_default();
        types.push(tensor_of(&shape, element_of(ir, prepared, *value)?));
    }
    let region = ir.create_region();
    let block = ir.create_block(region, &types);
    let arguments = ir.arguments(block).to_vec();
    let location = ir[prepared].location().clone();
    let mut emitter = Emitter {
        ir,
        facts,
        plan,
        block,
        location,
        axes: Vec::new(),
        next_axis: 0,
        masks: Vec::new(),
        forms: FastMap::default(),
        made: FastMap::default(),
        counts: FastMap::default(),
        memory: FastMap::default(),
        next_term: 0,
        around: Vec::new(),
        known: FastMap::default(),
    };
    for (value, argument) in parameters.iter().zip(arguments) {
        emitter.bind_parameter(*value, argument);
    }
    emitter.run(body)?;
    let results = emitter.results(end, prepared, parameters)?;
    let mut state = ir.state_of(prepared);
    Builder::at_end(ir, block).build("func.return", &results, &[], &[]);
    remove_unused(ir, block)?;
    let signature = Type::function(types, ir.types(&results));
    state.set("function_type", Attribute::Type(signature));
    for name in ["arg_attrs", "res_attrs"] {
        state.properties.remove(name);
    }
    state.attributes = zymase_ir::Dictionary::default();
    state.regions = vec![region];
    Ok(ir.create(state))
}

/// The type of a scalar, or of the elements of memory.
fn element_of(ir: &Ir, op: Op, value: Value) -> Result<&Type> {
    let element = ir.ty(value).element();
    let is_known = ir.ty(value).as_memref().is_some() || !ir.ty(value).is_shaped();
    if is_known && (element.is_float() || element.is_integer() || element.is_index()) {
        return Ok(element);
    }
    let message = format!("has values of type {}, which are not raised", ir.ty(value));
    Err(ir.refuse(op, message, "use numbers and arrays of numbers"))
}

/// Erases what nobody needs, last operations first.
fn remove_unused(ir: &mut Ir, block: Block) -> Result<()> {
    let all: Vec<Op> = ir.block_ops(block).collect::<Vec<_>>().into_iter().flat_map(|op| ir.walk(op)).collect();
    for op in all.into_iter().rev() {
        let is_used = ir[op].results().iter().any(|value| !ir.uses(*value).is_empty());
        let has_name = ir[op].name().as_str();
        if !is_used && !has_name.ends_with(".return") {
            ir.erase(op)?;
        }
    }
    Ok(())
}

impl Emitter<'_> {
    fn bind_parameter(&mut self, value: Value, argument: Value) {
        match self.facts.shapes.get(&value) {
            Some(shape) => {
                let buffer = Buffer { value: argument, shape: shape.clone(), axes: Vec::new() };
                self.memory.insert(value, buffer);
            }
            None => {
                self.forms.insert(value, Form::Lane(Lane { value: argument, axes: Vec::new() }));
            }
        }
    }

    /// The value of the function, then every array that it writes.
    fn results(&mut self, end: Op, prepared: Op, parameters: &[Value]) -> Result<Vec<Value>> {
        let mut results = Vec::new();
        for value in self.ir[end].operands().collect::<Vec<_>>() {
            if self.ir.ty(value).is_shaped() {
                return Err(self.ir.refuse(end, "returns memory, which is not raised", "return numbers"));
            }
            results.push(self.lane(value)?.value);
        }
        let written: FastSet<Value> = crate::analyse::accesses::within(self.ir, self.facts, prepared)
            .into_iter()
            .filter(|access| access.is_write)
            .map(|access| access.root)
            .collect();
        for parameter in parameters.iter().filter(|parameter| written.contains(parameter)) {
            results.push(self.memory[parameter].value);
        }
        Ok(results)
    }

    /// Runs the operations of a block but its last.
    fn run(&mut self, block: Block) -> Result<()> {
        let mut next = self.ir.first_op(block);
        while let Some(op) = next {
            next = self.ir.next_op(op);
            if next.is_some() {
                self.location = self.ir[op].location().clone();
                self.operation(op)?;
            }
        }
        Ok(())
    }

    fn operation(&mut self, op: Op) -> Result<()> {
        if self.plan.skipped.contains(&op) {
            return Ok(());
        }
        let name = self.ir[op].name().clone();
        match name.as_str() {
            "scf.for" => self.counted_loop(op),
            "scf.while" => self.open_loop(op),
            "scf.if" => self.branch(op),
            "memref.load" => self.load_op(op),
            "memref.store" => self.store_op(op),
            "memref.atomic_rmw" => self.atomic_op(op),
            "memref.copy" => self.copy_op(op),
            "memref.alloc" | "memref.alloca" | "memref.get_global" => self.allocate(op),
            "memref.dealloc" | "memref.dim" => Ok(()),
            word if word.starts_with("memref.") => {
                let is_known = self.ir[op].results().first().is_some_and(|value| self.facts.views.contains_key(value));
                if is_known { Ok(()) } else { Err(self.refuse(op)) }
            }
            word if ["arith.", "math.", "index."].iter().any(|dialect| word.starts_with(dialect)) => self.scalar(op),
            _ => Err(self.refuse(op)),
        }
    }

    fn refuse(&self, op: Op) -> zymase_ir::LocatedDiagnostic {
        let message = "is not raised to tensors";
        self.ir.refuse(op, message, "keep it out of the function, or raise to loops only (--to loops)")
    }

    /// New memory: zeros, or what a constant holds.
    fn allocate(&mut self, op: Op) -> Result<()> {
        let result = self.ir[op].results()[0];
        let element = element_of(self.ir, op, result)?.clone();
        let own = self.facts.shapes.get(&result).cloned().unwrap_or_default();
        let axes: Vec<usize> = self.axes.iter().map(|axis| axis.id).collect();
        let shape = [self.extents(&axes), own].concat();
        if self.ir[op].name() == "memref.get_global" {
            let value = self.global(op)?;
            let buffer = Buffer { value, shape: self.facts.shapes[&result].clone(), axes: Vec::new() };
            self.memory.insert(result, buffer);
            return Ok(());
        }
        let value = self.splat(&tensor_of(&shape, &element), 0.0)?;
        self.memory.insert(result, Buffer { value, shape, axes });
        Ok(())
    }

    fn global(&mut self, op: Op) -> Result<Value> {
        let path = self.ir.attribute(op, "name").and_then(Attribute::as_symbol).map(<[_]>::to_vec).unwrap_or_default();
        let found = self.ir.function(path.first().map_or("", |name| name));
        let is_constant = found.is_some_and(|global| self.ir.attribute(global, "constant").is_some());
        let dense = found.and_then(|global| self.ir.attribute(global, "initial_value")?.as_dense().cloned());
        let Some(dense) = dense.filter(|_| is_constant) else {
            let message = "takes memory of the module that is not constant, which is not raised";
            return Err(self.ir.refuse(op, message, "pass it as a parameter"));
        };
        self.constant(dense)
    }

    fn extents(&self, axes: &[usize]) -> Vec<i64> {
        axes.iter().map(|id| self.axes.iter().find(|axis| axis.id == *id).map_or(1, |axis| axis.extent)).collect()
    }

    fn builder(&mut self) -> Builder<'_> {
        Builder::new(self.ir, InsertionPoint::End(self.block), self.location.clone())
    }

    fn value(&mut self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)]) -> Result<Value> {
        let key = format!("{name} {operands:?} {attributes:?}");
        self.once(key, |builder| builder.value(&format!("stablehlo.{name}"), operands, attributes))
    }

    fn typed(&mut self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)], ty: Type) -> Result<Value> {
        let key = format!("{name} {operands:?} {attributes:?} {ty}");
        self.once(key, |builder| builder.typed(&format!("stablehlo.{name}"), operands, attributes, ty))
    }

    /// An operation that has been written already, or a new one.
    fn once(&mut self, key: String, write: impl FnOnce(&mut Builder) -> Result<Value>) -> Result<Value> {
        let mut place = (self.block, key);
        if let Some(value) = self.known.get(&place) {
            return Ok(*value);
        }
        for around in self.around.iter().rev() {
            place.0 = *around;
            if let Some(value) = self.known.get(&place) {
                return Ok(*value);
            }
        }
        place.0 = self.block;
        let value = write(&mut self.builder())?;
        self.known.insert(place, value);
        Ok(value)
    }

    fn state(&mut self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)]) -> OperationState {
        self.builder().state(&format!("stablehlo.{name}"), operands, attributes)
    }

    fn constant(&mut self, dense: DenseElements) -> Result<Value> {
        self.value("constant", &[], &[("value", Attribute::Dense(dense))])
    }

    /// Runs something that writes into a block of its own.
    fn inside<T>(&mut self, block: Block, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let around = std::mem::replace(&mut self.block, block);
        self.around.push(around);
        let outcome = run(self);
        self.around.pop();
        self.block = around;
        outcome
    }
}

//! What is known while a function is written: where values are, which memory is free.

use super::builtin::{memory_of, parallel, shape_of, store};
use super::plan::Plan;
use std::collections::HashMap;
use zymase_ir::{Block, Builder, InsertionPoint, LocatedDiagnostic, Op, Result, Type, Value};

/// Where a value is.
#[derive(Clone, Copy, Debug)]
pub enum Held {
    /// A number, or what is no tensor.
    Number(Value),
    Memory(Value),
}

/// A function that is being written.
pub struct Lowering {
    pub plan: Plan,
    pub held: HashMap<Value, Held>,
    /// Elements that were computed in the blocks that are open.
    pub known: Vec<HashMap<(Value, Vec<Value>), Value>>,
    /// Memory that nobody reads any more.
    pub free: Vec<Value>,
    /// Memory that is taken for values of the blocks that are open: what is given back when they are not read any more.
    pub owned: Vec<Vec<(Value, Value)>>,
    /// Where values are to go.
    pub wishes: HashMap<Value, Value>,
    /// The blocks that are being written, outer ones first.
    pub blocks: Vec<Block>,
    /// The first block of the new function, where memory is taken.
    pub entry: Block,
    /// All memory that was taken, to be given back at the end.
    pub taken: Vec<Value>,
    /// Elements are found by one number that counts them all.
    pub is_flat: bool,
    pub flat: HashMap<Value, Value>,
    pub blas: bool,
    /// Writes an operation of any kind.
    pub operation: LowerOperation,
}

/// Writes an operation.
pub type LowerOperation = fn(&mut Lowering, &mut Builder, Op) -> Result<()>;

/// From so many elements on several threads pay.
pub const LARGE: i64 = 1 << 15;

impl Lowering {
    pub fn new(plan: Plan, entry: Block, operation: LowerOperation) -> Lowering {
        Lowering {
            plan,
            held: HashMap::new(),
            known: vec![HashMap::new()],
            free: Vec::new(),
            owned: vec![Vec::new()],
            wishes: HashMap::new(),
            blocks: Vec::new(),
            entry,
            taken: Vec::new(),
            is_flat: false,
            flat: HashMap::new(),
            blas: false,
            operation,
        }
    }

    pub fn refuse(&self, b: &Builder, op: Op, message: &str) -> LocatedDiagnostic {
        b.ir().refuse(op, message, "docs/tensor/lowering.md lists what is lowered; `zymase run` evaluates it")
    }

    /// Memory of a type: what is free, or new memory that is taken when the function begins.
    pub fn take(&mut self, b: &mut Builder, ty: &Type) -> Value {
        if let Some(place) = self.free.iter().position(|memory| b.ty(*memory) == *ty) {
            return self.free.swap_remove(place);
        }
        self.take_new(b, ty)
    }

    pub fn take_new(&mut self, b: &mut Builder, ty: &Type) -> Value {
        let mut start = Builder::new(b.ir, InsertionPoint::Start(self.entry), zymase_ir::Location::Unset);
        let bytes: i64 = shape_of(ty).iter().product::<i64>() * ty.element().element_bytes().unwrap_or(8) as i64;
        let name = if bytes <= 4096 { "memref.alloca" } else { "memref.alloc" };
        let mut attributes = vec![("operandSegmentSizes", zymase_dialects::memref::segments(&[0, 0]))];
        if bytes > 4096 {
            attributes.push(("alignment", zymase_ir::Attribute::i64(64)));
        }
        let op = start.build(name, &[], &attributes, std::slice::from_ref(ty));
        let memory = start.ir()[op].results()[0];
        if bytes > 4096 {
            self.taken.push(memory);
        }
        memory
    }

    /// Memory for a value: where it is to go, or memory of its own.
    pub fn place_for(&mut self, b: &mut Builder, value: Value) -> Value {
        if let Some(wished) = self.wishes.get(&value) {
            return *wished;
        }
        let ty = memory_of(&b.ty(value));
        let memory = self.take(b, &ty);
        if let Some(open) = self.owned.last_mut() {
            open.push((value, memory));
        }
        memory
    }

    /// Gives memory back whose values are not read behind an operation.
    pub fn release(&mut self, op: Op) {
        let end = self.plan.end(op);
        let Some(open) = self.owned.last_mut() else { return };
        let (kept, dead): (Vec<_>, Vec<_>) =
            std::mem::take(open).into_iter().partition(|(value, _)| self.plan.last(*value) > end);
        *open = kept;
        self.free.extend(dead.into_iter().map(|(_, memory)| memory));
    }

    /// Whether memory of a value may be written where an operation reads it for the last time.
    pub fn may_overwrite(&self, value: Value, op: Op) -> Option<Value> {
        let is_last = self.plan.last(value) <= self.plan.end(op);
        let owned = self.owned.last()?.iter().find(|(owner, _)| *owner == value);
        owned.filter(|_| is_last).map(|(_, memory)| *memory)
    }

    /// Lets a value take over the memory of another.
    pub fn take_over(&mut self, from: Value, to: Value) {
        if let Some(open) = self.owned.last_mut()
            && let Some(entry) = open.iter_mut().find(|(owner, _)| *owner == from)
        {
            entry.0 = to;
        }
    }

    /// The memory of a value that is stored; a value that is not is stored now.
    pub fn memory(&mut self, b: &mut Builder, value: Value) -> Result<Value> {
        if let Some(Held::Memory(memory)) = self.held.get(&value) {
            return Ok(*memory);
        }
        let ty = memory_of(&b.ty(value));
        let memory = self.take(b, &ty);
        self.write_to(b, value, memory)?;
        if let Some(open) = self.owned.last_mut() {
            open.push((value, memory));
        }
        // In the block of a loop or a branch that may not run it is stored for this block only.
        if b.ir().defining_block(value) == self.blocks.last().copied() {
            self.held.insert(value, Held::Memory(memory));
        }
        Ok(memory)
    }

    /// Stores all elements of a value.
    pub fn write_to(&mut self, b: &mut Builder, value: Value, memory: Value) -> Result<()> {
        if let Some(Held::Memory(source)) = self.held.get(&value).copied() {
            if source != memory {
                b.build("memref.copy", &[source, memory], &[], &[]);
            }
            return Ok(());
        }
        let shape = shape_of(&b.ty(value));
        self.write_elements(b, &shape, memory, value)
    }

    /// Computes all elements of what is not stored, one after the other where all are at the same place.
    fn write_elements(&mut self, b: &mut Builder, shape: &[i64], memory: Value, value: Value) -> Result<()> {
        let count: i64 = shape.iter().product();
        if count == 0 {
            return Ok(());
        }
        let is_flat = shape.len() > 1 && self.is_placewise_below(b, value, shape);
        if !is_flat {
            return parallel(b, shape, count >= LARGE, |inner, place| {
                let place = place.to_vec();
                self.within(|this| {
                    let element = this.element(inner, value, &place)?;
                    store(inner, element, memory, &place);
                    Ok(())
                })
            });
        }
        self.flatten_below(b, value)?;
        let target = self.flattened(b, memory)?;
        let outcome = parallel(b, &[count], count >= LARGE, |inner, place| {
            let place = place.to_vec();
            self.within(|this| {
                this.is_flat = true;
                let element = this.element(inner, value, &place)?;
                store(inner, element, target, &place);
                Ok(())
            })
        });
        self.is_flat = false;
        self.flat.clear();
        outcome
    }

    /// Runs code in a block of its own: what is computed there is forgotten.
    pub fn within<T>(&mut self, run: impl FnOnce(&mut Lowering) -> Result<T>) -> Result<T> {
        self.known.push(HashMap::new());
        let outcome = run(self);
        self.known.pop();
        outcome
    }

    /// Memory as one row of elements.
    pub fn flattened(&mut self, b: &mut Builder, memory: Value) -> Result<Value> {
        if let Some(found) = self.flat.get(&memory) {
            return Ok(*found);
        }
        let ty = b.ty(memory);
        let shape = shape_of(&ty);
        if shape.len() == 1 {
            return Ok(memory);
        }
        let group: Vec<zymase_ir::Attribute> = (0..shape.len() as i64).map(zymase_ir::Attribute::i64).collect();
        let groups = zymase_ir::Attribute::array(vec![zymase_ir::Attribute::array(group)]);
        let flat = Type::memref(vec![shape.iter().product::<i64>()], ty.element().clone());
        let op = b.build("memref.collapse_shape", &[memory], &[("reassociation", groups)], &[flat]);
        let result = b.ir()[op].results()[0];
        self.flat.insert(memory, result);
        Ok(result)
    }
}

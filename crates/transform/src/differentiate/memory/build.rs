//! Small pieces of code that derivatives of functions with memory are made of.

use zymase_dialects::memref::segments;
use zymase_ir::derivative::Carries;
use zymase_ir::{
    Attribute, Block, Builder, DYNAMIC, EffectKind, InsertionPoint, Ir, Op, OperationState, Result, Trait, Type, Value,
};

pub use super::super::build::at_end;

/// Marks memory that was set aside for the reverse of a loop.
pub const CACHE: &str = "zymase.cache";

/// Stands for values that are made later.
pub fn placeholder(ir: &mut Ir, point: InsertionPoint, types: &[Type]) -> Op {
    let mut state = OperationState::new(ir.context().op_name("zymase.later"), Default::default());
    state.result_types = types.to_vec();
    let op = ir.create(state);
    ir.insert(op, point);
    op
}

/// Memory for values of a type, at as many places as these counts say.
pub fn cache(builder: &mut Builder, counts: &[Value], element: Type) -> Result<Value> {
    let known: Vec<Option<i64>> =
        counts.iter().map(|count| zymase_dialects::indices::known(builder.ir(), *count)).collect();
    let shape: Vec<i64> = known.iter().map(|known| known.unwrap_or(DYNAMIC)).collect();
    let sizes: Vec<Value> =
        counts.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(count, _)| *count).collect();
    let attributes = [("operandSegmentSizes", segments(&[sizes.len(), 0])), (CACHE, Attribute::Unit)];
    builder.typed("memref.alloc", &sizes, &attributes, Type::memref(shape, element))
}

pub fn load(builder: &mut Builder, memory: Value, place: &[Value]) -> Result<Value> {
    let element = builder.ty(memory).element().clone();
    builder.typed("memref.load", &[&[memory], place].concat(), &[], element)
}

pub fn store(builder: &mut Builder, value: Value, memory: Value, place: &[Value]) {
    builder.build("memref.store", &[&[value, memory], place].concat(), &[], &[]);
}

pub fn free(builder: &mut Builder, memory: Value) {
    builder.build("memref.dealloc", &[memory], &[], &[]);
}

/// Zero of a type, at the end of a block.
pub fn null(ir: &mut Ir, block: Block, place: Op, ty: &Type) -> Result<Value> {
    super::super::or_null(ir, block, place, None, ty)
}

/// Any value of a type, for results that nobody looks at.
pub fn any_value(builder: &mut Builder, ty: &Type) -> Result<Value> {
    if ty.is_integer() || ty.is_index() {
        return Ok(zymase_dialects::indices::constant_of(builder, 0, ty));
    }
    let context = builder.ir().context().clone();
    match context.tangent_space(ty) {
        Some((space, Carries::Derivatives)) => (space.null)(builder, ty),
        _ => builder.typed("ub.poison", &[], &[], ty.clone()),
    }
}

/// Removes what is unused and changes nothing, also in regions.
pub fn clean(ir: &mut Ir, function: Op) -> Result<()> {
    loop {
        let mut changed = false;
        for op in ir.walk(function).into_iter().rev() {
            if op != function && ir.get(op).is_some() && is_useless(ir, op) {
                ir.erase(op)?;
                changed = true;
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

fn is_useless(ir: &Ir, op: Op) -> bool {
    let operation = &ir[op];
    if operation.has_trait(Trait::Terminator) || !operation.results().iter().all(|value| ir.uses(*value).is_empty()) {
        return false;
    }
    let Some(definition) = operation.definition() else { return false };
    if operation.has_trait(Trait::Pure) {
        return true;
    }
    if let Some(effects) = definition.effects {
        return effects(ir, op).iter().all(|effect| matches!(effect.kind, EffectKind::Read | EffectKind::Allocate));
    }
    // A branch or loop with nothing in it.
    let is_empty =
        |region: &zymase_ir::Region| ir.blocks(*region).iter().all(|block| ir.first_op(*block) == ir.last_op(*block));
    let is_control = definition.interface::<zymase_ir::memory::CountedLoop>().is_some()
        || definition.interface::<zymase_ir::memory::Cases>().is_some();
    is_control && operation.regions().iter().all(is_empty)
}

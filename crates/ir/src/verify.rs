//! Checks a module: the structure that every operation has, what definitions say, names, and dominance.
//!
//! The first error of each operation is reported, up to [`MAX_ERRORS`] in all.

use crate::attributes::Attribute;
use crate::diagnostic::LocatedDiagnostic;
use crate::dialect::OpDefinition;
use crate::dominance::Dominance;
use crate::ir::{Ir, Op};
use crate::structure::{Arity, Trait, share_out};
use std::collections::HashSet;

/// More errors than this are not reported.
pub const MAX_ERRORS: usize = 20;

/// Checks everything; no errors when the module is right.
pub fn verify(ir: &Ir) -> std::result::Result<(), Vec<LocatedDiagnostic>> {
    let all = ir.walk(ir.module());
    let mut errors = Vec::new();
    for op in &all {
        if let Err(message) = verify_op(ir, *op) {
            errors.push(ir.error(*op, message));
        }
        if errors.len() >= MAX_ERRORS {
            return Err(errors);
        }
    }
    // Dominance means something only where the structure is right.
    if errors.is_empty() {
        verify_dominance(ir, &all, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Whether an operation has the operands, results, regions and attributes that its definition asks for: what writers of
/// pretty forms rely on.
pub(crate) fn is_well_formed(ir: &Ir, op: Op, definition: &OpDefinition) -> bool {
    verify_structure(ir, op, definition).is_ok() && verify_attributes(ir, op, definition).is_ok()
}

/// Checks one operation without what lies within it.
pub fn verify_op(ir: &Ir, op: Op) -> std::result::Result<(), String> {
    verify_blocks(ir, op)?;
    if let Some(definition) = ir[op].definition() {
        verify_structure(ir, op, definition)?;
        verify_attributes(ir, op, definition)?;
        verify_regions(ir, op, definition)?;
        if definition.has_trait(Trait::SymbolTable) {
            verify_symbols(ir, op)?;
        }
        if let Some(verify) = definition.verify {
            verify(ir, op)?;
        }
    }
    Ok(())
}

fn verify_structure(ir: &Ir, op: Op, definition: &OpDefinition) -> std::result::Result<(), String> {
    let operation = &ir[op];
    let equal = definition.has_trait(Trait::SameVariadicSize);
    let segments = operation.properties().get("operandSegmentSizes").and_then(Attribute::as_i64_array);
    let by_segments = definition.has_trait(Trait::OperandSegments);
    if by_segments && segments.is_none() {
        return Err("needs operandSegmentSizes".into());
    }
    let operands = operation.operands().len();
    if share_out(definition.operands, operands, segments.filter(|_| by_segments), equal).is_none() {
        return Err(format!("{operands} operands do not fit: it takes {}", describe(definition.operands)));
    }
    let results = operation.results().len();
    if share_out(definition.results, results, None, equal).is_none() {
        return Err(format!("{results} results do not fit: it has {}", describe(definition.results)));
    }
    if !definition.successors.admits(operation.successors().len()) {
        return Err(format!("has {} successors", operation.successors().len()));
    }
    if !definition.regions.admits(operation.regions().len()) {
        return Err(format!("has {} regions, which is not what it should have", operation.regions().len()));
    }
    let block = operation.parent();
    if definition.has_trait(Trait::Terminator) && block.is_some_and(|block| ir.last_op(block) != Some(op)) {
        return Err("must be the last operation of its block".into());
    }
    Ok(())
}

fn describe(groups: &[crate::structure::Group]) -> String {
    if groups.is_empty() {
        return "none".into();
    }
    let names: Vec<String> = groups
        .iter()
        .map(|group| match group.arity {
            Arity::One => group.name.to_owned(),
            Arity::Optional => format!("{} (optional)", group.name),
            Arity::Variadic => format!("{} (any number)", group.name),
        })
        .collect();
    names.join(", ")
}

fn verify_attributes(ir: &Ir, op: Op, definition: &OpDefinition) -> std::result::Result<(), String> {
    for spec in definition.attributes {
        match ir[op].properties().get(spec.name) {
            Some(attribute) if spec.kind.admits(attribute) => {}
            Some(attribute) => {
                let shown: String = attribute.to_string().chars().take(100).collect();
                return Err(format!("attribute {} cannot be {shown}: it should be {:?}", spec.name, spec.kind));
            }
            None if spec.required => return Err(format!("needs attribute {}", spec.name)),
            None => {}
        }
    }
    Ok(())
}

fn verify_regions(ir: &Ir, op: Op, definition: &OpDefinition) -> std::result::Result<(), String> {
    for region in ir[op].regions() {
        let blocks = ir.blocks(*region);
        if definition.has_trait(Trait::SingleBlock) && blocks.len() > 1 {
            return Err("has a region with several blocks".into());
        }
        if definition.has_trait(Trait::NoTerminator) {
            continue;
        }
        if blocks.iter().any(|block| ir.terminator(*block).is_none()) {
            return Err("has a block that does not end with a terminator".into());
        }
    }
    Ok(())
}

/// Blocks that operations refer to are those of their region; only the last operation of a block has successors; the
/// first block of a region is not a successor.
fn verify_blocks(ir: &Ir, op: Op) -> std::result::Result<(), String> {
    let operation = &ir[op];
    let Some(block) = operation.parent() else { return Ok(()) };
    let region = ir.block_parent(block);
    for successor in operation.successors() {
        if ir.block_parent(*successor) != region {
            return Err("names a block of another region".into());
        }
        if region.and_then(|region| ir.entry(region)) == Some(*successor) {
            return Err("goes to the first block of its region".into());
        }
    }
    if !operation.successors().is_empty() && ir.last_op(block) != Some(op) {
        return Err("has successors but is not the last operation of its block".into());
    }
    Ok(())
}

fn verify_symbols(ir: &Ir, table: Op) -> std::result::Result<(), String> {
    let mut names = HashSet::new();
    for region in ir[table].regions() {
        for op in ir.blocks(*region).iter().flat_map(|block| ir.block_ops(*block)) {
            if let Some(name) = ir.symbol_name(op)
                && !names.insert(name)
            {
                return Err(format!("holds two symbols called @{name}"));
            }
        }
    }
    Ok(())
}

fn verify_dominance(ir: &Ir, all: &[Op], errors: &mut Vec<LocatedDiagnostic>) {
    let dominance = Dominance::new(ir, ir.module());
    for op in all {
        for (index, value) in ir[*op].operands().enumerate() {
            if !dominance.value_dominates(value, *op) {
                errors.push(ir.error(*op, format!("operand {index} is used where it is not defined")));
                if errors.len() >= MAX_ERRORS {
                    return;
                }
            }
        }
    }
}

//! Pretty forms of affine loops and branches.

use super::syntax::{read_map_operands, resolve, write_expressions, write_map_operands};
use super::{For, If, Yield, map_of, parallel_bounds, parallel_shape, set_of};
use crate::memref::{ATOMIC_KINDS, segments};
use crate::scf::{
    read_carried, read_results, read_two_branches, write_body, write_carried, write_results, write_two_branches,
};
use crate::syntax::types_of_results;
use zymase_ir::affine::AffineMap;
use zymase_ir::{Attribute, DenseElements, Ir, Op, OperationState, Reader, Result, Type, Value, Writer};

/// A bound of a loop: `4`, `%n`, `min affine_map<…>(%d)[%s]`.
fn read_bound(reader: &mut Reader, word: &str) -> Result<(AffineMap, Vec<Value>)> {
    let _ = reader.eat_keyword(word);
    if reader.peek_operand() {
        let operand = reader.parse_operand()?;
        return Ok((AffineMap::symbol(), vec![reader.resolve(operand, &Type::index())?]));
    }
    if reader.peek_number() {
        return Ok((AffineMap::constant(reader.parse_integer()?), Vec::new()));
    }
    let attribute = reader.parse_attribute()?;
    let Attribute::AffineMap(map) = &attribute else { return Err(reader.error("expected a bound")) };
    let values = read_map_operands(reader, map.dimensions, map.symbols)?;
    Ok((map.as_ref().clone(), values))
}

fn write_bound(writer: &mut Writer, map: &AffineMap, values: &[Value], word: &str) {
    use zymase_ir::affine::AffineExpression;
    if let ([AffineExpression::Constant(number)], []) = (map.results.as_slice(), values) {
        writer.number(*number);
        return;
    }
    if let ([only], true) = (values, *map == AffineMap::symbol()) {
        writer.operand(*only);
        return;
    }
    if map.results.len() > 1 {
        writer.text(&format!("{word} "));
    }
    writer.text(&format!("affine_map<{map}>"));
    write_map_operands(writer, map.dimensions, values);
}

/// `%i = 0 to %n step 2 iter_args(%x = %y) -> (type) { … }`.
pub fn read_for(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let counter = reader.parse_operand()?;
    reader.expect_symbol(b'=')?;
    let (lower, first) = read_bound(reader, "max")?;
    reader.expect_keyword("to")?;
    let (upper, second) = read_bound(reader, "min")?;
    let step = if reader.eat_keyword("step") { reader.parse_integer()? } else { 1 };
    let (carried, values) = read_carried(reader, state)?;
    state.set("operandSegmentSizes", segments(&[first.len(), second.len(), values.len()]));
    state.set("lowerBoundMap", Attribute::AffineMap(lower.into()));
    state.set("upperBoundMap", Attribute::AffineMap(upper.into()));
    state.set("step", Attribute::integer(i128::from(step), Type::index()));
    state.operands = [first, second, values].concat();
    let mut arguments = vec![reader.region_argument(counter, Type::index())];
    arguments.extend(carried);
    let region = reader.parse_region_ended_by(arguments, Yield::NAME)?;
    state.regions.push(region);
    reader.parse_attributes_into(state)
}

pub fn for_fits(ir: &Ir, op: Op) -> bool {
    super::verify_for(ir, op).is_ok()
}

pub fn write_for(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let (view, region) = (For(op), ir[op].regions()[0]);
    let arguments = ir.entry(region).map(|block| ir.arguments(block).to_vec()).unwrap_or_default();
    let (Some(lower), Some(upper)) = (map_of(ir, op, "lowerBoundMap"), map_of(ir, op, "upperBoundMap")) else { return };
    writer.text(" ");
    writer.operand(arguments[0]);
    writer.text(" = ");
    write_bound(writer, lower, &view.lowerBoundOperands(ir), "max");
    writer.text(" to ");
    write_bound(writer, upper, &view.upperBoundOperands(ir), "min");
    let step = ir.attribute(op, "step").and_then(Attribute::as_i64).unwrap_or(1);
    if step != 1 {
        writer.text(&format!(" step {step}"));
    }
    write_carried(writer, op, &arguments[1..], &view.inits(ir));
    write_body(writer, op, region);
    writer.attributes_but(op, &["operandSegmentSizes", "lowerBoundMap", "upperBoundMap", "step"]);
}

/// The words of the reductions of a parallel loop.
pub fn reductions(ir: &Ir, op: Op) -> Option<Vec<&'static str>> {
    let all = ir.attribute(op, "reductions").and_then(Attribute::as_array)?;
    let word = |attribute: &Attribute| {
        let number = usize::try_from(attribute.as_i64()?).ok()?;
        ATOMIC_KINDS.get(number).copied()
    };
    all.iter().map(word).collect()
}

fn groups(sizes: &[usize]) -> Option<Attribute> {
    let ty = Type::tensor([sizes.len() as i64], Type::integer(32));
    DenseElements::of_integers(ty, sizes.iter().map(|size| *size as i64)).map(Attribute::Dense)
}

/// `(%i, %j) = (0, 0) to (4, %n) step (1, 2) reduce ("addf") -> (type) { … }`.
pub fn read_parallel(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let counters = reader.parse_list(b')', Reader::parse_operand)?;
    reader.expect_symbol(b'=')?;
    for (word, map, group) in
        [("max", "lowerBoundsMap", "lowerBoundsGroups"), ("min", "upperBoundsMap", "upperBoundsGroups")]
    {
        if word == "min" {
            reader.expect_keyword("to")?;
        }
        reader.expect_symbol(b'(')?;
        let (expressions, sizes) = reader.parse_grouped_affine_of_operands(b')', word)?;
        state.operands.extend(resolve(reader, &expressions)?);
        state.set(map, Attribute::AffineMap(expressions.map.into()));
        let Some(sizes) = groups(&sizes) else { return Err(reader.error("too many bounds")) };
        state.set(group, sizes);
    }
    let mut steps = vec![1; counters.len()];
    if reader.eat_keyword("step") {
        reader.expect_symbol(b'(')?;
        steps = reader.parse_list(b')', Reader::parse_integer)?;
    }
    state.set("steps", Attribute::array(steps.into_iter().map(Attribute::i64).collect::<Vec<_>>()));
    let mut kinds = Vec::new();
    if reader.eat_keyword("reduce") {
        reader.expect_symbol(b'(')?;
        let words = reader.parse_list(b')', Reader::parse_string)?;
        for word in words {
            let Some(kind) = ATOMIC_KINDS.iter().position(|known| known.as_bytes() == word) else {
                return Err(reader.error("there is no such reduction"));
            };
            kinds.push(Attribute::i64(kind as i64));
        }
    }
    state.set("reductions", Attribute::array(kinds));
    read_results(reader, state)?;
    let arguments = counters.into_iter().map(|name| reader.region_argument(name, Type::index())).collect();
    let region = reader.parse_region_ended_by(arguments, Yield::NAME)?;
    state.regions.push(region);
    reader.parse_attributes_into(state)
}

pub fn write_parallel(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let region = ir[op].regions()[0];
    let (Some(shape), Some(bounds)) = (parallel_shape(ir, op), parallel_bounds(ir, op)) else { return };
    writer.text(" (");
    writer.operands(ir.entry(region).map(|block| ir.arguments(block).to_vec()).unwrap_or_default().into_iter());
    writer.text(")");
    let sides = [(" = (", "max", &shape.lower), (" to (", "min", &shape.upper)];
    for ((before, word, sizes), (map, values)) in sides.into_iter().zip(bounds) {
        writer.text(before);
        let mut rest = map.results.as_slice();
        for (place, size) in sizes.iter().enumerate() {
            writer.text(if place > 0 { ", " } else { "" });
            let (group, others) = rest.split_at(*size);
            rest = others;
            writer.text(&if *size > 1 { format!("{word}(") } else { String::new() });
            write_expressions(writer, map, group, &values);
            writer.text(if *size > 1 { ")" } else { "" });
        }
        writer.text(")");
    }
    if shape.steps.iter().any(|step| *step != 1) {
        let steps: Vec<String> = shape.steps.iter().map(ToString::to_string).collect();
        writer.text(&format!(" step ({})", steps.join(", ")));
    }
    let kinds = reductions(ir, op).unwrap_or_default();
    if !kinds.is_empty() {
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
        writer.text(&format!(" reduce ({}) -> ", kinds.join(", ")));
        writer.type_list(&types_of_results(ir, op));
    }
    write_body(writer, op, region);
    let shown = ["reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps"];
    writer.attributes_but(op, &shown);
}

/// `affine_set<…>(%d)[%s] -> types { … } else { … }`.
pub fn read_if(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let attribute = reader.parse_attribute()?;
    let Attribute::IntegerSet(set) = &attribute else { return Err(reader.error("expected an integer set")) };
    state.operands = read_map_operands(reader, set.dimensions, set.symbols)?;
    state.set("condition", attribute);
    read_results(reader, state)?;
    read_two_branches(reader, state, Yield::NAME)
}

pub fn write_if(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let Some(set) = set_of(ir, If(op).0) else { return };
    writer.text(&format!(" affine_set<{set}>"));
    write_map_operands(writer, set.dimensions, &ir[op].operands().collect::<Vec<_>>());
    write_results(writer, op);
    write_two_branches(writer, op, &["condition"]);
}

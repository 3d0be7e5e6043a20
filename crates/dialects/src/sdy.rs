//! Shardy, as far as JAX writes it: meshes of devices and how values are laid out on them. Shardings are kept as text.

use crate::stablehlo::checks::{Check, verify_inferred};
use crate::syntax::{TERMINATOR, types_of_results, write_operands};
use zymase_ir::define_operation;
use zymase_ir::{Attribute, Count, Dialect, Ir, Op, OperationState, Reader, Result, Syntax, Trait, Type, Writer};

define_operation! {
    /// Devices along named axes.
    pub Mesh = "sdy.mesh" {
        operands {}
        results {}
        attributes { sym_name: String required, mesh: Dialect("sdy.mesh<") required }
        traits: &[Trait::Symbol],
        syntax: Some(Syntax { read: read_mesh, write: write_mesh, fits: |ir, op| body(ir, op, "mesh").is_some() }),
    }
}

define_operation! {
    /// Its operand, laid out in a given way.
    pub ShardingConstraint = "sdy.sharding_constraint" {
        operands { input: One }
        results { result: One }
        attributes { sharding: Dialect("sdy.sharding<") required }
        syntax: Some(Syntax { read: read_sharded, write: write_sharded, fits: sharded_fits }),
        infer_types: Some(same_types),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Its operand, moved to another layout.
    pub Reshard = "sdy.reshard" {
        operands { input: One }
        results { result: One }
        attributes { sharding: Dialect("sdy.sharding<") required }
        syntax: Some(Syntax { read: read_sharded, write: write_sharded, fits: sharded_fits }),
        infer_types: Some(same_types),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// A computation on the parts of its operands that lie on one device.
    pub ManualComputation = "sdy.manual_computation" {
        operands { tensors: Variadic }
        results { results: Variadic }
        attributes {
            in_shardings: Dialect("sdy.sharding_per_value<") required,
            out_shardings: Dialect("sdy.sharding_per_value<") required,
            manual_axes: Dialect("sdy<manual_axes") required,
        }
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock],
        syntax: Some(Syntax { read: read_manual_computation, write: write_manual_computation, fits: manual_fits }),
    }
}

define_operation! {
    pub Return = "sdy.return" {
        operands { results: Variadic }
        results {}
        attributes {}
        traits: &[Trait::Pure, Trait::Terminator],
        syntax: Some(TERMINATOR),
    }
}

define_operation! {
    /// Values of one group are laid out alike.
    pub ShardingGroup = "sdy.sharding_group" {
        operands { input: One }
        results {}
        attributes { group_id: I64 required }
        syntax: Some(Syntax::new(read_sharding_group, write_sharding_group)),
    }
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "sdy",
        operations: vec![
            Mesh::definition(),
            ShardingConstraint::definition(),
            Reshard::definition(),
            ManualComputation::definition(),
            Return::definition(),
            ShardingGroup::definition(),
        ],
        ..Dialect::default()
    }
}

fn same_types(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    Ok(ir.types(&state.operands))
}

/// The names of attributes in full; pretty forms leave them out.
const NAMES: [(&str, &str); 5] = [
    ("mesh", "sdy.mesh"),
    ("sharding", "sdy.sharding"),
    ("in_shardings", "sdy.sharding_per_value"),
    ("out_shardings", "sdy.sharding_per_value"),
    ("manual_axes", "sdy<manual_axes"),
];

fn full_name(attribute: &str) -> &'static str {
    NAMES.iter().find(|(name, _)| *name == attribute).map_or("sdy", |(_, full)| full)
}

/// What an attribute says behind its name, with angle brackets.
fn body<'a>(ir: &'a Ir, op: Op, attribute: &str) -> Option<&'a str> {
    match ir.attribute(op, attribute)? {
        Attribute::Opaque { text, ty: None } => {
            text.strip_prefix(full_name(attribute)).filter(|rest| rest.starts_with(['<', '{']))
        }
        _ => None,
    }
}

/// The same without the brackets, for attributes whose pretty form has others: `[…]`, `{…}`.
fn inner<'a>(ir: &'a Ir, op: Op, attribute: &str) -> Option<&'a str> {
    let text = body(ir, op, attribute)?;
    let text = text.strip_suffix('>')?;
    Some(text.strip_prefix('<').unwrap_or(text))
}

fn set_text(state: &mut OperationState, attribute: &str, text: String) {
    state.set(attribute, Attribute::Opaque { text: text.into(), ty: None });
}

fn read_mesh(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let name = reader.parse_symbol_name()?;
    state.set("sym_name", Attribute::string(&name));
    reader.expect_symbol(b'=')?;
    let text = format!("{}{}", full_name("mesh"), reader.parse_bracketed_text()?);
    set_text(state, "mesh", text);
    reader.parse_attributes_into(state)
}

fn write_mesh(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    writer.symbol(ir.symbol_name(op).unwrap_or_default());
    writer.text(" = ");
    writer.text(body(ir, op, "mesh").unwrap_or_default());
    writer.attributes_but(op, &["sym_name", "mesh"]);
}

fn read_sharded(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    let text = format!("{}{}", full_name("sharding"), reader.parse_bracketed_text()?);
    set_text(state, "sharding", text);
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    state.result_types = vec![ty];
    Ok(())
}

fn sharded_fits(ir: &Ir, op: Op) -> bool {
    body(ir, op, "sharding").is_some()
        && ir[op].operand(0).map(|value| ir.ty(value)) == types_of_results(ir, op).first()
}

fn write_sharded(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.text(" ");
    writer.text(body(writer.ir(), op, "sharding").unwrap_or_default());
    writer.attributes_but(op, &["sharding"]);
    crate::syntax::write_result_type(writer, op);
}

/// `(%a) in_shardings=[…] out_shardings=[…] manual_axes={…} (%x: type) { … } {…} : (types) -> types`.
fn read_manual_computation(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let operands = reader.parse_list(b')', Reader::parse_operand)?;
    for (attribute, open) in [("in_shardings", "<"), ("out_shardings", "<"), ("manual_axes", "")] {
        crate::syntax::expect_label(reader, attribute)?;
        let text = format!("{}{open}{}>", full_name(attribute), reader.parse_bracketed_text()?);
        set_text(state, attribute, text);
    }
    reader.expect_symbol(b'(')?;
    let arguments = reader.parse_list(b')', Reader::parse_region_argument)?;
    let region = reader.parse_region(arguments)?;
    state.regions.push(region);
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    crate::syntax::read_function_type(reader, state, &operands)
}

fn manual_fits(ir: &Ir, op: Op) -> bool {
    ["in_shardings", "out_shardings", "manual_axes"].iter().all(|name| inner(ir, op, name).is_some())
        && ir.entry(ir[op].regions()[0]).is_some()
}

fn write_manual_computation(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let region = ir[op].regions()[0];
    writer.text("(");
    writer.operands(ir[op].operands());
    writer.text(")");
    for attribute in ["in_shardings", "out_shardings", "manual_axes"] {
        writer.text(&format!(" {attribute}={}", inner(ir, op, attribute).unwrap_or_default()));
    }
    writer.text(" (");
    if let Some(block) = ir.entry(region) {
        for index in 0..ir.arguments(block).len() {
            if index > 0 {
                writer.text(", ");
            }
            writer.argument(block, index);
        }
    }
    writer.text(") ");
    writer.region_without_arguments(op, region);
    writer.attributes_but(op, &["in_shardings", "out_shardings", "manual_axes"]);
    writer.text(" : ");
    writer.function_type(op);
}

fn read_sharding_group(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    crate::syntax::expect_label(reader, "group_id")?;
    let number = reader.parse_integer()?;
    state.set("group_id", Attribute::i64(number));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    Ok(())
}

fn write_sharding_group(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_operands(writer, op);
    let number = ShardingGroup(op).group_id(ir).and_then(Attribute::as_i64).unwrap_or_default();
    writer.text(&format!(" group_id={number}"));
    writer.attributes_but(op, &["group_id"]);
    writer.text(" : ");
    writer.types(&crate::syntax::types_of_operands(ir, op));
}

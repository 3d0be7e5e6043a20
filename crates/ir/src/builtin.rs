//! The one dialect without which there is no module.

use crate::attributes::Attribute;
use crate::define_operation;
use crate::diagnostic::Result;
use crate::dialect::{Context, Dialect};
use crate::format::Syntax;
use crate::ir::{Op, OperationState};
use crate::parse::Reader;
use crate::print::Writer;
use crate::structure::{Count, Trait};
use std::sync::Arc;

define_operation! {
    /// Holds functions and other symbols; every text is one.
    pub Module = "builtin.module" {
        operands {}
        results {}
        attributes { sym_name: String optional, sym_visibility: String optional }
        regions: Count::Exactly(1),
        traits: &[
            Trait::IsolatedFromAbove, Trait::SymbolTable, Trait::Symbol, Trait::NoTerminator, Trait::GraphRegion,
            Trait::SingleBlock,
        ],
        syntax: Some(Syntax::new(read_module, write_module)),
        default_dialect: Some("builtin"),
        verify: Some(|ir, op| {
            let block = ir.entry(ir[op].regions()[0]);
            match block {
                Some(block) if ir.arguments(block).is_empty() => Ok(()),
                _ => Err("has one block without arguments".into()),
            }
        }),
    }
}

define_operation! {
    /// Says that values of some types stand for values of others, until the two sides meet.
    pub UnrealizedConversionCast = "builtin.unrealized_conversion_cast" {
        operands { inputs: Variadic }
        results { outputs: Variadic }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(Syntax::new(read_cast, write_cast)),
    }
}

impl Context {
    /// A context that knows `builtin.module` and these dialects.
    pub fn new(dialects: impl IntoIterator<Item = Dialect>) -> Arc<Context> {
        Context::of([dialect()].into_iter().chain(dialects))
    }
}

fn dialect() -> Dialect {
    Dialect {
        name: "builtin",
        operations: vec![Module::definition(), UnrealizedConversionCast::definition()],
        ..Dialect::default()
    }
}

fn read_module(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.peek_symbol_name() {
        let name = reader.parse_symbol_name()?;
        state.set("sym_name", Attribute::string(&name));
    }
    if reader.eat_keyword("attributes") {
        reader.parse_attributes_into(state)?;
    }
    let region = reader.parse_region(Vec::new())?;
    if reader.ir().blocks(region).is_empty() {
        reader.ir().create_block(region, &[]);
    }
    state.regions.push(region);
    Ok(())
}

fn write_module(writer: &mut Writer, op: Op) {
    if let Some(name) = writer.ir().attribute(op, "sym_name").and_then(Attribute::as_str) {
        writer.text(" ");
        writer.symbol(name);
    }
    writer.attributes_with_keyword(op, &["sym_name"]);
    writer.text(" ");
    let region = writer.ir()[op].regions()[0];
    writer.region(op, region);
}

fn read_cast(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    if !operands.is_empty() {
        reader.expect_symbol(b':')?;
        let types = reader.parse_type_list()?;
        state.operands = reader.resolve_all(&operands, &types)?;
    }
    reader.expect_keyword("to")?;
    state.result_types = reader.parse_type_list()?;
    reader.parse_attributes_into(state)
}

fn write_cast(writer: &mut Writer, op: Op) {
    let operation = &writer.ir()[op];
    if operation.operands().len() > 0 {
        writer.text(" ");
        writer.operands(operation.operands());
        writer.text(" : ");
        let types: Vec<_> = operation.operands().map(|value| writer.ir().ty(value).clone()).collect();
        writer.types(&types);
    }
    writer.text(" to ");
    let types = writer.ir().types(operation.results());
    writer.types(&types);
    writer.attributes_but(op, &[]);
}

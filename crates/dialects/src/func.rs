//! Functions and calls.

use crate::syntax::{TERMINATOR, read_function_type, types_of_operands};
use zymase_ir::define_operation;
use zymase_ir::parse::{Reader, RegionArgument};
use zymase_ir::{Attribute, Count, Dialect, Dictionary, Ir, Op, OperationState, Result, Syntax, Trait, Type, Writer};

define_operation! {
    /// A function; without a body it is declared only.
    pub Func = "func.func" {
        operands {}
        results {}
        attributes {
            sym_name: String required, function_type: Type required, sym_visibility: String optional,
            arg_attrs: Array optional, res_attrs: Array optional, no_inline: Unit optional,
        }
        regions: Count::Exactly(1),
        traits: &[Trait::IsolatedFromAbove, Trait::Symbol],
        syntax: Some(Syntax { read: read_func, write: write_func, fits: func_fits }),
        default_dialect: Some("func"),
        verify: Some(verify_func),
    }
}

define_operation! {
    /// Ends a function and gives its results.
    pub Return = "func.return" {
        operands { operands: Variadic }
        results {}
        attributes {}
        traits: &[Trait::Terminator],
        syntax: Some(TERMINATOR),
        verify: Some(verify_return),
    }
}

define_operation! {
    /// Calls a function by its name.
    pub Call = "func.call" {
        operands { operands: Variadic }
        results { results: Variadic }
        attributes {
            callee: Symbol required, no_inline: Unit optional, arg_attrs: Array optional, res_attrs: Array optional,
        }
        syntax: Some(Syntax::new(read_call, write_call)),
        verify: Some(verify_call),
    }
}

define_operation! {
    /// A function as a value.
    pub Constant = "func.constant" {
        operands {}
        results { result: One }
        attributes { value: Symbol required }
        traits: &[Trait::Pure],
        result_names: Some(|_, _| vec![(0, "f".into())]),
        syntax: Some(Syntax::new(read_constant, write_constant)),
    }
}

define_operation! {
    /// Calls a function that is a value.
    pub CallIndirect = "func.call_indirect" {
        operands { callee: One, operands: Variadic }
        results { results: Variadic }
        attributes { arg_attrs: Array optional, res_attrs: Array optional }
        syntax: Some(Syntax::new(read_call_indirect, write_call_indirect)),
    }
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "func",
        operations: vec![
            Func::definition(),
            Return::definition(),
            Call::definition(),
            Constant::definition(),
            CallIndirect::definition(),
        ],
        ..Dialect::default()
    }
}

impl Func {
    /// The types of parameters and results.
    pub fn signature(self, ir: &Ir) -> Option<(&[Type], &[Type])> {
        self.function_type(ir)?.as_type()?.as_function()
    }
}

fn verify_func(ir: &Ir, op: Op) -> std::result::Result<(), String> {
    let func = Func(op);
    let Some((inputs, results)) = func.signature(ir) else {
        return Err("function_type must be a function type".into());
    };
    for (name, count) in [("arg_attrs", inputs.len()), ("res_attrs", results.len())] {
        let Some(dictionaries) = ir.attribute(op, name).and_then(Attribute::as_array) else { continue };
        let all = dictionaries.iter().all(|attribute| attribute.as_dictionary().is_some());
        if dictionaries.len() != count || !all {
            return Err(format!("{name} must have {count} dictionaries"));
        }
    }
    let Some(entry) = ir.entry(ir[op].regions()[0]) else { return Ok(()) };
    let arguments = ir.types(ir.arguments(entry));
    if arguments != inputs {
        return Err("the arguments of its first block differ from the inputs of its type".into());
    }
    Ok(())
}

fn verify_return(ir: &Ir, op: Op) -> std::result::Result<(), String> {
    let Some(func) = ir.parent_op(op).and_then(|parent| Func::of(ir, parent)) else { return Ok(()) };
    let Some((_, results)) = func.signature(ir) else { return Ok(()) };
    let returned = types_of_operands(ir, op);
    if returned != results {
        let shown = |types: &[Type]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        return Err(format!("returns ({}) from a function of ({})", shown(&returned), shown(results)));
    }
    Ok(())
}

fn verify_call(ir: &Ir, op: Op) -> std::result::Result<(), String> {
    let Some(path) = ir.attribute(op, "callee").and_then(Attribute::as_symbol) else { return Ok(()) };
    let name = path.join("::@");
    let Some(callee) = ir.resolve_symbol(op, path) else {
        return Err(format!("there is no function @{name}"));
    };
    let Some(func) = Func::of(ir, callee) else {
        return Err(format!("@{name} is no function"));
    };
    let Some((inputs, results)) = func.signature(ir) else { return Ok(()) };
    if types_of_operands(ir, op) != inputs || ir.types(ir[op].results()) != results {
        return Err(format!("the types of the call are not those of @{name}"));
    }
    Ok(())
}

/// A parameter or result that is being read: its type and its attributes.
struct Port {
    ty: Type,
    attributes: Dictionary,
}

fn read_func(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    for visibility in ["public", "private", "nested"] {
        if reader.eat_keyword(visibility) {
            state.set("sym_visibility", Attribute::string(visibility));
        }
    }
    let name = reader.parse_symbol_name()?;
    state.set("sym_name", Attribute::string(&name));
    let mut arguments: Vec<RegionArgument> = Vec::new();
    let mut inputs = Vec::new();
    reader.expect_symbol(b'(')?;
    let named = reader.peek_operand();
    for (argument, port) in reader.parse_list(b')', |reader| read_parameter(reader, named))? {
        arguments.extend(argument);
        inputs.push(port);
    }
    let results = if reader.eat_arrow() { read_results(reader)? } else { Vec::new() };
    let types = |ports: &[Port]| ports.iter().map(|port| port.ty.clone()).collect();
    state.set("function_type", Attribute::Type(Type::function(types(&inputs), types(&results))));
    for (name, ports) in [("arg_attrs", &inputs), ("res_attrs", &results)] {
        if ports.iter().any(|port| !port.attributes.is_empty()) {
            let all: Vec<Attribute> = ports.iter().map(|port| Attribute::Dictionary(port.attributes.clone())).collect();
            state.set(name, Attribute::array(all));
        }
    }
    if reader.eat_keyword("attributes") {
        reader.parse_attributes_into(state)?;
    }
    if reader.peek_symbol(b'{') {
        if !named && !inputs.is_empty() {
            return Err(reader.error("a function with a body has names for its parameters"));
        }
        let region = reader.parse_region(arguments)?;
        if reader.ir().blocks(region).is_empty() {
            return Err(reader.error("the body of a function is not empty"));
        }
        state.regions.push(region);
    }
    Ok(())
}

/// `%name: type {attributes} loc(…)`, without a name in declarations.
fn read_parameter<'a>(reader: &mut Reader<'a>, named: bool) -> Result<(Option<RegionArgument<'a>>, Port)> {
    if !named {
        return Ok((None, read_port(reader)?));
    }
    let (argument, attributes) = reader.parse_parameter()?;
    let ty = argument.ty.clone();
    Ok((Some(argument), Port { ty, attributes }))
}

fn read_port(reader: &mut Reader) -> Result<Port> {
    let ty = reader.parse_type()?;
    let attributes = reader.parse_optional_dictionary()?;
    Ok(Port { ty, attributes })
}

fn read_results(reader: &mut Reader) -> Result<Vec<Port>> {
    if reader.eat_symbol(b'(') {
        return reader.parse_list(b')', read_port);
    }
    Ok(vec![Port { ty: reader.parse_type()?, attributes: Dictionary::default() }])
}

/// Whether the attributes are such that the pretty form can show them.
fn func_fits(ir: &Ir, op: Op) -> bool {
    let visibility = ir.attribute(op, "sym_visibility").map(Attribute::as_str);
    ir.symbol_name(op).is_some()
        && matches!(visibility, None | Some(Some("public" | "private" | "nested")))
        && verify_func(ir, op).is_ok()
}

fn write_func(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let func = Func(op);
    if let Some(visibility) = func.sym_visibility(ir).and_then(Attribute::as_str) {
        writer.text(" ");
        writer.text(visibility);
    }
    writer.text(" ");
    writer.symbol(ir.symbol_name(op).unwrap_or_default());
    let (inputs, results) = func.signature(ir).unwrap_or_default();
    let region = ir[op].regions()[0];
    let entry = ir.entry(region);
    writer.text("(");
    for (index, ty) in inputs.iter().enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        if let Some(entry) = entry {
            writer.operand(ir.arguments(entry)[index]);
            writer.text(": ");
        }
        writer.ty(ty);
        write_port_attributes(writer, func.arg_attrs(ir), index);
        if let Some(entry) = entry {
            writer.argument_location(entry, index);
        }
    }
    writer.text(")");
    write_results(writer, results, func.res_attrs(ir));
    let shown = ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];
    writer.attributes_with_keyword(op, &shown);
    if entry.is_some() {
        writer.text(" ");
        writer.region_without_arguments(op, region);
    }
}

fn write_port_attributes(writer: &mut Writer, all: Option<&Attribute>, index: usize) {
    let dictionary =
        all.and_then(Attribute::as_array).and_then(|all| all.get(index)).and_then(Attribute::as_dictionary);
    if let Some(dictionary) = dictionary
        && !dictionary.is_empty()
    {
        writer.text(" ");
        writer.dictionary(dictionary);
    }
}

fn write_results(writer: &mut Writer, results: &[Type], attributes: Option<&Attribute>) {
    if results.is_empty() {
        return;
    }
    writer.text(" -> ");
    let all = attributes.and_then(Attribute::as_array).unwrap_or_default();
    let has_attributes = all.iter().filter_map(Attribute::as_dictionary).any(|dictionary| !dictionary.is_empty());
    let is_alone = matches!(results, [only] if only.as_function().is_none()) && !has_attributes;
    if is_alone {
        writer.types(results);
        return;
    }
    writer.text("(");
    for (index, ty) in results.iter().enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        writer.ty(ty);
        write_port_attributes(writer, attributes, index);
    }
    writer.text(")");
}

fn read_call(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let callee = reader.parse_symbol_reference()?;
    state.set("callee", callee);
    read_arguments(reader, state)
}

/// `(%a, %b) {…} : (types) -> types`.
fn read_arguments(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let operands = reader.parse_list(b')', Reader::parse_operand)?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

fn write_call(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    if let Some(callee) = Call(op).callee(ir) {
        writer.attribute(callee);
    }
    writer.text("(");
    writer.operands(ir[op].operands());
    writer.text(")");
    writer.attributes_but(op, &["callee"]);
    writer.text(" : ");
    writer.function_type(op);
}

fn read_constant(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.parse_attributes_into(state)?;
    let value = reader.parse_symbol_reference()?;
    state.set("value", value);
    reader.expect_symbol(b':')?;
    state.result_types = vec![reader.parse_type()?];
    Ok(())
}

fn write_constant(writer: &mut Writer, op: Op) {
    writer.attributes_but(op, &["value"]);
    writer.text(" ");
    if let Some(value) = writer.ir().attribute(op, "value") {
        writer.attribute(value);
    }
    crate::syntax::write_result_type(writer, op);
}

fn read_call_indirect(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let callee = reader.parse_operand()?;
    read_arguments(reader, state)?;
    let inputs = reader.ir().types(&state.operands);
    let ty = Type::function(inputs, state.result_types.clone());
    let callee = reader.resolve(callee, &ty)?;
    state.operands.insert(0, callee);
    Ok(())
}

fn write_call_indirect(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let mut operands = ir[op].operands();
    writer.text(" ");
    if let Some(callee) = operands.next() {
        writer.operand(callee);
    }
    writer.text("(");
    writer.operands(operands);
    writer.text(")");
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    let inputs: Vec<Type> = types_of_operands(ir, op).into_iter().skip(1).collect();
    writer.type_list(&inputs);
    writer.text(" -> ");
    writer.result_types(&ir.types(ir[op].results()));
}

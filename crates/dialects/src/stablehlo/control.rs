//! Control flow, calls out of the language, tuples, tokens.

use super::attributes::OutputOperandAlias;
use super::checks::*;
use super::communication::{RESULT_ONLY, token};
use crate::syntax::{TERMINATOR, read_function_type, types_of_operands, types_of_results, write_operands};
use zymase_ir::DenseElements;
use zymase_ir::{
    Attribute, Count, Effect, EffectKind, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait,
};
use zymase_ir::{Type, Writer, define_operation};

define_operation! {
    /// Ends a region and gives its results.
    pub Return = "stablehlo.return" {
        operands { results: Variadic }
        results {}
        attributes {}
        traits: &[Trait::Pure, Trait::Terminator],
        syntax: Some(TERMINATOR),
    }
}

define_operation! {
    pub If = "stablehlo.if" {
        operands { pred: One }
        results { results: Variadic }
        attributes {}
        regions: Count::Exactly(2),
        traits: &[Trait::SingleBlock],
        effects: Some(effects_within),
        infer_types: Some(|ir, state| {
            let pred = operand_tensor(ir, state, 0)?;
            expect_elements(&pred.element, &[Element::Bool])?;
            ensure(pred.shape.is_empty() || pred.shape == [1], || "pred must be a scalar".into())?;
            infer_branches(ir, state)
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Case = "stablehlo.case" {
        operands { index: One }
        results { results: Variadic }
        attributes {}
        regions: Count::AtLeast(1),
        traits: &[Trait::SingleBlock],
        effects: Some(effects_within),
        infer_types: Some(|ir, state| {
            let index = operand_tensor(ir, state, 0)?;
            ensure(index.element == Type::integer(32), || "index must be of type i32".into())?;
            expect_scalar("index", index)?;
            infer_branches(ir, state)
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Runs its second region for as long as its first says so.
    pub While = "stablehlo.while" {
        operands { operand: Variadic }
        results { results: Variadic }
        attributes {}
        regions: Count::Exactly(2),
        traits: &[Trait::SingleBlock],
        effects: Some(effects_within),
        syntax: Some(Syntax { read: read_while, write: write_while, fits: while_fits }),
        argument_name: Some("iterArg"),
        infer_types: Some(infer_while),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Keeps its operands together: nothing is moved past it.
    pub OptimizationBarrier = "stablehlo.optimization_barrier" {
        operands { operand: Variadic }
        results { result: Variadic }
        attributes {}
        syntax: Some(Syntax::new(read_barrier, write_barrier)),
        infer_types: Some(|ir, state| Ok(ir.types(&state.operands))),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Something outside of the language, by name.
    pub CustomCall = "stablehlo.custom_call" {
        operands { inputs: Variadic }
        results { results: Variadic }
        attributes {
            call_target_name: String required, has_side_effect: Bool optional, backend_config: Any optional,
            api_version: I32 optional, called_computations: Array optional, operand_layouts: Array optional,
            result_layouts: Array optional, output_operand_aliases: Array optional,
        }
        effects: Some(|ir, op| {
            let has_effect = CustomCall(op).has_side_effect(ir).and_then(Attribute::as_bool).unwrap_or_default();
            if has_effect { vec![Effect { kind: EffectKind::Outside, on: None }] } else { Vec::new() }
        }),
        syntax: Some(Syntax { read: read_custom_call, write: write_custom_call, fits: custom_call_fits }),
        verify: Some(verify_custom_call),
    }
}

define_operation! {
    /// An operation of a higher level, with a function that says what it means.
    pub Composite = "stablehlo.composite" {
        operands { inputs: Variadic }
        results { results: Variadic }
        attributes {
            name: String required, composite_attributes: Dictionary optional, decomposition: Symbol required,
            version: I32 optional,
        }
        regions: Count::AtLeast(0),
        syntax: Some(Syntax { read: read_composite, write: write_composite, fits: |ir, op| ir[op].regions().is_empty() }),
        verify: Some(verify_composite),
    }
}

define_operation! {
    pub Tuple = "stablehlo.tuple" {
        operands { val: Variadic }
        results { result: One }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(Syntax { read: read_tuple, write: write_tuple, fits: tuple_fits }),
        infer_types: Some(|ir, state| Ok(vec![Type::tuple(ir.types(&state.operands))])),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub GetTupleElement = "stablehlo.get_tuple_element" {
        operands { operand: One }
        results { result: One }
        attributes { index: I32 required }
        traits: &[Trait::Pure],
        syntax: Some(Syntax::new(read_get_tuple_element, write_get_tuple_element)),
        infer_types: Some(|ir, state| {
            let ty = ir.ty(operand(state, 0)?);
            let Some(elements) = ty.as_tuple() else { return Err(format!("expected a tuple, found {ty}")) };
            let index = required_number(state, "index")?;
            let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
            Ok(vec![element.ok_or_else(|| format!("a tuple of {} has no element {index}", elements.len()))?.clone()])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub CreateToken = "stablehlo.create_token" {
        operands {}
        results { output: One }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(RESULT_ONLY),
        infer_types: Some(|_, _| Ok(vec![token()])),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub AfterAll = "stablehlo.after_all" {
        operands { inputs: Variadic }
        results { result: One }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(Syntax { read: read_after_all, write: write_after_all, fits: |ir, op| {
            types_of_operands(ir, op).iter().all(|ty| *ty == token())
        }}),
        infer_types: Some(|ir, state| {
            ensure(ir.types(&state.operands).iter().all(|ty| *ty == token()), || "takes tokens".into())?;
            Ok(vec![token()])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub AsyncStart = "stablehlo.async_start" {
        operands { operands: Variadic }
        results { result: One }
        attributes {}
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock],
        verify: Some(|ir, op| {
            let signature = region_signature(ir, ir[op].regions()[0])?;
            ensure(all_compatible(&types_of_operands(ir, op), &signature.arguments), || {
                "the operands are not what the region takes".into()
            })?;
            let future = future(&signature.results);
            ensure(types_of_results(ir, op) == [future.clone()], || format!("the result must be {future}"))
        }),
    }
}

define_operation! {
    pub AsyncDone = "stablehlo.async_done" {
        operands { future: One }
        results { results: Variadic }
        attributes {}
        verify: Some(|ir, op| {
            let future = future(&types_of_results(ir, op));
            ensure(types_of_operands(ir, op) == [future.clone()], || format!("the operand must be {future}"))
        }),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![
        Return::definition(),
        If::definition(),
        Case::definition(),
        While::definition(),
        OptimizationBarrier::definition(),
        CustomCall::definition(),
        Composite::definition(),
        Tuple::definition(),
        GetTupleElement::definition(),
        CreateToken::definition(),
        AfterAll::definition(),
        AsyncStart::definition(),
        AsyncDone::definition(),
    ]
}

/// The type of values that will be there later.
fn future(types: &[Type]) -> Type {
    Type::dialect(&format!("stablehlo.future<{}>", show_types(types)))
}

/// What the operations in the regions do.
fn effects_within(ir: &Ir, op: Op) -> Vec<Effect> {
    let mut effects = Vec::new();
    for inner in ir.walk(op).into_iter().skip(1) {
        match ir[inner].definition() {
            Some(definition) if definition.has_trait(Trait::Pure) || definition.has_trait(Trait::Terminator) => {}
            // Regions within are walked themselves.
            Some(_) if matches!(ir[inner].name().as_str(), "stablehlo.if" | "stablehlo.case" | "stablehlo.while") => {}
            Some(definition) if definition.effects.is_some() => {
                effects.extend(definition.effects.map(|effects| effects(ir, inner)).unwrap_or_default());
            }
            _ => effects.push(Effect { kind: EffectKind::Outside, on: None }),
        }
    }
    effects
}

/// The types that all branches return, joined.
fn infer_branches(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let mut types: Option<Vec<Type>> = None;
    for index in 0..state.regions.len() {
        let signature = state_region(ir, state, index)?;
        ensure(signature.arguments.is_empty(), || "branches take no arguments".into())?;
        match &types {
            None => types = Some(signature.results),
            Some(first) => ensure(all_compatible(first, &signature.results), || {
                format!("branches return ({}) and ({})", show_types(first), show_types(&signature.results))
            })?,
        }
    }
    types.ok_or_else(|| "needs a branch".into())
}

fn infer_while(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let types = ir.types(&state.operands);
    let condition = state_region(ir, state, 0)?;
    let body = state_region(ir, state, 1)?;
    for (name, found) in [("condition", &condition.arguments), ("body", &body.arguments), ("body", &body.results)] {
        ensure(all_compatible(&types, found), || {
            format!("the {name} takes or returns ({}), not ({})", show_types(found), show_types(&types))
        })?;
    }
    let is_truth = matches!(condition.results.as_slice(), [only] if *only == scalar(&Type::integer(1)));
    ensure(is_truth, || "the condition returns a truth value".into())?;
    Ok(types)
}

fn verify_custom_call(ir: &Ir, op: Op) -> Check<()> {
    let call = CustomCall(op);
    let version = call.api_version(ir).and_then(Attribute::as_i64).unwrap_or(1);
    ensure((0..=4).contains(&version), || format!("there is no api_version {version}"))?;
    let is_dictionary = call.backend_config(ir).is_some_and(|config| config.as_dictionary().is_some());
    ensure(version == 4 || !is_dictionary, || "backend_config is a dictionary only with api_version 4".into())?;
    ensure(version != 4 || is_dictionary || call.backend_config(ir).is_none(), || {
        "backend_config is a dictionary with api_version 4".into()
    })?;
    let (operands, results) = (call.operand_layouts(ir), call.result_layouts(ir));
    ensure(operands.is_some() == results.is_some(), || {
        "layouts are given for operands and results, or for none".into()
    })?;
    if let (Some(operands), Some(results)) = (operands, results) {
        expect_layouts("operand_layouts", operands, &types_of_operands(ir, op))?;
        // The results may have been one tuple.
        let types = types_of_results(ir, op);
        let types = match types.as_slice() {
            [only] => only.as_tuple().map_or(types.clone(), <[Type]>::to_vec),
            _ => types,
        };
        expect_layouts("result_layouts", results, &types)?;
    }
    expect_aliases(ir, op)
}

/// A layout is the order of the dimensions of a tensor; other values have none.
fn expect_layouts(name: &str, layouts: &Attribute, types: &[Type]) -> Check<()> {
    let layouts = layouts.as_array().unwrap_or_default();
    expect_count(name, layouts.len(), types.len())?;
    for (layout, ty) in layouts.iter().zip(types) {
        let order = layout.as_dense().and_then(DenseElements::integers);
        let Some(order) = order else { return Err(format!("{name} must hold whole numbers")) };
        let rank = ty.as_tensor().map_or(0, zymase_ir::TensorType::rank);
        expect_count(name, order.len(), rank)?;
        expect_dimensions(name, &order, rank)?;
    }
    Ok(())
}

fn expect_aliases(ir: &Ir, op: Op) -> Check<()> {
    let aliases = CustomCall(op).output_operand_aliases(ir).and_then(Attribute::as_array).unwrap_or_default();
    for alias in aliases.iter().filter_map(Attribute::downcast::<OutputOperandAlias>) {
        let (operands, results) = (types_of_operands(ir, op), types_of_results(ir, op));
        let operand = usize::try_from(alias.operand_index).ok().and_then(|index| operands.get(index));
        let Some(operand) = operand else { return Err(format!("there is no operand {}", alias.operand_index)) };
        let result = if results.len() == 1 { results[0].clone() } else { Type::tuple(results) };
        let (from, to) =
            (tuple_part(&result, &alias.output_tuple_indices), tuple_part(operand, &alias.operand_tuple_indices));
        let fits = from.zip(to).is_some_and(|(from, to)| compatible(from, to));
        ensure(fits, || format!("output_operand_aliases: {alias:?} names no operand and result of one type"))?;
    }
    Ok(())
}

fn tuple_part<'a>(ty: &'a Type, indices: &[i64]) -> Option<&'a Type> {
    indices.iter().try_fold(ty, |ty, index| ty.as_tuple()?.get(usize::try_from(*index).ok()?))
}

fn verify_composite(ir: &Ir, op: Op) -> Check<()> {
    let Some(path) = Composite(op).decomposition(ir).and_then(Attribute::as_symbol) else { return Ok(()) };
    let Some(callee) = ir.resolve_symbol(op, path).and_then(|found| crate::func::Func::of(ir, found)) else {
        return Err(format!("there is no function @{}", path.join("::@")));
    };
    let Some((inputs, results)) = callee.signature(ir) else { return Ok(()) };
    let fits = types_of_operands(ir, op) == inputs && types_of_results(ir, op) == results;
    ensure(fits, || "the types are not those of the decomposition".into())
}

/// `(%x = %a, %y = %b) : types attributes {…} cond { … } do { … }`.
fn read_while(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let pairs = reader.parse_list(b')', |reader| {
        let name = reader.parse_operand()?;
        reader.expect_symbol(b'=')?;
        Ok((name, reader.parse_operand()?))
    })?;
    if !pairs.is_empty() {
        reader.expect_symbol(b':')?;
        let types = reader.parse_type_list()?;
        let operands: Vec<_> = pairs.iter().map(|(_, operand)| *operand).collect();
        state.operands = reader.resolve_all(&operands, &types)?;
        state.result_types = types;
    }
    if reader.eat_keyword("attributes") {
        reader.parse_attributes_into(state)?;
    }
    for keyword in ["cond", "do"] {
        reader.expect_keyword(keyword)?;
        let names = pairs.iter().zip(&state.result_types);
        let arguments = names.map(|((name, _), ty)| reader.region_argument(*name, ty.clone())).collect();
        let region = reader.parse_region(arguments)?;
        state.regions.push(region);
    }
    Ok(())
}

/// The pretty form has one list of names and types for operands, results and arguments of both regions.
fn while_fits(ir: &Ir, op: Op) -> bool {
    let types = types_of_operands(ir, op);
    types == types_of_results(ir, op)
        && ir[op].regions().iter().all(|region| match ir.blocks(*region) {
            [block] => {
                let located = |index| ir.argument_location(*block, index).is_some_and(|at| at.known().is_some());
                ir.types(ir.arguments(*block)) == types && !(0..types.len()).any(located)
            }
            _ => false,
        })
}

fn write_while(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let regions = ir[op].regions();
    let names = ir.entry(regions[0]).map(|block| ir.arguments(block)).unwrap_or_default();
    writer.text("(");
    for (index, (name, operand)) in names.iter().zip(ir[op].operands()).enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        writer.operand(*name);
        writer.text(" = ");
        writer.operand(operand);
    }
    writer.text(")");
    if !names.is_empty() {
        writer.text(" : ");
        writer.types(&types_of_operands(ir, op));
    }
    writer.attributes_with_keyword(op, &[]);
    writer.new_line();
    writer.text("cond ");
    writer.region_without_arguments(op, regions[0]);
    writer.text(" do ");
    writer.region_without_arguments(op, regions[1]);
}

/// `%a, %b : type, type`, or `()`.
fn read_barrier(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.eat_symbol(b'(') {
        reader.expect_symbol(b')')?;
        return reader.parse_attributes_into(state);
    }
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let types = reader.parse_type_list()?;
    state.operands = reader.resolve_all(&operands, &types)?;
    state.result_types = types;
    Ok(())
}

fn write_barrier(writer: &mut Writer, op: Op) {
    let types = types_of_operands(writer.ir(), op);
    if types.is_empty() {
        writer.text("()");
        writer.attributes_but(op, &[]);
        return;
    }
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&types);
}

fn read_custom_call(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let target = reader.parse_symbol_name()?;
    state.set("call_target_name", Attribute::string(&target));
    reader.expect_symbol(b'(')?;
    let operands = reader.parse_list(b')', Reader::parse_operand)?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

fn custom_call_fits(ir: &Ir, op: Op) -> bool {
    let target = CustomCall(op).call_target_name(ir);
    matches!(target, Some(Attribute::String { ty: None, .. })) && target.and_then(Attribute::as_str).is_some()
}

fn write_custom_call(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    writer.symbol(CustomCall(op).call_target_name(ir).and_then(Attribute::as_str).unwrap_or_default());
    writer.text("(");
    writer.operands(ir[op].operands());
    writer.text(")");
    writer.attributes_but(op, &["call_target_name"]);
    writer.text(" : ");
    writer.function_type(op);
}

fn read_composite(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let name = reader.parse_string()?;
    state.set("name", Attribute::String { value: name.into(), ty: None });
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

fn write_composite(writer: &mut Writer, op: Op) {
    writer.text(" ");
    writer.string(Composite(op).name(writer.ir()).and_then(Attribute::as_bytes).unwrap_or_default());
    write_operands(writer, op);
    writer.attributes_but(op, &["name"]);
    writer.text(" : ");
    writer.function_type(op);
}

fn read_tuple(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    let Some(elements) = ty.as_tuple() else { return Err(reader.error(format!("expected a tuple, found {ty}"))) };
    state.operands = reader.resolve_all(&operands, elements)?;
    state.result_types = vec![ty];
    Ok(())
}

fn tuple_fits(ir: &Ir, op: Op) -> bool {
    types_of_results(ir, op) == [Type::tuple(types_of_operands(ir, op))]
}

fn write_tuple(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    crate::syntax::write_result_type(writer, op);
}

fn read_get_tuple_element(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b'[')?;
    let Ok(index) = i32::try_from(reader.parse_integer()?) else {
        return Err(reader.error("no tuple has so many elements"));
    };
    reader.expect_symbol(b']')?;
    state.set("index", Attribute::i32(index));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[operand])
}

fn write_get_tuple_element(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    let index = GetTupleElement(op).index(writer.ir()).and_then(Attribute::as_i64).unwrap_or_default();
    writer.text(&format!("[{index}]"));
    writer.attributes_but(op, &["index"]);
    writer.text(" : ");
    writer.function_type(op);
}

fn read_after_all(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    state.operands = reader.resolve_all(&operands, &vec![ty.clone(); operands.len()])?;
    state.result_types = vec![ty];
    Ok(())
}

fn write_after_all(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    crate::syntax::write_result_type(writer, op);
}

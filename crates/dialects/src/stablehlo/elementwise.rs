//! Elementwise operations.

use super::attributes::enumeration;
use super::checks::*;
use crate::attribute_text::enum_value;
use crate::syntax::{FUNCTION_TYPE, SAME_TYPE, expect_label, read_function_type, read_same_type, types_of_operands};
use crate::syntax::{write_operands, write_same_type};
use zymase_ir::{Attribute, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Type, TypeKind};
use zymase_ir::{Writer, define_operation};

/// The result has the type of the operands, joined.
fn infer_same(ir: &Ir, state: &OperationState, allowed: &[Element]) -> Check<Vec<Type>> {
    let operands = tensors(ir, &state.operands)?;
    let Some((first, rest)) = operands.split_first() else { return Err("has no operands".into()) };
    expect_elements(&first.element, allowed)?;
    let mut shape = first.shape.clone();
    for other in rest {
        expect_same_element(&first.element, &other.element)?;
        shape = join_shapes(&shape, &other.shape)?;
    }
    Ok(vec![Type::tensor(shape, first.element.clone())])
}

/// Defines operations whose operands and result have one type. Those with `accuracy` may say how precise they are.
macro_rules! elementwise {
    ($($(#[$doc:meta])* $view:ident = $name:literal ($($operand:ident),+) of $allowed:expr, $traits:expr
        $(, $accuracy:ident)?;)*) => {
        $(define_operation! {
            $(#[$doc])*
            pub $view = $name {
                operands { $($operand: One),+ }
                results { result: One }
                attributes { $($accuracy: Dialect("stablehlo.result_accuracy") optional)? }
                traits: $traits,
                syntax: Some(SAME_TYPE),
                infer_types: Some(|ir, state| infer_same(ir, state, $allowed)),
                verify: Some(verify_inferred),
            }
        })*

        fn simple_definitions() -> Vec<OpDefinition> {
            vec![$($view::definition()),*]
        }
    };
}

const PURE: &[Trait] = &[Trait::Pure];
const COMMUTATIVE: &[Trait] = &[Trait::Pure, Trait::Commutative];

elementwise! {
    Cbrt = "stablehlo.cbrt" (operand) of FLOATS, PURE, result_accuracy;
    Ceil = "stablehlo.ceil" (operand) of REALS, PURE;
    Cosine = "stablehlo.cosine" (operand) of FLOATS, PURE, result_accuracy;
    CountLeadingZeros = "stablehlo.count_leading_zeros" (operand) of INTEGERS, PURE;
    Exponential = "stablehlo.exponential" (operand) of FLOATS, PURE, result_accuracy;
    ExponentialMinusOne = "stablehlo.exponential_minus_one" (operand) of FLOATS, PURE, result_accuracy;
    Floor = "stablehlo.floor" (operand) of REALS, PURE;
    Log = "stablehlo.log" (operand) of FLOATS, PURE, result_accuracy;
    LogPlusOne = "stablehlo.log_plus_one" (operand) of FLOATS, PURE, result_accuracy;
    Logistic = "stablehlo.logistic" (operand) of FLOATS, PURE, result_accuracy;
    Negate = "stablehlo.negate" (operand) of NUMBERS, PURE;
    Not = "stablehlo.not" (operand) of BITS, PURE;
    Popcnt = "stablehlo.popcnt" (operand) of INTEGERS, PURE;
    RoundNearestAfz = "stablehlo.round_nearest_afz" (operand) of REALS, PURE;
    RoundNearestEven = "stablehlo.round_nearest_even" (operand) of REALS, PURE;
    Rsqrt = "stablehlo.rsqrt" (operand) of FLOATS, PURE, result_accuracy;
    Sine = "stablehlo.sine" (operand) of FLOATS, PURE, result_accuracy;
    Sqrt = "stablehlo.sqrt" (operand) of FLOATS, PURE, result_accuracy;
    Tan = "stablehlo.tan" (operand) of FLOATS, PURE, result_accuracy;
    Tanh = "stablehlo.tanh" (operand) of FLOATS, PURE, result_accuracy;
    Add = "stablehlo.add" (lhs, rhs) of ANY, COMMUTATIVE;
    And = "stablehlo.and" (lhs, rhs) of BITS, COMMUTATIVE;
    Atan2 = "stablehlo.atan2" (lhs, rhs) of FLOATS, PURE;
    Divide = "stablehlo.divide" (lhs, rhs) of NUMBERS, PURE;
    Maximum = "stablehlo.maximum" (lhs, rhs) of ANY, COMMUTATIVE;
    Minimum = "stablehlo.minimum" (lhs, rhs) of ANY, COMMUTATIVE;
    Multiply = "stablehlo.multiply" (lhs, rhs) of ANY, COMMUTATIVE;
    Or = "stablehlo.or" (lhs, rhs) of BITS, COMMUTATIVE;
    Power = "stablehlo.power" (lhs, rhs) of NUMBERS, PURE;
    Remainder = "stablehlo.remainder" (lhs, rhs) of NUMBERS, PURE;
    ShiftLeft = "stablehlo.shift_left" (lhs, rhs) of INTEGERS, PURE;
    ShiftRightArithmetic = "stablehlo.shift_right_arithmetic" (lhs, rhs) of INTEGERS, PURE;
    ShiftRightLogical = "stablehlo.shift_right_logical" (lhs, rhs) of INTEGERS, PURE;
    Subtract = "stablehlo.subtract" (lhs, rhs) of NUMBERS, PURE;
    Xor = "stablehlo.xor" (lhs, rhs) of BITS, COMMUTATIVE;
}

define_operation! {
    pub Sign = "stablehlo.sign" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(SAME_TYPE),
        infer_types: Some(|ir, state| {
            expect_signed(ir, state)?;
            infer_same(ir, state, NUMBERS)
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// The magnitude; of a complex number it is real.
    pub Abs = "stablehlo.abs" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(SAME_TYPE),
        infer_types: Some(infer_part),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Real = "stablehlo.real" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(SAME_TYPE),
        infer_types: Some(infer_complex_part),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Imag = "stablehlo.imag" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(SAME_TYPE),
        infer_types: Some(infer_complex_part),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub IsFinite = "stablehlo.is_finite" {
        operands { x: One }
        results { y: One }
        attributes {}
        traits: PURE,
        syntax: Some(SAME_TYPE),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            expect_elements(&operand.element, REALS)?;
            Ok(vec![Type::tensor(operand.shape.clone(), Type::integer(1))])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// A complex number from its parts.
    pub Complex = "stablehlo.complex" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(Syntax { read: read_complex, write: write_complex, fits: complex_fits }),
        infer_types: Some(|ir, state| {
            let parts = infer_same(ir, state, &[Element::Float])?;
            let shape = parts[0].shape().unwrap_or_default();
            Ok(vec![Type::tensor(shape, Type::complex(parts[0].element().clone()))])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Another element type.
    pub Convert = "stablehlo.convert" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(SAME_TYPE),
        verify: Some(|ir, op| {
            let operand = tensor(ir, operand(&ir.state_of(op), 0)?)?;
            let result = result_tensor(ir, op)?;
            expect_elements(&operand.element, PLAIN)?;
            expect_elements(&result.element, PLAIN)?;
            join_shapes(&operand.shape, &result.shape).map(|_| ())
        }),
    }
}

define_operation! {
    /// The same bits as another element type; narrower elements come with one more dimension.
    pub BitcastConvert = "stablehlo.bitcast_convert" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        verify: Some(verify_bitcast),
    }
}

define_operation! {
    /// Rounds to fewer bits and back.
    pub ReducePrecision = "stablehlo.reduce_precision" {
        operands { operand: One }
        results { output: One }
        attributes { exponent_bits: I32 required, mantissa_bits: I32 required }
        traits: PURE,
        syntax: Some(Syntax { read: read_reduce_precision, write: write_reduce_precision, fits: precision_fits }),
        infer_types: Some(|ir, state| {
            ensure(required_number(state, "exponent_bits")? >= 1, || "exponent_bits must be at least 1".into())?;
            ensure(required_number(state, "mantissa_bits")? >= 0, || "mantissa_bits must not be negative".into())?;
            infer_same(ir, state, REALS)
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Compare = "stablehlo.compare" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes {
            comparison_direction: Dialect("stablehlo<comparison_direction") required,
            compare_type: Dialect("stablehlo<comparison_type") optional,
        }
        traits: PURE,
        syntax: Some(Syntax { read: read_compare, write: write_compare, fits: compare_fits }),
        infer_types: Some(infer_compare),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Between a least and a greatest value, each a scalar or of the operand's shape.
    pub Clamp = "stablehlo.clamp" {
        operands { min: One, operand: One, max: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(SAME_TYPE),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 1)?;
            expect_elements(&operand.element, ANY)?;
            for bound in [operand_tensor(ir, state, 0)?, operand_tensor(ir, state, 2)?] {
                expect_same_element(&bound.element, &operand.element)?;
                let fits = bound.shape.is_empty() || shapes_agree(&bound.shape, &operand.shape);
                ensure(fits, || "a bound is neither a scalar nor of the operand's shape".into())?;
            }
            Ok(vec![Type::tensor(operand.shape.clone(), operand.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Select = "stablehlo.select" {
        operands { pred: One, on_true: One, on_false: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(Syntax::new(read_select, write_select)),
        infer_types: Some(|ir, state| {
            let pred = operand_tensor(ir, state, 0)?;
            let on_true = operand_tensor(ir, state, 1)?;
            let on_false = operand_tensor(ir, state, 2)?;
            expect_elements(&pred.element, &[Element::Bool])?;
            expect_same_element(&on_true.element, &on_false.element)?;
            let mut shape = join_shapes(&on_true.shape, &on_false.shape)?;
            if !pred.shape.is_empty() {
                shape = join_shapes(&shape, &pred.shape)?;
            }
            Ok(vec![Type::tensor(shape, on_true.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    let mut all = simple_definitions();
    all.extend([
        Sign::definition(),
        Abs::definition(),
        Real::definition(),
        Imag::definition(),
        IsFinite::definition(),
        Complex::definition(),
        Convert::definition(),
        BitcastConvert::definition(),
        ReducePrecision::definition(),
        Compare::definition(),
        Clamp::definition(),
        Select::definition(),
    ]);
    all
}

fn expect_signed(ir: &Ir, state: &OperationState) -> Check<()> {
    let operand = operand_tensor(ir, state, 0)?;
    ensure(!operand.element.is_unsigned(), || format!("numbers of type {} have no sign", operand.element))
}

fn infer_part(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let operand = operand_tensor(ir, state, 0)?;
    expect_elements(&operand.element, NUMBERS)?;
    expect_signed(ir, state)?;
    let part = operand.element.as_complex().unwrap_or(&operand.element);
    Ok(vec![Type::tensor(operand.shape.clone(), part.clone())])
}

fn infer_complex_part(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    expect_elements(&operand_tensor(ir, state, 0)?.element, &[Element::Float, Element::Complex])?;
    infer_part(ir, state)
}

/// How elements are compared follows from their type; what `compare_type` says beside `TOTALORDER` is not looked at, as in
/// the dialect's own verifier.
fn infer_compare(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let lhs = operand_tensor(ir, state, 0)?;
    let rhs = operand_tensor(ir, state, 1)?;
    expect_same_element(&lhs.element, &rhs.element)?;
    let shape = join_shapes(&lhs.shape, &rhs.shape)?;
    let kind = element_kind(&lhs.element).ok_or_else(|| format!("cannot compare {}", lhs.element))?;
    let direction = state.attribute("comparison_direction").and_then(enum_value);
    let ordered = matches!(direction, Some("GE" | "GT" | "LE" | "LT"));
    ensure(!(kind == Element::Complex && ordered), || "complex numbers have no order".into())?;
    Ok(vec![Type::tensor(shape, Type::integer(1))])
}

fn verify_bitcast(ir: &Ir, op: Op) -> Check<()> {
    let source = operand_tensor(ir, &ir.state_of(op), 0)?;
    let target = result_tensor(ir, op)?;
    let (Some(from), Some(to)) = (bit_width(&source.element), bit_width(&target.element)) else {
        return Ok(());
    };
    let is_complex = |ty: &Type| ty.as_complex().is_some();
    ensure(is_complex(&source.element) == is_complex(&target.element), || {
        "complex numbers have only the bits of complex numbers".into()
    })?;
    let (wide, narrow, ratio) = match from.cmp(&to) {
        std::cmp::Ordering::Equal => return join_shapes(&source.shape, &target.shape).map(|_| ()),
        std::cmp::Ordering::Greater => (source, target, from / to.max(1)),
        std::cmp::Ordering::Less => (target, source, to / from.max(1)),
    };
    let fits = narrow
        .shape
        .split_last()
        .is_some_and(|(last, rest)| sizes_agree(*last, i64::from(ratio)) && shapes_agree(rest, &wide.shape));
    ensure(fits, || {
        format!("{} and {} do not have the same bits", show_shape(&source.shape), show_shape(&target.shape))
    })
}

fn bit_width(element: &Type) -> Option<u32> {
    match element.kind() {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.bits()),
        TypeKind::Complex(part) => bit_width(part).map(|bits| bits * 2),
        _ => None,
    }
}

fn read_complex(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    if let Some((inputs, results)) = ty.as_function() {
        state.operands = reader.resolve_all(&operands, inputs)?;
        state.result_types = results.to_vec();
        return Ok(());
    }
    let Some(part) = ty.element().as_complex() else {
        return Err(reader.error(format!("expected a tensor of complex numbers, found {ty}")));
    };
    let parts = Type::tensor(ty.shape().unwrap_or_default(), part.clone());
    state.operands = reader.resolve_all(&operands, &vec![parts; operands.len()])?;
    state.result_types = vec![ty];
    Ok(())
}

fn complex_fits(ir: &Ir, op: Op) -> bool {
    let types = types_of_operands(ir, op);
    ir[op].results().len() == 1 && {
        let result = ir.ty(ir[op].results()[0]);
        let part = result.element().as_complex();
        let expected = part.map(|part| Type::tensor(result.shape().unwrap_or_default(), part.clone()));
        types.iter().all(|ty| Some(ty) == expected.as_ref())
    }
}

fn write_complex(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    crate::syntax::write_result_type(writer, op);
}

fn read_reduce_precision(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    expect_label(reader, "format")?;
    let word = reader.parse_word()?;
    let bits = word.strip_prefix('e').and_then(|rest| rest.split_once('m'));
    let bits = bits.and_then(|(exponent, mantissa)| Some((exponent.parse().ok()?, mantissa.parse().ok()?)));
    let Some((exponent, mantissa)) = bits else {
        return Err(reader.error("expected a format like e5m10"));
    };
    state.set("exponent_bits", Attribute::i32(exponent));
    state.set("mantissa_bits", Attribute::i32(mantissa));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_same_type(reader, state, &[operand])
}

fn precision_fits(ir: &Ir, op: Op) -> bool {
    ["exponent_bits", "mantissa_bits"]
        .iter()
        .all(|name| ir.attribute(op, name).and_then(Attribute::as_i64).is_some_and(|bits| bits >= 0))
}

fn write_reduce_precision(writer: &mut Writer, op: Op) {
    let bits = |name| writer.ir().attribute(op, name).and_then(Attribute::as_i64).unwrap_or_default();
    let format = format!(", format = e{}m{}", bits("exponent_bits"), bits("mantissa_bits"));
    write_operands(writer, op);
    writer.text(&format);
    writer.attributes_but(op, &["exponent_bits", "mantissa_bits"]);
    writer.text(" : ");
    write_same_type(writer, op);
}

fn read_compare(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let word = reader.parse_word()?;
    let direction = enumeration("comparison_direction", word).map_err(|message| reader.error(message))?;
    state.set("comparison_direction", direction);
    reader.expect_symbol(b',')?;
    let lhs = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let rhs = reader.parse_operand()?;
    if reader.eat_symbol(b',') {
        let word = reader.parse_word()?;
        let kind = enumeration("comparison_type", word).map_err(|message| reader.error(message))?;
        state.set("compare_type", kind);
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[lhs, rhs])
}

fn compare_fits(ir: &Ir, op: Op) -> bool {
    let is_word = |name| ir.attribute(op, name).is_none_or(|attribute| enum_value(attribute).is_some());
    ir.attribute(op, "comparison_direction").is_some() && is_word("comparison_direction") && is_word("compare_type")
}

fn write_compare(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let word = |name| ir.attribute(op, name).and_then(enum_value);
    writer.text(&format!(" {},", word("comparison_direction").unwrap_or_default()));
    write_operands(writer, op);
    if let Some(kind) = word("compare_type") {
        writer.text(&format!(", {kind}"));
    }
    writer.attributes_but(op, &["comparison_direction", "compare_type"]);
    writer.text(" : ");
    writer.function_type(op);
}

fn read_select(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let first = reader.parse_type()?;
    if let Some((inputs, results)) = first.as_function() {
        state.operands = reader.resolve_all(&operands, inputs)?;
        state.result_types = results.to_vec();
        return Ok(());
    }
    reader.expect_symbol(b',')?;
    let ty = reader.parse_type()?;
    state.operands = reader.resolve_all(&operands, &[first, ty.clone(), ty.clone()])?;
    state.result_types = vec![ty];
    Ok(())
}

fn write_select(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    let operands = types_of_operands(writer.ir(), op);
    let results = writer.ir().types(writer.ir()[op].results());
    match (operands.as_slice(), results.as_slice()) {
        ([pred, on_true, on_false], [result]) if on_true == result && on_false == result => {
            writer.types(&[pred.clone(), result.clone()]);
        }
        _ => writer.function_type(op),
    }
}

//! CHLO: functions that StableHLO leaves to others, and elementwise operations that broadcast.

use crate::attribute_text::{EnumKind, enum_attribute, name_and_body};
use crate::stablehlo::checks::*;
use crate::stablehlo::linear::named;
use crate::syntax::{CONSTANT, FUNCTION_TYPE, types_of_operands, types_of_results, write_operands};
use zymase_ir::{
    Attribute, DYNAMIC, Dialect, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Type,
};
use zymase_ir::{Writer, define_operation};

const PURE: &[Trait] = &[Trait::Pure];

/// `%a, %b {…} : type, type -> type`.
const LISTED_TYPES: Syntax = Syntax::new(read_listed_types, write_listed_types);

fn infer_like_operands(ir: &Ir, state: &OperationState, allowed: &[Element]) -> Check<Vec<Type>> {
    let operands = tensors(ir, &state.operands)?;
    let Some(first) = operands.first() else { return Err("has no operands".into()) };
    let mut shape = first.shape.clone();
    for operand in &operands {
        expect_elements(&operand.element, allowed)?;
        expect_same_element(&first.element, &operand.element)?;
        shape = join_shapes(&shape, &operand.shape)?;
    }
    Ok(vec![Type::tensor(shape, first.element.clone())])
}

macro_rules! functions {
    ($name:ident: $($view:ident = $op:literal ($($operand:ident),+) of $allowed:expr;)*) => {
        $(define_operation! {
            pub $view = $op {
                operands { $($operand: One),+ }
                results { result: One }
                attributes {}
                traits: PURE,
                syntax: Some(LISTED_TYPES),
                infer_types: Some(|ir, state| infer_like_operands(ir, state, $allowed)),
                verify: Some(verify_inferred),
            }
        })*

        fn $name() -> Vec<OpDefinition> {
            vec![$($view::definition()),*]
        }
    };
}

functions! {
    functions:
    Acos = "chlo.acos" (operand) of FLOATS;
    Acosh = "chlo.acosh" (operand) of FLOATS;
    Asin = "chlo.asin" (operand) of FLOATS;
    Asinh = "chlo.asinh" (operand) of FLOATS;
    Atan = "chlo.atan" (operand) of FLOATS;
    Atanh = "chlo.atanh" (operand) of FLOATS;
    BesselI1e = "chlo.bessel_i1e" (operand) of FLOATS;
    Conj = "chlo.conj" (operand) of NUMBERS;
    Cosh = "chlo.cosh" (operand) of FLOATS;
    Digamma = "chlo.digamma" (operand) of FLOATS;
    Erf = "chlo.erf" (operand) of REALS;
    ErfInv = "chlo.erf_inv" (operand) of REALS;
    Erfc = "chlo.erfc" (operand) of REALS;
    Lgamma = "chlo.lgamma" (operand) of FLOATS;
    Sinh = "chlo.sinh" (operand) of FLOATS;
    Square = "chlo.square" (operand) of NUMBERS;
    Tan = "chlo.tan" (operand) of FLOATS;
    AsinAcosKernel = "chlo._asin_acos_kernel" (operand) of &[Element::Complex];
    Mulhi = "chlo.mulhi" (lhs, rhs) of INTEGERS;
    NextAfter = "chlo.next_after" (x, y) of REALS;
    Polygamma = "chlo.polygamma" (n, x) of FLOATS;
    Zeta = "chlo.zeta" (x, q) of FLOATS;
}

macro_rules! predicates {
    ($($view:ident = $op:literal;)*) => {
        $(define_operation! {
            pub $view = $op {
                operands { operand: One }
                results { result: One }
                attributes {}
                traits: PURE,
                syntax: Some(LISTED_TYPES),
                infer_types: Some(|ir, state| {
                    let operand = operand_tensor(ir, state, 0)?;
                    expect_elements(&operand.element, REALS)?;
                    Ok(vec![Type::tensor(operand.shape.clone(), Type::integer(1))])
                }),
                verify: Some(verify_inferred),
            }
        })*

        fn predicates() -> Vec<OpDefinition> {
            vec![$($view::definition()),*]
        }
    };
}

predicates! {
    IsInf = "chlo.is_inf";
    IsNegInf = "chlo.is_neg_inf";
    IsPosInf = "chlo.is_pos_inf";
}

macro_rules! broadcasts {
    ($($view:ident = $op:literal of $allowed:expr;)*) => {
        $(define_operation! {
            pub $view = $op {
                operands { lhs: One, rhs: One }
                results { result: One }
                attributes { broadcast_dimensions: I64Array optional }
                traits: PURE,
                syntax: Some(FUNCTION_TYPE),
                infer_types: Some(|ir, state| {
                    let lhs = operand_tensor(ir, state, 0)?;
                    expect_elements(&lhs.element, $allowed)?;
                    let shape = broadcast_pair(ir, state)?;
                    Ok(vec![Type::tensor(shape, lhs.element.clone())])
                }),
                verify: Some(verify_inferred),
            }
        })*

        fn broadcasts() -> Vec<OpDefinition> {
            vec![$($view::definition()),*]
        }
    };
}

broadcasts! {
    BroadcastAdd = "chlo.broadcast_add" of ANY;
    BroadcastAnd = "chlo.broadcast_and" of BITS;
    BroadcastAtan2 = "chlo.broadcast_atan2" of FLOATS;
    BroadcastDivide = "chlo.broadcast_divide" of ANY;
    BroadcastMaximum = "chlo.broadcast_maximum" of ANY;
    BroadcastMinimum = "chlo.broadcast_minimum" of ANY;
    BroadcastMultiply = "chlo.broadcast_multiply" of ANY;
    BroadcastNextAfter = "chlo.broadcast_next_after" of REALS;
    BroadcastOr = "chlo.broadcast_or" of BITS;
    BroadcastPolygamma = "chlo.broadcast_polygamma" of FLOATS;
    BroadcastPower = "chlo.broadcast_power" of ANY;
    BroadcastRemainder = "chlo.broadcast_remainder" of ANY;
    BroadcastShiftLeft = "chlo.broadcast_shift_left" of INTEGERS;
    BroadcastShiftRightArithmetic = "chlo.broadcast_shift_right_arithmetic" of INTEGERS;
    BroadcastShiftRightLogical = "chlo.broadcast_shift_right_logical" of INTEGERS;
    BroadcastSubtract = "chlo.broadcast_subtract" of ANY;
    BroadcastXor = "chlo.broadcast_xor" of BITS;
    BroadcastZeta = "chlo.broadcast_zeta" of FLOATS;
}

define_operation! {
    pub BroadcastComplex = "chlo.broadcast_complex" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes { broadcast_dimensions: I64Array optional }
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        infer_types: Some(|ir, state| {
            let element = operand_tensor(ir, state, 0)?.element.clone();
            expect_elements(&element, &[Element::Float])?;
            Ok(vec![Type::tensor(broadcast_pair(ir, state)?, Type::complex(element))])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub BroadcastCompare = "chlo.broadcast_compare" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes {
            broadcast_dimensions: I64Array optional, compare_type: Dialect("chlo<comparison_type") optional,
            comparison_direction: Dialect("chlo<comparison_direction") required,
        }
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        infer_types: Some(|ir, state| Ok(vec![Type::tensor(broadcast_pair(ir, state)?, Type::integer(1))])),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub BroadcastSelect = "chlo.broadcast_select" {
        operands { pred: One, on_true: One, on_false: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        infer_types: Some(|ir, state| {
            let operands = tensors(ir, &state.operands)?;
            expect_elements(&operands[0].element, &[Element::Bool])?;
            expect_same_element(&operands[1].element, &operands[2].element)?;
            let shape = broadcast_shapes(&operands[1].shape, &operands[2].shape)?;
            Ok(vec![Type::tensor(broadcast_shapes(&operands[0].shape, &shape)?, operands[1].element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Constant = "chlo.constant" {
        operands {}
        results { output: One }
        attributes { value: Elements required }
        traits: &[Trait::Pure, Trait::ConstantLike],
        syntax: Some(CONSTANT),
        infer_types: Some(crate::stablehlo::movement::infer_constant),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// A constant in the shape of the operand.
    pub ConstantLike = "chlo.constant_like" {
        operands { operand: One }
        results { result: One }
        attributes { value: Any required }
        traits: PURE,
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            match state.attribute("value") {
                Some(Attribute::Float { ty, .. } | Attribute::Integer { ty, .. }) => {
                    Ok(vec![Type::tensor(operand.shape.clone(), ty.clone())])
                }
                // A complex number.
                _ => Ok(vec![Type::tensor(operand.shape.clone(), operand.element.clone())]),
            }
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// The greatest elements along the last dimension, and where they are.
    pub TopK = "chlo.top_k" {
        operands { operand: One }
        results { values: One, indices: One }
        attributes { k: I64 required }
        traits: PURE,
        syntax: Some(Syntax::new(read_top_k, write_top_k)),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            let k = required_number(state, "k")?;
            let mut shape = operand.shape.clone();
            let Some(last) = shape.last_mut() else { return Err("the operand is a scalar".into()) };
            ensure(k >= 0 && (*last == DYNAMIC || k <= *last), || format!("there are no {k} of {last} elements"))?;
            *last = k;
            Ok(vec![Type::tensor(shape.clone(), operand.element.clone()), Type::tensor(shape, Type::integer(32))])
        }),
        verify: Some(verify_inferred),
        result_names: Some(|_, _| named(["values", "indices"])),
    }
}

define_operation! {
    /// A dot product whose right side changes from group to group.
    pub RaggedDot = "chlo.ragged_dot" {
        operands { lhs: One, rhs: One, group_sizes: One }
        results { result: One }
        attributes { ragged_dot_dimension_numbers: Dialect("chlo.ragged_dot") required, precision_config: Array optional }
        traits: PURE,
    }
}

const ENUMS: &[EnumKind] = &[
    ("comparison_direction", &["EQ", "NE", "GE", "GT", "LE", "LT"]),
    ("comparison_type", &["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]),
    ("precision", &["DEFAULT", "HIGH", "HIGHEST"]),
];

pub fn dialect() -> Dialect {
    let others = vec![
        BroadcastComplex::definition(),
        BroadcastCompare::definition(),
        BroadcastSelect::definition(),
        Constant::definition(),
        ConstantLike::definition(),
        TopK::definition(),
        RaggedDot::definition(),
    ];
    Dialect {
        name: "chlo",
        operations: [functions(), predicates(), broadcasts(), others].into_iter().flatten().collect(),
        read_attribute: Some(|text| match name_and_body(text) {
            ("chlo", Some(body)) => {
                let (kind, value) = body.trim().split_once(' ')?;
                Some(enum_attribute("chlo", ENUMS, kind, value.trim()))
            }
            _ => None,
        }),
        ..Dialect::default()
    }
}

/// The shape of two operands: the smaller one's dimensions go where `broadcast_dimensions` says, at the end if it says nothing.
fn broadcast_pair(ir: &Ir, state: &OperationState) -> Check<Vec<i64>> {
    let lhs = operand_tensor(ir, state, 0)?;
    let rhs = operand_tensor(ir, state, 1)?;
    expect_same_element(&lhs.element, &rhs.element)?;
    let (small, large) = if lhs.rank() <= rhs.rank() { (lhs, rhs) } else { (rhs, lhs) };
    let Some(dimensions) = numbers(state, "broadcast_dimensions")? else {
        return broadcast_shapes(&lhs.shape, &rhs.shape);
    };
    if lhs.rank() == rhs.rank() {
        return broadcast_shapes(&lhs.shape, &rhs.shape);
    }
    expect_count("broadcast_dimensions", dimensions.len(), small.rank())?;
    expect_dimensions("broadcast_dimensions", dimensions, large.rank())?;
    let mut padded = vec![1; large.rank()];
    for (size, to) in small.shape.iter().zip(dimensions) {
        padded[*to as usize] = *size;
    }
    broadcast_shapes(&padded, &large.shape)
}

/// As NumPy: shapes are aligned at the end, and one stretches to anything.
fn broadcast_shapes(one: &[i64], other: &[i64]) -> Check<Vec<i64>> {
    let rank = one.len().max(other.len());
    let size = |shape: &[i64], index: usize| (index + shape.len()).checked_sub(rank).map_or(1, |index| shape[index]);
    (0..rank)
        .map(|index| match (size(one, index), size(other, index)) {
            (1, other) => Ok(other),
            (one, 1) => Ok(one),
            (one, other) => join_sizes(one, other),
        })
        .collect()
}

fn read_listed_types(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let types = reader.parse_type_list()?;
    state.operands = reader.resolve_all(&operands, &types)?;
    reader.expect_arrow()?;
    state.result_types = reader.parse_result_types()?;
    Ok(())
}

fn write_listed_types(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op));
    writer.text(" -> ");
    writer.result_types(&types_of_results(writer.ir(), op));
}

/// `(%a, k = 2) : type -> (type, type)`.
fn read_top_k(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    crate::syntax::expect_label(reader, "k")?;
    let k = reader.parse_integer()?;
    state.set("k", Attribute::i64(k));
    reader.expect_symbol(b')')?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    reader.expect_arrow()?;
    state.result_types = reader.parse_result_types()?;
    Ok(())
}

fn write_top_k(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text("(");
    writer.operands(ir[op].operands());
    writer.text(", k = ");
    writer.number(TopK(op).k(ir).and_then(Attribute::as_i64).unwrap_or_default());
    writer.text(")");
    writer.attributes_but(op, &["k"]);
    writer.text(" : ");
    writer.types(&types_of_operands(ir, op));
    writer.text(" -> ");
    writer.result_types(&types_of_results(ir, op));
}

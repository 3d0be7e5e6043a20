//! Arithmetic on scalars, vectors and tensors of MLIR's own dialect. What they
//! mean is in `evaluate` and `differentiate`.

use crate::syntax::{CONSTANT, types_of_operands, types_of_results, write_operands};
use zymase_ir::define_operation;
use zymase_ir::parse::UnresolvedOperand;
use zymase_ir::{
    Attribute, Dialect, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Type, Writer,
};

pub(crate) const PURE: &[Trait] = &[Trait::Pure];

/// Flags that may stand behind the operands: the word, the property, and what the property is besides the text in
/// brackets.
const FLAGS: [(&str, &str, Option<&str>); 4] = [
    ("fastmath", "fastmath", Some("arith.fastmath")),
    ("overflow", "overflowFlags", Some("arith.overflow")),
    ("exact", "isExact", None),
    ("nneg", "nonNeg", None),
];

/// Reads flags as long as there are some.
pub(crate) fn read_flags(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    while let Some((word, property, prefix)) = FLAGS.iter().find(|(word, ..)| reader.peek_word() == Some(word)) {
        reader.expect_keyword(word)?;
        let value = match prefix {
            Some(prefix) => {
                let text = format!("{prefix}{}", reader.parse_bracketed_text()?);
                Attribute::Opaque { text: text.into(), ty: None }
            }
            None => Attribute::Unit,
        };
        state.set(property, value);
    }
    Ok(())
}

pub(crate) fn write_flags(writer: &mut Writer, op: Op) {
    for (word, property, prefix) in FLAGS {
        match (writer.ir().attribute(op, property), prefix) {
            (Some(Attribute::Opaque { text, .. }), Some(prefix)) => {
                writer.text(&format!(" {word}{}", text.strip_prefix(prefix).unwrap_or_default()));
            }
            (Some(_), None) => writer.text(&format!(" {word}")),
            _ => {}
        }
    }
}

const FLAG_PROPERTIES: [&str; 4] = ["fastmath", "overflowFlags", "isExact", "nonNeg"];

/// Everything that the pretty form can show: flags of the known shape and, among properties, nothing else but `shown`.
pub(crate) fn flags_fit(ir: &Ir, op: Op, shown: &[&str]) -> bool {
    ir[op].properties().iter().all(|(name, value)| {
        let flag = FLAGS.iter().find(|(_, property, _)| *property == name.as_ref());
        match (flag, value) {
            (Some((_, _, Some(prefix))), Attribute::Opaque { text, ty: None }) => {
                text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('<'))
            }
            (Some((_, _, None)), Attribute::Unit) => true,
            (Some(_), _) => false,
            (None, _) => shown.contains(&name.as_ref()),
        }
    })
}

pub(crate) fn write_attributes(writer: &mut Writer, op: Op, shown: &[&str]) {
    writer.attributes_but(op, &[&FLAG_PROPERTIES, shown].concat());
}

/// `%a, %b fastmath<…> {…} : type`, one type for everything.
pub(crate) const SAME: Syntax = Syntax { read: read_same, write: write_same, fits: same_fits };

fn read_same(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    let ty = read_flags_and_type(reader, state)?;
    state.operands = reader.resolve_all(&operands, &vec![ty.clone(); operands.len()])?;
    state.result_types = vec![ty];
    Ok(())
}

fn read_flags_and_type(reader: &mut Reader, state: &mut OperationState) -> Result<Type> {
    read_flags(reader, state)?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    reader.parse_type()
}

fn same_fits(ir: &Ir, op: Op) -> bool {
    let results = types_of_results(ir, op);
    flags_fit(ir, op, &[]) && results.len() == 1 && types_of_operands(ir, op).iter().all(|ty| *ty == results[0])
}

fn write_same(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    write_flags(writer, op);
    write_attributes(writer, op, &[]);
    crate::syntax::write_result_type(writer, op);
}

/// `%a {…} : type to type`.
pub(crate) const CAST: Syntax = Syntax { read: read_cast, write: write_cast, fits: |ir, op| flags_fit(ir, op, &[]) };

fn read_cast(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    let ty = read_flags_and_type(reader, state)?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    reader.expect_keyword("to")?;
    state.result_types = vec![reader.parse_type()?];
    Ok(())
}

fn write_cast(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    write_flags(writer, op);
    write_attributes(writer, op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op));
    writer.text(" to ");
    writer.types(&types_of_results(writer.ir(), op));
}

/// Defines operations that differ in name and operands only.
macro_rules! plain_operations {
    ($function:ident: $($view:ident = $name:literal ($($operand:ident),+) $syntax:ident { $($attribute:ident : $kind:ident),* };)*) => {
        $(zymase_ir::define_operation! {
            pub $view = $name {
                operands { $($operand: One),+ }
                results { result: One }
                attributes { $($attribute: $kind optional),* }
                traits: $crate::arith::PURE,
                syntax: Some($syntax),
            }
        })*

        fn $function() -> Vec<zymase_ir::OpDefinition> {
            vec![$($view::definition()),*]
        }
    };
}

pub(crate) use plain_operations;

plain_operations! {
    plain:
    Addf = "arith.addf" (lhs, rhs) SAME { fastmath: Any };
    Subf = "arith.subf" (lhs, rhs) SAME { fastmath: Any };
    Mulf = "arith.mulf" (lhs, rhs) SAME { fastmath: Any };
    Divf = "arith.divf" (lhs, rhs) SAME { fastmath: Any };
    Remf = "arith.remf" (lhs, rhs) SAME { fastmath: Any };
    Maximumf = "arith.maximumf" (lhs, rhs) SAME { fastmath: Any };
    Minimumf = "arith.minimumf" (lhs, rhs) SAME { fastmath: Any };
    Maxnumf = "arith.maxnumf" (lhs, rhs) SAME { fastmath: Any };
    Minnumf = "arith.minnumf" (lhs, rhs) SAME { fastmath: Any };
    Negf = "arith.negf" (operand) SAME { fastmath: Any };
    Addi = "arith.addi" (lhs, rhs) SAME { overflowFlags: Any };
    Subi = "arith.subi" (lhs, rhs) SAME { overflowFlags: Any };
    Muli = "arith.muli" (lhs, rhs) SAME { overflowFlags: Any };
    Shli = "arith.shli" (lhs, rhs) SAME { overflowFlags: Any };
    Divsi = "arith.divsi" (lhs, rhs) SAME { isExact: Unit };
    Divui = "arith.divui" (lhs, rhs) SAME { isExact: Unit };
    Shrsi = "arith.shrsi" (lhs, rhs) SAME { isExact: Unit };
    Shrui = "arith.shrui" (lhs, rhs) SAME { isExact: Unit };
    Remsi = "arith.remsi" (lhs, rhs) SAME {};
    Remui = "arith.remui" (lhs, rhs) SAME {};
    Andi = "arith.andi" (lhs, rhs) SAME {};
    Ori = "arith.ori" (lhs, rhs) SAME {};
    Xori = "arith.xori" (lhs, rhs) SAME {};
    Maxsi = "arith.maxsi" (lhs, rhs) SAME {};
    Maxui = "arith.maxui" (lhs, rhs) SAME {};
    Minsi = "arith.minsi" (lhs, rhs) SAME {};
    Minui = "arith.minui" (lhs, rhs) SAME {};
    Ceildivsi = "arith.ceildivsi" (lhs, rhs) SAME {};
    Ceildivui = "arith.ceildivui" (lhs, rhs) SAME {};
    Floordivsi = "arith.floordivsi" (lhs, rhs) SAME {};
    Extf = "arith.extf" (input) CAST { fastmath: Any };
    Truncf = "arith.truncf" (input) CAST { fastmath: Any, roundingmode: Any };
    Extsi = "arith.extsi" (input) CAST {};
    Extui = "arith.extui" (input) CAST { nonNeg: Unit };
    Trunci = "arith.trunci" (input) CAST { overflowFlags: Any };
    Sitofp = "arith.sitofp" (input) CAST {};
    Uitofp = "arith.uitofp" (input) CAST { nonNeg: Unit };
    Fptosi = "arith.fptosi" (input) CAST {};
    Fptoui = "arith.fptoui" (input) CAST {};
    Bitcast = "arith.bitcast" (input) CAST {};
    IndexCast = "arith.index_cast" (input) CAST {};
    IndexCastui = "arith.index_castui" (input) CAST {};
}

define_operation! {
    pub Constant = "arith.constant" {
        operands {}
        results { result: One }
        attributes { value: Any required }
        traits: &[Trait::Pure, Trait::ConstantLike],
        syntax: Some(CONSTANT),
        result_names: Some(|ir, op| vec![(0, constant_name(ir, op))]),
    }
}

define_operation! {
    pub Cmpi = "arith.cmpi" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes { predicate: I64 required }
        traits: PURE,
        syntax: Some(Syntax {
            read: |reader, state| read_comparison(reader, state, &INTEGER_PREDICATES),
            write: |writer, op| write_comparison(writer, op, &INTEGER_PREDICATES),
            fits: |ir, op| comparison_fits(ir, op, &INTEGER_PREDICATES),
        }),
    }
}

define_operation! {
    pub Cmpf = "arith.cmpf" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes { predicate: I64 required, fastmath: Any optional }
        traits: PURE,
        syntax: Some(Syntax {
            read: |reader, state| read_comparison(reader, state, &FLOAT_PREDICATES),
            write: |writer, op| write_comparison(writer, op, &FLOAT_PREDICATES),
            fits: |ir, op| comparison_fits(ir, op, &FLOAT_PREDICATES),
        }),
    }
}

define_operation! {
    pub Select = "arith.select" {
        operands { condition: One, true_value: One, false_value: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(Syntax { read: read_select, write: write_select, fits: select_fits }),
    }
}

define_operation! {
    pub AdduiExtended = "arith.addui_extended" {
        operands { lhs: One, rhs: One }
        results { sum: One, overflow: One }
        attributes {}
        traits: PURE,
        syntax: Some(EXTENDED),
        result_names: Some(|_, _| crate::stablehlo::linear::named(["sum", "overflow"])),
    }
}

define_operation! {
    pub SubuiExtended = "arith.subui_extended" {
        operands { lhs: One, rhs: One }
        results { diff: One, borrow: One }
        attributes {}
        traits: PURE,
        syntax: Some(EXTENDED),
        result_names: Some(|_, _| crate::stablehlo::linear::named(["diff", "borrow"])),
    }
}

define_operation! {
    pub MulsiExtended = "arith.mulsi_extended" {
        operands { lhs: One, rhs: One }
        results { low: One, high: One }
        attributes {}
        traits: PURE,
        syntax: Some(EXTENDED),
        result_names: Some(|_, _| crate::stablehlo::linear::named(["low", "high"])),
    }
}

define_operation! {
    pub MuluiExtended = "arith.mului_extended" {
        operands { lhs: One, rhs: One }
        results { low: One, high: One }
        attributes {}
        traits: PURE,
        syntax: Some(EXTENDED),
        result_names: Some(|_, _| crate::stablehlo::linear::named(["low", "high"])),
    }
}

pub fn dialect() -> Dialect {
    let mut operations: Vec<OpDefinition> = plain();
    operations.extend([
        Constant::definition(),
        Cmpi::definition(),
        Cmpf::definition(),
        Select::definition(),
        AdduiExtended::definition(),
        SubuiExtended::definition(),
        MulsiExtended::definition(),
        MuluiExtended::definition(),
    ]);
    Dialect { name: "arith", operations, ..Dialect::default() }
}

/// `c3_i32`, `true`, `cst`.
fn constant_name(ir: &Ir, op: Op) -> String {
    match Constant(op).value(ir) {
        Some(Attribute::Integer { value, ty }) if ty.is_bool() => if *value != 0 { "true" } else { "false" }.into(),
        Some(Attribute::Integer { value, ty }) if ty.is_index() => format!("c{value}"),
        Some(Attribute::Integer { value, ty }) => format!("c{value}_{ty}"),
        _ => "cst".into(),
    }
}

const INTEGER_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] =
    ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"];

/// A truth value, or as many as the operands have elements.
pub(crate) fn truth_like(ty: &Type) -> Type {
    use zymase_ir::TypeKind;
    let truth = Type::integer(1);
    match ty.kind() {
        TypeKind::Tensor(tensor) => TypeKind::Tensor(zymase_ir::TensorType { element: truth, ..tensor.clone() }).into(),
        TypeKind::Vector(vector) => {
            TypeKind::Vector(zymase_ir::types::VectorType { element: truth, ..vector.clone() }).into()
        }
        TypeKind::UnrankedTensor(_) => TypeKind::UnrankedTensor(truth).into(),
        _ => truth,
    }
}

fn read_comparison(reader: &mut Reader, state: &mut OperationState, names: &[&str]) -> Result<()> {
    let word = reader.parse_word()?;
    let Some(predicate) = names.iter().position(|name| *name == word) else {
        return Err(reader.error(format!("there is no comparison {word}")));
    };
    state.set("predicate", Attribute::i64(predicate as i64));
    reader.expect_symbol(b',')?;
    let operands: Vec<UnresolvedOperand> = reader.parse_operand_list()?;
    let ty = read_flags_and_type(reader, state)?;
    state.operands = reader.resolve_all(&operands, &vec![ty.clone(); operands.len()])?;
    state.result_types = vec![truth_like(&ty)];
    Ok(())
}

fn predicate(ir: &Ir, op: Op, names: &[&'static str]) -> Option<&'static str> {
    let number = ir.attribute(op, "predicate")?.as_i64()?;
    names.get(usize::try_from(number).ok()?).copied()
}

fn comparison_fits(ir: &Ir, op: Op, names: &[&'static str]) -> bool {
    let operands = types_of_operands(ir, op);
    predicate(ir, op, names).is_some()
        && flags_fit(ir, op, &["predicate"])
        && operands[0] == operands[1]
        && types_of_results(ir, op) == [truth_like(&operands[0])]
}

fn write_comparison(writer: &mut Writer, op: Op, names: &[&'static str]) {
    writer.text(&format!(" {},", predicate(writer.ir(), op, names).unwrap_or_default()));
    write_operands(writer, op);
    write_flags(writer, op);
    write_attributes(writer, op, &["predicate"]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op)[..1]);
}

fn read_select(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let first = reader.parse_type()?;
    let (condition, ty) =
        if reader.eat_symbol(b',') { (first, reader.parse_type()?) } else { (Type::integer(1), first) };
    state.operands = reader.resolve_all(&operands, &[condition, ty.clone(), ty.clone()])?;
    state.result_types = vec![ty];
    Ok(())
}

fn select_fits(ir: &Ir, op: Op) -> bool {
    let operands = types_of_operands(ir, op);
    operands[1] == operands[2] && types_of_results(ir, op) == operands[2..]
}

fn write_select(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    let types = types_of_operands(writer.ir(), op);
    if types[0] == Type::integer(1) { writer.types(&types[1..2]) } else { writer.types(&types[..2]) }
}

const EXTENDED: Syntax = Syntax { read: read_extended, write: write_extended, fits: extended_fits };

/// `%a, %b : type`, with the type of the second result behind it where that is another.
fn read_extended(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    let second = if reader.eat_symbol(b',') { reader.parse_type()? } else { ty.clone() };
    state.operands = reader.resolve_all(&operands, &vec![ty.clone(); operands.len()])?;
    state.result_types = vec![ty, second];
    Ok(())
}

fn extended_fits(ir: &Ir, op: Op) -> bool {
    let (operands, results) = (types_of_operands(ir, op), types_of_results(ir, op));
    operands[0] == operands[1] && operands[0] == results[0] && (has_truth(ir, op) || results[0] == results[1])
}

/// Whether the second result is a truth value, whose type is written.
fn has_truth(ir: &Ir, op: Op) -> bool {
    matches!(ir[op].name().as_str(), AdduiExtended::NAME | SubuiExtended::NAME)
}

fn write_extended(writer: &mut Writer, op: Op) {
    let results = types_of_results(writer.ir(), op);
    let shown = if has_truth(writer.ir(), op) { 2 } else { 1 };
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&results[..shown]);
}

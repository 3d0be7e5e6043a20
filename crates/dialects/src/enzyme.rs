//! Derivatives and batches of functions as operations: `enzyme.autodiff`, `enzyme.fwddiff`, `enzyme.batch`, the form in which
//! modules ask for them. What they ask for is read and checked here ([`Wish`]); they are expanded by `zymase-transform`.
//!
//! There is an activity for every parameter and every result of the function. In forward mode a parameter that is `dup` is
//! followed by its tangent, and a result that is `dup` as well; `noneed` leaves out the result itself. In reverse mode an
//! `active` result takes an adjoint, behind all parameters, and an `active` parameter gives a gradient, behind all
//! results. With a `width` there are that many tangents, adjoints and gradients, stacked along a first dimension.

use crate::attribute_text::{EnumKind, enum_attribute, enum_value, name_and_body};
use crate::func::Func;
use crate::syntax::{read_function_type, types_of_operands, types_of_results};
use zymase_ir::derivative::Carries;
use zymase_ir::{
    Arity, Attribute, AttributeKind, AttributeSpec, Dialect, Group, Ir, Op, OpDefinition, OperationState, Reader,
    Result, Syntax, Type, Writer,
};

const KINDS: &[EnumKind] = &[(
    "activity",
    &["enzyme_active", "enzyme_dup", "enzyme_const", "enzyme_dupnoneed", "enzyme_activenoneed", "enzyme_constnoneed"],
)];

const INPUTS: &[Group] = &[Group { name: "inputs", arity: Arity::Variadic }];
const OUTPUTS: &[Group] = &[Group { name: "outputs", arity: Arity::Variadic }];

const fn required(name: &'static str, kind: AttributeKind) -> AttributeSpec {
    AttributeSpec { name, kind, required: true }
}

const fn optional(name: &'static str, kind: AttributeKind) -> AttributeSpec {
    AttributeSpec { name, kind, required: false }
}

const DERIVATIVE: &[AttributeSpec] = &[
    required("fn", AttributeKind::Symbol),
    required("activity", AttributeKind::Array),
    required("ret_activity", AttributeKind::Array),
    optional("width", AttributeKind::I64),
    optional("strong_zero", AttributeKind::Bool),
];

const BATCH: &[AttributeSpec] =
    &[required("fn", AttributeKind::Symbol), required("batch_shape", AttributeKind::I64Array)];

pub fn dialect() -> Dialect {
    let define = |name, attributes| {
        let mut definition = OpDefinition::new(name, INPUTS, OUTPUTS, attributes);
        definition.set_syntax(Some(Syntax { read, write, fits: |ir, op| callee_name(ir, op).is_some() }));
        definition.verify = Some(|ir, op| wish(ir, op).map(|_| ()));
        definition
    };
    Dialect {
        name: "enzyme",
        operations: vec![
            define("enzyme.autodiff", DERIVATIVE),
            define("enzyme.fwddiff", DERIVATIVE),
            define("enzyme.batch", BATCH),
        ],
        read_attribute: Some(|text| {
            let (name, body) = name_and_body(text);
            let (kind, value) = body?.trim().split_once(' ')?;
            (name == "enzyme" && kind == "activity").then(|| enum_attribute("enzyme", KINDS, kind, value.trim()))
        }),
        ..Dialect::default()
    }
}

/// What an operation asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    Forward {
        /// Parameters with a tangent among the operands, and whether it means something: integers have none.
        tangents: Vec<Option<bool>>,
        results: Vec<Wanted>,
        width: i64,
    },
    Reverse {
        /// Parameters that give a gradient.
        active: Vec<bool>,
        /// Results that take an adjoint.
        seeded: Vec<bool>,
        /// Results that are results of the operation.
        kept: Vec<bool>,
        width: i64,
    },
    Batch {
        shape: Vec<i64>,
    },
}

/// What is wanted of a result in forward mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub itself: bool,
    pub tangent: bool,
}

fn callee_name(ir: &Ir, op: Op) -> Option<&str> {
    match ir.attribute(op, "fn")?.as_symbol()? {
        [name] => Some(name),
        _ => None,
    }
}

/// The function that an operation is about.
pub fn callee(ir: &Ir, op: Op) -> std::result::Result<Op, String> {
    let name = callee_name(ir, op).ok_or("needs the name of a function beside it")?;
    let found = ir.resolve_symbol(op, &[name.into()]).filter(|found| Func::of(ir, *found).is_some());
    found.ok_or_else(|| format!("there is no function @{name}"))
}

/// Whether an operation is one of this dialect that is expanded.
pub fn is_wish(ir: &Ir, op: Op) -> bool {
    matches!(ir[op].name().as_str(), "enzyme.autodiff" | "enzyme.fwddiff" | "enzyme.batch")
}

/// Reads and checks what an operation asks for.
pub fn wish(ir: &Ir, op: Op) -> std::result::Result<Wish, String> {
    let function = callee(ir, op)?;
    let (inputs, results) = Func(function).signature(ir).ok_or("calls a function without a type")?;
    let (wish, operands, outputs) = match ir[op].name().as_str() {
        "enzyme.batch" => batch(ir, op, inputs, results)?,
        name => derivative(ir, op, name == "enzyme.fwddiff", inputs, results)?,
    };
    let shown = |types: &[Type]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    for (what, found, expected) in
        [("operands", types_of_operands(ir, op), operands), ("results", types_of_results(ir, op), outputs)]
    {
        if found != expected {
            return Err(format!("has {what} of types ({}), but ({}) follow", shown(&found), shown(&expected)));
        }
    }
    Ok(wish)
}

/// A wish, and the types of operands and results that follow from it.
type Checked = (Wish, Vec<Type>, Vec<Type>);

fn batch(ir: &Ir, op: Op, inputs: &[Type], results: &[Type]) -> std::result::Result<Checked, String> {
    let shape = ir.attribute(op, "batch_shape").and_then(Attribute::as_i64_array).unwrap_or_default().to_vec();
    if shape.is_empty() || shape.iter().any(|size| *size < 1) {
        return Err("batch_shape needs sizes of at least one".into());
    }
    let stacked = |types: &[Type]| -> std::result::Result<Vec<Type>, String> {
        let all = types.iter().map(|ty| {
            shape
                .iter()
                .rev()
                .try_fold(ty.clone(), |ty, size| ir.context().stacked(&ty, *size))
                .map_err(|reason| format!("values of type {ty} cannot be batched: {reason}"))
        });
        all.collect()
    };
    let types = (stacked(inputs)?, stacked(results)?);
    Ok((Wish::Batch { shape }, types.0, types.1))
}

/// The words of a list of activities, as many as there are places.
fn activities(ir: &Ir, op: Op, name: &str, count: usize) -> std::result::Result<Vec<&'static str>, String> {
    let list = ir.attribute(op, name).and_then(Attribute::as_array).unwrap_or_default();
    if list.len() != count {
        return Err(format!("{name} has {} entries, the function needs {count}", list.len()));
    }
    let word = |attribute: &Attribute| match enum_value(attribute) {
        Some(word) => Ok(word.trim_start_matches("enzyme_")),
        None => Err(format!("{name} holds {attribute}, which is no activity")),
    };
    list.iter().map(word).collect()
}

fn derivative(
    ir: &Ir,
    op: Op,
    is_forward: bool,
    inputs: &[Type],
    results: &[Type],
) -> std::result::Result<Checked, String> {
    let of_inputs = activities(ir, op, "activity", inputs.len())?;
    let of_results = activities(ir, op, "ret_activity", results.len())?;
    let width = ir.attribute(op, "width").and_then(Attribute::as_i64).unwrap_or(1);
    if width < 1 {
        return Err("width must be at least one".into());
    }
    if ir.attribute(op, "strong_zero").and_then(Attribute::as_bool) == Some(true) {
        return Err("strong_zero is not supported: zeros are ordinary factors".into());
    }
    let types = Types { ir, width };
    if is_forward {
        forward(&types, inputs, results, &of_inputs, &of_results)
    } else {
        reverse(&types, inputs, results, &of_inputs, &of_results)
    }
}

struct Types<'a> {
    ir: &'a Ir,
    width: i64,
}

impl Types<'_> {
    /// The type of derivatives of a type.
    fn derivative(&self, ty: &Type) -> std::result::Result<Type, String> {
        if self.width == 1 {
            return Ok(ty.clone());
        }
        let stacked = self.ir.context().stacked(ty, self.width);
        stacked.map_err(|reason| format!("there cannot be {} values of type {ty}: {reason}", self.width))
    }

    fn carries(&self, ty: &Type) -> bool {
        self.ir.context().carries(ty) == Carries::Derivatives
    }
}

fn forward(
    types: &Types,
    inputs: &[Type],
    results: &[Type],
    of_inputs: &[&str],
    of_results: &[&str],
) -> std::result::Result<Checked, String> {
    let (mut operands, mut outputs) = (Vec::new(), Vec::new());
    let (mut tangents, mut wanted) = (Vec::new(), Vec::new());
    for (ty, activity) in inputs.iter().zip(of_inputs) {
        operands.push(ty.clone());
        match *activity {
            "const" | "constnoneed" => tangents.push(None),
            "dup" | "dupnoneed" => {
                operands.push(types.derivative(ty)?);
                tangents.push(Some(types.carries(ty)));
            }
            _ => return Err("a parameter of forward mode is enzyme_dup or enzyme_const, not active".into()),
        }
    }
    for (ty, activity) in results.iter().zip(of_results) {
        let (itself, tangent) = match *activity {
            "const" => (true, false),
            "constnoneed" => (false, false),
            "dup" => (true, true),
            "dupnoneed" => (false, true),
            _ => return Err("a result of forward mode is enzyme_dup or enzyme_const, not active".into()),
        };
        if tangent && !types.carries(ty) {
            return Err(format!("a result of type {ty} has no tangent: say enzyme_const"));
        }
        outputs.extend(itself.then(|| ty.clone()));
        if tangent {
            outputs.push(types.derivative(ty)?);
        }
        wanted.push(Wanted { itself, tangent });
    }
    Ok((Wish::Forward { tangents, results: wanted, width: types.width }, operands, outputs))
}

fn reverse(
    types: &Types,
    inputs: &[Type],
    results: &[Type],
    of_inputs: &[&str],
    of_results: &[&str],
) -> std::result::Result<Checked, String> {
    let mut operands = inputs.to_vec();
    let (mut active, mut seeded, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    for activity in of_results {
        if activity.starts_with("dup") {
            return Err("a tensor that is returned takes its adjoint by value: say enzyme_active".into());
        }
        seeded.push(activity.starts_with("active"));
        kept.push(!activity.ends_with("noneed"));
    }
    for activity in of_inputs {
        if activity.starts_with("dup") {
            return Err("a tensor gives its gradient by value: say enzyme_active".into());
        }
        active.push(activity.starts_with("active"));
    }
    let all = inputs.iter().zip(&active).chain(results.iter().zip(&seeded));
    for (ty, _) in all.filter(|(_, mark)| **mark) {
        if !types.carries(ty) {
            return Err(format!("a value of type {ty} has no derivative: say enzyme_const"));
        }
    }
    for (ty, _) in results.iter().zip(&seeded).filter(|(_, mark)| **mark) {
        operands.push(types.derivative(ty)?);
    }
    let mut outputs: Vec<Type> =
        results.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(ty, _)| ty.clone()).collect();
    for (ty, _) in inputs.iter().zip(&active).filter(|(_, mark)| **mark) {
        outputs.push(types.derivative(ty)?);
    }
    Ok((Wish::Reverse { active, seeded, kept, width: types.width }, operands, outputs))
}

/// `@f(%a, %b) {…} : (types) -> types`.
fn read(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let name = reader.parse_symbol_name()?;
    state.set("fn", Attribute::symbol(&name));
    reader.expect_symbol(b'(')?;
    let operands = reader.parse_list(b')', Reader::parse_operand)?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

fn write(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    writer.symbol(callee_name(ir, op).unwrap_or_default());
    writer.text("(");
    writer.operands(ir[op].operands());
    writer.text(")");
    writer.attributes_but(op, &["fn"]);
    writer.text(" : ");
    writer.function_type(op);
}

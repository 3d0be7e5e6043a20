//! Reads a derivative call: which function, in which mode, how each argument takes part.

mod split;

pub use split::is_seeded;

use crate::Failure;
use crate::signature::Options;
use zymase_analysis::activity::Role;
use zymase_llvm::{Function, Opcode, Type, Value};
use zymase_support::Diagnostic;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    Forward,
    /// Both sweeps in one call.
    Reverse,
    /// The forward sweep, which makes a tape.
    Augment,
    /// The reverse sweep, from a tape.
    Backward,
    /// How many bytes the tape has.
    TapeSize,
}

impl Mode {
    /// Do shadows hold tangents? Else adjoints.
    pub fn is_forward(self) -> bool {
        self == Mode::Forward
    }

    fn uses_tape(self) -> bool {
        matches!(self, Mode::Augment | Mode::Backward | Mode::TapeSize)
    }
}

/// One parameter of the target, as the call passes it.
#[derive(Clone, Debug)]
pub struct Passed {
    pub role: Role,
    /// None for the result buffer of a function that returns through memory.
    pub value: Option<Value>,
    pub shadow: Option<Value>,
}

#[derive(Clone, Debug)]
pub struct Request {
    pub call: Value,
    pub mode: Mode,
    pub arguments: Vec<Passed>,
    pub primal_return: bool,
    pub return_inactive: bool,
    pub options: Options,
    pub split: Split,
}

/// What only the calls of split mode have.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// The primal result is not wanted.
    pub no_primal: bool,
    /// The tape is used again.
    pub keep_tape: bool,
    /// The adjoint of the result; a struct in as many values as it has numbers.
    pub seed: Vec<Value>,
    pub tape: Option<Value>,
    /// The tape is memory of the caller, of so many bytes.
    pub caller_bytes: Option<Value>,
}

/// The calls of the interface, by a part of their name.
const CALLS: [(&str, Mode); 5] = [
    ("__enzyme_autodiff", Mode::Reverse),
    ("__enzyme_fwddiff", Mode::Forward),
    ("__enzyme_augmentfwd", Mode::Augment),
    ("__enzyme_reverse", Mode::Backward),
    ("__enzyme_augmentsize", Mode::TapeSize),
];

/// Calls of the interface that are known by name but not implemented.
const OTHER_CALLS: [&str; 5] =
    ["__enzyme_fwdsplit", "__enzyme_batch", "__enzyme_virtualreverse", "__enzyme_error_estimate", "__enzyme_truncate"];

/// Is a function of this name a request for a derivative?
pub fn is_derivative_call(name: &str) -> bool {
    CALLS.iter().any(|(part, _)| name.contains(part)) || OTHER_CALLS.iter().any(|other| name.contains(other))
}

fn mode_of(call: Value, name: &str) -> Result<Mode, Failure> {
    if let Some((_, mode)) = CALLS.iter().find(|(part, _)| name.contains(part)) {
        return Ok(*mode);
    }
    let diagnostic = Diagnostic::new(format!("'{name}' is not supported yet"))
        .with_help("use __enzyme_autodiff or __enzyme_fwddiff");
    Err(Failure::at(call, diagnostic))
}

/// Does the call make, read or measure a tape?
pub fn is_split_call(call: Value) -> bool {
    mode_of(call, &call.called_value().name()).is_ok_and(Mode::uses_tape)
}

/// Where the differentiated function stands among the operands: after a result buffer.
pub fn function_position(call: Value) -> usize {
    usize::from(returns_through_memory(call))
}

/// Does the derivative call itself return through memory?
pub fn returns_through_memory(call: Value) -> bool {
    call.call_argument_has_attribute(0, "sret")
}

/// Markers, each a load, cast or address of a global of exactly that name.
pub const MARKERS: [&str; 20] = [
    "enzyme_const",
    "enzyme_dup",
    "enzyme_dupnoneed",
    "enzyme_out",
    "enzyme_dupv",
    "enzyme_dupnoneedv",
    "enzyme_not_overwritten",
    "enzyme_byref",
    "enzyme_interleave",
    "enzyme_width",
    "enzyme_primal_return",
    "enzyme_noret",
    "enzyme_nofree",
    "enzyme_const_return",
    "enzyme_active_return",
    "enzyme_dup_return",
    "enzyme_runtime_activity",
    "enzyme_strong_zero",
    "enzyme_allocated",
    "enzyme_tape",
];

/// The marker an operand is, if it is one.
pub fn marker(operand: Value) -> Option<String> {
    let mut at = operand;
    loop {
        if at.is_global_variable() {
            let name = at.name();
            return MARKERS.contains(&name.as_str()).then_some(name);
        }
        match at.opcode() {
            Some(
                Opcode::LLVMLoad
                | Opcode::LLVMPtrToInt
                | Opcode::LLVMBitCast
                | Opcode::LLVMTrunc
                | Opcode::LLVMSExt
                | Opcode::LLVMZExt
                | Opcode::LLVMAddrSpaceCast,
            ) => at = at.operand(0),
            _ => return None,
        }
    }
}

/// How an unmarked argument of this type takes part.
fn default_role(ty: Type, mode: Mode) -> Role {
    let float = if mode.is_forward() { Role::Duplicated } else { Role::Active };
    if ty.contains_pointer() {
        Role::Duplicated
    } else if ty.contains_float() {
        float
    } else {
        Role::Constant
    }
}

struct Reader {
    call: Value,
    operands: Vec<Value>,
    next: usize,
}

impl Reader {
    fn peek(&self) -> Option<Value> {
        self.operands.get(self.next).copied()
    }

    fn take(&mut self, what: &str) -> Result<Value, Failure> {
        let Some(value) = self.peek() else {
            return Err(self.problem(format!("the derivative call has too few arguments: {what} is missing")));
        };
        if let Some(name) = marker(value) {
            return Err(self.problem(format!("the derivative call has the marker {name} where {what} is expected")));
        }
        self.next += 1;
        Ok(value)
    }

    fn problem(&self, message: String) -> Failure {
        let help = "each parameter is passed as [marker,] value, and enzyme_dup values are followed by their shadow";
        Failure::at(self.call, Diagnostic::new(message).with_help(help))
    }
}

/// Reads the operands of a derivative call of `target`.
pub fn read(call: Value, target: Function) -> Result<Request, Failure> {
    let name = call.called_value().name();
    let mode = mode_of(call, &name)?;
    let mut request = Request {
        call,
        mode,
        arguments: Vec::new(),
        primal_return: false,
        return_inactive: false,
        options: Options { lanes: 1 },
        split: Split::default(),
    };
    let mut reader = Reader { call, operands: call.arguments(), next: function_position(call) + 1 };
    if target.function_type().is_variadic() {
        let diagnostic = Diagnostic::new(format!("cannot differentiate the variadic function '{}'", target.name()))
            .with_help("differentiate a function with a fixed number of parameters");
        return Err(Failure::at(call, diagnostic));
    }
    for (index, ty) in target.function_type().function_parameters().into_iter().enumerate() {
        let passed = if target.parameter_type_attribute(index, "sret").is_some() {
            read_result_buffer(&mut reader, &mut request)?
        } else {
            read_parameter(&mut reader, &mut request, target, index, ty)?
        };
        request.arguments.push(passed);
    }
    let mut rest = Vec::new();
    while let Some(extra) = reader.peek() {
        reader.next += 1;
        match marker(extra) {
            Some(name) => apply_flag(&mut request, &mut reader, &name)?,
            None => rest.push(extra),
        }
    }
    split::read_rest(&mut request, &reader, target, rest)?;
    Ok(request)
}

/// The seed of a result returned through memory comes right after the function in reverse mode.
fn read_result_buffer(reader: &mut Reader, request: &mut Request) -> Result<Passed, Failure> {
    if request.mode.is_forward() || request.mode == Mode::TapeSize {
        return Ok(Passed { role: Role::Duplicated, value: None, shadow: None });
    }
    while let Some(name) = reader.peek().and_then(marker) {
        if !is_flag(&name) {
            break;
        }
        reader.next += 1;
        apply_flag(request, reader, &name)?;
    }
    let shadow = reader.take("the shadow of the result")?;
    Ok(Passed { role: Role::Duplicated, value: None, shadow: Some(shadow) })
}

fn read_parameter(
    reader: &mut Reader,
    request: &mut Request,
    target: Function,
    index: usize,
    ty: Type,
) -> Result<Passed, Failure> {
    let parameter = format!("the value of parameter {} of '{}'", index + 1, target.name());
    let mut role = None;
    while let Some(name) = reader.peek().and_then(marker) {
        reader.next += 1;
        match name.as_str() {
            "enzyme_const" => role = Some(Role::Constant),
            "enzyme_dup" | "enzyme_dupnoneed" => role = Some(Role::Duplicated),
            "enzyme_out" => role = Some(Role::Active),
            _ => {
                apply_flag(request, reader, &name)?;
                continue;
            }
        }
        break;
    }
    let marked = role.is_some();
    let role = role.unwrap_or_else(|| default_role(ty, request.mode));
    check_role(reader, role, ty, request.mode, &parameter)?;
    if request.mode == Mode::TapeSize {
        return split::marker_alone(reader, role, marked, &parameter);
    }
    let value = reader.take(&parameter)?;
    check_kind(reader, value, ty, &parameter)?;
    let shadow = match role {
        Role::Duplicated => {
            let what = format!("the shadow of parameter {} of '{}'", index + 1, target.name());
            let shadow = reader.take(&what)?;
            check_kind(reader, shadow, ty, &what)?;
            Some(shadow)
        }
        _ => None,
    };
    Ok(Passed { role, value: Some(value), shadow })
}

fn check_role(reader: &Reader, role: Role, ty: Type, mode: Mode, parameter: &str) -> Result<(), Failure> {
    let wrong = match role {
        Role::Active if mode.is_forward() => "enzyme_out has no meaning in forward mode: pass a tangent (enzyme_dup)",
        Role::Active if ty.contains_pointer() => "enzyme_out is for floating-point values: pass pointers as enzyme_dup",
        Role::Active if !ty.contains_float() => {
            "enzyme_out is for floating-point values: pass integers as enzyme_const"
        }
        Role::Duplicated if !mode.is_forward() && ty.is_float_like() => {
            "enzyme_dup is for pointers in reverse mode: pass floating-point values as enzyme_out"
        }
        _ => return Ok(()),
    };
    Err(reader.problem(format!("{wrong} ({parameter})")))
}

/// Only conversions that C's variadic calls make are undone.
fn check_kind(reader: &Reader, value: Value, ty: Type, what: &str) -> Result<(), Failure> {
    let given = value.ty();
    let fits = given == ty
        || given.is_float() && ty.is_float()
        || given.is_integer() && ty.is_integer()
        || given.is_pointer() && ty.is_pointer()
        || given.is_integer() && given.integer_bits() == 64 && ty.is_pointer();
    if fits {
        return Ok(());
    }
    Err(reader.problem(format!("{what} has type {given}, but the function takes {ty}")))
}

fn is_flag(name: &str) -> bool {
    matches!(
        name,
        "enzyme_primal_return"
            | "enzyme_const_return"
            | "enzyme_active_return"
            | "enzyme_dup_return"
            | "enzyme_noret"
            | "enzyme_runtime_activity"
            | "enzyme_strong_zero"
            | "enzyme_width"
            | "enzyme_nofree"
            | "enzyme_allocated"
            | "enzyme_tape"
    )
}

fn apply_flag(request: &mut Request, reader: &mut Reader, name: &str) -> Result<(), Failure> {
    match name {
        "enzyme_primal_return" => request.primal_return = true,
        "enzyme_const_return" => request.return_inactive = true,
        // A derivative in one call returns no primal that it was not asked for.
        "enzyme_noret" => request.split.no_primal = true,
        "enzyme_nofree" if request.mode.uses_tape() => request.split.keep_tape = true,
        "enzyme_allocated" if request.mode.uses_tape() => {
            request.split.caller_bytes = Some(reader.take("the size of the tape")?);
        }
        "enzyme_tape" if request.mode.uses_tape() => request.split.tape = Some(reader.take("the tape")?),
        // Pointers are always compared with their shadows where they could be the same, and an active or duplicated
        // result is the default.
        "enzyme_active_return" | "enzyme_dup_return" | "enzyme_runtime_activity" => {}
        _ => return Err(reader.problem(format!("the marker {name} is not supported yet"))),
    }
    Ok(())
}

//! Reads a derivative call: which function, in which mode, how each argument takes part.
//!
//! - `batch`: reads `__enzyme_batch`;
//! - `constant`: numbers of the interface that must be known at compile time, in unoptimised code too;
//! - `operand`: how a value comes with a derivative call;
//! - `parameter`: reads what a derivative call passes for a parameter;
//! - `split`: operands that only the calls of split mode have.

mod batch;
mod constant;
mod operand;
mod parameter;
mod split;

pub use batch::{is_batch, read as read_batch};
pub use operand::{Operand, convert};
pub use split::is_seeded;

use crate::Failure;
use crate::signature::Options;
use zymase_analysis::activity::Role;
use zymase_llvm::{Function, Module, Opcode, Type, Value};
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
    /// Tangents, at the point where a tape was made.
    ForwardSplit,
}

impl Mode {
    /// Do shadows hold tangents? Else adjoints.
    pub fn is_forward(self) -> bool {
        matches!(self, Mode::Forward | Mode::ForwardSplit)
    }

    fn uses_tape(self) -> bool {
        matches!(self, Mode::Augment | Mode::Backward | Mode::TapeSize | Mode::ForwardSplit)
    }
}

/// One parameter of the target, as the call passes it.
#[derive(Clone, Debug)]
pub struct Passed {
    pub role: Role,
    /// None for the result buffer of a function that returns through memory.
    pub value: Option<Operand>,
    /// One per lane, if there is a shadow.
    pub shadows: Vec<Operand>,
    /// The program does not write the memory behind it between the two halves of split mode.
    pub not_overwritten: bool,
}

#[derive(Clone, Debug)]
pub struct Request {
    pub call: Value,
    pub mode: Mode,
    pub arguments: Vec<Passed>,
    pub primal_return: bool,
    pub return_inactive: bool,
    pub options: Options,
    pub split: SplitArguments,
}

/// What only the calls of split mode have.
#[derive(Clone, Debug, Default)]
pub struct SplitArguments {
    /// The primal result is not wanted.
    pub no_primal: bool,
    /// The tape is used again.
    pub keep_tape: bool,
    /// The tape is freed and nothing else is done.
    pub discard_tape: bool,
    /// The adjoint of the result in all lanes; a struct in as many values as it has numbers.
    pub seed: Vec<Value>,
    pub tape: Option<Value>,
    /// The tape is memory of the caller, of so many bytes.
    pub caller_bytes: Option<Value>,
}

/// Forward mode in which shadows are errors.
const ERROR_ESTIMATE: &str = "__enzyme_error_estimate";

/// The calls of the interface, by a part of their name.
const CALLS: [(&str, Mode); 7] = [
    ("__enzyme_autodiff", Mode::Reverse),
    ("__enzyme_fwddiff", Mode::Forward),
    (ERROR_ESTIMATE, Mode::Forward),
    ("__enzyme_augmentfwd", Mode::Augment),
    ("__enzyme_reverse", Mode::Backward),
    ("__enzyme_augmentsize", Mode::TapeSize),
    ("__enzyme_fwdsplit", Mode::ForwardSplit),
];

/// Is a function of this name a request for a derivative?
pub fn is_derivative_call(name: &str) -> bool {
    mode_of(name).is_some() || name.contains(batch::NAME)
}

fn mode_of(name: &str) -> Option<Mode> {
    CALLS.iter().find(|(part, _)| name.contains(part)).map(|(_, mode)| *mode)
}

/// Does the call make, read or measure a tape?
pub fn is_split_call(call: Value) -> bool {
    mode_of(&call.called_value().name()).is_some_and(Mode::uses_tape)
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
pub const MARKERS: [&str; 24] = [
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
    "zymase_discard",
    "enzyme_const_return",
    "enzyme_active_return",
    "enzyme_dup_return",
    "enzyme_runtime_activity",
    "enzyme_strong_zero",
    "enzyme_allocated",
    "enzyme_tape",
    "enzyme_scalar",
    "enzyme_vector",
    "enzyme_buffer",
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
    /// Where the next shadow is when all shadows come after the values (`enzyme_interleave`).
    interleaved: Option<usize>,
    /// One after the last value.
    end: usize,
}

/// Most lanes of one derivative call: beyond that the code of one would be enormous.
const MOST_LANES: u64 = 1024;

impl Reader {
    fn new(call: Value) -> Reader {
        let operands = call.arguments();
        let separator = operands.iter().position(|o| marker(*o).as_deref() == Some("enzyme_interleave"));
        let end = separator.unwrap_or(operands.len());
        Reader { call, operands, next: function_position(call) + 1, interleaved: separator.map(|at| at + 1), end }
    }

    fn peek(&self) -> Option<Value> {
        self.operands[..self.end].get(self.next).copied()
    }

    /// A shadow: after its value, or after all values.
    fn take_shadow(&mut self, what: &str) -> Result<Value, Failure> {
        let Some(at) = self.interleaved else { return self.take(what) };
        let (next, end) =
            (std::mem::replace(&mut self.next, at), std::mem::replace(&mut self.end, self.operands.len()));
        let shadow = self.take(what);
        self.interleaved = Some(self.next);
        (self.next, self.end) = (next, end);
        shadow
    }

    /// What the call copies into memory for this operand: a struct passed by value.
    fn copied_type(&self, operand: Value) -> Option<Type> {
        let places = (0..self.operands.len()).filter(|at| self.operands[*at] == operand);
        places.filter_map(|at| self.call.call_argument_type_attribute(at, "byval")).next()
    }

    fn is_copy(&self, operand: Value) -> bool {
        self.copied_type(operand).is_some()
    }

    /// Is the operand a copy of a struct with numbers in it?
    fn copies_numbers(&self, operand: Value) -> bool {
        self.copied_type(operand).is_some_and(Type::contains_float)
    }

    /// After the last parameter: what is left, also behind the shadows.
    fn peek_behind_shadows(&mut self) -> Option<Value> {
        if self.next == self.end
            && let Some(at) = self.interleaved.take()
        {
            (self.next, self.end) = (at, self.operands.len());
        }
        self.peek()
    }

    /// The number after a marker.
    fn take_constant(&mut self, marker: &str) -> Result<u64, Failure> {
        let value = self.take(&format!("the number after {marker}"))?;
        match constant::of(value) {
            Some(number) if number > 0 => Ok(number as u64),
            _ => Err(self.problem(format!("{marker} is followed by a positive constant"))),
        }
    }

    /// The lanes of the derivative call, wherever it says them.
    fn lanes(&mut self) -> Result<usize, Failure> {
        let is_width = |o: &Value| marker(*o).as_deref() == Some("enzyme_width");
        let Some(at) = self.operands.iter().position(is_width) else { return Ok(1) };
        let start = std::mem::replace(&mut self.next, at + 1);
        let lanes = self.take_constant("enzyme_width")?;
        self.next = start;
        if lanes > MOST_LANES {
            return Err(self.problem(format!("enzyme_width is {lanes}, more than {MOST_LANES}")));
        }
        Ok(lanes as usize)
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
    let mode = mode_of(&name).ok_or_else(|| Failure::internal(format!("{name} is no derivative call")))?;
    let mut reader = Reader::new(call);
    let mut request = Request {
        call,
        mode,
        arguments: Vec::new(),
        primal_return: false,
        return_inactive: false,
        options: Options { lanes: reader.lanes()?, errors: name.contains(ERROR_ESTIMATE), ..Options::PLAIN },
        split: SplitArguments::default(),
    };
    if target.function_type().is_variadic() {
        let diagnostic = Diagnostic::new(format!("cannot differentiate the variadic function '{}'", target.name()))
            .with_help("differentiate a function with a fixed number of parameters");
        return Err(Failure::at(call, diagnostic));
    }
    while request.arguments.len() < target.parameters().len() {
        let passed = if target.parameter_type_attribute(request.arguments.len(), "sret").is_some() {
            vec![parameter::read_result_buffer(&mut reader, &mut request)?]
        } else {
            parameter::read(&mut reader, &mut request, target)?
        };
        request.arguments.extend(passed);
    }
    let mut rest = Vec::new();
    while let Some(extra) = reader.peek_behind_shadows() {
        reader.next += 1;
        match marker(extra) {
            Some(name) => apply_flag(&mut request, &mut reader, &name)?,
            None => rest.push(extra),
        }
    }
    split::read_rest(&mut request, &reader, target, rest)?;
    Ok(request)
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
            | "zymase_discard"
            | "enzyme_allocated"
            | "enzyme_tape"
    )
}

fn apply_flag(request: &mut Request, reader: &mut Reader, name: &str) -> Result<(), Failure> {
    match name {
        "enzyme_primal_return" => request.primal_return = true,
        "enzyme_const_return" => request.return_inactive = true,
        "enzyme_strong_zero" => request.options.strong_zero = true,
        // Read before everything else.
        "enzyme_width" => {
            reader.take_constant(name)?;
        }
        // A derivative in one call returns no primal that it was not asked for.
        "enzyme_noret" => request.split.no_primal = true,
        "enzyme_nofree" if request.mode.uses_tape() => request.split.keep_tape = true,
        "zymase_discard" if request.mode == Mode::Backward => request.split.discard_tape = true,
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

/// Are there derivative calls in a module?
pub fn has_derivative_calls(module: Module) -> bool {
    module.functions().into_iter().any(|f| is_derivative_call(&f.name()))
}

/// Derivative calls in a function.
pub fn derivative_calls(function: Function) -> Vec<Value> {
    function
        .instructions()
        .into_iter()
        .filter(|i| i.is_call() && i.called_value().as_function().is_some_and(|f| is_derivative_call(&f.name())))
        .collect()
}

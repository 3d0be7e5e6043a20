//! The conventions of generated functions.
//!
//! | kind | parameters | result |
//! | --- | --- | --- |
//! | forward | each parameter, followed by its shadow if duplicated; context | `{T, T}` if the result has a shadow, else `T` |
//! | gradient | each parameter, followed by its shadow if duplicated; seed if the result has one | `{T, adjoints of active parameters}` |
//! | augmented | as forward; before the context the tape, of an entry | `{T, T if it holds pointers, tape}` |
//! | reverse | each parameter, followed by its shadow; seed if the result has one; tape; context | `{adjoints}` |
//!
//! With several lanes every shadow, seed and adjoint is that many parameters or fields in a row.

use crate::machine::memory_pointer;
use zymase_analysis::activity::Role;
use zymase_analysis::marks;
use zymase_llvm::{Builder, Function, Linkage, Module, Type, Value};

/// Which derivative of a function, by everything that changes its code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub original: Function,
    pub kind: DerivativeKind,
    pub roles: Vec<Role>,
    pub options: Options,
    /// Operands of a routine of linear algebra, of a loop that keeps few states, or of halves that the program calls, behind which something else may be by
    /// the time the second half runs.
    pub overwritten: Vec<usize>,
    /// Parameters of a function with a body behind which its caller changes nothing before the second half runs.
    pub unchanged: Vec<usize>,
}

/// What a derivative call chooses for everything that is differentiated for it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Options {
    /// Derivative directions carried at once.
    pub lanes: usize,
    /// A tangent or adjoint of 0 gives 0, whatever it is multiplied by.
    pub strong_zero: bool,
    /// Shadows are errors, not tangents.
    pub errors: bool,
    /// Other threads may run the same derivative at the same time, on the same shadows.
    pub concurrent: bool,
}

impl Options {
    /// One direction, products as IEEE says.
    pub const PLAIN: Options = Options { lanes: 1, strong_zero: false, errors: false, concurrent: false };
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DerivativeKind {
    Forward,
    /// Forward and reverse sweep in one function. `seeded`: the result has a seed.
    Gradient {
        seeded: bool,
    },
    Augmented(SplitUse),
    Reverse(SplitUse),
}

/// Who calls the two halves of a split function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SplitUse {
    /// Another derivative: the first half takes the memory of its tape from the context.
    Callee,
    /// The program: the first half is handed the memory of its tape. `seeded`: the result has a seed.
    Entry { seeded: bool },
}

impl DerivativeKind {
    fn name(self) -> &'static str {
        match self {
            DerivativeKind::Forward => "forward",
            DerivativeKind::Gradient { seeded: true } => "gradient",
            DerivativeKind::Gradient { seeded: false } => "gradient.unseeded",
            DerivativeKind::Augmented(SplitUse::Callee) => "augmented",
            DerivativeKind::Reverse(SplitUse::Callee) => "reverse",
            DerivativeKind::Augmented(SplitUse::Entry { seeded: true }) => "augmented.entry",
            DerivativeKind::Augmented(SplitUse::Entry { seeded: false }) => "augmented.entry.unseeded",
            DerivativeKind::Reverse(SplitUse::Entry { seeded: true }) => "reverse.entry",
            DerivativeKind::Reverse(SplitUse::Entry { seeded: false }) => "reverse.entry.unseeded",
        }
    }

    /// Is it called by the program, in reverse mode? Else by other derivatives, or it needs no tape.
    pub fn is_entry(self) -> bool {
        let entry = |split| matches!(split, SplitUse::Entry { .. });
        match self {
            DerivativeKind::Forward => false,
            DerivativeKind::Gradient { .. } => true,
            DerivativeKind::Augmented(split) | DerivativeKind::Reverse(split) => entry(split),
        }
    }

    /// Does the reverse sweep of such a derivative take a seed for a result of this type?
    pub fn is_seeded(self, result: Type) -> bool {
        match self {
            DerivativeKind::Forward => false,
            DerivativeKind::Gradient { seeded } => seeded,
            DerivativeKind::Augmented(split) | DerivativeKind::Reverse(split) => match split {
                SplitUse::Callee => result.contains_float(),
                SplitUse::Entry { seeded } => seeded,
            },
        }
    }
}

/// A declared derivative function and where its parameters are.
#[derive(Clone, Debug)]
pub struct Signature {
    pub function: Function,
    /// Per parameter of the original: the primal's position, that of the first lane's shadow.
    pub places: Vec<(usize, Option<usize>)>,
    /// Position of the first lane's seed.
    pub seed: Option<usize>,
    pub tape: Option<usize>,
    pub context: Option<usize>,
}

impl Signature {
    pub fn primal(&self, index: usize) -> Value {
        self.function.parameter(self.places[index].0)
    }

    pub fn shadow(&self, index: usize, lane: usize) -> Option<Value> {
        self.places[index].1.map(|place| self.function.parameter(place + lane))
    }

    pub fn primals(&self) -> Vec<Value> {
        (0..self.places.len()).map(|i| self.primal(i)).collect()
    }
}

/// Stable name of a derivative.
pub fn name(key: &Key) -> String {
    let roles: String = key
        .roles
        .iter()
        .map(|role| match role {
            Role::Constant => 'c',
            Role::Duplicated => 'd',
            Role::Uncertain => 'u',
            Role::Active => 'a',
        })
        .collect();
    let lanes = if key.options.lanes == 1 { String::new() } else { format!(".{}", key.options.lanes) };
    let zero = if key.options.strong_zero { ".zero" } else { "" };
    let errors = if key.options.errors { ".errors" } else { "" };
    let concurrent = if key.options.concurrent { ".concurrent" } else { "" };
    let kept: String = key.overwritten.iter().map(|index| format!(".k{index}")).collect();
    let unchanged: String = key.unchanged.iter().map(|index| format!(".u{index}")).collect();
    format!(
        "zymase.{}.{}.{roles}{lanes}{zero}{errors}{concurrent}{kept}{unchanged}",
        key.kind.name(),
        key.original.name()
    )
}

/// The result of a derivative function of this kind.
pub fn result_type(module: Module, key: &Key) -> Type {
    let result = key.original.return_type();
    let any = module.void_type();
    let parameters = key.original.function_type().function_parameters();
    let lanes = key.options.lanes;
    let active = parameters.iter().zip(&key.roles).filter(|(_, role)| **role == Role::Active);
    let adjoints = active.flat_map(|(ty, _)| std::iter::repeat_n(*ty, lanes));
    let mut fields = Vec::new();
    match key.kind {
        DerivativeKind::Forward => {
            if !result.is_void() {
                fields.push(result);
                if carries_shadow(result) {
                    fields.extend(std::iter::repeat_n(result, lanes));
                }
            }
        }
        DerivativeKind::Gradient { .. } => {
            if !result.is_void() {
                fields.push(result);
            }
            fields.extend(adjoints);
        }
        DerivativeKind::Augmented(_) => {
            if !result.is_void() {
                fields.push(result);
                if result.contains_pointer() {
                    fields.extend(std::iter::repeat_n(result, lanes));
                }
            }
            fields.push(memory_pointer(module));
        }
        DerivativeKind::Reverse(_) => fields.extend(adjoints),
    }
    any.structure(&fields)
}

/// Does a result of this type come with a shadow in forward mode?
pub fn has_shadow(ty: Type) -> bool {
    ty.contains_float() || ty.contains_pointer()
}

/// Does the derivative of a function with such a result return a shadow of it? The bits of a number or of an address may
/// come as an integer.
pub fn carries_shadow(ty: Type) -> bool {
    has_shadow(ty) || ty.contains_integer(LEAST_CARRIER_BITS)
}

/// The shortest integer that the bits of a number are moved in from one function to another.
const LEAST_CARRIER_BITS: u32 = 16;

/// Adds `count` parameters of a type, if wanted; the position of the first.
fn push(types: &mut Vec<Type>, wanted: bool, ty: Type, count: usize) -> Option<usize> {
    let first = types.len();
    wanted.then(|| {
        types.extend(std::iter::repeat_n(ty, count));
        first
    })
}

/// What a derivative is called when it is spoken of.
pub fn title(key: &Key) -> String {
    let what = match key.kind {
        DerivativeKind::Forward => "tangents",
        DerivativeKind::Gradient { .. } => "gradient",
        DerivativeKind::Augmented(_) | DerivativeKind::Reverse(_) => "halves",
    };
    format!("{what} of {}", key.original.name())
}

/// The parameters of a derivative.
pub struct Parameters {
    pub types: Vec<Type>,
    /// By parameter of the original: where it is, and where its first shadow is.
    pub places: Vec<(usize, Option<usize>)>,
    seed: Option<usize>,
    tape: Option<usize>,
    context: Option<usize>,
}

impl Parameters {
    pub fn of(module: Module, key: &Key) -> Parameters {
        let result = key.original.return_type();
        let lanes = key.options.lanes;
        let mut types = Vec::new();
        let mut places = Vec::new();
        for (ty, role) in key.original.function_type().function_parameters().into_iter().zip(&key.roles) {
            let primal = types.len();
            types.push(ty);
            let shadowed = matches!(role, Role::Duplicated | Role::Uncertain);
            places.push((primal, push(&mut types, shadowed, ty, lanes)));
        }
        let has_seed = key.kind.is_seeded(result) && !matches!(key.kind, DerivativeKind::Augmented(_));
        let seed = push(&mut types, has_seed, result, lanes);
        let has_tape =
            matches!(key.kind, DerivativeKind::Reverse(_) | DerivativeKind::Augmented(SplitUse::Entry { .. }));
        let tape = push(&mut types, has_tape, memory_pointer(module), 1);
        let context = push(&mut types, !matches!(key.kind, DerivativeKind::Gradient { .. }), memory_pointer(module), 1);
        Parameters { types, places, seed, tape, context }
    }
}

/// Declares the function of a derivative.
pub fn declare(module: Module, key: &Key) -> Signature {
    let Parameters { types, places, seed, tape, context } = Parameters::of(module, key);
    let ty = Type::function(result_type(module, key), &types, false);
    let function = module.add_function(&name(key), ty);
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(key.original);
    if key.options.concurrent {
        function.add_string_attribute(marks::CONCURRENT, "");
    }
    Signature { function, places, seed, tape, context }
}

/// A struct of values.
pub fn pack(builder: &Builder, ty: Type, fields: &[Value]) -> Value {
    fields
        .iter()
        .enumerate()
        .fold(Value::undef(ty), |aggregate, (k, field)| builder.insert_value(aggregate, *field, k as u32))
}

/// The half that belongs to a half; none for derivatives that are one function.
pub fn other_half(key: &Key) -> Option<Key> {
    let kind = match key.kind {
        DerivativeKind::Augmented(split) => DerivativeKind::Reverse(split),
        DerivativeKind::Reverse(split) => DerivativeKind::Augmented(split),
        DerivativeKind::Forward | DerivativeKind::Gradient { .. } => return None,
    };
    Some(Key { kind, ..key.clone() })
}

/// The first half and the second, of one that `key` asks for and the other.
pub fn in_order<'a>(key: &Key, asked: &'a Signature, other: &'a Signature) -> (&'a Signature, &'a Signature) {
    if matches!(key.kind, DerivativeKind::Augmented(_)) { (asked, other) } else { (other, asked) }
}

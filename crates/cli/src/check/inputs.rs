//! Decides the inputs of a check: for each parameter how long it is, what it holds, and how it takes part.

use super::types::{Parameter, Signature, Type};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};

/// What the user says about inputs, by parameter name.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    pub sizes: BTreeMap<String, String>,
    pub lengths: BTreeMap<String, usize>,
    pub values: BTreeMap<String, Vec<f64>>,
    pub constants: BTreeSet<String>,
    pub outputs: BTreeSet<String>,
    pub seed: u64,
}

/// How an argument takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    Constant,
    /// Read only.
    Input,
    /// Its final content counts too.
    Written,
}

/// The memory behind one argument.
#[derive(Clone, Debug)]
pub struct Storage {
    pub name: String,
    pub variable: String,
    /// The type of an element, as the program spells it.
    pub spelling: String,
    pub element: Type,
    pub count: usize,
    pub usage: Usage,
    /// Whether the function takes the thing itself (or a reference) instead of its address.
    pub dereferenced: bool,
    pub is_plain_integer: bool,
    /// All floating-point numbers, in order.
    pub values: Vec<f64>,
    /// The expression for every integer in it, over the index `check_0`.
    pub integer: String,
    seeds: Vec<f64>,
}

impl Storage {
    /// Plain arrays of numbers have room on both sides.
    pub fn has_margin(&self) -> bool {
        matches!(self.element, Type::Float(_))
    }

    pub fn seeds(&self) -> Vec<f64> {
        if self.usage == Usage::Written { self.seeds.clone() } else { vec![0.0; self.values.len()] }
    }

    pub fn is_single(&self) -> bool {
        holds_single(&self.element)
    }
}

/// All arguments, and the type of the result if it is a number.
#[derive(Debug)]
pub struct Inputs {
    pub storages: Vec<Storage>,
    pub result: Option<String>,
}

impl Inputs {
    pub fn active(&self) -> impl Iterator<Item = &Storage> {
        self.storages.iter().filter(|each| each.usage != Usage::Constant)
    }
}

/// Elements of an array, and the value of an integer, of which nothing is said.
const DEFAULT_SIZE: usize = 5;

/// A small generator of numbers (xorshift): the same seed gives the same inputs everywhere.
struct Numbers(u64);

impl Numbers {
    /// Between 0 and 1.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Makes inputs for a signature, or says why it cannot.
pub fn choose(signature: &Signature, wishes: &Wishes) -> Result<Inputs> {
    let known = |name: &String| signature.parameters.iter().any(|parameter| parameter.name == *name);
    let named = wishes.sizes.keys().chain(wishes.lengths.keys()).chain(wishes.values.keys());
    if let Some(unknown) = named.chain(&wishes.constants).chain(&wishes.outputs).find(|name| !known(name)) {
        let names: Vec<&str> = signature.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        bail!("the function has no parameter called {unknown}: its parameters are {}", names.join(", "));
    }
    let mut numbers = Numbers(wishes.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (0..8).for_each(|_| {
        numbers.next();
    });
    let storages = signature
        .parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| storage(index, parameter, wishes, &mut numbers))
        .collect::<Result<Vec<Storage>>>()?;
    let result = match &signature.result {
        Type::Float(name) => Some(name.clone()),
        Type::Void | Type::Integer(_) => None,
        _ => bail!(
            "the function returns neither a number nor nothing: check a small function that calls it and returns a \
             number, or writes its results through a pointer"
        ),
    };
    let inputs = Inputs { storages, result };
    if inputs.active().next().is_none() {
        bail!("no argument holds floating-point numbers that could be differentiated");
    }
    if inputs.result.is_none() && inputs.active().all(|each| each.usage != Usage::Written) {
        bail!("the function returns no number and writes to none of its arguments: there is nothing to differentiate");
    }
    Ok(inputs)
}

fn storage(index: usize, parameter: &Parameter, wishes: &Wishes, numbers: &mut Numbers) -> Result<Storage> {
    let name = &parameter.name;
    let (element, behind_pointer, writable, reference) = match &parameter.ty {
        Type::Pointer { to, constant, reference } => ((**to).clone(), true, !constant, *reference),
        other => (other.clone(), false, false, false),
    };
    let spelling = spelling(&element).with_context(|| cannot_make(name, &element))?;
    let given = wishes.values.get(name);
    let is_container = matches!(element, Type::Container { count: None, .. });
    let length = wishes.lengths.get(name).copied().or_else(|| given.map(Vec::len)).unwrap_or(DEFAULT_SIZE);
    let count = if behind_pointer && !reference && !is_container { length } else { 1 };
    let floats = floats_in(&element).map(|each| each * count).unwrap_or(length);
    let is_written = (writable || wishes.outputs.contains(name)) && behind_pointer;
    let usage = if floats == 0 || wishes.constants.contains(name) {
        Usage::Constant
    } else if is_written {
        Usage::Written
    } else {
        Usage::Input
    };
    // Positive and not small: logarithms, roots and quotients are defined.
    let mut values: Vec<f64> = (0..floats).map(|_| f64::from((0.25 + numbers.next()) as f32)).collect();
    if let Some(given) = given.filter(|_| floats > 0) {
        if given.len() > floats {
            bail!("--input gives {} numbers for {name}, which holds {floats}", given.len());
        }
        values.iter_mut().zip(given).for_each(|(value, wanted)| *value = *wanted);
    }
    let seeds = (0..floats).map(|_| f64::from((0.25 + numbers.next()) as f32)).collect();
    let is_plain_integer = matches!(element, Type::Integer(_)) && !behind_pointer;
    let size = wishes.sizes.get(name).cloned().or_else(|| given.and_then(|all| all.first()).map(|v| format!("{v}")));
    let integer = match size {
        Some(size) => size,
        None if is_plain_integer || !matches!(element, Type::Integer(_)) => DEFAULT_SIZE.to_string(),
        None => "check_0".to_string(),
    };
    Ok(Storage {
        name: name.clone(),
        variable: format!("argument_{index}"),
        spelling,
        element,
        count,
        usage,
        dereferenced: !behind_pointer || reference,
        is_plain_integer,
        values,
        integer,
        seeds,
    })
}

fn cannot_make(name: &str, ty: &Type) -> String {
    let what = match ty {
        Type::Pointer { .. } => "a pointer to pointers".to_string(),
        Type::Void => "a pointer to memory of unknown type".to_string(),
        Type::Other(description) => description.clone(),
        Type::Struct { spelling, .. } => format!("{spelling}, which holds more than numbers"),
        _ => "of an unknown kind".to_string(),
    };
    format!(
        "cannot make an input for the parameter {name}: it is {what}. Write a small function with numbers and arrays for \
         parameters that prepares it and calls yours, and check that one"
    )
}

/// The type as a program spells it; an error for one that holds anything but numbers.
fn spelling(ty: &Type) -> Result<String> {
    Ok(match ty {
        Type::Float(name) | Type::Integer(name) => name.clone(),
        Type::Container { spelling, .. } => spelling.clone(),
        Type::Struct { spelling, fields } => {
            for (name, field) in fields {
                check_field(field).with_context(|| format!("its member {name}"))?;
            }
            spelling.clone()
        }
        _ => bail!("it is not a number, an array or a struct of numbers"),
    })
}

fn check_field(ty: &Type) -> Result<()> {
    match ty {
        Type::Float(_) | Type::Integer(_) => Ok(()),
        Type::Array(element, _) => check_field(element),
        Type::Container { count: Some(_), .. } => Ok(()),
        Type::Struct { fields, .. } => fields.iter().try_for_each(|(_, field)| check_field(field)),
        _ => bail!("is not a number, an array or a struct of numbers"),
    }
}

/// How many floating-point numbers one element holds; None where that is not fixed.
fn floats_in(ty: &Type) -> Option<usize> {
    match ty {
        Type::Float(_) => Some(1),
        Type::Array(element, count) => Some(floats_in(element)? * count),
        Type::Container { count, .. } => *count,
        Type::Struct { fields, .. } => fields.iter().map(|(_, field)| floats_in(field)).sum(),
        _ => Some(0),
    }
}

fn holds_single(ty: &Type) -> bool {
    match ty {
        Type::Float(name) => name == "float" || name.contains("16"),
        Type::Array(element, _) | Type::Container { element, .. } => holds_single(element),
        Type::Struct { fields, .. } => fields.iter().any(|(_, field)| holds_single(field)),
        _ => false,
    }
}

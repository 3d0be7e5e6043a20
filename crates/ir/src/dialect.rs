//! What dialects say of their operations: definitions, names, and the context that knows them.
//!
//! A definition is a table of data and functions, usually written with [`define_operation!`](crate::define_operation). It
//! holds what the IR itself asks: structure, traits, verification, type inference, folding, effects. Whatever else an
//! operation can do (be read and written in a form of its own, evaluate, differentiate, batch, cost, branch between regions) is an
//! *interface*: a value of a type of its own, attached to the definition and found again by that type. So a crate above this
//! one adds an interface, and a dialect outside the workspace implements it, without a change here.
//!
//! A [`Context`] is made once from the dialects it shall know and then shared. Operations without a definition are allowed:
//! they have a name without a definition.

use crate::attributes::Attribute;
use crate::interfaces::Interfaces;
use crate::ir::{Ir, Op, OperationState, Value};
use crate::structure::{AttributeSpec, Count, Group, Trait};
use crate::types::Type;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, RwLock};
use zymase_support::hash::FastMap;

/// What an operation does to memory or to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    Read,
    Write,
    Allocate,
    Free,
    /// Shows outside: I/O, communication, failure, divergence.
    Outside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    pub kind: EffectKind,
    /// The operand or result whose memory is meant; `None` for memory or state that no value names.
    pub on: Option<Value>,
}

/// What becomes of an operation that folds: for each result a value that exists or a constant to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folded {
    Value(Value),
    Constant(Attribute),
}

pub type Verify = fn(&Ir, Op) -> Result<(), String>;

/// The types of the results, from everything else about the operation.
pub type InferTypes = fn(&Ir, &OperationState) -> Result<Vec<Type>, String>;

/// The arguments are the constants among the operands.
pub type Fold = fn(&Ir, Op, &[Option<Attribute>]) -> Option<Vec<Folded>>;

pub type Effects = fn(&Ir, Op) -> Vec<Effect>;

/// Names that results get in text, such as `cst`: for some results, by index, in ascending order. Results without one
/// share the name of the one before them.
pub type ResultNames = fn(&Ir, Op) -> Vec<(usize, String)>;

/// The name that arguments of a region get in text.
pub type ArgumentName = &'static str;

#[derive(Clone)]
pub struct OpDefinition {
    pub name: &'static str,
    pub operands: &'static [Group],
    pub results: &'static [Group],
    pub attributes: &'static [AttributeSpec],
    pub regions: Count,
    pub successors: Count,
    pub traits: &'static [Trait],
    pub verify: Option<Verify>,
    pub infer_types: Option<InferTypes>,
    pub fold: Option<Fold>,
    /// Absent: none when `Pure`, anything otherwise.
    pub effects: Option<Effects>,
    pub result_names: Option<ResultNames>,
    pub argument_name: Option<ArgumentName>,
    /// The dialect whose name may be left out in front of operations directly within.
    pub default_dialect: Option<&'static str>,
    interfaces: Interfaces,
}

impl OpDefinition {
    /// A definition with a structure and nothing else.
    pub fn new(
        name: &'static str,
        operands: &'static [Group],
        results: &'static [Group],
        attributes: &'static [AttributeSpec],
    ) -> OpDefinition {
        OpDefinition {
            name,
            operands,
            results,
            attributes,
            regions: Count::Exactly(0),
            successors: Count::Exactly(0),
            traits: &[],
            verify: None,
            infer_types: None,
            fold: None,
            effects: None,
            result_names: None,
            argument_name: None,
            default_dialect: None,
            interfaces: Interfaces::default(),
        }
    }

    pub fn has_trait(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    pub fn is_inherent(&self, name: &str) -> bool {
        self.attributes.iter().any(|spec| spec.name == name)
            || (name == "operandSegmentSizes" && self.has_trait(Trait::OperandSegments))
    }

    pub fn attach<T: Any + Send + Sync>(&mut self, interface: T) {
        self.interfaces.attach(interface);
    }

    /// The interface of this type, if the operation implements it.
    pub fn interface<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.interfaces.get()
    }
}

impl fmt::Debug for OpDefinition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Reads an attribute of a dialect from the text after `#`. `None` leaves the text as it is; an error is a message.
pub type ReadAttribute = fn(text: &str) -> Option<Result<Attribute, String>>;

/// Checks the text of a type of a dialect, as it stands after `!`.
pub type CheckType = fn(text: &str) -> Result<(), String>;

/// A dialect to be registered.
#[derive(Default)]
pub struct Dialect {
    pub name: &'static str,
    pub operations: Vec<OpDefinition>,
    pub read_attribute: Option<ReadAttribute>,
    pub check_type: Option<CheckType>,
    /// What else is to be known of it: the derivatives of its types, how their values are stacked.
    pub interfaces: Interfaces,
}

impl Dialect {
    /// Attaches an interface to an operation of this dialect; see [`OpDefinition::interface`].
    ///
    /// # Panics
    ///
    /// When the dialect has no operation of that name.
    pub fn attach<T: Any + Send + Sync>(&mut self, operation: &str, interface: T) {
        let found = self.operations.iter_mut().find(|definition| definition.name == operation);
        found.unwrap_or_else(|| panic!("{} has no operation {operation}", self.name)).attach(interface);
    }
}

/// The name of an operation with its definition, if there is one. Compared by pointer first.
#[derive(Clone)]
pub struct OpName(Arc<OpNameData>);

struct OpNameData {
    name: Box<str>,
    definition: Option<OpDefinition>,
}

impl OpName {
    pub fn as_str(&self) -> &str {
        &self.0.name
    }

    pub fn definition(&self) -> Option<&OpDefinition> {
        self.0.definition.as_ref()
    }

    /// The part before the first dot.
    pub fn dialect(&self) -> &str {
        self.as_str().split_once('.').map_or("", |(dialect, _)| dialect)
    }
}

impl PartialEq for OpName {
    fn eq(&self, other: &OpName) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.name == other.0.name
    }
}

impl Eq for OpName {}

impl PartialEq<str> for OpName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for OpName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for OpName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for OpName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

struct DialectHooks {
    read_attribute: Option<ReadAttribute>,
    check_type: Option<CheckType>,
    interfaces: Interfaces,
}

pub struct Context {
    dialects: BTreeMap<&'static str, DialectHooks>,
    registered: FastMap<Box<str>, OpName>,
    /// Names without a definition, as they come.
    unregistered: RwLock<FastMap<Box<str>, OpName>>,
}

impl Context {
    /// A context that knows these dialects and no other, not even that of modules.
    pub(crate) fn of(dialects: impl IntoIterator<Item = Dialect>) -> Arc<Context> {
        let mut context =
            Context { dialects: BTreeMap::new(), registered: FastMap::default(), unregistered: RwLock::default() };
        for dialect in dialects {
            context.add(dialect);
        }
        Arc::new(context)
    }

    fn add(&mut self, dialect: Dialect) {
        let hooks = DialectHooks {
            read_attribute: dialect.read_attribute,
            check_type: dialect.check_type,
            interfaces: dialect.interfaces,
        };
        self.dialects.insert(dialect.name, hooks);
        for definition in dialect.operations {
            let name = definition.name;
            let entry = OpName(Arc::new(OpNameData { name: name.into(), definition: Some(definition) }));
            self.registered.insert(name.into(), entry);
        }
    }

    pub fn op_name(&self, name: &str) -> OpName {
        if let Some(found) = self.registered.get(name) {
            return found.clone();
        }
        if let Ok(names) = self.unregistered.read()
            && let Some(found) = names.get(name)
        {
            return found.clone();
        }
        let made = OpName(Arc::new(OpNameData { name: name.into(), definition: None }));
        if let Ok(mut names) = self.unregistered.write() {
            names.insert(name.into(), made.clone());
        }
        made
    }

    pub fn knows_dialect(&self, name: &str) -> bool {
        self.dialects.contains_key(name)
    }

    /// The interfaces of this type that dialects have, in the order of their names.
    pub fn interfaces<T: Any + Send + Sync>(&self) -> impl Iterator<Item = &T> {
        self.dialects.values().filter_map(|hooks| hooks.interfaces.get())
    }

    pub(crate) fn read_attribute(&self, text: &str) -> Option<Result<Attribute, String>> {
        let read = self.dialects.get(dialect_of(text))?.read_attribute?;
        read(text)
    }

    pub(crate) fn check_type(&self, text: &str) -> Result<(), String> {
        match self.dialects.get(dialect_of(text)).and_then(|hooks| hooks.check_type) {
            Some(check) => check(text),
            None => Ok(()),
        }
    }

    /// The definitions of all registered operations, by name.
    pub fn definitions(&self) -> impl Iterator<Item = &OpDefinition> {
        let mut names: Vec<&OpName> = self.registered.values().collect();
        names.sort_by_key(|name| name.as_str());
        names.into_iter().filter_map(OpName::definition)
    }
}

/// The dialect in `dialect.rest` or `dialect<rest>`.
fn dialect_of(text: &str) -> &str {
    text.split(['.', '<']).next().unwrap_or_default()
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.dialects.keys()).finish()
    }
}

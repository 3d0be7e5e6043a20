//! What is known of dialects, and the names of operations.
//!
//! A [`Context`] is made once from the dialects it shall know and then shared. Operations nobody defined are welcome:
//! they have a name without a definition.

use crate::attributes::Attribute;
use crate::definition::OpDefinition;
use crate::interfaces::Interfaces;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, RwLock};
use zymase_support::hash::FastMap;

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

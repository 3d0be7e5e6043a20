//! Interfaces: values of types of their own, attached to operations or dialects and found again by their type.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Default)]
pub struct Interfaces(BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Interfaces {
    /// Attaches an interface, in the place of one of the same type.
    pub fn attach<T: Any + Send + Sync>(&mut self, interface: T) {
        self.0.insert(TypeId::of::<T>(), Arc::new(interface));
    }

    /// The interface of this type, if there is one.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

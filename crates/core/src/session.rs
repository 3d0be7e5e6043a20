//! What belongs to the module that is differentiated, whichever derivative is being made.

use crate::Config;
use std::collections::HashSet;
use zymase_llvm::{Module, Value};

pub struct Session {
    pub module: Module,
    pub config: Config,
    /// Warnings that were given: the function they are about, and which of its parameters; or the global.
    warned: HashSet<(Value, usize)>,
}

impl Session {
    pub fn new(module: Module, config: &Config) -> Session {
        Session { module, config: config.clone(), warned: HashSet::new() }
    }

    /// Is this the first warning about a parameter of a function, or about a global? Others would say the same.
    pub fn warns_first(&mut self, about: Value, parameter: usize) -> bool {
        self.warned.insert((about, parameter))
    }
}

//! What belongs to the module that is differentiated, whichever derivative is being made.

use crate::Config;
use std::collections::HashSet;
use zymase_llvm::{Module, Value};

pub struct Session {
    pub module: Module,
    /// The options of the derivative that is being made.
    pub config: Config,
    /// The options that the program is compiled with.
    given: Config,
    /// Warnings that were given: the function they are about, and which of its parameters; or the global.
    warned: HashSet<(Value, usize)>,
}

impl Session {
    pub fn new(module: Module, config: &Config) -> Session {
        Session { module, config: config.clone(), given: config.clone(), warned: HashSet::new() }
    }

    /// Sets the options of a derivative, and notes that it is made; the options there were. None where all derivatives have the same.
    pub fn begin(&mut self, derivative: &str) -> Result<Option<Config>, String> {
        if self.given.plain.is_empty() && self.given.record.is_none() {
            return Ok(None);
        }
        self.given.record(self.module, derivative)?;
        let own = self.given.of_derivative(self.module, derivative);
        Ok(Some(std::mem::replace(&mut self.config, own)))
    }

    /// Goes back to options there were.
    pub fn end(&mut self, before: Option<Config>) {
        if let Some(before) = before {
            self.config = before;
        }
    }

    /// Is this the first warning about a parameter of a function, or about a global? Others would say the same.
    pub fn warns_first(&mut self, about: Value, parameter: usize) -> bool {
        self.warned.insert((about, parameter))
    }
}

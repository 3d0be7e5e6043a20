//! Derivatives that are given, not generated from a body: rules the program registers, operations of libraries, loops that have
//! become calls.
//!
//! A provider fills in the functions that the generator would have made, with the same conventions (`signature`), so
//! that a caller cannot tell the difference: shadows, seed, tape and context arrive in the same places. What it emits
//! is an ordinary body: a higher derivative differentiates it like any other code.
//!
//! [`zymase_analysis::marks::has_given_derivative`] says of a function, without knowing the engine, that there is a
//! provider. Such a function may be a declaration. It is never inlined into what is differentiated, and every analysis
//! takes it for a function with a body: it may read and write whatever its attributes allow.
//!
//! The engine knows providers only by the [`Registry`]: what a provider remembers from one derivative to the next is its own.

use std::collections::HashSet;
use std::rc::Rc;
use zymase_analysis::types::Types;
use zymase_core::Failure;
use zymase_core::signature::{Key, Signature};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Value};
use zymase_plan::Planned;
use zymase_prepare::Prepared;

/// Gives derivatives. Derivatives are asked for while others are made, so that providers are shared, and what they
/// remember is theirs to guard.
pub trait DerivativeProvider {
    /// Does it give this derivative?
    fn gives(&self, key: &Key) -> bool;

    /// Writes the body of the forward derivative.
    fn forward(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        context: &[(Value, Value)],
    ) -> Result<(), Failure>;

    /// Writes the bodies of both halves of the reverse derivative. What lies behind the tape is the provider's own
    /// affair: a pointer, which may come from the context (`runtime::allocate`), where it lives long enough.
    /// `context` pairs parameters with what the caller passes: evidence about the types behind pointers.
    fn split(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        halves: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure>;

    /// Do the derivatives it gives depend on what callers leave unchanged ([`Key::unchanged`])?
    fn depends_on_unchanged(&self) -> bool {
        false
    }

    /// May the derivatives it gives run on several threads at once, on the same shadows?
    fn may_run_at_once(&self) -> bool {
        false
    }

    /// A function has been prepared: loops of it may have become calls.
    fn take_note(&self, _: &Prepared) {}

    /// A function to be differentiated in place of one whose gradient has been planned, in which loops are calls that it gives the
    /// derivatives of; none where that is no gain.
    fn rewrite(
        &self,
        _: &mut dyn Driver,
        _: &Key,
        _: &Planned,
        _context: &[(Value, Value)],
    ) -> Result<Option<Rewritten>, Failure> {
        Ok(None)
    }

    /// Does the program register a derivative of this function?
    fn has_rule(&self, _: Function) -> bool {
        false
    }

    /// The types of a function of its own, if it knows them already.
    fn types_of(&self, _: Function) -> Option<Rc<Types>> {
        None
    }

    /// Is this function, which it has written, to become a part of its caller, with all that only it calls?
    fn belongs_to_caller(&self, _: Function) -> bool {
        false
    }

    /// These functions were generated for nothing, and are going to be erased.
    fn forget(&self, _: &HashSet<Function>) {}

    /// The functions that it made while functions were prepared; callers before what they call.
    fn leftovers(&self) -> Vec<Function> {
        Vec::new()
    }
}

/// A function that is differentiated in place of another.
pub struct Rewritten {
    /// The loops that have become calls, by their numbers in the other.
    pub loops: Vec<usize>,
    pub planned: Planned,
    /// Stack objects that hold their final values once the reverse sweep is over.
    pub records: Vec<Value>,
}

/// All providers; the first that gives a derivative does.
#[derive(Clone, Default)]
pub struct Registry {
    providers: Vec<Rc<dyn DerivativeProvider>>,
}

impl Registry {
    pub fn add(&mut self, provider: impl DerivativeProvider + 'static) {
        self.providers.push(Rc::new(provider));
    }

    /// Who gives the derivative of a key, if anybody does. What the program calls (a gradient, the halves of split mode) of
    /// a function with given halves is generated: of a function that only calls it.
    pub fn of(&self, key: &Key) -> Option<Rc<dyn DerivativeProvider>> {
        self.all().find(|provider| !key.kind.is_entry() && provider.gives(key)).cloned()
    }

    pub fn all(&self) -> impl Iterator<Item = &Rc<dyn DerivativeProvider>> {
        self.providers.iter()
    }

    pub fn types_of(&self, function: Function) -> Option<Rc<Types>> {
        self.all().find_map(|provider| provider.types_of(function))
    }

    pub fn belongs_to_caller(&self, function: Function) -> bool {
        self.all().any(|provider| provider.belongs_to_caller(function))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zymase_core::signature::{DerivativeKind, Options, SplitUse};
    use zymase_llvm::{Module, Type};

    /// Gives all derivatives of some kinds; it is known by the function it leaves.
    struct OfKinds {
        kinds: Vec<DerivativeKind>,
        left: Function,
    }

    impl DerivativeProvider for OfKinds {
        fn gives(&self, key: &Key) -> bool {
            self.kinds.contains(&key.kind)
        }

        fn forward(&self, _: &mut dyn Driver, _: &Key, _: &Signature, _: &[(Value, Value)]) -> Result<(), Failure> {
            Ok(())
        }

        fn split(&self, _: &mut dyn Driver, _: &Key, _: [&Signature; 2], _: &[(Value, Value)]) -> Result<(), Failure> {
            Ok(())
        }

        fn leftovers(&self) -> Vec<Function> {
            vec![self.left]
        }
    }

    #[test]
    fn the_first_that_gives_a_derivative_does() {
        let module = Module::parse("").expect("an empty module");
        let function = |name| module.add_function(name, Type::function(module.void_type(), &[], false));
        let (halves, entry) =
            (DerivativeKind::Reverse(SplitUse::Callee), DerivativeKind::Reverse(SplitUse::Entry { seeded: true }));
        let (original, first, second) = (function("f"), function("first"), function("second"));
        let mut registry = Registry::default();
        registry.add(OfKinds { kinds: vec![halves, entry], left: first });
        registry.add(OfKinds { kinds: vec![halves, DerivativeKind::Forward], left: second });
        let who = |kind| {
            let key = Key {
                original,
                kind,
                roles: Vec::new(),
                options: Options::PLAIN,
                overwritten: Vec::new(),
                unchanged: Vec::new(),
            };
            registry.of(&key).map(|provider| provider.leftovers()[0])
        };
        assert_eq!(who(halves), Some(first));
        assert_eq!(who(DerivativeKind::Forward), Some(second));
        assert_eq!(who(DerivativeKind::Augmented(SplitUse::Callee)), None);
        // What the program calls is generated, whoever would give it.
        assert_eq!(who(entry), None);
    }
}

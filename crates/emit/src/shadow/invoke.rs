//! Calls that may unwind, in the forward sweep: a derivative is invoked as the function was, with the same landing pad,
//! and objects that are thrown take their shadows to whoever catches them.

use super::Sweep;
use zymase_core::{Failure, runtime};
use zymase_library::Exception;
use zymase_llvm::{Builder, Function, Opcode, Value};
use zymase_support::Diagnostic;

/// The invoke whose result a phi in its normal destination passes on.
pub fn result_in_phi(phi: Value) -> Option<Value> {
    match phi.incoming().as_slice() {
        [(value, from)] => {
            let is_result = value.opcode() == Some(Opcode::LLVMInvoke) && value.block() == Some(*from);
            is_result.then_some(*value)
        }
        _ => None,
    }
}

impl Sweep<'_> {
    /// Calls `function` where the copy of the call `i` stands and with the same ways on. Returns the result, and a
    /// builder for what follows when it returns.
    pub fn call_instead(&self, i: Value, function: Function, operands: &[Value]) -> (Value, Builder) {
        let copy = self.twin.value(i);
        let builder = Builder::before(copy);
        if copy.opcode() != Some(Opcode::LLVMInvoke) {
            return (builder.call(function, operands), builder);
        }
        let ways = copy.successors();
        let result = builder.invoke(function, operands, ways[0], ways[1]);
        let after = Builder::before(ways[0].first_non_phi().expect("a terminator"));
        after.set_location_of(copy);
        (result, after)
    }

    /// Puts `primal` in the place of the copy of the call `i`, and removes that.
    pub fn replace_call(&mut self, i: Value, primal: Option<Value>) {
        let copy = self.twin.value(i);
        if let Some(primal) = primal {
            if i.opcode() == Some(Opcode::LLVMInvoke) {
                for phi in i.successors()[0].phis().into_iter().filter(|phi| result_in_phi(*phi) == Some(i)) {
                    let gone = self.twin.value(phi);
                    gone.replace_all_uses_with(primal);
                    gone.erase_instruction();
                    self.twin.replace(phi, primal);
                }
            }
            copy.replace_all_uses_with(primal);
            self.twin.replace(i, primal);
        }
        copy.erase_instruction();
    }

    /// A call of the exception-handling runtime: it stays, and shadows go along.
    pub fn throw_or_catch(&mut self, i: Value, exception: Exception) -> Result<(), Failure> {
        match exception {
            // The shadow must be known before anything is thrown, whether it is used here or not.
            Exception::Allocate | Exception::BeginCatch | Exception::Pointer => {
                self.shadow(i)?;
                Ok(())
            }
            Exception::Throw if throws_pointer(i) => self.throw_pointer(i),
            Exception::Throw | Exception::Rethrow | Exception::EndCatch | Exception::Free => Ok(()),
            Exception::Resume | Exception::Personality => {
                let diagnostic = Diagnostic::new("cannot differentiate direct calls of the unwinder")
                    .with_help("use C++ exceptions, or compute it outside of the differentiated function");
                Err(Failure::at(i, diagnostic))
            }
        }
    }

    /// A shadow for an object that will be thrown.
    pub fn thrown_shadow(&self, object: Value, bytes: Value) -> Value {
        let lane = runtime::lane_number(self.module(), self.lane());
        let operands = [self.context, self.twin.value(object), self.twin.value(bytes), lane];
        let builder = self.after(object);
        let shadow = builder.call_across_spaces(runtime::thrown_shadow(self.module()), &operands);
        builder.pointer_cast(shadow, object.ty())
    }

    /// The shadow of what was caught.
    pub fn caught_shadow(&self, caught: Value) -> Value {
        let lane = runtime::lane_number(self.module(), self.lane());
        let builder = self.after(caught);
        let operands = [self.context, self.twin.value(caught), lane];
        let shadow = builder.call_across_spaces(runtime::caught_shadow(self.module()), &operands);
        builder.pointer_cast(shadow, caught.ty())
    }

    /// The derivative of a derivative that throws a pointer: the shadow of the shadow is found by the shadow.
    pub fn throw_shadow_pointer(&mut self, i: Value) -> Result<(), Failure> {
        let first = i.arguments()[2];
        let second = self.shadow(first)?;
        let builder = self.after(i);
        self.say_thrown_pointer(&builder, self.twin.value(first), second);
        Ok(())
    }

    fn say_thrown_pointer(&self, builder: &Builder, primal: Value, shadow: Value) {
        let lane = runtime::lane_number(self.module(), self.lane());
        builder.call_across_spaces(runtime::thrown_pointer(self.module()), &[self.context, primal, shadow, lane]);
    }

    /// Who catches a pointer gets the pointer itself, and needs its shadow.
    fn throw_pointer(&mut self, i: Value) -> Result<(), Failure> {
        let object = i.arguments()[0];
        let shadow_object = self.shadow(object)?;
        let builder = Builder::before(self.twin.value(i));
        let pointer = object.ty();
        let (primal, shadow) = (builder.load(pointer, self.twin.value(object)), builder.load(pointer, shadow_object));
        self.say_thrown_pointer(&builder, primal, shadow);
        Ok(())
    }
}

/// Does a throw name the type information of a pointer?
fn throws_pointer(throw: Value) -> bool {
    throw.arguments().get(1).is_some_and(|ty| zymase_library::is_pointer_type(&ty.name()))
}

//! Checks that what was taken for an integer is none of a number.

use super::Sweep;
use zymase_analysis::activity::AssumedInteger;
use zymase_core::{formulas, runtime, watch};
use zymase_llvm::{Builder, Opcode, Value};

impl Sweep<'_> {
    /// What was taken for an integer must not be a number, or an address.
    pub(super) fn check_integer(&self, assumed: AssumedInteger) {
        self.check_chosen(assumed, assumed.load, self.twin.value(assumed.load));
    }

    /// Checks it where it is used. Optimisers load what is chosen only afterwards, if it is: then it is looked at when it has
    /// been chosen. `looked_at`: what was loaded, or 0 if it was not chosen.
    fn check_chosen(&self, assumed: AssumedInteger, value: Value, looked_at: Value) {
        let users = value.users();
        let only_chosen = |user: &Value| user.opcode() == Some(Opcode::LLVMSelect) && user.operand(0) != value;
        if users.is_empty() || !users.iter().all(only_chosen) {
            return self.call_check(assumed, &self.after_value(looked_at), looked_at);
        }
        for choice in users {
            let builder = self.after(choice);
            let none = Value::null(value.ty());
            let [first, second] = [1, 2].map(|side| if choice.operand(side) == value { looked_at } else { none });
            let looked_at = builder.select(self.twin.value(choice.operand(0)), first, second);
            self.check_chosen(assumed, choice, looked_at);
        }
    }

    fn call_check(&self, assumed: AssumedInteger, builder: &Builder, value: Value) {
        let most = if assumed.may_be_pointer { formulas::LEAST_ADDRESS } else { formulas::LEAST_NUMBER_BITS };
        let most = Value::integer(self.module().integer_type(64), most as i64);
        let place = watch::place(self.module(), assumed.load);
        builder.call_across_spaces(runtime::check_integer(self.module()), &[value, most, place]);
    }
}

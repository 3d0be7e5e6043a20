//! `__enzyme_iter(n, more)` is `n`, and `more` larger in each derivative of the function it is in: a series that is cut off
//! after `n` terms loses some of them when it is differentiated.

use zymase_analysis::callee::ITERATIONS;
use zymase_llvm::{Builder, Function};

/// Adds to the counts of a function that is going to be differentiated. The calls stay, for derivatives of the derivative.
pub fn add(function: Function) {
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let named = call.called_function().is_some_and(|callee| callee.name().contains(ITERATIONS));
        if let ([count, more], true) = (&call.arguments()[..], named)
            && count.ty() == more.ty()
            && count.ty().is_integer()
        {
            call.set_operand(0, Builder::before(call).add(*count, *more));
        }
    }
}

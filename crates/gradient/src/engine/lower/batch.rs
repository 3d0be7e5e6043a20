//! `__enzyme_batch`: the function itself, once for each set of arguments. Inlining and vectorisation are left to LLVM.

use super::arguments::{result_buffer, value_of};
use super::result::finish;
use zymase_core::{Failure, request};
use zymase_llvm::{Builder, Function, Value};

pub(super) fn lower(call: Value, target: Function) -> Result<(), Failure> {
    let batch = request::read_batch(call, target)?;
    let builder = Builder::before(call);
    let mut results = Vec::new();
    for lane in 0..batch.lanes {
        let mut buffer = None;
        let mut operands = Vec::new();
        for (index, argument) in batch.arguments.iter().enumerate() {
            operands.push(match argument {
                Some(lanes) => value_of(&builder, lanes[lane], target.parameter(index).ty()),
                None => buffer.insert((result_buffer(target, call, index), index)).0,
            });
        }
        let returned = builder.call(target, &operands);
        returned.take_attributes_of(target);
        match buffer {
            Some((place, index)) => {
                let ty = target.parameter_type_attribute(index, "sret").expect("a result buffer");
                results.push(builder.load(ty, place));
            }
            None if returned.ty().is_void() => {}
            None => results.push(returned),
        }
    }
    finish(&builder, call, &results)
}

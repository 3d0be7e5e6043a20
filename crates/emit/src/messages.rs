//! Messages of bytes: the run time is told which of them are numbers, before each call that may send some.

use zymase_analysis::bytes::{Numbers, numbers_behind};
use zymase_analysis::messages::{call_of, may_send_bytes};
use zymase_analysis::runtime::MPI_BYTES;
use zymase_analysis::types::{FloatKind, Kind, Types};
use zymase_llvm::{Builder, Module, Type, Value};

/// Says what the buffers of a call of MPI hold, where its datatypes may be bytes; `copy` is the call in the derivative.
pub fn describe_bytes(call: Value, copy: Value, types: &Types) {
    let Some(mpi) = call.called_function().and_then(call_of) else { return };
    if !may_send_bytes(call) {
        return;
    }
    let builder = Builder::before(copy);
    let module = builder.module();
    let described = |buffer: Option<usize>| {
        let numbers = buffer.and_then(|buffer| numbers_behind(call, buffer, types));
        numbers.map_or(Value::null(module.pointer_type()), |numbers| description(module, &numbers))
    };
    let operands = [mpi.from, mpi.to].map(described);
    let ty = Type::function(module.void_type(), &[module.pointer_type(); 2], false);
    builder.call(module.declare(MPI_BYTES, ty), &operands);
}

/// `struct cells` of the run time (`prepare/bodies/mpi/layout.h`), as a constant.
fn description(module: Module, numbers: &Numbers) -> Value {
    let word = |value: u64| Value::integer(module.integer_type(64), value as i64);
    let head = [numbers.stride, numbers.once.into(), numbers.cells.len() as u64];
    let format = |kind: Kind| if kind == Kind::Float(FloatKind::Single) { 1 } else { 2 };
    let cells = numbers.cells.iter().flat_map(|cell| [cell.offset, cell.size, format(cell.kind)]);
    let words: Vec<Value> = head.into_iter().chain(cells).map(word).collect();
    module.private_constant("zymase.bytes", Value::constant_array(module.integer_type(64), &words))
}

//! What is known of the iterations that the run time hands out.
//!
//! A serial loop shows that its counter is never below its first value; the run time's answer says nothing. Compilers count the iterations they
//! share from 0: that the first of a share is not below is written as the greater of both. That costs nothing, and extensions of
//! signs and divisions go away.
use zymase_llvm::{Builder, Function, Value};

/// Of `__kmpc_for_static_init` and of `__kmpc_dispatch_next`.
const STATIC_LOWER: usize = 4;
const DYNAMIC_LOWER: usize = 3;
/// Of `__kmpc_dispatch_init`.
const DYNAMIC_FIRST: usize = 3;

/// Writes down what is known of the shares that the threads of a region ask for.
pub fn bound(region: Function) {
    let calls: Vec<(Value, String)> = region
        .instructions()
        .into_iter()
        .filter(|instruction| instruction.is_call())
        .filter_map(|call| Some((call, call.called_function()?.name())))
        .collect();
    let from_zero = |call: &Value| call.arguments()[DYNAMIC_FIRST].as_integer() == Some(0);
    let dynamic_from_zero =
        calls.iter().filter(|(_, name)| name.starts_with("__kmpc_dispatch_init_")).all(|(call, _)| from_zero(call));
    for (call, name) in calls {
        match name.as_str() {
            "__kmpc_for_static_init_4" | "__kmpc_for_static_init_8" => {
                let bits = if name.ends_with('4') { 32 } else { 64 };
                let place = call.arguments()[STATIC_LOWER];
                let first = Builder::before(call).load(region.module().integer_type(bits), place);
                raise(call, place, first);
            }
            "__kmpc_dispatch_next_4" | "__kmpc_dispatch_next_8" if dynamic_from_zero => {
                let bits = if name.ends_with('4') { 32 } else { 64 };
                let zero = Value::integer(region.module().integer_type(bits), 0);
                raise(call, call.arguments()[DYNAMIC_LOWER], zero);
            }
            _ => {}
        }
    }
}

/// Behind a call, what lies at a place is at least this.
fn raise(call: Value, place: Value, least: Value) {
    let Some(behind) = call.next_instruction() else { return };
    let builder = Builder::before(behind);
    builder.set_location_of(call);
    let answer = builder.load(least.ty(), place);
    let greater = builder.module().intrinsic("llvm.smax", &[least.ty()]);
    builder.store(builder.call(greater, &[answer, least]), place);
}

//! Access to memory under a mask becomes LLVM's own.

use super::super::{Form, intrinsic};
use super::{first_lanes, lane_count, mask, widened};
use zymase_library::Access;
use zymase_llvm::{Builder, Value};

pub fn access(builder: &Builder, call: Value, access: Access) -> Option<Form> {
    let arguments = call.arguments();
    Some(match access {
        Access::Load => {
            let on = mask(builder, arguments[1], call.ty().element_count() as u32);
            let types = [call.ty(), arguments[0].ty()];
            Form::Value(intrinsic(builder, "llvm.masked.load", &types, &[arguments[0], on, Value::null(call.ty())]))
        }
        Access::Store => {
            let value = arguments[2];
            let on = mask(builder, arguments[1], lane_count(value));
            let types = [value.ty(), arguments[0].ty()];
            intrinsic(builder, "llvm.masked.store", &types, &[value, arguments[0], on]);
            Form::Nothing
        }
        Access::Gather => {
            let &[otherwise, base, index, on, scale] = arguments.as_slice() else { return None };
            let lanes = lane_count(otherwise).min(lane_count(index));
            let places = places(builder, base, first_lanes(builder, index, lanes), scale.as_integer()?);
            let (on, otherwise) = (mask(builder, on, lanes), first_lanes(builder, otherwise, lanes));
            let types = [otherwise.ty(), places.ty()];
            let read = intrinsic(builder, "llvm.masked.gather", &types, &[places, on, otherwise]);
            Form::Value(widened(builder, read, call.ty()))
        }
        Access::Scatter => {
            let &[base, on, index, value, scale] = arguments.as_slice() else { return None };
            let lanes = lane_count(value).min(lane_count(index));
            let places = places(builder, base, first_lanes(builder, index, lanes), scale.as_integer()?);
            let (on, value) = (mask(builder, on, lanes), first_lanes(builder, value, lanes));
            intrinsic(builder, "llvm.masked.scatter", &[value.ty(), places.ty()], &[value, places, on]);
            Form::Nothing
        }
    })
}

/// `base + index * scale`, in bytes.
fn places(builder: &Builder, base: Value, index: Value, scale: i64) -> Value {
    let module = builder.module();
    let unit = module.integer_type(8).array(scale as u64);
    let wide = builder.sext(index, index.ty().with_scalar(module.integer_type(64)));
    builder.gep(unit, base, &[wide])
}

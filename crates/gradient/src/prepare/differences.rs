//! Distances between two arrays.
//!
//! `a[i + (b - a)]` is an element of `b`, and its derivative belongs where those of `b` are, which is not as far from those of
//! `a`. So an address that is counted from one object by its distance to another is counted from the other. Where both
//! pointers lead into one array nothing changes: all shadows in it are as far apart as what they belong to.

use zymase_llvm::{Builder, Function, Opcode, Value};

/// Operations between a distance and an index that are looked through.
const DEEPEST_INDEX: u32 = 6;

pub fn rewrite(function: Function) {
    let is_address = |i: &Value| i.opcode() == Some(Opcode::LLVMGetElementPtr) && i.ty().is_pointer();
    let addresses: Vec<Value> = function.instructions().into_iter().filter(is_address).collect();
    for address in addresses {
        let Some(other) = counted_to(address) else { continue };
        let Some(next) = address.next_instruction() else { continue };
        let builder = Builder::before(next);
        let size = function.module().integer_type(64);
        let [end, start] = [address, other].map(|pointer| builder.pointer_to_int(pointer, size));
        let moved = builder.offset(other, builder.sub(end, start));
        for user in address.users().into_iter().filter(|user| *user != end) {
            for (place, operand) in user.operands().into_iter().enumerate() {
                if operand == address {
                    user.set_operand(place, moved);
                }
            }
        }
    }
}

/// The other object, if an address is counted by the distance to it.
fn counted_to(address: Value) -> Option<Value> {
    let object = address.underlying_object();
    let indices = (1..address.operand_count()).map(|place| address.operand(place));
    let mut distances = indices.filter_map(|index| distance(index, DEEPEST_INDEX));
    let (to, _) = distances.find(|(to, from)| {
        let other = to.underlying_object();
        from.underlying_object() == object && other != object && is_known(object) && is_known(other)
    })?;
    Some(to)
}

/// Is it known what object this is? A pointer from memory may lead into any other.
fn is_known(object: Value) -> bool {
    let is_made = matches!(object.opcode(), Some(Opcode::LLVMAlloca | Opcode::LLVMCall));
    object.is_argument() || object.is_global_variable() || is_made
}

/// The two pointers between which a distance goes into an index: where to, and from where.
fn distance(index: Value, depth: u32) -> Option<(Value, Value)> {
    use Opcode::*;
    let depth = depth.checked_sub(1)?;
    let of = |place: usize| distance(index.operand(place), depth);
    match index.opcode()? {
        LLVMSub => match (address_of(index.operand(0)), address_of(index.operand(1))) {
            (Some(to), Some(from)) => Some((to, from)),
            _ => of(0),
        },
        LLVMAdd | LLVMOr => of(0).or_else(|| of(1)),
        LLVMMul | LLVMShl | LLVMAShr | LLVMLShr | LLVMSDiv | LLVMUDiv | LLVMSExt | LLVMZExt => of(0),
        _ => None,
    }
}

fn address_of(value: Value) -> Option<Value> {
    matches!(value.opcode(), Some(Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr)).then(|| value.operand(0))
}

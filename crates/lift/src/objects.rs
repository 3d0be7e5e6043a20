//! Which memory a function touches: parameters, local arrays, allocations and tables, each with one type of elements.

use crate::ready::Ready;
use crate::request::{Refusal, Request};
use std::collections::{BTreeMap, HashSet};
use zymase_llvm::{Module, Opcode, Type, Value};

/// Where memory comes from.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    Argument(usize),
    /// A local array, an allocation or a global variable.
    Made(Value),
}

/// Memory that becomes a memref.
#[derive(Clone, Debug)]
pub struct Object {
    pub source: Source,
    pub name: String,
    pub element: Type,
    /// Bytes of an element.
    pub bytes: i64,
    /// Sizes, slowest first; none for one that is only known at run time, which is the first if any.
    pub sizes: Vec<Option<i64>>,
    /// The memref, and the same as one dimension.
    pub memref: String,
    pub flat: String,
}

impl Object {
    pub fn element_text(&self) -> String {
        type_text(self.element).unwrap_or_default()
    }

    fn type_of(&self, sizes: &[Option<i64>]) -> String {
        let size = |size: &Option<i64>| size.map_or("?x".to_owned(), |size| format!("{size}x"));
        let sizes: String = sizes.iter().map(size).collect();
        format!("memref<{sizes}{}>", self.element_text())
    }

    pub fn memref_type(&self) -> String {
        self.type_of(&self.sizes)
    }

    pub fn elements(&self) -> Option<i64> {
        self.sizes.iter().copied().try_fold(1, |product: i64, size| product.checked_mul(size?))
    }

    /// The type with one dimension.
    pub fn flat_type(&self) -> String {
        self.type_of(&[self.elements()])
    }
}

/// How the loop level spells a type.
pub fn type_text(ty: Type) -> Option<String> {
    if ty.is_double() {
        return Some("f64".into());
    }
    if ty.is_single() {
        return Some("f32".into());
    }
    let is_known = ty.is_integer() && [1, 8, 16, 32, 64].contains(&ty.integer_bits());
    is_known.then(|| format!("i{}", ty.integer_bits()))
}

/// What a call allocates: the operands whose product is the number of bytes, and whether it is zero at first.
pub fn allocation(call: Value) -> Option<(Vec<Value>, bool)> {
    let callee = if call.is_call() { call.called_function()? } else { return None };
    let arguments = call.arguments();
    match (callee.name().as_str(), arguments.as_slice()) {
        ("malloc" | "_Znwm" | "_Znam" | crate::marks::SHARED, [bytes]) => Some((vec![*bytes], false)),
        ("_ZnwmSt11align_val_t" | "_ZnamSt11align_val_t", [bytes, _]) => Some((vec![*bytes], false)),
        ("aligned_alloc" | "memalign", [_, bytes]) => Some((vec![*bytes], false)),
        ("calloc", [count, bytes]) => Some((vec![*count, *bytes], true)),
        _ => None,
    }
}

/// Gives a call memory back?
pub fn is_free(call: Value) -> bool {
    let names = ["free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t"];
    call.called_function().is_some_and(|callee| names.contains(&callee.name().as_str()))
}

/// Where a pointer may come from.
pub fn sources(pointer: Value) -> Result<Vec<Source>, Refusal> {
    let mut found = Vec::new();
    collect(pointer, &mut HashSet::new(), &mut found)?;
    found.sort();
    found.dedup();
    Ok(found)
}

fn collect(pointer: Value, seen: &mut HashSet<Value>, found: &mut Vec<Source>) -> Result<(), Refusal> {
    use Opcode::*;
    if !seen.insert(pointer) || pointer.is_undef() || pointer.is_null() {
        return Ok(());
    }
    if pointer.is_argument() {
        let place = parameter_number(pointer);
        found.push(Source::Argument(place));
        return Ok(());
    }
    if pointer.is_global_variable() || allocation(pointer).is_some() {
        found.push(Source::Made(pointer));
        return Ok(());
    }
    match pointer.opcode() {
        Some(LLVMAlloca) => found.push(Source::Made(pointer)),
        Some(LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze) => {
            collect(pointer.operand(0), seen, found)?;
        }
        Some(LLVMSelect) => {
            collect(pointer.operand(1), seen, found)?;
            collect(pointer.operand(2), seen, found)?;
        }
        Some(LLVMPHI) => {
            for (value, _) in pointer.incoming() {
                collect(value, seen, found)?;
            }
        }
        Some(LLVMLoad) => {
            return Err(Refusal::at(pointer, "a pointer is read from memory: which array it means is not known"));
        }
        _ => return Err(Refusal::at(pointer, "an address is computed in a way that names no array")),
    }
    Ok(())
}

/// The place of a parameter in its function.
pub fn parameter_number(argument: Value) -> usize {
    let same = |function: zymase_llvm::Function| function.parameters().iter().position(|other| *other == argument);
    argument.parent_function().and_then(same).unwrap_or(usize::MAX)
}

/// One access: the pointer, and the type of what is read or written; none for bytes.
struct Access {
    pointer: Value,
    ty: Option<Type>,
    place: Value,
}

fn accesses(instruction: Value) -> Vec<Access> {
    let access = |pointer: Value, ty| Access { pointer, ty, place: instruction };
    match instruction.opcode() {
        Some(Opcode::LLVMLoad) => vec![access(instruction.operand(0), Some(leaf(instruction.ty())))],
        Some(Opcode::LLVMStore) => vec![access(instruction.operand(1), Some(leaf(instruction.operand(0).ty())))],
        Some(Opcode::LLVMAtomicRMW) => vec![access(instruction.operand(0), Some(instruction.ty()))],
        Some(Opcode::LLVMCall) => match instruction.called_function().map(|callee| callee.name()).unwrap_or_default() {
            name if name.starts_with("llvm.memset.") => vec![access(instruction.operand(0), None)],
            name if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") => {
                vec![access(instruction.operand(0), None), access(instruction.operand(1), None)]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The type of the parts of a type, if they all have the same: that of a complex number's.
pub fn leaf(ty: Type) -> Type {
    match if ty.is_struct() { ty.struct_elements() } else { Vec::new() }.as_slice() {
        [first, rest @ ..] if rest.iter().all(|part| part == first) => *first,
        _ => ty,
    }
}

/// All memory that the function touches, parameters first.
pub fn find(module: Module, ready: &Ready, request: &Request) -> Result<Vec<Object>, Refusal> {
    let mut types: BTreeMap<Source, Vec<(Option<Type>, Value)>> = BTreeMap::new();
    // Objects that are in one variable have one type.
    for access in ready.function.instructions().into_iter().flat_map(accesses) {
        for source in sources(access.pointer)? {
            types.entry(source).or_default().push((access.ty, access.place));
        }
    }
    spread_copies(ready, &mut types)?;
    let mut found = Vec::new();
    for (place, parameter) in ready.function.parameters().into_iter().enumerate() {
        let name = &ready.parameters[place].name;
        let source = Source::Argument(place);
        if ready.parameters[place].hidden || request.fixed(name).is_some() || !parameter.ty().is_pointer() {
            continue;
        }
        let Some(uses) = types.remove(&source) else { continue };
        let element = element(name, &uses)?;
        let bytes = module.store_size(element) as i64;
        let only_start = parameter.users().iter().all(|user| {
            matches!(user.opcode(), Some(Opcode::LLVMLoad | Opcode::LLVMStore))
                && accesses(*user)[0].pointer == parameter
        });
        let sizes = parameter_sizes(request.shape(name), ready.parameters[place].record, bytes, only_start);
        found.push(Object {
            source,
            name: name.clone(),
            element,
            bytes,
            sizes,
            memref: String::new(),
            flat: String::new(),
        });
    }
    for (source, uses) in types {
        let Source::Made(value) = source else { continue };
        let name = if value.name().is_empty() { "memory".to_owned() } else { value.name() };
        let element = element(&name, &uses)?;
        let bytes = module.store_size(element) as i64;
        let sizes = made_sizes(module, value, element, bytes);
        found.push(Object { source, name, element, bytes, sizes, memref: String::new(), flat: String::new() });
    }
    Ok(found)
}

/// What is copied from has the type of what is copied to, where only one of them is known.
fn spread_copies(ready: &Ready, types: &mut BTreeMap<Source, Vec<(Option<Type>, Value)>>) -> Result<(), Refusal> {
    for _ in 0..2 {
        for instruction in ready.function.instructions() {
            let both = accesses(instruction);
            let [to, from] = both.as_slice() else { continue };
            let sides: Vec<Source> = sources(to.pointer)?.into_iter().chain(sources(from.pointer)?).collect();
            let known = sides.iter().filter_map(|side| types.get(side)).flatten().find_map(|(ty, _)| *ty);
            let Some(ty) = known else { continue };
            for side in sides {
                let uses = types.entry(side).or_default();
                if uses.iter().all(|(ty, _)| ty.is_none()) {
                    uses.push((Some(ty), instruction));
                }
            }
        }
    }
    Ok(())
}

fn element(name: &str, uses: &[(Option<Type>, Value)]) -> Result<Type, Refusal> {
    let typed: Vec<(Type, Value)> = uses.iter().filter_map(|(ty, place)| Some(((*ty)?, *place))).collect();
    let Some((first, place)) = typed.iter().find(|(ty, _)| ty.is_float()).or(typed.first()).copied() else {
        let place = uses.first().map_or(0, |(_, place)| place.line());
        return Err(Refusal { line: place, text: format!("the type of the elements of `{name}` is not known") });
    };
    if type_text(first).is_none() {
        return Err(Refusal::at(
            place,
            format!("`{name}` holds values of type {first}, which the loop level does not have"),
        ));
    }
    for (ty, place) in typed {
        if ty != first {
            return Err(Refusal::at(place, format!("`{name}` holds values of different types, {first} and {ty}")));
        }
    }
    Ok(first)
}

fn parameter_sizes(shape: Option<&[i64]>, record: Option<i64>, bytes: i64, only_start: bool) -> Vec<Option<i64>> {
    let parts = record.filter(|size| *size > bytes && size % bytes == 0).map(|size| size / bytes);
    match shape {
        Some(sizes) => {
            let mut sizes: Vec<Option<i64>> = sizes.iter().copied().map(Some).collect();
            if parts.is_some() && sizes.last() != Some(&parts) {
                sizes.push(parts);
            }
            sizes
        }
        None if parts.is_some() => vec![None, parts],
        None if only_start => Vec::new(),
        None => vec![None],
    }
}

/// Sizes of memory that the function makes: as its type says, if the elements fit; else one dimension.
fn made_sizes(module: Module, value: Value, element: Type, bytes: i64) -> Vec<Option<i64>> {
    let ty = if value.is_global_variable() {
        value.global_value_type()
    } else if value.opcode() == Some(Opcode::LLVMAlloca) {
        if value.operand(0).as_integer() != Some(1) {
            return vec![None];
        }
        value.allocated_type()
    } else {
        return vec![allocation(value).and_then(|(factors, _)| constant_product(&factors)).map(|size| size / bytes)];
    };
    let mut sizes = Vec::new();
    let mut inner = ty;
    while inner.is_array() {
        sizes.push(Some(inner.element_count() as i64));
        inner = inner.element();
    }
    if inner == element {
        return sizes;
    }
    vec![Some(module.store_size(ty) as i64 / bytes)]
}

fn constant_product(factors: &[Value]) -> Option<i64> {
    factors.iter().try_fold(1, |product: i64, factor| product.checked_mul(factor.as_integer()?))
}

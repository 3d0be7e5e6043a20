//! Reads what a derivative call passes for a parameter: markers, the value, its shadows.

use super::{Mode, Operand, Passed, Reader, Request, apply_flag, check_kind, check_role, default_role, marker};
use crate::Failure;
use zymase_analysis::activity::Role;
use zymase_analysis::marks::is_register_pair;
use zymase_llvm::{Function, Module, Type, Value};
use zymase_support::Diagnostic;

/// What the markers in front of a value say.
#[derive(Default)]
struct Markers {
    role: Option<Role>,
    /// All lanes of the shadow are behind one pointer, so many bytes apart.
    stride: Option<Value>,
    /// The value is in memory, of so many bytes.
    by_reference: Option<u64>,
    not_overwritten: bool,
}

/// Reads the next parameter of the target, or several that are parts of one value passed by reference.
pub fn read(reader: &mut Reader, request: &mut Request, target: Function) -> Result<Vec<Passed>, Failure> {
    let index = request.arguments.len();
    let ty = target.parameter(index).ty();
    let name = format!("parameter {} of '{}'", index + 1, target.name());
    let what = format!("the value of {name}");
    let markers = read_markers(reader, request)?;
    if is_register_pair(target, index) && markers.by_reference.is_none() {
        return pair(reader, request, target, &markers);
    }
    let role = markers.role.unwrap_or_else(|| default_role(ty, request.mode));
    check_role(reader, role, ty, request.mode, &what)?;
    if markers.stride.is_some() && !ty.is_pointer() {
        return Err(reader.problem(format!("enzyme_dupv is for pointers: pass one tangent per lane for {what}")));
    }
    let no_values = request.mode == Mode::TapeSize;
    if no_values {
        super::split::check_marker(reader, markers.role.is_some(), &what)?;
    }
    let value = if no_values { None } else { Some(reader.take(&what)?) };
    let lanes = request.options.lanes;
    let mut shadows = Vec::new();
    if role == Role::Duplicated && !no_values {
        let what = format!("the shadow of {name}");
        match markers.stride {
            Some(stride) => {
                let first = Operand::direct(reader.take_shadow(&what)?);
                shadows.extend((0..lanes).map(|lane| first.in_lane(stride, lane)));
            }
            None => {
                for _ in 0..lanes {
                    shadows.push(Operand::direct(reader.take_shadow(&what)?));
                }
            }
        }
    }
    if let Some(bytes) = markers.by_reference {
        return by_reference(reader, request, target, Referenced { role, value, shadows, bytes });
    }
    if let Some(value) = value {
        check_kind(reader, value, ty, &what)?;
    }
    for shadow in &shadows {
        check_kind(reader, shadow.value, ty, &format!("the shadow of {name}"))?;
        if !request.mode.is_forward() && reader.copies_numbers(shadow.value) {
            return Err(lost_in_copy(reader, &name));
        }
    }
    let not_overwritten = markers.not_overwritten;
    Ok(vec![Passed { role, value: value.map(Operand::direct), shadows, not_overwritten }])
}

fn read_markers(reader: &mut Reader, request: &mut Request) -> Result<Markers, Failure> {
    let mut markers = Markers::default();
    while let Some(name) = reader.peek().and_then(marker) {
        let role = match name.as_str() {
            "enzyme_const" => Some(Role::Constant),
            "enzyme_dup" | "enzyme_dupnoneed" | "enzyme_dupv" | "enzyme_dupnoneedv" => Some(Role::Duplicated),
            "enzyme_out" => Some(Role::Active),
            _ => None,
        };
        if role.is_some() && markers.role.is_some() {
            break;
        }
        reader.next += 1;
        match name.as_str() {
            "enzyme_dupv" | "enzyme_dupnoneedv" if request.mode != Mode::TapeSize => {
                let stride = reader.take("the distance between lanes in bytes")?;
                if !stride.ty().is_integer() {
                    return Err(reader.problem(format!("{name} is followed by the bytes between lanes, an integer")));
                }
                markers.stride = Some(stride);
            }
            "enzyme_byref" => markers.by_reference = Some(reader.take_constant(&name)?),
            "enzyme_not_overwritten" => markers.not_overwritten = true,
            _ if role.is_some() => {}
            _ => apply_flag(request, reader, &name)?,
        }
        markers.role = markers.role.or(role);
    }
    Ok(markers)
}

/// A struct in two registers: two values, then two for each shadow. A call with many operands runs out of registers
/// earlier than the function and passes a copy in memory.
fn pair(reader: &mut Reader, request: &Request, target: Function, markers: &Markers) -> Result<Vec<Passed>, Failure> {
    let index = request.arguments.len();
    let name = format!("parameter {} of '{}'", index + 1, target.name());
    let types = [target.parameter(index).ty(), target.parameter(index + 1).ty()];
    let roles = types.map(|ty| default_role(ty, request.mode));
    let unmarked = [Role::Duplicated, Role::Active].into_iter().find(|role| roles.contains(role));
    let role = markers.role.or(unmarked).unwrap_or(Role::Constant);
    if markers.stride.is_some() {
        return Err(reader.problem(format!("enzyme_dupv is for pointers: pass one shadow per lane for {name}")));
    }
    if role == Role::Duplicated && !request.mode.is_forward() && types.iter().any(|ty| ty.contains_float()) {
        return Err(lost_in_copy(reader, &name));
    }
    let no_values = request.mode == Mode::TapeSize;
    if no_values {
        super::split::check_marker(reader, markers.role.is_some(), &name)?;
    }
    let value =
        if no_values { None } else { Some(take_halves(reader, types, &format!("the value of {name}"), false)?) };
    let mut shadows = Vec::new();
    if role == Role::Duplicated && !no_values {
        for _ in 0..request.options.lanes {
            shadows.push(take_halves(reader, types, &format!("the shadow of {name}"), true)?);
        }
    }
    let half = |k: usize| {
        let role = if types[k].contains_float() || types[k].contains_pointer() { role } else { Role::Constant };
        check_role(reader, role, types[k], request.mode, &name)?;
        let shadows = if role == Role::Duplicated { shadows.as_slice() } else { &[] };
        Ok(Passed {
            role,
            value: value.map(|halves| halves[k]),
            shadows: shadows.iter().map(|halves| halves[k]).collect(),
            not_overwritten: markers.not_overwritten,
        })
    };
    (0..types.len()).map(half).collect()
}

fn take_halves(reader: &mut Reader, types: [Type; 2], what: &str, shadow: bool) -> Result<[Operand; 2], Failure> {
    let take = |reader: &mut Reader| if shadow { reader.take_shadow(what) } else { reader.take(what) };
    let first = take(reader)?;
    if reader.is_copy(first) {
        let copy = Operand::direct(first);
        return Ok([copy.behind(0), copy.behind(REGISTER_BYTES)]);
    }
    let second = take(reader)?;
    check_kind(reader, first, types[0], what)?;
    check_kind(reader, second, types[1], what)?;
    Ok([Operand::direct(first), Operand::direct(second)])
}

/// What a struct passed by value receives is gone when the call returns.
fn lost_in_copy(reader: &Reader, name: &str) -> Failure {
    let message =
        format!("{name} is a struct passed by value: adjoints of its floats would go into a copy and be lost");
    let help = "pass the addresses of the struct and of its shadow after enzyme_byref and the size, or let the function \
        take a pointer";
    Failure::at(reader.call, Diagnostic::new(message).with_help(help))
}

/// A value passed by reference.
struct Referenced {
    role: Role,
    value: Option<Value>,
    shadows: Vec<Operand>,
    bytes: u64,
}

/// Bytes that one of the registers holds in which a small struct is passed.
const REGISTER_BYTES: u64 = 8;

/// The parameters that a value in memory is passed in: one of its size, a copy on the stack (`byval`), or, for a small
/// struct, one for every eight bytes.
fn by_reference(
    reader: &Reader,
    request: &Request,
    target: Function,
    referenced: Referenced,
) -> Result<Vec<Passed>, Failure> {
    let Referenced { role, value, shadows, bytes } = referenced;
    let index = request.arguments.len();
    let name = format!("parameter {} of '{}'", index + 1, target.name());
    for operand in shadows.iter().map(|shadow| shadow.value).chain(value) {
        if !operand.ty().is_pointer() {
            return Err(reader.problem(format!("enzyme_byref is followed by its size and a pointer ({name})")));
        }
    }
    let module = target.module();
    if let Some(ty) = target.parameter_type_attribute(index, "byval") {
        if module.allocation_size(ty) != bytes {
            return Err(wrong_size(reader, module, ty, bytes, &name));
        }
        return Ok(vec![Passed { role, value: value.map(Operand::direct), shadows, not_overwritten: false }]);
    }
    let first = target.parameter(index).ty();
    let whole = module.store_size(first) == bytes || module.allocation_size(first) == bytes;
    let count = if whole { 1 } else { bytes.div_ceil(REGISTER_BYTES) as usize };
    let parts: Vec<Type> = target.parameters().into_iter().skip(index).take(count).map(|p| p.ty()).collect();
    let fits = |(k, part): (usize, &Type)| {
        let size = module.store_size(*part);
        size <= REGISTER_BYTES && k as u64 * REGISTER_BYTES + size <= bytes
    };
    if !whole && (count > 2 || parts.len() < count || !parts.iter().enumerate().all(fits)) {
        return Err(wrong_size(reader, module, first, bytes, &name));
    }
    let part = |(k, ty): (usize, Type)| {
        let offset = k as u64 * REGISTER_BYTES;
        let role = if ty.contains_float() || ty.contains_pointer() { role } else { Role::Constant };
        let shadows = if role == Role::Duplicated { shadows.as_slice() } else { &[] };
        Passed {
            role,
            value: value.map(|value| Operand::direct(value).behind(offset)),
            shadows: shadows.iter().map(|shadow| shadow.behind(offset)).collect(),
            not_overwritten: false,
        }
    };
    Ok(parts.into_iter().enumerate().map(part).collect())
}

fn wrong_size(reader: &Reader, module: Module, ty: Type, bytes: u64, name: &str) -> Failure {
    let size = module.allocation_size(ty);
    reader.problem(format!("enzyme_byref says {bytes} bytes, but {name} is {ty} of {size} bytes"))
}

/// The shadow of a result returned through memory comes right after the function in reverse mode: the seed.
pub fn read_result_buffer(reader: &mut Reader, request: &mut Request) -> Result<Passed, Failure> {
    let mut passed = Passed { role: Role::Duplicated, value: None, shadows: Vec::new(), not_overwritten: false };
    if request.mode.is_forward() || request.mode == Mode::TapeSize {
        return Ok(passed);
    }
    while let Some(name) = reader.peek().and_then(marker) {
        if !super::is_flag(&name) {
            break;
        }
        reader.next += 1;
        apply_flag(request, reader, &name)?;
    }
    for _ in 0..request.options.lanes {
        passed.shadows.push(Operand::direct(reader.take("the shadow of the result")?));
    }
    Ok(passed)
}

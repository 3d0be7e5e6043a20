//! Parameters that lead to arrays by way of pointers in memory: structs with pointers, `std::vector`, arrays of rows, Fortran's descriptors of
//! arrays. What they lead to becomes parameters of its own, and sizes that they hold become numbers.

use crate::members::{Member, Members};
use crate::parameters::Parameter;
use crate::request::{Refusal, Request};
use std::collections::{BTreeMap, BTreeSet};
use zymase_llvm::{Builder, Function, Module, Opcode, Type, Value};

/// Structs behind pointers in structs at most.
const DEEPEST: usize = 4;

/// What is done through a pointer that a parameter is.
#[derive(Default)]
struct Uses {
    /// Loads, with the distance from the start.
    loads: Vec<(Value, i64)>,
    /// Places whose address is needed: what uses it, the operand, and the distance.
    places: Vec<(Value, usize, i64)>,
    /// Rows: loads of pointers at multiples of the size of one.
    rows: Vec<(Value, Value)>,
}

/// Puts what parameters lead to in the place of them, as long as there are some.
pub fn open(
    module: Module,
    mut function: Function,
    mut parameters: Vec<Parameter>,
    request: &Request,
) -> Result<(Function, Vec<Parameter>), Refusal> {
    let mut members: Option<Members> = None;
    for _ in 0..DEEPEST {
        let mut opened = None;
        for (place, value) in function.parameters().into_iter().enumerate() {
            if parameters[place].hidden || !value.ty().is_pointer() {
                continue;
            }
            let Some(uses) = uses_of(value) else { continue };
            let leads = uses.loads.iter().any(|(load, _)| load.ty().is_pointer()) || !uses.rows.is_empty();
            if leads {
                opened = Some((place, uses));
                break;
            }
        }
        let Some((place, uses)) = opened else { return Ok((function, parameters)) };
        let members = members.get_or_insert_with(|| Members::read(&module.print(), &function.name()));
        if parameters[place].ty.is_none() && parameters[place].is_own {
            parameters[place].ty = members.parameter(&parameters[place].name);
        }
        (function, parameters) = Opening { module, function, parameters, request, members }.open(place, uses)?;
    }
    Ok((function, parameters))
}

/// What is done through a pointer; none if it goes somewhere else.
fn uses_of(pointer: Value) -> Option<Uses> {
    let mut found = Uses::default();
    let mut work = vec![(pointer, 0i64)];
    while let Some((at, distance)) = work.pop() {
        for user in at.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad) => found.loads.push((user, distance)),
                Some(Opcode::LLVMGetElementPtr) if user.operand(0) == at => {
                    let offset = user.gep_offset()?;
                    if offset.variable.is_empty() {
                        work.push((user, distance + offset.constant));
                    } else if let [(index, 8)] = offset.variable[..]
                        && offset.constant == 0
                        && distance == 0
                        && user.users().iter().all(|user| is_pointer_load(*user))
                    {
                        found.rows.extend(user.users().into_iter().map(|load| (load, index)));
                    } else {
                        found.places.push((user, 0, distance));
                    }
                }
                Some(Opcode::LLVMBitCast | Opcode::LLVMFreeze) => work.push((user, distance)),
                Some(Opcode::LLVMStore) if user.operand(1) == at && user.operand(0) != at => {
                    found.places.push((user, 1, distance));
                }
                Some(Opcode::LLVMAtomicRMW) => found.places.push((user, 0, distance)),
                Some(Opcode::LLVMCall) => {
                    let name = user.called_function()?.name();
                    if name.starts_with("llvm.mem") {
                        let operand = (0..2).find(|index| user.operand(*index) == at)?;
                        found.places.push((user, operand, distance));
                    } else if !["llvm.lifetime.", "llvm.dbg.", "llvm.invariant."]
                        .iter()
                        .any(|start| name.starts_with(start))
                    {
                        return None;
                    }
                }
                Some(Opcode::LLVMICmp) => {}
                _ => return None,
            }
        }
    }
    Some(found)
}

fn is_pointer_load(user: Value) -> bool {
    user.opcode() == Some(Opcode::LLVMLoad) && user.ty().is_pointer()
}

struct Opening<'a> {
    module: Module,
    function: Function,
    parameters: Vec<Parameter>,
    request: &'a Request,
    members: &'a Members,
}

impl Opening<'_> {
    fn open(self, place: usize, uses: Uses) -> Result<(Function, Vec<Parameter>), Refusal> {
        if !uses.rows.is_empty() {
            return self.rows(place, &uses);
        }
        let is_descriptor = self.is_fortran() && uses.places.is_empty();
        if is_descriptor {
            return self.descriptor(place, &uses);
        }
        self.fields(place, &uses)
    }

    fn is_fortran(&self) -> bool {
        let name = self.module.source_file_name();
        name == "FIRModule" || name == "LLVMDialectModule" || name.ends_with(".f90")
    }

    /// The same function with more parameters at its end, and where those of before are.
    fn with(&self, more: &[Type]) -> Function {
        let mut types: Vec<Type> = self.function.parameters().iter().map(|parameter| parameter.ty()).collect();
        let count = types.len();
        types.extend(more);
        let name = format!("{}.open", self.function.name());
        let new = self.module.add_function(&name, Type::function(self.function.return_type(), &types, false));
        new.copy_target_attributes(self.function);
        for place in 0..count {
            if self.function.parameter_has_attribute(place, "noalias") {
                new.add_parameter_attribute(place, "noalias");
            }
        }
        let mapped: Vec<Value> = new.parameters()[..count].to_vec();
        self.function.clone_body_into(new, &mapped);
        new
    }

    fn shape_of(&self, name: &str) -> Option<Vec<i64>> {
        self.request.shape(name).map(<[i64]>::to_vec)
    }

    /// `double **a`: rows one behind the other.
    fn rows(mut self, place: usize, uses: &Uses) -> Result<(Function, Vec<Parameter>), Refusal> {
        let name = self.parameters[place].name.clone();
        let first = uses.rows[0].0;
        let plain = uses.places.is_empty() && uses.loads.iter().all(|(load, _)| load.ty().is_pointer());
        let Some(sizes) = self.shape_of(&name).filter(|sizes| sizes.len() > 1 && plain) else {
            let text = format!("`{name}` is an array of pointers: give the sizes of all its dimensions by --shape");
            return Err(Refusal::at(first, text));
        };
        let Some(bytes) = element_bytes(self.module, first) else {
            return Err(Refusal::at(first, "a pointer is read from memory: which array it means is not known"));
        };
        let row: i64 = sizes[1..].iter().product::<i64>() * bytes;
        let new = self.with(&[self.module.pointer_type()]);
        let (old, array) = (new.parameter(place), new.parameter(self.parameters.len()));
        let Some(uses) = uses_of(old) else {
            return Err(Refusal::at(first, "an array of pointers is used in another way"));
        };
        for (load, index) in uses.rows {
            let builder = Builder::before(load);
            let long = self.module.integer_type(64);
            let distance = builder.mul(builder.integer_cast(index, long), Value::integer(long, row));
            load.replace_all_uses_with(builder.offset(array, distance));
            load.erase_instruction();
        }
        for (load, distance) in uses.loads {
            let at = Builder::before(load).constant_offset(array, distance / 8 * row);
            load.replace_all_uses_with(at);
            load.erase_instruction();
        }
        let line = first.line();
        self.parameters[place].hidden = true;
        let order = self.parameters[place].order.clone();
        let remark = Some((line, format!("the rows of `{name}` are taken to lie one behind the other")));
        self.parameters.push(Parameter { name, order, remark, ..Parameter::default() });
        Ok((new, self.parameters))
    }

    /// Fortran's description of an array: where it begins, and for each dimension its lower bound, extent and distance in bytes.
    fn descriptor(mut self, place: usize, uses: &Uses) -> Result<(Function, Vec<Parameter>), Refusal> {
        const DIMENSIONS: i64 = 24;
        let name = self.parameters[place].name.clone();
        let base = uses.loads.iter().find(|(load, distance)| *distance == 0 && load.ty().is_pointer());
        let (Some((base, _)), Some(sizes)) = (base, self.shape_of(&name)) else {
            let at = uses.loads[0].0;
            let text = format!("`{name}` has the shape of what is passed: give its sizes by --shape {name}=…");
            return Err(Refusal::at(at, text));
        };
        let line = base.line();
        let bytes = uses.loads.iter().filter(|(load, distance)| *distance == 0 && load.ty().is_pointer());
        let Some(bytes) = bytes.clone().find_map(|(load, _)| element_bytes(self.module, *load)) else {
            return Err(Refusal::at(*base, format!("the type of the elements of `{name}` is not known")));
        };
        let new = self.with(&[self.module.pointer_type()]);
        let (old, array) = (new.parameter(place), new.parameter(self.parameters.len()));
        let extents: Vec<i64> = sizes.iter().rev().copied().collect();
        for (load, distance) in uses_of(old).unwrap_or_default().loads {
            if load.ty().is_pointer() {
                if distance != 0 {
                    return Err(Refusal::at(
                        load,
                        format!("what describes `{name}` is used in another way than by its elements"),
                    ));
                }
                load.replace_all_uses_with(array);
                load.erase_instruction();
                continue;
            }
            let number = match distance {
                8 => bytes,
                20 => extents.len() as i64,
                at if at >= DIMENSIONS => {
                    let dimension = ((at - DIMENSIONS) / 24) as usize;
                    let Some(extent) = extents.get(dimension) else {
                        let text = format!("`{name}` has more than {} dimensions: check --shape", extents.len());
                        return Err(Refusal::at(load, text));
                    };
                    match (at - DIMENSIONS) % 24 {
                        0 => 1,
                        8 => *extent,
                        _ => extents[..dimension].iter().product::<i64>() * bytes,
                    }
                }
                _ => 0,
            };
            load.replace_all_uses_with(Value::integer(load.ty(), number));
            load.erase_instruction();
        }
        self.parameters[place].hidden = true;
        let order = self.parameters[place].order.clone();
        let remark = Some((line, format!("`{name}` is taken to lie in one piece, with 1 as its lower bounds")));
        self.parameters.push(Parameter { name, order, remark, ..Parameter::default() });
        Ok((new, self.parameters))
    }

    /// A struct with pointers.
    fn fields(mut self, place: usize, uses: &Uses) -> Result<(Function, Vec<Parameter>), Refusal> {
        let fields = self.layout(place, uses)?;
        let new = self.with(&fields.kept.iter().map(|(_, ty)| *ty).collect::<Vec<_>>());
        self.rewrite(new, place, &fields)?;
        let owner = self.parameters[place].order.clone();
        self.parameters[place].hidden = true;
        for (number, (at, _)) in fields.kept.iter().enumerate() {
            let member = fields.known.iter().find(|member| member.offset == *at);
            let mut order = owner.clone();
            order.push(number);
            let ty = member.and_then(|member| member.target);
            self.parameters.push(Parameter { name: fields.names[at].clone(), order, ty, ..Parameter::default() });
        }
        Ok((new, self.parameters))
    }

    /// Which members of a struct become parameters.
    fn layout(&self, place: usize, uses: &Uses) -> Result<Fields, Refusal> {
        let owner = &self.parameters[place];
        let target = match owner.ty {
            // Those that were opened are what is behind the pointer already.
            Some(ty) if !owner.is_own => Some(ty),
            Some(ty) => self.members.target(ty).or(Some(ty)),
            None => None,
        };
        let known = target.map(|ty| self.members.of(ty)).unwrap_or_default();
        let mut fields = Fields { known, ..Fields::default() };
        fields.memory = uses.places.iter().map(|(_, _, distance)| fields.start_of(*distance)).collect();
        let mut types: BTreeMap<i64, Type> = BTreeMap::new();
        for start in &fields.memory {
            types.insert(*start, self.module.pointer_type());
        }
        for (load, distance) in &uses.loads {
            if fields.memory.contains(&fields.start_of(*distance)) {
                if load.ty().is_pointer() {
                    let text = "a pointer in a struct is changed: which array it means afterwards is not known";
                    return Err(Refusal::at(*load, text));
                }
                continue;
            }
            if types.get(distance).is_some_and(|ty| *ty != load.ty()) {
                return Err(Refusal::at(*load, "a member of a struct is read with different types"));
            }
            types.insert(*distance, load.ty());
        }
        fields.ends = fields.ends_of_vectors();
        for (end, start) in &fields.ends {
            // Where a vector ends is known from where it begins.
            if types.remove(end).is_some() {
                types.entry(*start).or_insert(self.module.pointer_type());
            }
        }
        fields.kept = types.into_iter().collect();
        for (at, _) in &fields.kept {
            let member = fields.known.iter().find(|member| member.offset == *at);
            let name = member.map_or_else(|| at.to_string(), |member| member.name.clone());
            let name = match (name.is_empty(), owner.name == "this") {
                (true, _) => owner.name.clone(),
                (_, true) => name,
                _ => format!("{}_{name}", owner.name),
            };
            fields.names.insert(*at, name);
        }
        Ok(fields)
    }

    /// Puts the new parameters in the place of what is read from a struct.
    fn rewrite(&self, new: Function, place: usize, fields: &Fields) -> Result<(), Refusal> {
        let count = self.parameters.len();
        let value_of: BTreeMap<i64, Value> =
            fields.kept.iter().enumerate().map(|(number, (at, _))| (*at, new.parameter(count + number))).collect();
        let again = uses_of(new.parameter(place)).unwrap_or_default();
        for (user, operand, distance) in again.places {
            let start = fields.start_of(distance);
            let at = Builder::before(user).constant_offset(value_of[&start], distance - start);
            user.set_operand(operand, at);
        }
        for (load, distance) in again.loads {
            let builder = Builder::before(load);
            let start = fields.start_of(distance);
            let value = if fields.memory.contains(&start) {
                builder.load(load.ty(), builder.constant_offset(value_of[&start], distance - start))
            } else if let Some(first) = fields.ends.get(&distance) {
                let name = &fields.names[first];
                let bytes = vector_bytes(self.module, new, value_of[first], *first, place);
                let Some(sizes) = self.request.shape(name) else {
                    let text = format!("the size of the vector `{name}` is not known: give it by --shape {name}=…");
                    return Err(Refusal::at(load, text));
                };
                let Some(bytes) = bytes else {
                    return Err(Refusal::at(load, format!("the type of the elements of `{name}` is not known")));
                };
                builder.constant_offset(value_of[first], sizes.iter().product::<i64>() * bytes)
            } else {
                value_of[&distance]
            };
            load.replace_all_uses_with(value);
            load.erase_instruction();
        }
        Ok(())
    }
}

/// The members of a struct that become parameters, by their distance from its start.
#[derive(Default)]
struct Fields {
    known: Vec<Member>,
    /// Those whose address is needed.
    memory: BTreeSet<i64>,
    /// Where vectors end, with where they begin.
    ends: BTreeMap<i64, i64>,
    kept: Vec<(i64, Type)>,
    names: BTreeMap<i64, String>,
}

impl Fields {
    /// Where the member begins that a place is in.
    fn start_of(&self, distance: i64) -> i64 {
        let before = self.known.iter().filter(|member| member.offset <= distance).max_by_key(|member| member.offset);
        before.map_or(distance, |member| member.offset)
    }

    fn ends_of_vectors(&self) -> BTreeMap<i64, i64> {
        let number = |member: &Member| member.of_vector.filter(|number| *number > 0);
        let end = |member: &Member| Some((member.offset, member.offset - 8 * number(member)? as i64));
        self.known.iter().filter_map(end).collect()
    }
}

/// The size of the elements of a vector, from what is read through the pointer to its start.
fn vector_bytes(module: Module, function: Function, start: Value, at: i64, place: usize) -> Option<i64> {
    let still = uses_of(function.parameter(place)).unwrap_or_default().loads;
    let loads = still.into_iter().filter(|(_, distance)| *distance == at).map(|(load, _)| load);
    std::iter::once(start).chain(loads).find_map(|pointer| element_bytes(module, pointer))
}

/// The size of what is read or written through a pointer.
fn element_bytes(module: Module, pointer: Value) -> Option<i64> {
    let mut seen = vec![pointer];
    let mut next = 0;
    while next < seen.len() {
        let at = seen[next];
        next += 1;
        for user in at.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad) => return Some(module.store_size(user.ty()) as i64),
                Some(Opcode::LLVMStore) if user.operand(1) == at => {
                    return Some(module.store_size(user.operand(0).ty()) as i64);
                }
                Some(Opcode::LLVMGetElementPtr | Opcode::LLVMPHI | Opcode::LLVMBitCast | Opcode::LLVMSelect)
                    if !seen.contains(&user) =>
                {
                    seen.push(user);
                }
                _ => {}
            }
        }
    }
    None
}

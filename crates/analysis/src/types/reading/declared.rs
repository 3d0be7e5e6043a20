//! Evidence from declared types: LLVM types, TBAA structs, debug information. Each type becomes one frozen node.
//!
//! Assumed: a float or pointer in an LLVM struct type is one. An integer there is only faint evidence, because passes
//! choose integers freely for raw storage. A union shows only one of its members, so it is no evidence at all, nor is
//! an array of bytes.
use super::Constraints;
use crate::types::graph::kind::{FloatKind, Kind};
use crate::types::graph::{Address, Fact, Reason, Relation, SourceNumber, Strength};
use zymase_llvm::{DebugField, DebugKind, DebugType, DebugTypes, Type, Value};

/// Nested types deeper than this are not looked into.
const MOST_NESTING: u32 = 64;
/// Fields of one type that are looked at.
const MOST_FIELDS: usize = 1024;
/// Gaps shorter than this between fields are padding.
const MOST_PADDING: i64 = 16;

impl Constraints {
    /// The node of an LLVM type.
    pub fn declared_type(&mut self, ty: Type) -> Address {
        if let Some(&known) = self.declared.get(&ty) {
            return known;
        }
        let node = self.graph.add_node(None);
        self.graph.node_mut(node.node).frozen = true;
        self.declared.insert(ty, node);
        let source = self.graph.add_source(None, Reason::DeclaredType(ty));
        let mut room = MOST_FIELDS;
        self.declare_fields(node, ty, source, 0, &mut room);
        node
    }

    fn declare_fields(&mut self, at: Address, ty: Type, source: SourceNumber, depth: u32, room: &mut usize) {
        if depth > MOST_NESTING || *room == 0 {
            return;
        }
        *room -= 1;
        if ty.is_struct() {
            self.declare_struct(at, ty, source, depth, room);
        } else if ty.is_array() && ty.element_count() > 0 {
            let stride = self.module.allocation_size(ty.element());
            let bytes = ty.element().is_integer() && ty.element().integer_bits() == 8;
            if stride > 0 && !bytes {
                let element = self.declared_type(ty.element());
                let end = at.offset.saturating_add((stride * ty.element_count()) as i64);
                self.graph.relate(at, Relation { start: at.offset, stride, end: Some(end), element, down: false });
            }
        } else if ty.is_vector() {
            let stride = self.module.store_size(ty.element());
            for lane in 0..ty.element_count().min(*room as u64) {
                self.declare_fields(at.plus((lane * stride) as i64), ty.element(), source, depth + 1, room);
            }
        } else if let Some(kind) = self.scalar_kind(ty) {
            let strength = if kind == Kind::Integer { Strength::Faint } else { Strength::Declared };
            self.graph.fact(at, Fact { kind, size: self.module.store_size(ty), strength, source });
        }
    }

    fn declare_struct(&mut self, at: Address, ty: Type, source: SourceNumber, depth: u32, room: &mut usize) {
        if ty.struct_name().is_some_and(|name| name.contains("union.")) {
            return;
        }
        let elements = ty.struct_elements();
        let mut end = 0;
        for (index, element) in elements.iter().enumerate() {
            let offset = self.module.field_offset(ty, index as u32) as i64;
            self.declare_padding(at, end, offset, source);
            let is_storage = element.is_array() && element.element().is_integer();
            end = offset + self.module.allocation_size(*element) as i64;
            // Explicit padding: bytes that end where the next field must start.
            if is_storage && element.element().integer_bits() == 8 {
                let next = elements.get(index + 1).map_or(8, |next| self.module.alignment(*next) as i64);
                if end - offset < MOST_PADDING && end % next.max(2) == 0 && offset % next.max(2) != 0 {
                    self.declare_padding(at, offset, end, source);
                }
                continue;
            }
            self.declare_fields(at.plus(offset), *element, source, depth + 1, room);
        }
        if ty.struct_name().is_some() {
            self.declare_padding(at, end, self.module.allocation_size(ty) as i64, source);
        }
    }

    /// Bytes between fields hold nothing.
    fn declare_padding(&mut self, at: Address, from: i64, to: i64, source: SourceNumber) {
        if to > from && to - from < MOST_PADDING {
            let fact = Fact { kind: Kind::Anything, size: (to - from) as u64, strength: Strength::Faint, source };
            self.graph.fact(at.plus(from), fact);
        }
    }

    /// The node of the struct that the TBAA tag of an access tells about, and where in it the access is.
    pub fn declared_by_tbaa(&mut self, access: Value) -> Option<Address> {
        let base = access.tbaa_base()?;
        if let Some(known) = self.tbaa_structs.get(&base.fields) {
            return Some(known.plus(base.at));
        }
        let node = self.graph.add_node(None);
        self.graph.node_mut(node.node).frozen = true;
        let source = self.graph.add_source(Some(access), "the struct in its TBAA tag");
        for (index, (offset, name)) in base.fields.iter().enumerate() {
            let next = base.fields.get(index + 1).map(|next| next.0);
            self.declare_tbaa_field(node.plus(*offset), name, next.map(|next| next - offset), source);
        }
        self.tbaa_structs.insert(base.fields, node);
        Some(node.plus(base.at))
    }

    fn declare_tbaa_field(&mut self, at: Address, name: &str, room: Option<i64>, source: SourceNumber) {
        let Some((kind, bytes)) = super::tbaa::scalar(name, self.pointer_bytes) else {
            // Arrays, unions, complex numbers and characters are all called characters.
            return self.graph.add_region(at, room.map(|room| room as u64));
        };
        let fact = Fact { kind, size: bytes, strength: Strength::Declared, source };
        self.graph.fact(at, fact);
        if let Some(room) = room {
            self.declare_padding(at, bytes as i64, room, source);
        }
    }

    /// The node of an array (of any length) of scalars, or behind `depth - 1` more pointers.
    pub fn declared_array(&mut self, depth: u32, target: &str, kind: Kind, size: u64) -> Address {
        let key = vec![(i64::from(depth), format!("*{target}"))];
        if let Some(&known) = self.tbaa_structs.get(&key) {
            return known;
        }
        let array = self.frozen_node();
        self.tbaa_structs.insert(key, array);
        let element = self.frozen_node();
        let source = self.graph.add_source(None, Reason::TbaaPointerTo(target.to_owned()));
        let (kind, size) = if depth > 1 { (Kind::Pointer, self.pointer_bytes) } else { (kind, size) };
        self.graph.fact(element, Fact { kind, size, strength: Strength::Declared, source });
        self.graph.relate(array, Relation { start: 0, stride: size, end: None, element, down: false });
        if depth > 1
            && let Some((kind, size)) = super::tbaa::scalar(target, self.pointer_bytes)
        {
            let further = self.declared_array(depth - 1, target, kind, size);
            self.graph.set_slot(element, further);
        }
        array
    }

    /// Ties values to the types that debug information declares them with.
    pub fn declare_variables(&mut self, debug: &DebugTypes) {
        let nodes: Vec<Address> = debug.types.iter().map(|_| self.frozen_node()).collect();
        let pointees: Vec<[Address; 2]> =
            debug.types.iter().map(|_| [self.frozen_node(), self.frozen_node()]).collect();
        for (number, ty) in debug.types.iter().enumerate().skip(1) {
            self.declare_debug_type(nodes[number], ty, &nodes, &pointees, debug);
            let [several, single] = pointees[number];
            // What a `double *` points to may be an array; behind a `struct s *` or a `double &` only one object is certain.
            let end = Some(ty.size as i64);
            if ty.size > 0 {
                let one = Relation { start: 0, stride: ty.size, end, element: nodes[number], down: false };
                self.graph.relate(single, one);
                self.graph.relate(several, Relation { end: end.filter(|_| !ty.scalar), ..one });
            }
        }
        for variable in &debug.variables {
            let declared = nodes[variable.ty].plus(variable.offset as i64);
            if variable.memory {
                if let Some(address) = self.address(variable.value) {
                    self.graph.view(address, declared);
                }
            } else if variable.value.ty().is_pointer() {
                let slot = self.graph.node(declared.node).slots.get(&declared.offset).copied();
                if let (Some(to), Some(address)) = (slot, self.address(variable.value)) {
                    self.graph.view(address, to);
                }
            } else if let Some(location) = self.location(variable.value) {
                let size = self.module.store_size(variable.value.ty());
                self.graph.copy(location, declared, Some(size));
            }
        }
    }

    fn frozen_node(&mut self) -> Address {
        let node = self.graph.add_node(None);
        self.graph.node_mut(node.node).frozen = true;
        node
    }

    fn declare_debug_type(
        &mut self,
        node: Address,
        ty: &DebugType,
        nodes: &[Address],
        pointees: &[[Address; 2]],
        debug: &DebugTypes,
    ) {
        let source = self.graph.add_source(None, Reason::DebugType(ty.name.clone()));
        let mut end = 0;
        for field in ty.fields.iter().take(MOST_FIELDS) {
            let offset = field.offset as i64;
            self.declare_padding(node, end, offset, source);
            end = end.max(offset + debug_field_bytes(field) as i64);
            let at = node.plus(offset);
            let kind = match field.kind {
                DebugKind::Integer => Kind::Integer,
                DebugKind::Float { quad } => match debug_float(field.size, quad) {
                    Some(kind) => Kind::Float(kind),
                    None => continue,
                },
                DebugKind::Pointer { target, single } => {
                    if target != 0 && debug.types[target].size > 0 {
                        self.graph.set_slot(at, pointees[target][usize::from(single)]);
                    }
                    Kind::Pointer
                }
                DebugKind::Array { element, count } => {
                    let end = (count > 0).then_some(offset + (count * field.size) as i64);
                    if element != 0 && field.size > 0 {
                        let relation =
                            Relation { start: offset, stride: field.size, end, element: nodes[element], down: false };
                        self.graph.relate(at, relation);
                    }
                    continue;
                }
                DebugKind::Opaque => continue,
            };
            let size = if let Kind::Float(kind) = kind { kind.bytes() } else { field.size };
            self.declare_run(at, Fact { kind, size, strength: Strength::Declared, source });
        }
        self.declare_padding(node, end, ty.size as i64, source);
    }

    /// A fact of any length, in pieces that lookups can find.
    pub fn declare_run(&mut self, at: Address, fact: Fact) {
        /// Longest piece, as [`crate::types::search`] expects.
        const PIECE: u64 = 16;
        let mut done = 0;
        while done < fact.size {
            let size = PIECE.min(fact.size - done);
            self.graph.fact(at.plus(done as i64), Fact { size, ..fact });
            done += size;
        }
    }
}

fn debug_field_bytes(field: &DebugField) -> u64 {
    match field.kind {
        DebugKind::Array { count, .. } => field.size * count,
        _ => field.size,
    }
}

fn debug_float(bytes: u64, quad: bool) -> Option<FloatKind> {
    Some(match bytes {
        2 => FloatKind::Half,
        4 => FloatKind::Single,
        8 => FloatKind::Double,
        10 | 12 => FloatKind::Extended,
        16 if quad => FloatKind::Quad,
        16 => FloatKind::Extended,
        _ => return None,
    })
}

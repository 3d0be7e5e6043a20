//! `getelementptr`: constant offsets, and arrays where an index is variable.
//!
//! Constants and variable parts are collected over a whole chain of `getelementptr`s first, because LLVM writes `s->a[i]`
//! (a at offset 8) as `(s + 8*i) + 8` as readily.
use super::progressions::{self, Progression};
use super::{Chain, Constraints};
use crate::marks;
use crate::types::graph::kind::Kind;
use crate::types::graph::node::{IndexStep, greatest_common_divisor};
use crate::types::graph::{Address, Fact, Relation, Strength, UNKNOWN_STRIDE};
use zymase_library::{Known, Provided, Size};
use zymase_llvm::{GepOffset, Opcode, Value};

/// Instructions that are looked through to find what an index is a multiple of.
const MOST_INDEX_STEPS: u32 = 8;
/// Bytes of a `double`.
const LONGEST_NUMBER: u64 = 8;

impl Constraints {
    pub fn read_gep(&mut self, i: Value) {
        for index in i.operands().into_iter().skip(1) {
            self.observe(index, Kind::Integer, i, "an array index");
        }
        if !i.ty().is_pointer() {
            return self.read_vector_gep(i);
        }
        let base = i.operand(0);
        let mut chain = self.chains.get(&base).cloned().unwrap_or(Chain { base, constant: 0, steps: Vec::new() });
        match i.gep_offset() {
            Some(offset) if offset.variable.len() == 1 && self.read_choice(i, &chain, &offset) => return,
            Some(offset) if self.read_boundary(i, &chain, &offset) => return,
            Some(offset) => {
                chain.constant = chain.constant.wrapping_add(offset.constant);
                for (index, scale) in offset.variable {
                    let extent = self.declared_extent(i, index);
                    self.add_index(&mut chain, index, scale, extent, 0);
                }
            }
            None => chain.steps.push(IndexStep { stride: UNKNOWN_STRIDE, extent: None, down: false }),
        }
        // Larger elements first; of equal ones the unbounded, which `None` sorts last here.
        chain.steps.sort_unstable_by(|a, b| b.cmp(a));
        chain.steps.dedup_by(|later, kept| {
            let equal = later.stride == kept.stride;
            if equal {
                kept.extent = later.extent.and(kept.extent);
                kept.down &= later.down;
            }
            equal
        });
        if let Some(address) = self.chain_address(&chain) {
            self.addresses.insert(i, address);
        }
        self.declare_gep(i, chain.is_down());
        self.chains.insert(i, chain);
    }

    /// An index that is one of a few constants (`c ? 24 : 16`) chooses among fields: no array.
    fn read_choice(&mut self, i: Value, chain: &Chain, offset: &GepOffset) -> bool {
        let Some(&(index, scale)) = offset.variable.first() else { return false };
        let Some(choices) = few_constants(index, 0) else { return false };
        let address = self.graph.add_node(Some(i));
        self.addresses.insert(i, address);
        for choice in choices {
            let bytes = offset.constant.wrapping_add(choice.wrapping_mul(scale));
            let field = Chain { constant: chain.constant.wrapping_add(bytes), ..chain.clone() };
            if let Some(high) = self.chain_address(&field) {
                self.graph.view(address, high);
            }
        }
        true
    }

    /// In `n * 16 + m` bytes that are allocated, the part of m bytes starts after `n * 16`. Whether it is an array as the other
    /// is decided when all is known (see [`crate::types::solving::descending`]).
    fn read_boundary(&mut self, i: Value, chain: &Chain, offset: &GepOffset) -> bool {
        let &[(bytes, 1)] = &offset.variable[..] else { return false };
        let is_start = chain.constant == 0 && chain.steps.is_empty() && offset.constant == 0;
        if !is_start || !allocated_size(chain.base).is_some_and(|size| size != bytes && is_addend(bytes, size, 0)) {
            return false;
        }
        let Some(start) = self.address(chain.base) else { return false };
        // What is rounded up is a multiple of the alignment, not of the size of elements.
        let is_rounded = bytes.opcode() == Some(Opcode::LLVMAnd);
        let stride = if is_rounded { 1 } else { known_factor(bytes, 0) };
        if stride <= 1 {
            let part = self.graph.element(start, UNKNOWN_STRIDE);
            self.addresses.insert(i, part);
            return true;
        }
        let element = self.graph.element(start, stride);
        let boundary = self.graph.add_node(Some(i));
        let before = -(stride as i64);
        let first_part = Relation { start: before, stride, end: Some(0), element, down: true };
        self.graph.relate(boundary.plus(before), first_part);
        self.graph.boundaries.push((boundary, element));
        self.addresses.insert(i, boundary);
        true
    }

    pub fn chain_address(&mut self, chain: &Chain) -> Option<Address> {
        let mut at = self.address(chain.base)?.plus(chain.constant);
        let down = chain.is_down();
        for &step in &chain.steps {
            at = self.graph.bounded_element(at, IndexStep { down, ..step });
        }
        Some(at)
    }

    /// Bytes of the array that a variable index of a `getelementptr` chooses from, if a type tells its length.
    fn declared_extent(&self, i: Value, index: Value) -> Option<u64> {
        let mut ty = i.gep_source_type();
        for (level, operand) in i.operands().into_iter().enumerate().skip(1) {
            if level > 1 {
                if operand == index {
                    // A length of 0 or 1 is how arrays of any length were declared.
                    let length = if ty.is_array() { ty.element_count() } else { 0 };
                    return (length > 1).then(|| length * self.module.allocation_size(ty.element()));
                }
                let field = operand.as_integer().unwrap_or(0);
                ty = ty.field(u32::try_from(field).unwrap_or(0));
            } else if operand == index {
                return None;
            }
        }
        None
    }

    /// Adds `index * scale` to a chain, looking for constant addends and factors of the index.
    fn add_index(&mut self, chain: &mut Chain, index: Value, scale: i64, extent: Option<u64>, steps: u32) {
        use Opcode::*;
        if let Some(constant) = index.as_integer() {
            chain.constant = chain.constant.wrapping_add(constant.wrapping_mul(scale));
            return;
        }
        let constant = |k: usize| index.operand(k).as_integer();
        if steps < MOST_INDEX_STEPS && index.is_instruction() && exact_factor(index) == 1 {
            match index.opcode() {
                Some(LLVMAdd) => {
                    self.add_index(chain, index.operand(0), scale, extent, steps + 1);
                    return self.add_index(chain, index.operand(1), scale, extent, steps + 1);
                }
                Some(LLVMSub) => {
                    self.add_index(chain, index.operand(0), scale, extent, steps + 1);
                    return self.add_index(chain, index.operand(1), scale.wrapping_neg(), extent, steps + 1);
                }
                // `!x` is `-1 - x`.
                Some(LLVMXor) if constant(1) == Some(-1) => {
                    chain.constant = chain.constant.wrapping_sub(scale);
                    return self.add_index(chain, index.operand(0), scale.wrapping_neg(), extent, steps + 1);
                }
                Some(LLVMMul) if constant(1).is_some() => {
                    let factor = constant(1).unwrap_or(1);
                    return self.add_index(chain, index.operand(0), scale.wrapping_mul(factor), extent, steps + 1);
                }
                Some(LLVMShl) if constant(1).is_some_and(|by| (0..32).contains(&by)) => {
                    let factor = 1 << constant(1).unwrap_or(0);
                    return self.add_index(chain, index.operand(0), scale.wrapping_mul(factor), extent, steps + 1);
                }
                _ => {}
            }
        }
        if let Some(found) = behind_header(index, scale) {
            chain.constant = chain.constant.wrapping_add(found.start);
            return chain.steps.push(IndexStep { stride: found.step, extent, down: false });
        }
        let stride = scale.unsigned_abs().saturating_mul(known_factor(index, 0));
        let stride = if stride <= 1 { UNKNOWN_STRIDE } else { stride };
        let is_bounded = extent.is_some() || stride == UNKNOWN_STRIDE;
        let down = (scale < 0) != is_negated(index, 0) && !is_bounded;
        chain.steps.push(IndexStep { stride, extent, down });
    }

    /// The type that a `getelementptr` walks through is a declaration of what is there.
    fn declare_gep(&mut self, i: Value, down: bool) {
        let ty = i.gep_source_type();
        let Some(base) = self.address(i.operand(0)) else { return };
        if ty.is_integer() || ty.is_pointer() {
            return;
        }
        let declared = self.declared_type(ty);
        let size = self.module.allocation_size(ty);
        let at_element = match i.operand(1).as_integer() {
            Some(index) => base.plus(index.wrapping_mul(size as i64)),
            None if size > 0 => self.graph.bounded_element(base, IndexStep { stride: size, extent: None, down }),
            None => base,
        };
        self.graph.view(at_element, declared);
    }

    /// A vector of pointers: all lanes are seen as one.
    fn read_vector_gep(&mut self, i: Value) {
        let base = i.operand(0);
        let from =
            if base.ty().is_pointer() { self.address(base) } else { self.location(base).map(|p| self.graph.slot(p)) };
        let location = self.graph.add_node(Some(i));
        self.graph.node_mut(location.node).wrap = self.pointer_bytes;
        self.locations.insert(i, location);
        let source = self.source(i, "a vector of pointers");
        let fact = Fact { kind: Kind::Pointer, size: self.pointer_bytes, strength: Strength::Observed, source };
        self.graph.fact(location, fact);
        if let Some(from) = from {
            let size = self.module.allocation_size(i.gep_source_type());
            let element = self.graph.element(from, size);
            let slot = self.graph.slot(location);
            self.graph.view(slot, element);
        }
    }
}

/// Offsets in bytes that start behind a header and go on by more than what start and step have in common: numbers as long as a
/// step would not fit there.
fn behind_header(index: Value, scale: i64) -> Option<Progression> {
    if scale != 1 || !index.is_instruction() || exact_factor(index) > 1 {
        return None;
    }
    let found = progressions::progression(index)?;
    let common = greatest_common_divisor(found.start.unsigned_abs(), found.step);
    (common < found.step && common < LONGEST_NUMBER).then_some(found)
}

/// Is it something subtracted from nothing, on every way it comes from?
fn is_negated(index: Value, steps: u32) -> bool {
    use Opcode::*;
    if steps >= MOST_INDEX_STEPS || !index.is_instruction() {
        return false;
    }
    let is_variable = |k: usize| index.operand(k).as_integer().is_none();
    match index.opcode() {
        Some(LLVMSub) => index.operand(0).as_integer().is_some_and(|from| from <= 0) && is_variable(1),
        Some(LLVMXor) => index.operand(1).as_integer() == Some(-1),
        // Phis count for more, since they have many operands.
        Some(LLVMPHI) => {
            let mut incoming = index.incoming().into_iter().map(|(value, _)| value);
            incoming.all(|value| is_negated(value, steps + MOST_INDEX_STEPS / 4))
        }
        _ => false,
    }
}

/// How many bytes a call allocates.
fn allocated_size(call: Value) -> Option<Value> {
    if !matches!(call.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke)) {
        return None;
    }
    let callee = call.called_value().as_function()?;
    let known = || zymase_library::lookup(&marks::known_as(callee)?);
    match zymase_library::rust_allocator(&callee.name()).or_else(known)? {
        Known::Allocate(allocate) if allocate.provided == Provided::Returned => match allocate.size {
            Size::Argument(index) => call.arguments().get(index).copied(),
            Size::Product(..) => None,
        },
        _ => None,
    }
}

/// Is a sum that of a value and something else?
fn is_addend(value: Value, sum: Value, steps: u32) -> bool {
    value == sum
        || steps < MOST_INDEX_STEPS
            && sum.opcode() == Some(Opcode::LLVMAdd)
            && sum.operands().into_iter().any(|part| is_addend(value, part, steps + 1))
}

/// The constants that an integer is one of, if they are few.
fn few_constants(value: Value, steps: u32) -> Option<Vec<i64>> {
    /// Instructions that are looked through.
    const MOST_STEPS: u32 = 4;
    /// More make an array.
    const MOST_CHOICES: usize = 8;
    if let Some(constant) = value.as_integer() {
        return Some(vec![constant]);
    }
    if steps >= MOST_STEPS || !value.is_instruction() {
        return None;
    }
    let sources: Vec<Value> = match value.opcode()? {
        Opcode::LLVMSelect => vec![value.operand(1), value.operand(2)],
        Opcode::LLVMPHI => value.incoming().into_iter().map(|(from, _)| from).collect(),
        Opcode::LLVMZExt if value.operand(0).ty().is_integer() && value.operand(0).ty().integer_bits() == 1 => {
            return Some(vec![0, 1]);
        }
        _ => return None,
    };
    if sources.len() > MOST_CHOICES {
        return None;
    }
    let mut all = Vec::new();
    for source in sources {
        all.extend(few_constants(source, steps + 1)?);
    }
    all.sort_unstable();
    all.dedup();
    (all.len() <= MOST_CHOICES).then_some(all)
}

/// A number that an integer is always a multiple of.
pub fn known_factor(value: Value, steps: u32) -> u64 {
    use Opcode::*;
    if let Some(constant) = value.as_integer() {
        return constant.unsigned_abs();
    }
    if steps >= MOST_INDEX_STEPS || !value.is_instruction() {
        return 1;
    }
    let exact = exact_factor(value);
    if exact > 1 {
        return exact;
    }
    let of = |k: usize| known_factor(value.operand(k), steps + 1);
    match value.opcode() {
        Some(LLVMMul) => of(0).saturating_mul(of(1)).max(1),
        Some(LLVMShl) => match value.operand(1).as_integer() {
            Some(by @ 0..32) => of(0).saturating_mul(1 << by),
            _ => of(0),
        },
        Some(LLVMAdd | LLVMSub) => greatest_common_divisor(of(0), of(1)).max(1),
        // Sums of numbers without common bits are often written so.
        Some(LLVMOr) => 1 << (of(0) | of(1)).trailing_zeros().min(31),
        Some(LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze) => of(0).max(1),
        Some(LLVMAnd) => value.operand(1).as_integer().map_or(1, |mask| 1 << mask.trailing_zeros().min(31)),
        Some(LLVMSelect) => greatest_common_divisor(of(1), of(2)).max(1),
        Some(LLVMPHI) => phi_factor(value, steps),
        _ => 1,
    }
}

/// What an integer is a multiple of because it is divided by that without remainder elsewhere: how many elements lie
/// between two pointers is computed so.
fn exact_factor(value: Value) -> u64 {
    let factor = |user: Value| {
        let by = user.operand(1).as_integer().filter(|_| user.operand(0) == value && user.is_exact())?;
        match user.opcode() {
            Some(Opcode::LLVMAShr | Opcode::LLVMLShr) => Some(1 << by.clamp(0, 31)),
            _ => Some(by.unsigned_abs()),
        }
    };
    use Opcode::*;
    let divides = |user: &Value| matches!(user.opcode(), Some(LLVMAShr | LLVMLShr | LLVMSDiv | LLVMUDiv));
    value.users().into_iter().filter(divides).filter_map(factor).max().unwrap_or(1)
}

/// A phi that starts at a multiple and steps by multiples.
fn phi_factor(phi: Value, steps: u32) -> u64 {
    let mut factor = 0;
    for (incoming, _) in phi.incoming() {
        let steps_itself = incoming.opcode() == Some(Opcode::LLVMAdd) && incoming.operand(0) == phi;
        let from = if steps_itself { incoming.operand(1) } else { incoming };
        // Phis count for more, since they have many operands.
        factor = greatest_common_divisor(factor, known_factor(from, steps + MOST_INDEX_STEPS / 2));
    }
    factor.max(1)
}

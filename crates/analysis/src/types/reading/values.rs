//! Abstract locations of values that are not pointers: where in the graph their bytes are, and what their uses say about them.
//!
//! A loaded integer *is* the memory it was loaded from. Moving bytes about (casts, byte-wise shifts, `or` of parts,
//! vector shuffles, struct fields) is no evidence. Arithmetic is evidence for an integer; masks, bitwise operations and
//! odd shifts are only faint evidence, because they are also done to the bits of floats.
use super::Constraints;
use crate::types::graph::kind::{Kind, LEAST_NUMBER_BITS};
use crate::types::graph::{Address, Fact, Strength};
use zymase_llvm::{IntPredicate, Opcode, Type, Value};

/// `and` with a smaller mask takes out a few bits.
const LARGEST_BIT_FIELD: i64 = 0xff;
/// Vector lanes that are tied one by one.
const MOST_LANES: u64 = 64;

impl Constraints {
    /// The abstract location of the bytes of a value; none for constants without bytes of interest.
    pub fn location(&mut self, value: Value) -> Option<Address> {
        if let Some(&known) = self.locations.get(&value) {
            return Some(known);
        }
        let ty = value.ty();
        if value.is_undef() || ty.is_void() || ty.is_scalable_vector() || (value.is_constant() && value.is_null()) {
            return None;
        }
        if ty.is_integer() && (value.is_constant() && value.opcode().is_none()) {
            return None;
        }
        if !(ty.is_integer() || ty.is_float() || ty.is_pointer() || ty.is_vector() || ty.is_aggregate()) {
            return None;
        }
        let location = self.graph.add_node(Some(value));
        self.locations.insert(value, location);
        let source = self.source(value, "the type of the value");
        self.observe_type(location, ty, source);
        if ty.is_pointer() {
            // The bytes of a pointer, as a `ptrtoint` or an aggregate sees them.
            if let Some(to) = self.address(value) {
                self.graph.set_slot(location, to);
            }
        }
        Some(location)
    }

    fn set_place(&mut self, value: Value, location: Address) {
        self.locations.insert(value, location);
        if value.ty().contains_float() || value.ty().contains_pointer() {
            let source = self.source(value, "the type of the value");
            self.observe_type(location, value.ty(), source);
        }
    }

    pub fn size_of(&self, ty: Type) -> u64 {
        self.module.store_size(ty)
    }

    /// An instruction whose result is not a pointer and that touches no memory.
    pub fn read_value(&mut self, i: Value) {
        use Opcode::*;
        let Some(opcode) = i.opcode() else { return };
        match opcode {
            LLVMBitCast | LLVMFreeze => self.read_bitcast(i),
            LLVMTrunc => self.read_truncation(i),
            LLVMZExt => self.read_extension(i),
            LLVMSExt => self.integer_operands(i, Strength::Observed, "sign extension"),
            LLVMAdd | LLVMSub => self.read_sum(i),
            LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => {
                self.integer_operands(i, Strength::Observed, "integer arithmetic");
            }
            LLVMAnd | LLVMOr | LLVMXor => self.read_bitwise(i),
            LLVMShl | LLVMLShr | LLVMAShr => self.read_shift(i),
            LLVMICmp => self.read_comparison(i),
            LLVMSIToFP | LLVMUIToFP => {
                self.observe(i.operand(0), Kind::Integer, i, "conversion of an integer to floating point");
            }
            LLVMFPToSI | LLVMFPToUI => self.observe(i, Kind::Integer, i, "conversion to an integer"),
            LLVMPtrToInt | LLVMPtrToAddr => {
                if let Some(location) = self.location(i.operand(0)) {
                    self.locations.insert(i, location);
                }
            }
            LLVMExtractValue | LLVMExtractElement => {
                if !i.ty().is_float()
                    && let Some(location) = self.part(i)
                {
                    self.set_place(i, location);
                }
            }
            LLVMInsertValue | LLVMInsertElement => self.read_insertion(i),
            LLVMShuffleVector => self.read_shuffle(i),
            LLVMLandingPad => self.read_landing_pad(i),
            _ if i.ty().is_void() || i.ty().is_float_like() || i.is_terminator() => {}
            LLVMFCmp => {}
            _ => self.open(i),
        }
    }

    fn integer_operands(&mut self, i: Value, strength: Strength, reason: &'static str) {
        for operand in i.operands() {
            self.judge(operand, Kind::Integer, strength, i, reason);
        }
        self.observe(i, Kind::Integer, i, reason);
    }

    fn read_bitcast(&mut self, i: Value) {
        let operand = i.operand(0);
        if i.ty().is_float_like() && operand.ty().is_float_like() {
            return;
        }
        let Some(location) = self.location(operand) else { return };
        if i.ty().is_float() {
            let source = self.source(i, "the bits are used as a floating-point number");
            self.observe_type(location, i.ty(), source);
        } else {
            self.set_place(i, location);
        }
    }

    fn read_truncation(&mut self, i: Value) {
        let operand = i.operand(0);
        if i.ty().is_vector() {
            return self.integer_operands(i, Strength::Observed, "truncation to bits");
        }
        if !i.ty().integer_bits().is_multiple_of(8) {
            // Bytes that go away may be of another field.
            if let Some(location) = self.location(operand) {
                let (size, source) = (self.size_of(i.ty()), self.source(i, "truncation to bits"));
                self.graph.fact(location, Fact { kind: Kind::Integer, size, strength: Strength::Observed, source });
            }
            return self.observe(i, Kind::Integer, i, "truncation to bits");
        }
        if let Some(location) = self.location(operand) {
            self.locations.insert(i, location);
        }
    }

    fn read_extension(&mut self, i: Value) {
        let operand = i.operand(0);
        let from = operand.ty();
        if !from.is_integer() || !from.integer_bits().is_multiple_of(8) {
            return self.integer_operands(i, Strength::Observed, "extension of bits or lanes");
        }
        let (Some(location), low) = (self.location(i), self.location(operand)) else { return };
        let size = self.size_of(from);
        if let Some(low) = low {
            self.graph.copy(location, low, Some(size));
        }
        let source = self.source(i, "zero extension");
        let rest = self.size_of(i.ty()) - size;
        self.declare_run(
            location.plus(size as i64),
            Fact { kind: Kind::Anything, size: rest, strength: Strength::Faint, source },
        );
    }

    /// Sums are integer arithmetic, unless a pointer goes in or out.
    fn read_sum(&mut self, i: Value) {
        if asks_for_pointer(i) {
            return;
        }
        let makes_pointer = i.users().iter().any(|user| user.opcode() == Some(Opcode::LLVMIntToPtr));
        let from_pointer = |v: Value| matches!(v.opcode(), Some(Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr));
        if !makes_pointer {
            for operand in i.operands() {
                if !from_pointer(operand) {
                    self.observe(operand, Kind::Integer, i, "integer arithmetic");
                }
            }
            return self.observe(i, Kind::Integer, i, "integer arithmetic");
        }
        let Some(location) = self.location(i) else { return };
        let constant = i.operand(1).as_integer().map(|c| if i.opcode() == Some(Opcode::LLVMSub) { -c } else { c });
        match (constant, self.location(i.operand(0))) {
            (Some(constant), Some(base)) => {
                let to = self.graph.slot(base);
                let slot = self.graph.slot(location);
                self.graph.view(slot, to.plus(constant));
            }
            _ => {
                for operand in i.operands() {
                    self.tie_value(i, operand, i.ty());
                }
            }
        }
    }

    fn read_bitwise(&mut self, i: Value) {
        if i.ty().scalar().is_integer() && i.ty().scalar().integer_bits() == 1 {
            return;
        }
        if i.opcode() == Some(Opcode::LLVMAnd)
            && i.operand(1).as_integer().is_some_and(|mask| (0..=LARGEST_BIT_FIELD).contains(&mask))
        {
            // The low bits of a float are nothing that is moved.
            self.judge(i.operand(0), Kind::Integer, Strength::Faint, i, "a bit field");
            return self.observe(i, Kind::Integer, i, "a bit field");
        }
        if i.opcode() == Some(Opcode::LLVMAnd) && self.read_mask(i) {
            return;
        }
        for operand in i.operands() {
            self.judge(operand, Kind::Integer, Strength::Faint, i, "a bitwise operation");
            self.tie_value(i, operand, i.ty());
        }
        self.judge(i, Kind::Integer, Strength::Faint, i, "a bitwise operation");
    }

    /// A constant mask takes whole bytes away: what is left are the others. False if it takes none.
    fn read_mask(&mut self, i: Value) -> bool {
        let size = self.size_of(i.ty());
        let Some(mask) = i.operand(1).as_integer().filter(|_| i.ty().is_integer() && size <= 8) else { return false };
        let kept: Vec<bool> = mask.to_le_bytes()[..size as usize].iter().map(|byte| *byte != 0).collect();
        let (Some(to), Some(from)) = (self.location(i), self.location(i.operand(0))) else { return false };
        if kept.iter().all(|kept| *kept) {
            return false;
        }
        let source = self.source(i, "a mask of bytes");
        for (k, kept) in kept.into_iter().enumerate() {
            let (to, from) = (to.plus(k as i64), from.plus(k as i64));
            if kept {
                self.graph.copy(to, from, Some(1));
            } else {
                self.declare_run(to, Fact { kind: Kind::Anything, size: 1, strength: Strength::Faint, source });
            }
        }
        self.judge(i.operand(0), Kind::Integer, Strength::Faint, i, "a bitwise operation");
        self.judge(i, Kind::Integer, Strength::Faint, i, "a bitwise operation");
        true
    }

    fn read_shift(&mut self, i: Value) {
        let bits = i.operand(1).as_integer();
        let Some(bytes) = bits.filter(|b| *b >= 0 && b % 8 == 0 && i.ty().is_integer()).map(|b| b / 8) else {
            self.judge(i.operand(0), Kind::Integer, Strength::Faint, i, "a shift");
            self.observe(i.operand(1), Kind::Integer, i, "the width of a shift");
            return self.observe(i, Kind::Integer, i, "a shift by bits");
        };
        let size = self.size_of(i.ty()) as i64;
        let (Some(to), Some(from)) = (self.location(i), self.location(i.operand(0))) else { return };
        if bytes >= size {
            return;
        }
        let source = self.source(i, "a shift by whole bytes");
        let gap = Fact { kind: Kind::Anything, size: bytes as u64, strength: Strength::Faint, source };
        if i.opcode() == Some(Opcode::LLVMShl) {
            self.graph.copy(to.plus(bytes), from, Some((size - bytes) as u64));
            self.declare_run(to, gap);
        } else {
            self.graph.copy(to, from.plus(bytes), Some((size - bytes) as u64));
            self.declare_run(to.plus(size - bytes), gap);
        }
    }

    /// Comparing with zero asks for the sign bit or for null, which floats and pointers have too.
    fn read_comparison(&mut self, i: Value) {
        let (a, b) = (i.operand(0), i.operand(1));
        if !a.ty().scalar().is_integer() {
            return;
        }
        let equality = matches!(i.int_predicate(), IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE);
        let trivial = |v: Value| v.is_constant() && (v.is_null() || v.as_integer() == Some(-1));
        let from_pointer = |v: Value| matches!(v.opcode(), Some(Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr));
        if trivial(a) || trivial(b) || from_pointer(a) || from_pointer(b) {
            return;
        }
        let strength =
            if equality && !a.is_constant() && !b.is_constant() { Strength::Faint } else { Strength::Observed };
        self.judge(a, Kind::Integer, strength, i, "an integer comparison");
        self.judge(b, Kind::Integer, strength, i, "an integer comparison");
    }

    /// Location of the part of an aggregate or vector that an instruction takes out.
    pub fn part(&mut self, i: Value) -> Option<Address> {
        let whole = i.operand(0);
        let location = self.location(whole)?;
        if i.opcode() == Some(Opcode::LLVMExtractValue) {
            return Some(location.plus(self.field_offset(whole.ty(), &i.indices()) as i64));
        }
        self.observe(i.operand(1), Kind::Integer, i, "a lane number");
        let size = self.size_of(i.ty());
        match i.operand(1).as_integer() {
            Some(lane) => Some(location.plus(lane.wrapping_mul(size as i64))),
            None => Some(self.graph.element(location, size)),
        }
    }

    fn field_offset(&self, ty: Type, indices: &[u32]) -> u64 {
        let mut ty = ty;
        let mut offset = 0;
        for &index in indices {
            offset += if ty.is_struct() {
                self.module.field_offset(ty, index)
            } else {
                u64::from(index) * self.module.allocation_size(ty.element())
            };
            ty = ty.field(index);
        }
        offset
    }

    fn read_insertion(&mut self, i: Value) {
        let (whole, part) = (i.operand(0), i.operand(1));
        let Some(location) = self.location(i) else { return };
        let offset = if i.opcode() == Some(Opcode::LLVMInsertValue) {
            self.field_offset(i.ty(), &i.indices())
        } else {
            self.observe(i.operand(2), Kind::Integer, i, "a lane number");
            i.operand(2).as_integer().unwrap_or(0) as u64 * self.size_of(part.ty())
        };
        let size = self.size_of(part.ty());
        if let Some(from) = self.location(whole) {
            // Around the part, not where it is replaced.
            let end = offset + size;
            let total = self.size_of(i.ty());
            if offset > 0 {
                self.graph.copy(location, from, Some(offset));
            }
            if total > end {
                self.graph.copy(location.plus(end as i64), from.plus(end as i64), Some(total - end));
            }
        }
        if !part.ty().is_float()
            && let Some(from) = self.location(part)
        {
            self.graph.copy(location.plus(offset as i64), from, Some(size));
        }
    }

    /// A pointer to the exception and the number of its handler.
    fn read_landing_pad(&mut self, i: Value) {
        let Some(location) = self.location(i) else { return };
        self.open_address(location);
        let source = self.source(i, "the number of an exception handler");
        for (offset, leaf) in self.leaves(i.ty()) {
            if leaf.is_integer() {
                let fact = Fact { kind: Kind::Integer, size: self.size_of(leaf), strength: Strength::Observed, source };
                self.graph.fact(location.plus(offset as i64), fact);
            }
        }
    }

    fn read_shuffle(&mut self, i: Value) {
        if i.ty().is_float_like() {
            return;
        }
        let size = self.size_of(i.ty().element());
        let lanes = i.operand(0).ty().element_count();
        let Some(location) = self.location(i) else { return };
        for (to, from) in i.shuffle_mask().into_iter().enumerate().take(MOST_LANES as usize) {
            let Some(from) = from.map(u64::from) else { continue };
            let (operand, lane) = if from < lanes { (0, from) } else { (1, from - lanes) };
            if let Some(source) = self.location(i.operand(operand)) {
                let (to, lane) = (location.plus((to as u64 * size) as i64), source.plus((lane * size) as i64));
                self.graph.copy(to, lane, Some(size));
            }
        }
    }
}

/// Does a derivative, which is differentiated again, ask here whether bits are those of a pointer? What asks knows no better.
fn asks_for_pointer(sum: Value) -> bool {
    let step = sum.operand(1).as_integer();
    let is_before = match sum.opcode() {
        Some(Opcode::LLVMAdd) => step == Some(-1),
        _ => step == Some(1),
    };
    let is_question = |user: &Value| {
        user.opcode() == Some(Opcode::LLVMICmp) && user.operand(1).as_integer() == Some(LEAST_NUMBER_BITS as i64 - 1)
    };
    is_before && !sum.users().is_empty() && sum.users().iter().all(is_question)
}

//! Loads, stores and copies, and what threads exchange.
//!
//! Copies that the machine makes while it goes on are made at once: nothing says that they take time.

use super::Writer;
use zymase_library::Operand;
use zymase_llvm::{IntPredicate, Opcode, Type, Value};

/// Words of loads and stores about caches; others make them more than accesses.
fn is_about_caches(word: &str) -> bool {
    matches!(word, "weak" | "ca" | "cg" | "cs" | "lu" | "wb" | "nc" | "level" | "128B" | "256B" | "64B")
        || word.starts_with("L1:")
        || word.starts_with("L2:")
}

/// The number of the memory that a word names; nothing names what reaches all of it.
fn space(word: &str) -> Option<u32> {
    match word {
        "global" => Some(1),
        "shared" | "shared::cta" => Some(3),
        "const" => Some(4),
        "local" => Some(5),
        _ => None,
    }
}

impl Writer<'_> {
    /// What gives no value: stores and copies, and what only says when something is to happen.
    pub(super) fn without_value(&self, words: &[&str], operands: &[Operand]) -> Option<()> {
        match words {
            ["cp", "async", "commit_group" | "wait_group" | "wait_all"] => Some(()),
            ["prefetch" | "prefetchu", ..] => Some(()),
            ["red", ..] => self.atomic_addition(words, operands).map(|_| ()),
            ["cp", "async", "ca" | "cg", "shared" | "shared::cta", "global", rest @ ..]
                if rest.iter().all(|word| is_about_caches(word)) =>
            {
                self.copy(operands)
            }
            ["st", ..] => {
                let [to, value] = operands else { return None };
                let (address, ty) = self.access(words, to)?;
                let count = if ty.is_vector() { ty.element_count() } else { 1 };
                let value = match value {
                    Operand::Parts(parts) if parts.len() as u64 == count => self.together(parts, ty)?,
                    _ => self.read(value, ty)?,
                };
                let value = self.as_type(value, ty)?;
                self.builder.store(value, address).set_alignment(self.alignment(ty));
                Some(())
            }
            _ => None,
        }
    }

    /// `atom.add.noftz.f16 old, [place], amount`, and `red`, which gives nothing.
    pub(super) fn atomic_addition(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        let ([place, amount], [_, manners @ .., name]) = (from, words) else { return None };
        let is_usual = |word: &str| matches!(word, "add" | "noftz" | "relaxed" | "gpu") || space(word).is_some();
        let ty = self.ty(name).filter(|ty| ty.is_float())?;
        if !manners.contains(&"add") || !manners.iter().all(|word| is_usual(word)) {
            return None;
        }
        let memory = manners.iter().find_map(|word| space(word)).unwrap_or(0);
        let address = self.address(place, memory)?;
        Some(self.builder.atomic_fadd(address, self.read(amount, ty)?))
    }

    pub(super) fn load(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        let [place] = from else { return None };
        let (address, ty) = self.access(words, place)?;
        let load = self.builder.load(ty, address);
        load.set_alignment(self.alignment(ty));
        Some(load)
    }

    fn alignment(&self, ty: Type) -> u32 {
        u32::try_from(self.builder.module().store_size(ty)).unwrap_or(1)
    }

    /// Where a load or store goes, and what is there.
    fn access(&self, words: &[&str], place: &Operand) -> Option<(Value, Type)> {
        let (name, middle) = (words.last()?, &words[1..words.len() - 1]);
        let mut lanes = 1;
        let mut memory = 0;
        for word in middle {
            match *word {
                "v2" => lanes = 2,
                "v4" => lanes = 4,
                word if space(word).is_some() => memory = space(word)?,
                word if is_about_caches(word) => {}
                _ => return None,
            }
        }
        let scalar = self.ty(name)?;
        let ty = if lanes > 1 { scalar.vector(lanes) } else { scalar };
        Some((self.address(place, memory)?, ty))
    }

    fn address(&self, place: &Operand, memory: u32) -> Option<Value> {
        let Operand::Place(base, bytes) = place else { return None };
        let pointer = self.pointer(self.plain(base)?, memory);
        Some(self.builder.constant_offset(pointer, *bytes))
    }

    /// An operand as it is.
    pub(super) fn plain(&self, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Argument(number) => {
                let number = number.checked_sub(self.arguments.results.len())?;
                self.arguments.inputs.get(number).copied()
            }
            Operand::Register(name) => self.values.get(name).copied(),
            _ => None,
        }
    }

    /// The pointer that an address was made of; if none is to be found, one into the memory that the instruction names.
    fn pointer(&self, address: Value, memory: u32) -> Value {
        let mut at = address;
        while matches!(at.opcode(), Some(Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMPtrToInt)) {
            at = at.operand(0);
        }
        if at.ty().is_pointer() {
            return at;
        }
        self.builder
            .int_to_pointer(address, self.builder.module().pointer_type_in(if self.on_gpu { memory } else { 0 }))
    }

    /// `cvta.to.shared.u64 address, pointer`
    pub(super) fn address_as_integer(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        let ["cvta", "to", memory, ty] = words else { return None };
        let pointer = self.pointer(self.plain(from.first()?)?, 0);
        let narrow = self.builder.module().pointer_type_in(space(memory)?);
        let pointer = if self.on_gpu { self.builder.pointer_cast(pointer, narrow) } else { pointer };
        Some(self.builder.pointer_to_int(pointer, self.ty(ty)?))
    }

    /// `[to], [from], bytes`, and how many of them are read; zeros are written in the place of the others.
    fn copy(&self, operands: &[Operand]) -> Option<()> {
        let (to, from) = (self.address(operands.first()?, 3)?, self.address(operands.get(1)?, 1)?);
        let long = self.builder.module().integer_type(64);
        let bytes = match operands.get(2)? {
            Operand::Constant(bytes) => *bytes as i64,
            operand => self.plain(operand)?.as_integer()?,
        };
        let alignment = u32::try_from(bytes).ok()?;
        let all = Value::integer(long, bytes);
        let read = match operands.get(3) {
            None => all,
            Some(operand) => {
                let read = self.builder.integer_resize(self.read(operand, self.ty("u32")?)?, long);
                let is_all = read.as_integer() == Some(bytes);
                if !is_all {
                    self.builder.zero_memory(to, all, alignment);
                }
                read
            }
        };
        self.builder.copy_memory(to, from, read, alignment);
        Some(())
    }

    /// `shfl.sync.kind.b32 value|valid, value, b, c, mask`
    pub(super) fn shuffle(&self, words: &[&str], from: &[Operand]) -> Option<[Value; 2]> {
        let (["shfl", "sync", kind, "b32"], [value, b, c, mask]) = (words, from) else { return None };
        let integer = self.ty("u32")?;
        let value = self.plain(value).filter(|value| self.bits(value.ty()) == 32)?;
        let [b, c, mask] = [self.read(b, integer)?, self.read(c, integer)?, self.read(mask, integer)?];
        let suffix = if value.ty().is_single() { "f32" } else { "i32" };
        let module = self.builder.module();
        let callee = module.intrinsic(&format!("llvm.nvvm.shfl.sync.{kind}.{suffix}"), &[]);
        let value = self.as_type(value, if value.ty().is_single() { value.ty() } else { integer })?;
        let moved = self.builder.call(callee, &[mask, value, b, c]);
        Some([moved, self.is_valid_lane(kind, b, c)?])
    }

    /// Is the lane that is read from one of the part of the warp that shuffles?
    fn is_valid_lane(&self, kind: &str, b: Value, c: Value) -> Option<Value> {
        let builder = self.builder;
        let number = |n: i64| Value::integer(b.ty(), n);
        let lane = self.special("laneid")?;
        let by = builder.and(b, number(31));
        let part = builder.and(builder.lshr(c, number(8)), number(31));
        let others = builder.and(builder.not(part), number(31));
        let bound = builder.or(builder.and(lane, part), builder.and(c, others));
        let (from, how) = match kind {
            "up" => (builder.sub(lane, by), IntPredicate::LLVMIntSGE),
            "down" => (builder.add(lane, by), IntPredicate::LLVMIntSLE),
            "bfly" => (builder.xor(lane, by), IntPredicate::LLVMIntSLE),
            "idx" => (builder.or(builder.and(lane, part), builder.and(by, others)), IntPredicate::LLVMIntSLE),
            _ => return None,
        };
        Some(builder.icmp(how, from, bound))
    }
}

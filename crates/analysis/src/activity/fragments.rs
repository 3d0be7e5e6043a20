//! Finds where the bytes of floats or pointers travel in integers that nobody recognises as their carriers.
//!
//! A carrier ([`super::holds_float`]) is an integer that holds whole floats; its derivative travels with it. A byte of a
//! double, or half of it, has no derivative of its own: where such a fragment ends up in memory that has a shadow, or
//! becomes part of a float again, a derivative would be lost without a word. The same holds for bits of a float that
//! were computed with and become a float again. Bits that only steer (comparisons, hashes, exponents) lose nothing.
//!
//! - `assumed`: integers that lie where other objects have numbers;
//! - `mantissa`: integers made of the bits of a float that become a number again by their value.

mod assumed;
mod mantissa;

pub use assumed::{Assumed, AssumedInteger};

use super::{Activity, holds_float, holds_pointer, moves_bytes};
use crate::callee::{Callee, classify};
use crate::choices;
use crate::types::{Problem, Types};
use std::collections::{HashMap, HashSet};
use zymase_llvm::{Analyses, Function, Opcode, Type, Value};

/// A place where a derivative would be lost.
#[derive(Clone, Debug)]
pub struct Lost {
    pub at: Value,
    pub how: Loss,
}

#[derive(Clone, Debug)]
pub enum Loss {
    /// Parts of floats or pointers are moved; what says that they are such.
    Parts(Option<String>),
    /// Nothing says what the moved bytes are.
    Unknown(Box<Problem>),
    /// The bits of a float are computed with, and the result is used as a float.
    Bits,
    /// Whole floats leave the function in an integer.
    Returned,
    /// An atomic update of floats through an integer.
    Atomic,
}

/// What becomes of the derivative of what the function returns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Results {
    /// Everything comes with its derivative, also floats in integers.
    Followed,
    /// Only floats have one.
    Floats,
    /// Nobody asks for it.
    Unasked,
}

/// What an integer has to do with floats that it does not carry whole; ordered by how bad it is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fragment {
    /// Computed from their bits.
    Computed,
    /// Moved from memory of unknown content.
    Unknown,
    /// Their bytes, moved.
    Part,
}

/// Makes sure that no derivative is lost: else the first place, in the order of the function, where one would be. What is
/// a number in some objects, and in others an integer that is computed with, is taken for an integer.
pub fn find_lost(
    function: Function,
    types: &Types,
    activity: &Activity,
    results: Results,
    analyses: &Analyses,
) -> Result<Assumed, Lost> {
    let (fragments, assumed) = (HashMap::new(), Assumed::default());
    let mut search = Search { function, types, activity, results, analyses, fragments, assumed };
    let instructions = function.instructions();
    loop {
        search.fragments.clear();
        let mut changed = true;
        while changed {
            changed = false;
            for i in &instructions {
                changed |= search.visit(*i);
            }
        }
        match instructions.iter().find_map(|i| search.loss(*i).map(|how| Lost { at: *i, how })) {
            Some(Lost { at, how: Loss::Bits | Loss::Returned }) if search.assume_integers(at) => {}
            Some(lost) => return Err(lost),
            None => break,
        }
    }
    for i in instructions.iter().filter(|i| takes_bits(types, **i) && activity.class(**i).may_have_shadow()) {
        search.assume_integers(*i);
    }
    search.assumed.spread(&instructions);
    Ok(search.assumed)
}

/// Are bits of what may be a pointer computed with?
fn takes_bits(types: &Types, i: Value) -> bool {
    use Opcode::*;
    let computes = matches!(i.opcode(), Some(LLVMAnd | LLVMOr | LLVMXor | LLVMShl | LLVMLShr));
    computes && types.carries_pointer(i) && !moves_bytes(types, i)
}

struct Search<'a> {
    function: Function,
    types: &'a Types,
    activity: &'a Activity,
    results: Results,
    analyses: &'a Analyses,
    fragments: HashMap<Value, Fragment>,
    assumed: Assumed,
}

/// Operands whose bytes may become bytes of the result.
fn data_operands(i: Value) -> Vec<Value> {
    match i.opcode() {
        Some(Opcode::LLVMPHI) => i.incoming().into_iter().map(|(value, _)| value).collect(),
        Some(Opcode::LLVMSelect) => vec![i.operand(1), i.operand(2)],
        Some(Opcode::LLVMExtractElement | Opcode::LLVMExtractValue) => vec![i.operand(0)],
        Some(Opcode::LLVMInsertElement | Opcode::LLVMInsertValue) => vec![i.operand(0), i.operand(1)],
        _ => i.operands(),
    }
}

/// Does the instruction only move bytes about? None when nothing of its operands is in its result.
fn only_moves(types: &Types, i: Value) -> Option<bool> {
    use Opcode::*;
    Some(match i.opcode()? {
        LLVMPHI | LLVMSelect | LLVMBitCast | LLVMFreeze | LLVMTrunc | LLVMZExt | LLVMExtractElement
        | LLVMExtractValue | LLVMInsertElement | LLVMInsertValue | LLVMShuffleVector => true,
        LLVMShl | LLVMLShr | LLVMAnd | LLVMOr => moves_bytes(types, i),
        LLVMAShr | LLVMSExt | LLVMXor | LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => {
            false
        }
        LLVMCall if i.called_value().as_function().is_some_and(|f| f.is_intrinsic()) => {
            // Byte swaps, funnel shifts, integer minimum and maximum.
            return i.does_not_access_memory().then_some(false);
        }
        _ => return None,
    })
}

fn may_hold_bytes(value: Value) -> bool {
    let ty = value.ty();
    let scalar = ty.scalar();
    !ty.contains_float() && (ty.is_aggregate() || scalar.is_integer() && scalar.integer_bits() >= 8)
}

/// Is it read from a variable that is declared to hold floats, and no integers as narrow as this?
fn is_declared_part(load: Value) -> bool {
    fn holds_narrow_integers(ty: Type, bits: u32) -> bool {
        if ty.is_struct() {
            return ty.struct_elements().into_iter().any(|field| holds_narrow_integers(field, bits));
        }
        let element = if ty.is_array() || ty.is_vector() { ty.element() } else { return narrow(ty, bits) };
        holds_narrow_integers(element, bits)
    }
    fn narrow(ty: Type, bits: u32) -> bool {
        ty.is_integer() && ty.integer_bits() <= bits
    }
    let object = load.operand(0).underlying_object();
    let (false, scalar) = (load.ty().is_aggregate(), load.ty().scalar()) else { return false };
    let declared = match object.opcode() {
        Some(Opcode::LLVMAlloca) => object.allocated_type(),
        _ if object.is_global_variable() => object.global_value_type(),
        _ => return false,
    };
    declared.contains_float() && !holds_narrow_integers(declared, scalar.integer_bits())
}

impl Search<'_> {
    fn is_carrier(&self, value: Value) -> bool {
        holds_float(self.types, value) || holds_pointer(self.types, value)
    }

    /// A fragment, or an integer that carries floats with derivatives and is about to be taken apart.
    fn fragment_of_operand(&self, value: Value) -> Option<Fragment> {
        if self.assumed.integers.contains(&value) {
            return None;
        }
        let whole = self.activity.is_varied(value) && (may_hold_bytes(value) || value.ty().is_aggregate());
        if whole { Some(Fragment::Part) } else { self.fragments.get(&value).copied() }
    }

    fn visit(&mut self, i: Value) -> bool {
        if !may_hold_bytes(i) || self.activity.is_varied(i) || self.assumed.integers.contains(&i) {
            return false;
        }
        let found = if i.opcode() == Some(Opcode::LLVMLoad) { self.of_load(i) } else { self.of_operands(i) };
        let Some(found) = found else { return false };
        let old = self.fragments.get(&i).copied();
        if old.is_some_and(|old| old >= found) {
            return false;
        }
        self.fragments.insert(i, found);
        true
    }

    fn of_load(&self, i: Value) -> Option<Fragment> {
        let shadowed = self.activity.class(i.operand(0)).may_have_shadow();
        if !shadowed || self.is_carrier(i) && !i.ty().is_aggregate() {
            return None;
        }
        self.by_types(i, || self.holds_only_integers(i.operand(0)), || is_declared_part(i))
    }

    /// What types know of the bytes of an integer that is no carrier.
    fn by_types(
        &self,
        i: Value,
        only_integers: impl Fn() -> bool,
        is_declared_part: impl Fn() -> bool,
    ) -> Option<Fragment> {
        match self.types.of_value(i) {
            Ok(cells) => {
                let part = cells.iter().any(|cell| cell.kind.may_be_float() || cell.kind.may_be_pointer());
                let mixed = cells.iter().any(|cell| cell.mixed);
                (part || mixed && !only_integers() || is_declared_part()).then_some(Fragment::Part)
            }
            Err(_) if self.types.evidence_of_float_or_pointer(i).is_some() => Some(Fragment::Part),
            Err(_) => Some(Fragment::Unknown),
        }
    }

    /// Is the object behind a pointer local to the function, and never used as anything but integers? Types are less
    /// sure of this, because they see a function that is called from several places only once.
    fn holds_only_integers(&self, pointer: Value) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![pointer.underlying_object()];
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            let is_object = value.underlying_object() == value;
            if is_object && !self.is_local(value) {
                return false;
            }
            for user in value.users() {
                match user.opcode() {
                    Some(Opcode::LLVMLoad) if !user.ty().contains_float() && !user.ty().contains_pointer() => {}
                    Some(Opcode::LLVMStore) if may_hold_bytes(user.operand(0)) => {}
                    Some(Opcode::LLVMICmp) => {}
                    Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) => {
                        work.push(user);
                    }
                    Some(Opcode::LLVMCall) => match classify(user) {
                        Callee::Copy(transfer) => {
                            let ends = [user.arguments()[transfer.destination], user.arguments()[transfer.source]];
                            let shadowed = ends.into_iter().filter(|end| self.activity.class(*end).may_have_shadow());
                            work.extend(shadowed.map(Value::underlying_object));
                        }
                        Callee::Fill { .. } | Callee::Free(_) | Callee::Hint | Callee::Inactive(_) => {}
                        _ => return false,
                    },
                    _ => return false,
                }
            }
        }
        true
    }

    fn is_local(&self, object: Value) -> bool {
        match object.opcode() {
            Some(Opcode::LLVMAlloca) => true,
            Some(Opcode::LLVMCall) => matches!(classify(object), Callee::Allocate(_)),
            _ => false,
        }
    }

    fn of_operands(&self, i: Value) -> Option<Fragment> {
        let moves = only_moves(self.types, i)?;
        let worst = data_operands(i).into_iter().filter_map(|o| self.fragment_of_operand(o)).max()?;
        match (moves, worst) {
            (true, Fragment::Computed) => Some(Fragment::Computed),
            // The part that was taken out may well be an integer beside the float.
            (true, _) => self.by_types(i, || false, || false),
            // Arithmetic on bytes of unknown kind says that they are integers.
            (false, Fragment::Unknown) => None,
            (false, _) => Some(Fragment::Computed),
        }
    }

    fn loss(&self, i: Value) -> Option<Loss> {
        match i.opcode()? {
            Opcode::LLVMStore => self.lost_by_store(i),
            Opcode::LLVMRet => {
                let value = (i.operand_count() == 1).then(|| i.operand(0))?;
                let fragment = match self.results {
                    Results::Followed => self.fragments.get(&value).copied(),
                    Results::Floats => self.fragment_of_operand(value),
                    Results::Unasked => None,
                };
                (may_hold_bytes(value) && self.leaves_as_float(value, fragment)).then_some(Loss::Returned)
            }
            Opcode::LLVMAtomicRMW if i.is_sum_of_floats() && i.users().is_empty() => None,
            Opcode::LLVMAtomicCmpXchg | Opcode::LLVMAtomicRMW => {
                let value = i.operand(i.operand_count() - 1);
                let shadowed = self.activity.class(i.operand(0)).may_have_shadow();
                let lost = holds_float(self.types, value) || self.fragment_of_operand(value) == Some(Fragment::Part);
                (shadowed && lost).then_some(Loss::Atomic)
            }
            Opcode::LLVMCall | Opcode::LLVMInvoke if matches!(classify(i), Callee::Defined(_)) => {
                let lost = |a: &Value| self.leaves_as_float(*a, self.fragments.get(a).copied());
                i.arguments().into_iter().find(lost).map(|a| self.parts(a))
            }
            Opcode::LLVMCall | Opcode::LLVMInvoke if self.keeps_characters(i) => {
                let is_part = |a: &Value| a.ty().is_integer() && self.fragment_of_operand(*a) == Some(Fragment::Part);
                i.arguments().into_iter().find(is_part).map(|a| self.parts(a))
            }
            Opcode::LLVMOr if self.joins_part_of_pointer(i) => Some(self.parts(i)),
            Opcode::LLVMSIToFP | Opcode::LLVMUIToFP => {
                let lost = mantissa::is_left(i.operand(0), &|value| self.are_bits(value));
                lost.then_some(Loss::Bits)
            }
            _ => self.lost_by_use_as_float(i),
        }
    }

    /// Is a single character given to a text or a stream?
    fn keeps_characters(&self, call: Value) -> bool {
        let is_one = |a: &Value| a.ty().is_integer() && matches!(a.ty().integer_bits(), 8 | 32);
        call.called_function().is_some_and(|function| zymase_library::keeps_characters(&function.name()))
            && call.arguments().iter().any(is_one)
    }

    /// Is a pointer put together of parts, one of which has no shadow? A byte is none by itself.
    fn joins_part_of_pointer(&self, i: Value) -> bool {
        let joins = self.types.carries_pointer(i) && moves_bytes(self.types, i);
        let is_part = |o: &Value| !o.is_constant() && !self.types.carries_pointer(*o);
        joins
            && self.activity.class(i).may_have_shadow()
            && !self.assumed.integers.contains(&i)
            && i.operands().iter().any(is_part)
            && !i.operands().iter().all(is_part)
    }

    /// Are these the bits of a float with a derivative, and not those of a union that may be an integer?
    fn are_bits(&self, value: Value) -> bool {
        if self.assumed.integers.contains(&value) {
            return false;
        }
        match value.opcode() {
            Some(Opcode::LLVMBitCast) => {
                let number = value.operand(0);
                number.ty().is_float_like()
                    && !matches!(number.opcode(), Some(Opcode::LLVMPHI | Opcode::LLVMSelect))
                    && self.activity.is_varied(number)
            }
            Some(Opcode::LLVMLoad) => {
                let shadowed = self.activity.class(value.operand(0)).may_have_shadow();
                shadowed && self.types.is_declared_float(value) && self.always_runs(value)
            }
            _ => false,
        }
    }

    /// Does it run whenever the function, or each iteration of the loop around it, does? Members of unions are read under
    /// a condition.
    fn always_runs(&self, i: Value) -> bool {
        let Some(block) = i.block() else { return false };
        let header = self.analyses.loop_of(block).map(|index| self.analyses.loops()[index].header);
        self.analyses.post_dominates(block, header.unwrap_or_else(|| self.function.entry()))
    }

    /// Could a fragment that the function hands on become part of a float elsewhere?
    fn leaves_as_float(&self, value: Value, fragment: Option<Fragment>) -> bool {
        match fragment {
            Some(Fragment::Part) => true,
            Some(Fragment::Computed) => self.types.carries_float(value),
            _ => false,
        }
    }

    fn lost_by_store(&self, i: Value) -> Option<Loss> {
        let (value, pointer) = (i.operand(0), i.operand(1));
        if !self.activity.class(pointer).may_have_shadow() {
            return None;
        }
        if self.is_part_of_pointer(value) && self.types.of_memory(pointer, Some(self.types.store_size(value))).is_err()
        {
            return Some(Loss::Parts(self.types.evidence_of_float_or_pointer(value)));
        }
        match self.fragments.get(&value)? {
            Fragment::Part => Some(self.parts(value)),
            Fragment::Unknown => {
                let problem = self.types.of_value(value).err()?;
                Some(Loss::Unknown(Box::new(problem)))
            }
            Fragment::Computed => {
                let size = self.types.store_size(value);
                let becomes_float = self.types.of_memory(pointer, Some(size)).is_ok_and(|layout| layout.has_float());
                becomes_float.then_some(Loss::Bits)
            }
        }
    }

    /// Bytes of a pointer, whose shadow they leave behind; or chosen among such and others.
    fn is_part_of_pointer(&self, value: Value) -> bool {
        choices::leaves(value).into_iter().any(|leaf| {
            let mut at = leaf;
            while let Some(Opcode::LLVMTrunc | Opcode::LLVMLShr | Opcode::LLVMAShr | Opcode::LLVMAnd) = at.opcode() {
                at = at.operand(0);
            }
            at != leaf
                && at.opcode() == Some(Opcode::LLVMPtrToInt)
                && self.types.store_size(leaf) < self.types.store_size(at)
                && self.activity.class(at.operand(0)).may_have_shadow()
        })
    }

    /// Fragments put together to a float.
    fn lost_by_use_as_float(&self, i: Value) -> Option<Loss> {
        let is_cast = i.opcode() == Some(Opcode::LLVMBitCast);
        if !holds_float(self.types, i)
            || !is_cast && only_moves(self.types, i).is_none()
            || i.opcode() == Some(Opcode::LLVMLoad)
        {
            return None;
        }
        let fragments = data_operands(i).into_iter().filter_map(|o| self.fragments.get(&o).map(|f| (*f, o)));
        let (worst, operand) = fragments.max()?;
        Some(if worst == Fragment::Computed { Loss::Bits } else { self.parts(operand) })
    }

    fn parts(&self, value: Value) -> Loss {
        match self.types.of_value(value) {
            Ok(_) => Loss::Parts(self.types.evidence_of_float_or_pointer(value)),
            Err(problem) => Loss::Unknown(Box::new(problem)),
        }
    }
}

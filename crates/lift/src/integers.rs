//! Integers: as polynomials over `index` where they count and address, in their own types elsewhere.
//!
//! A polynomial stands for the signed number that an integer is. Where an operation may wrap around in fewer than 64 bits and nothing says that it
//! does not, there is no polynomial.

use crate::lift::{Address, Bound, Int, Lift, int_bits};
use crate::poly::{Poly, Range};
use crate::request::Refusal;
use zymase_llvm::{IntPredicate, Opcode, Value};

fn as_bound(int: Int) -> Bound {
    Bound::Int(int)
}

impl Lift {
    fn fits(&self, poly: &Poly, bits: u32) -> bool {
        self.symbols.range_of(poly).is_within(Range::of_bits(bits))
    }

    /// Is an integer an `index` at heart, such as a loop's variable?
    fn is_native(&self, int: &Int) -> bool {
        int.name.is_none() && int.poly.as_ref().is_some_and(|poly| self.symbols.is_native(poly))
    }

    pub fn integer_operation(&mut self, value: Value) -> Result<Bound, Refusal> {
        use Opcode::*;
        match value.opcode() {
            Some(LLVMICmp) => return self.compare(value),
            Some(LLVMAdd | LLVMSub | LLVMMul | LLVMShl) if int_bits(value.ty()).is_some() => return self.sum(value),
            Some(LLVMSExt | LLVMZExt | LLVMTrunc) => return self.resize(value),
            Some(LLVMFPToSI | LLVMFPToUI | LLVMBitCast) if value.operand(0).ty().is_float() => {
                return self.number_of_float(value);
            }
            Some(LLVMPtrToInt) => return self.pointer_number(value),
            _ => {}
        }
        if value.ty().is_integer() && value.ty().integer_bits() == 1 {
            return self.logic(value);
        }
        let Some(bits) = int_bits(value.ty()) else {
            return Err(Refusal::at(value, format!("`{value}` has no form at the loop level")));
        };
        let (a, b) = (self.int(value.operand(0))?, self.int(value.operand(1))?);
        if let Some(poly) = self.index_operation(value, &a, &b, bits) {
            return Ok(as_bound(Int { name: None, poly: Some(poly), bits }));
        }
        let name = match value.opcode() {
            Some(LLVMSDiv) => "divsi",
            Some(LLVMUDiv) => "divui",
            Some(LLVMSRem) => "remsi",
            Some(LLVMURem) => "remui",
            Some(LLVMAnd) => "andi",
            Some(LLVMOr) => "ori",
            Some(LLVMXor) => "xori",
            Some(LLVMLShr) => "shrui",
            Some(LLVMAShr) => "shrsi",
            _ => return Err(Refusal::at(value, format!("`{value}` has no form at the loop level"))),
        };
        Ok(as_bound(self.typed_binary(name, &a, &b)))
    }

    pub fn typed_binary(&mut self, name: &str, a: &Int, b: &Int) -> Int {
        let bits = a.bits;
        let (a, b) = (self.typed(a), self.typed(b));
        Int { name: Some(self.writer.pure(&format!("arith.{name} {a}, {b} : i{bits}"))), poly: None, bits }
    }

    /// Sums and products, which are polynomials unless they may wrap around.
    fn sum(&mut self, value: Value) -> Result<Bound, Refusal> {
        use Opcode::*;
        let (a, b) = (self.int(value.operand(0))?, self.int(value.operand(1))?);
        let bits = a.bits;
        let (x, y) = (self.poly_of(&a), self.poly_of(&b));
        let (poly, name) = match value.opcode() {
            Some(LLVMAdd) => (Some(x.plus(&y)), "addi"),
            Some(LLVMSub) => (Some(x.minus(&y)), "subi"),
            Some(LLVMMul) => (Some(x.times(&y)), "muli"),
            _ => {
                let shift = y.as_constant().filter(|by| (0..62).contains(by));
                (shift.map(|by| x.times_constant(1 << by)), "shli")
            }
        };
        let stays = |poly: &Poly| bits == 64 || value.has_no_signed_wrap() || self.fits(poly, bits);
        let poly = poly.filter(stays);
        let plain =
            |int: &Int| int.name.is_some() || int.poly.as_ref().is_some_and(|poly| poly.as_constant().is_some());
        if poly.is_some() && !(plain(&a) && plain(&b)) || poly.as_ref().is_some_and(|poly| poly.as_constant().is_some())
        {
            return Ok(as_bound(Int { name: None, poly, bits }));
        }
        let typed = self.typed_binary(name, &a, &b);
        Ok(as_bound(Int { poly, ..typed }))
    }

    fn resize(&mut self, value: Value) -> Result<Bound, Refusal> {
        use Opcode::*;
        let operand = value.operand(0);
        let signed = value.opcode() == Some(LLVMSExt);
        if operand.ty().integer_bits() == 1 {
            let condition = self.plain(operand)?;
            let Some(bits) = int_bits(value.ty()) else {
                return Err(Refusal::at(value, format!("`{value}` has no form at the loop level")));
            };
            let name = self
                .writer
                .pure(&format!("arith.{} {condition} : i1 to i{bits}", if signed { "extsi" } else { "extui" }));
            return Ok(as_bound(Int { name: Some(name), poly: None, bits }));
        }
        let int = self.int(operand)?;
        if value.ty().integer_bits() == 1 {
            let typed = self.typed(&int);
            return Ok(self.plain_result(&format!("arith.trunci {typed} : i{} to i1", int.bits), "i1"));
        }
        let Some(bits) = int_bits(value.ty()) else {
            return Err(Refusal::at(value, format!("`{value}` has no form at the loop level")));
        };
        let poly = self.poly_of(&int);
        let range = self.symbols.range_of(&poly);
        let exact = match value.opcode() {
            Some(LLVMSExt) => true,
            Some(LLVMZExt) => value.is_not_negative() || range.low >= 0,
            _ => range.is_within(Range::of_bits(bits)),
        };
        if exact {
            return Ok(as_bound(Int { name: None, poly: Some(poly), bits }));
        }
        let typed = self.typed(&int);
        let name = match value.opcode() {
            Some(LLVMTrunc) => "trunci",
            _ => "extui",
        };
        let text = format!("arith.{name} {typed} : i{} to i{bits}", int.bits);
        let name = self.writer.pure(&text);
        let poly = (value.opcode() == Some(LLVMZExt)).then(|| {
            let cast = self.writer.pure(&format!("arith.index_cast {name} : i{bits} to index"));
            Poly::symbol(self.symbols.of(&cast, Range::new(0, (1 << int.bits) - 1), false))
        });
        Ok(as_bound(Int { name: Some(name), poly, bits }))
    }

    fn number_of_float(&mut self, value: Value) -> Result<Bound, Refusal> {
        let refuse = || Refusal::at(value, format!("`{value}` has no form at the loop level"));
        let bits = int_bits(value.ty()).ok_or_else(refuse)?;
        let from = crate::lift::plain_type(value.operand(0).ty()).ok_or_else(refuse)?;
        let name = match value.opcode() {
            Some(Opcode::LLVMFPToSI) => "fptosi",
            Some(Opcode::LLVMFPToUI) => "fptoui",
            _ => "bitcast",
        };
        let operand = self.plain(value.operand(0))?;
        let name = self.writer.pure(&format!("arith.{name} {operand} : {from} to i{bits}"));
        Ok(as_bound(Int { name: Some(name), poly: None, bits }))
    }

    /// The number of a pointer is its distance in its object: only differences are used.
    fn pointer_number(&mut self, value: Value) -> Result<Bound, Refusal> {
        let only_differences = value
            .users()
            .iter()
            .all(|user| user.opcode() == Some(Opcode::LLVMSub) && user.operands().iter().all(is_address));
        match self.address_of(value.operand(0))? {
            Address::In { offset, .. } if only_differences => {
                Ok(as_bound(Int { name: None, poly: Some(offset), bits: 64 }))
            }
            _ => Err(Refusal::at(value, "an address is used as a number")),
        }
    }

    /// Quotients, remainders, extremes and masks of what is an `index`.
    fn index_operation(&mut self, value: Value, a: &Int, b: &Int, bits: u32) -> Option<Poly> {
        use Opcode::*;
        if !self.is_native(a) && !self.is_native(b) {
            return None;
        }
        let (x, y) = (self.poly_of(a), self.poly_of(b));
        let (left, right) = (self.symbols.range_of(&x), self.symbols.range_of(&y));
        let natural = left.low >= 0 && right.low >= 0;
        let divisor = y.as_constant().filter(|by| *by > 0);
        let opcode = value.opcode()?;
        match (opcode, divisor) {
            (LLVMSDiv | LLVMUDiv, Some(by)) if natural || opcode == LLVMSDiv => Some(self.quotient(&x, by)),
            (LLVMLShr | LLVMAShr, Some(by)) if natural && by < 62 => Some(self.quotient(&x, 1 << by)),
            (LLVMSRem | LLVMURem, Some(by)) if natural || opcode == LLVMSRem => Some(self.remainder(&x, by)),
            (LLVMAnd, Some(mask)) if natural && (mask + 1).count_ones() == 1 => Some(self.remainder(&x, mask + 1)),
            (LLVMOr, _) if value.is_disjoint() => Some(x.plus(&y)),
            (LLVMSRem | LLVMURem, None) if natural && right.low > 0 => {
                let range = Range::new(0, left.high.min(right.high - 1));
                let (x, y) = (self.index(&x), self.index(&y));
                Some(self.native(&format!("arith.remsi {x}, {y} : index"), range))
            }
            (LLVMXor, _) if y.as_constant() == Some(-1) && bits == 64 => Some(x.times_constant(-1).plus_constant(-1)),
            _ => None,
        }
    }

    fn quotient(&mut self, x: &Poly, by: i64) -> Poly {
        let range = self.symbols.range_of(x);
        if let Some(exact) = x.divided_by(by) {
            return exact;
        }
        let by_wide = i128::from(by);
        let (x, by) = (self.index(x), self.index_constant(by));
        self.native(&format!("arith.divsi {x}, {by} : index"), Range::new(range.low / by_wide, range.high / by_wide))
    }

    fn remainder(&mut self, x: &Poly, by: i64) -> Poly {
        let range = self.symbols.range_of(x);
        let wide = i128::from(by);
        if range.is_within(Range::new(0, wide - 1)) {
            return x.clone();
        }
        let low = if range.low >= 0 { 0 } else { 1 - wide };
        let (x, by) = (self.index(x), self.index_constant(by));
        self.native(&format!("arith.remsi {x}, {by} : index"), Range::new(low, wide - 1))
    }

    fn logic(&mut self, value: Value) -> Result<Bound, Refusal> {
        let name = match value.opcode() {
            Some(Opcode::LLVMAnd | Opcode::LLVMMul) => "andi",
            Some(Opcode::LLVMOr) => "ori",
            Some(Opcode::LLVMXor | Opcode::LLVMAdd | Opcode::LLVMSub) => "xori",
            _ => return Err(Refusal::at(value, format!("`{value}` has no form at the loop level"))),
        };
        let (a, b) = (self.plain(value.operand(0))?, self.plain(value.operand(1))?);
        Ok(self.plain_result(&format!("arith.{name} {a}, {b} : i1"), "i1"))
    }

    /// One of two integers; what the condition says of loop variables is known in each.
    pub fn select_integer(&mut self, value: Value) -> Result<Bound, Refusal> {
        let condition = value.operand(0);
        let (a, b) = (self.int(value.operand(1))?, self.int(value.operand(2))?);
        let name = self.plain(condition)?;
        let counts =
            |int: &Int| self.is_native(int) || int.poly.as_ref().is_some_and(|poly| poly.as_constant().is_some());
        if !(counts(&a) && counts(&b)) || !(self.is_native(&a) || self.is_native(&b)) {
            return self.choose(&name, as_bound(a), as_bound(b), value);
        }
        let (x, y) = (self.poly_of(&a), self.poly_of(&b));
        let narrowed = self.narrow(condition, true);
        let left = self.symbols.range_of(&x);
        self.widen(narrowed);
        let narrowed = self.narrow(condition, false);
        let right = self.symbols.range_of(&y);
        self.widen(narrowed);
        let (x, y) = (self.index(&x), self.index(&y));
        let poly = self.native(&format!("arith.select {name}, {x}, {y} : index"), left.union(right));
        Ok(as_bound(Int { name: None, poly: Some(poly), bits: a.bits }))
    }

    /// The larger or smaller of two integers.
    pub fn extreme_of(&mut self, name: &str, a: Value, b: Value) -> Result<Bound, Refusal> {
        let (a, b) = (self.int(a)?, self.int(b)?);
        let signed = name.ends_with("si");
        let (x, y) = (self.poly_of(&a), self.poly_of(&b));
        let natural = self.symbols.range_of(&x).low >= 0 && self.symbols.range_of(&y).low >= 0;
        if (self.is_native(&a) || self.is_native(&b) || x.as_constant().is_some() && y.as_constant().is_some())
            && (signed || natural)
        {
            let poly = self.extreme(name.starts_with("max"), &x, &y);
            return Ok(as_bound(Int { name: None, poly: Some(poly), bits: a.bits }));
        }
        let range = self.extreme_range(name.starts_with("max"), &x, &y);
        let int = self.typed_binary(name, &a, &b);
        if !signed {
            return Ok(as_bound(int));
        }
        let cast = self.writer.pure(&format!("arith.index_cast {} : i{} to index", self.typed_name(&int), int.bits));
        let poly = Poly::symbol(self.symbols.of(&cast, range, false));
        Ok(as_bound(Int { poly: Some(poly), ..int }))
    }

    fn typed_name(&self, int: &Int) -> String {
        int.name.clone().unwrap_or_default()
    }

    fn extreme_range(&self, largest: bool, a: &Poly, b: &Poly) -> Range {
        let (x, y) = (self.symbols.range_of(a), self.symbols.range_of(b));
        if largest {
            Range::new(x.low.max(y.low), x.high.max(y.high))
        } else {
            Range::new(x.low.min(y.low), x.high.min(y.high))
        }
    }

    fn compare(&mut self, value: Value) -> Result<Bound, Refusal> {
        let (left, right) = (value.operand(0), value.operand(1));
        let name = predicate_name(value.int_predicate());
        if left.ty().integer_bits() == 1 {
            let (a, b) = (self.plain(left)?, self.plain(right)?);
            return Ok(self.plain_result(&format!("arith.cmpi {name}, {a}, {b} : i1"), "i1"));
        }
        let (a, b) = (self.int(left)?, self.int(right)?);
        let native = self.is_native(&a) || self.is_native(&b);
        let (x, y) = (self.poly_of(&a), self.poly_of(&b));
        if let Some(known) = self.compare_known(value.int_predicate(), &x, &y) {
            let name = self.condition_constant(known);
            return Ok(Bound::Plain { name, ty: "i1" });
        }
        let text = if native {
            format!("arith.cmpi {name}, {}, {} : index", self.index(&x), self.index(&y))
        } else {
            format!("arith.cmpi {name}, {}, {} : i{}", self.typed(&a), self.typed(&b), a.bits)
        };
        Ok(self.plain_result(&text, "i1"))
    }

    /// What a comparison says, if ranges decide it.
    pub fn compare_known(&self, predicate: IntPredicate, x: &Poly, y: &Poly) -> Option<bool> {
        use IntPredicate::*;
        let (left, right) = (self.symbols.range_of(x), self.symbols.range_of(y));
        let same_sign = left.low >= 0 && right.low >= 0;
        let difference = self.symbols.range_of(&x.minus(y));
        let (less, at_most) = (difference.high < 0, difference.high <= 0);
        let (more, at_least) = (difference.low > 0, difference.low >= 0);
        let decide = |yes: bool, no: bool| {
            if yes {
                Some(true)
            } else if no {
                Some(false)
            } else {
                None
            }
        };
        // A difference that may wrap around is not known, and has all values.
        match predicate {
            LLVMIntSLT => decide(less, at_least),
            LLVMIntSLE => decide(at_most, more),
            LLVMIntSGT => decide(more, at_most),
            LLVMIntSGE => decide(at_least, less),
            LLVMIntULT if same_sign => decide(less, at_least),
            LLVMIntULE if same_sign => decide(at_most, more),
            LLVMIntUGT if same_sign => decide(more, at_most),
            LLVMIntUGE if same_sign => decide(at_least, less),
            LLVMIntEQ => decide(at_most && at_least, less || more),
            LLVMIntNE => decide(less || more, at_most && at_least),
            _ => None,
        }
    }

    /// Pointers into one array are compared by their places; what the function has is never null.
    pub fn compare_pointers(&mut self, value: Value) -> Result<Bound, Refusal> {
        use IntPredicate::*;
        let predicate = value.int_predicate();
        let (left, right) = (value.operand(0), value.operand(1));
        if left.is_null() || right.is_null() {
            let known = match predicate {
                LLVMIntEQ => false,
                LLVMIntNE => true,
                _ => return Err(Refusal::at(value, "a comparison of the order of pointers with null")),
            };
            self.remark(value, "pointers are taken not to be null, and allocations to succeed");
            let name = self.condition_constant(known);
            return Ok(Bound::Plain { name, ty: "i1" });
        }
        let (a, b) = (self.address_of(left)?, self.address_of(right)?);
        let name = self.compare_addresses(predicate, &a, &b, value)?;
        Ok(Bound::Plain { name, ty: "i1" })
    }

    fn compare_addresses(
        &mut self,
        predicate: IntPredicate,
        a: &Address,
        b: &Address,
        place: Value,
    ) -> Result<String, Refusal> {
        match (a, b) {
            (Address::In { object: x, offset: a }, Address::In { object: y, offset: b }) if x == y => {
                if let Some(known) = self.compare_known(predicate, a, b) {
                    return Ok(self.condition_constant(known));
                }
                let (a, b) = (self.index(a), self.index(b));
                Ok(self.writer.pure(&format!("arith.cmpi {}, {a}, {b} : index", predicate_name(predicate))))
            }
            // Arrays do not overlap.
            (Address::In { .. }, Address::In { .. }) => match predicate {
                IntPredicate::LLVMIntEQ => Ok(self.condition_constant(false)),
                IntPredicate::LLVMIntNE => Ok(self.condition_constant(true)),
                _ => Err(Refusal::at(place, "the order of pointers into different arrays is asked for")),
            },
            (Address::Either { condition, then, otherwise }, other)
            | (other, Address::Either { condition, then, otherwise }) => {
                // Which side it stands on matters only for orders, which are refused for different arrays.
                let predicate = if matches!(a, Address::Either { .. }) { predicate } else { swapped(predicate) };
                let yes = self.compare_addresses(predicate, then, other, place)?;
                let no = self.compare_addresses(predicate, otherwise, other, place)?;
                if yes == no {
                    return Ok(yes);
                }
                Ok(self.writer.pure(&format!("arith.select {condition}, {yes}, {no} : i1")))
            }
            _ => Err(Refusal::at(place, "pointers are compared of which one means no array")),
        }
    }

    /// Takes a condition to hold, or not to, as far as ranges can say so; what was known before.
    pub fn narrow(&mut self, condition: Value, holds: bool) -> Vec<(u32, Range)> {
        use Opcode::*;
        let mut before = Vec::new();
        match condition.opcode() {
            Some(LLVMAnd) if holds && condition.ty().integer_bits() == 1 => {
                before.extend(self.narrow(condition.operand(0), true));
                before.extend(self.narrow(condition.operand(1), true));
            }
            Some(LLVMOr) if !holds && condition.ty().integer_bits() == 1 => {
                before.extend(self.narrow(condition.operand(0), false));
                before.extend(self.narrow(condition.operand(1), false));
            }
            Some(LLVMSelect) if condition.ty().is_integer() && condition.ty().integer_bits() == 1 => {
                // `a && b` is `a ? b : false`, `a || b` is `a ? true : b`.
                let (a, b, c) = (condition.operand(0), condition.operand(1), condition.operand(2));
                if holds && c.as_integer() == Some(0) {
                    before.extend(self.narrow(a, true));
                    before.extend(self.narrow(b, true));
                } else if !holds && b.as_integer().is_some_and(|bit| bit != 0) {
                    before.extend(self.narrow(a, false));
                    before.extend(self.narrow(c, false));
                }
            }
            Some(LLVMXor) if condition.operand(1).is_constant() => {
                before.extend(self.narrow(condition.operand(0), !holds))
            }
            Some(LLVMICmp) if int_bits(condition.operand(0).ty()).is_some() => {
                let (Ok(a), Ok(b)) = (self.poly(condition.operand(0)), self.poly(condition.operand(1))) else {
                    return before;
                };
                let predicate = if holds { condition.int_predicate() } else { opposite(condition.int_predicate()) };
                before.extend(self.narrow_pair(predicate, &a, &b));
                before.extend(self.narrow_pair(swapped(predicate), &b, &a));
            }
            _ => {}
        }
        before
    }

    /// `a` is related to `b`: what that says of the symbol that `a` is.
    fn narrow_pair(&mut self, predicate: IntPredicate, a: &Poly, b: &Poly) -> Option<(u32, Range)> {
        use IntPredicate::*;
        let (symbol, shift) = a.as_shifted_symbol()?;
        let (range, other) = (self.symbols.range(symbol), self.symbols.range_of(b));
        let shift = i128::from(shift);
        let natural = range.low + shift >= 0 && other.low >= 0;
        let (mut low, mut high) = (range.low + shift, range.high + shift);
        match predicate {
            LLVMIntSLT => high = high.min(other.high - 1),
            LLVMIntSLE => high = high.min(other.high),
            LLVMIntSGT => low = low.max(other.low + 1),
            LLVMIntSGE => low = low.max(other.low),
            LLVMIntULT if natural => high = high.min(other.high - 1),
            // A range check in one comparison: what would be negative is too large.
            LLVMIntULT if other.low >= 0 => (low, high) = (low.max(0), high.min(other.high - 1)),
            LLVMIntULE if other.low >= 0 => (low, high) = (low.max(0), high.min(other.high)),
            LLVMIntUGT if natural => low = low.max(other.low + 1),
            LLVMIntUGE if natural => low = low.max(other.low),
            LLVMIntEQ => (low, high) = (low.max(other.low), high.min(other.high)),
            LLVMIntNE if other.low == other.high && low == other.low => low += 1,
            LLVMIntNE if other.low == other.high && high == other.high => high -= 1,
            _ => return None,
        }
        if low > high {
            return None;
        }
        Some((symbol, self.symbols.narrow(symbol, Range::new(low - shift, high - shift))))
    }

    /// Takes back what `narrow` found.
    pub fn widen(&mut self, before: Vec<(u32, Range)>) {
        for (symbol, range) in before.into_iter().rev() {
            self.symbols.narrow(symbol, range);
        }
    }
}

fn is_address(value: &Value) -> bool {
    value.opcode() == Some(Opcode::LLVMPtrToInt)
}

pub fn predicate_name(predicate: IntPredicate) -> &'static str {
    use IntPredicate::*;
    match predicate {
        LLVMIntEQ => "eq",
        LLVMIntNE => "ne",
        LLVMIntUGT => "ugt",
        LLVMIntUGE => "uge",
        LLVMIntULT => "ult",
        LLVMIntULE => "ule",
        LLVMIntSGT => "sgt",
        LLVMIntSGE => "sge",
        LLVMIntSLT => "slt",
        LLVMIntSLE => "sle",
    }
}

/// The predicate that holds where this one does not.
pub fn opposite(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        LLVMIntEQ => LLVMIntNE,
        LLVMIntNE => LLVMIntEQ,
        LLVMIntUGT => LLVMIntULE,
        LLVMIntUGE => LLVMIntULT,
        LLVMIntULT => LLVMIntUGE,
        LLVMIntULE => LLVMIntUGT,
        LLVMIntSGT => LLVMIntSLE,
        LLVMIntSGE => LLVMIntSLT,
        LLVMIntSLT => LLVMIntSGE,
        LLVMIntSLE => LLVMIntSGT,
    }
}

/// The predicate for the operands in the other order.
pub fn swapped(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        LLVMIntUGT => LLVMIntULT,
        LLVMIntUGE => LLVMIntULE,
        LLVMIntULT => LLVMIntUGT,
        LLVMIntULE => LLVMIntUGE,
        LLVMIntSGT => LLVMIntSLT,
        LLVMIntSGE => LLVMIntSLE,
        LLVMIntSLT => LLVMIntSGT,
        LLVMIntSLE => LLVMIntSGE,
        same => same,
    }
}

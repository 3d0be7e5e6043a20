//! Addresses become subscripts.

use crate::lift::{Address, Bound, Int, Lift, int_bits, plain_type};
use crate::objects::{Source, leaf};
use crate::poly::{Poly, Range};
use crate::request::Refusal;
use zymase_llvm::{Opcode, Type, Value};

impl Lift {
    pub fn address_of(&mut self, pointer: Value) -> Result<Address, Refusal> {
        if let Some(Bound::Address(address)) = self.environment.get(pointer) {
            return Ok(address.clone());
        }
        if pointer.is_null() || pointer.is_undef() {
            return Ok(Address::Nowhere);
        }
        let source = if pointer.is_argument() {
            Some(Source::Argument(crate::objects::parameter_number(pointer)))
        } else {
            Some(Source::Made(pointer))
        };
        if let Some(object) = source.and_then(|source| self.by_source.get(&source)) {
            return Ok(Address::In { object: *object, offset: Poly::default() });
        }
        match pointer.opcode() {
            Some(Opcode::LLVMGetElementPtr) => {
                let base = self.address_of(pointer.operand(0))?;
                let offset = self.gep_poly(pointer)?;
                Ok(moved(base, &offset))
            }
            Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast | Opcode::LLVMFreeze) => {
                self.address_of(pointer.operand(0))
            }
            // Nothing is read or written through it.
            _ => Ok(Address::Nowhere),
        }
    }

    /// The distance that a `getelementptr` adds.
    pub fn gep_poly(&mut self, gep: Value) -> Result<Poly, Refusal> {
        let Some(offset) = gep.gep_offset() else {
            return Err(Refusal::at(gep, "an address is computed with indices that are not plain numbers"));
        };
        let mut sum = Poly::constant(offset.constant);
        for (index, scale) in offset.variable {
            sum = sum.plus(&self.poly(index)?.times_constant(scale));
        }
        Ok(sum)
    }

    /// Reads through a pointer.
    pub fn load(&mut self, load: Value) -> Result<Bound, Refusal> {
        let address = self.address_of(load.operand(0))?;
        self.load_from(&address, load.ty(), load)
    }

    pub fn load_from(&mut self, address: &Address, ty: Type, place: Value) -> Result<Bound, Refusal> {
        let part = leaf(ty);
        if part != ty {
            let bytes = self.module.store_size(part) as i64;
            let at = |number: i64| moved(address.clone(), &Poly::constant(number * bytes));
            let parts = (0..ty.element_count() as i64).map(|number| self.load_from(&at(number), part, place));
            return parts.collect::<Result<_, _>>().map(Bound::Parts);
        }
        match address {
            Address::In { object, offset } => {
                let place = self.place(*object, offset, place)?;
                let name = self.writer.define(&format!("memref.load {place}"));
                self.as_bound(name, ty)
            }
            Address::Either { condition, then, otherwise } => {
                let mut arms = Vec::new();
                for arm in [then, otherwise] {
                    self.open();
                    let bound = self.load_from(arm, ty, place)?;
                    let name = self.name_of(&bound);
                    arms.push((name, self.close()));
                }
                let text = crate::objects::type_text(ty).unwrap_or_default();
                let result = self.writer.fresh();
                self.writer.effect(format!("{result} = scf.if {condition} -> ({text}) {{"));
                for (number, (name, region)) in arms.into_iter().enumerate() {
                    self.writer.append(region);
                    self.writer.nested(format!("scf.yield {name} : {text}"));
                    self.writer.effect(if number == 0 { "} else {" } else { "}" });
                }
                self.as_bound(result, ty)
            }
            Address::Nowhere => Err(Refusal::at(place, "it is not known which array is read")),
        }
    }

    /// The value that a bound has, in its type.
    pub fn name_of(&mut self, bound: &Bound) -> String {
        match bound {
            Bound::Plain { name, .. } => name.clone(),
            Bound::Int(int) => self.typed(int),
            _ => String::new(),
        }
    }

    pub fn as_bound(&mut self, name: String, ty: Type) -> Result<Bound, Refusal> {
        if let Some(bits) = int_bits(ty) {
            return Ok(Bound::Int(Int { name: Some(name), poly: None, bits }));
        }
        match plain_type(ty) {
            Some(ty) => Ok(Bound::Plain { name, ty }),
            None => Err(Refusal::new(format!("values of type {ty} do not exist at the loop level"))),
        }
    }

    /// Writes through a pointer.
    pub fn store(&mut self, value: &Bound, address: &Address, place: Value) -> Result<(), Refusal> {
        if let Bound::Parts(parts) = value {
            let Some(object) = first_object(address) else {
                return Err(Refusal::at(place, "it is not known which array is written"));
            };
            let bytes = self.objects[object].bytes;
            return parts.iter().enumerate().try_for_each(|(number, part)| {
                self.store(part, &moved(address.clone(), &Poly::constant(number as i64 * bytes)), place)
            });
        }
        match address {
            Address::In { object, offset } => {
                let name = self.name_of(value);
                let place = self.place(*object, offset, place)?;
                self.writer.effect(format!("memref.store {name}, {place}"));
            }
            Address::Either { condition, then, otherwise } => {
                let name = self.name_of(value);
                let value = match value {
                    Bound::Int(int) => Bound::Int(Int { name: Some(name), ..int.clone() }),
                    other => other.clone(),
                };
                self.writer.effect(format!("scf.if {condition} {{"));
                for (arm, end) in [(then, "} else {"), (otherwise, "}")] {
                    self.open();
                    self.store(&value, arm, place)?;
                    let region = self.close();
                    self.writer.append(region);
                    self.writer.effect(end);
                }
            }
            Address::Nowhere => return Err(Refusal::at(place, "it is not known which array is written")),
        }
        Ok(())
    }

    /// A memref with subscripts and its type.
    pub fn place(&mut self, object: usize, offset: &Poly, place: Value) -> Result<String, Refusal> {
        let bytes = self.objects[object].bytes;
        let Some(element) = offset.divided_by(bytes) else {
            let text =
                format!("the address of an element of `{}` is no multiple of its size", self.objects[object].name);
            return Err(Refusal::at(place, text));
        };
        self.note_extent(object, &element, place)?;
        let found = self.subscripts(object, &element);
        let object = &self.objects[object];
        let (memref, ty, subscripts) = match found {
            Some(subscripts) => (object.memref.clone(), object.memref_type(), subscripts),
            None => (object.flat.clone(), object.flat_type(), vec![element]),
        };
        let subscripts: Vec<String> = subscripts.iter().map(|subscript| self.index(subscript)).collect();
        Ok(format!("{memref}[{}] : {ty}", subscripts.join(", ")))
    }

    /// The subscripts of an element, if they can be told apart.
    fn subscripts(&mut self, object: usize, element: &Poly) -> Option<Vec<Poly>> {
        let sizes = self.objects[object].sizes.clone();
        if sizes.is_empty() {
            return (element.as_constant() == Some(0)).then(Vec::new);
        }
        let mut rest = element.clone();
        let mut found = Vec::new();
        for place in 1..sizes.len() {
            let stride = sizes[place..].iter().copied().try_fold(1i64, |product, size| product.checked_mul(size?))?;
            if stride == 0 {
                return None;
            }
            let (quotient, remaining) = rest.split(stride);
            let range = self.symbols.range_of(&remaining);
            let shift = i64::try_from(range.low.div_euclid(stride.into())).ok()?;
            let remaining = remaining.plus_constant(shift.checked_neg()?.checked_mul(stride)?);
            if !self.symbols.range_of(&remaining).is_within(Range::new(0, i128::from(stride) - 1)) {
                return None;
            }
            found.push(quotient.plus_constant(shift));
            rest = remaining;
        }
        found.push(rest);
        Some(found)
    }

    /// Remembers how long an object must be, and refuses subscripts that surely lie outside.
    fn note_extent(&mut self, object: usize, element: &Poly, place: Value) -> Result<(), Refusal> {
        let range = self.symbols.range_of(element);
        let name = self.objects[object].name.clone();
        let past = self.objects[object].elements().is_some_and(|count| range.low >= i128::from(count));
        if range.high < 0 || past {
            let text = format!("an element of `{name}` that lies outside of its shape is used: check --shape");
            self.remark(place, text);
        }
        let extent = &mut self.extents[object];
        *extent = extent.filter(|_| range.high < 1 << 40).map(|known| known.max(range.high + 1));
        Ok(())
    }
}

/// An address some bytes further on.
pub fn moved(address: Address, by: &Poly) -> Address {
    match address {
        Address::In { object, offset } => Address::In { object, offset: offset.plus(by) },
        Address::Either { condition, then, otherwise } => {
            Address::Either { condition, then: Box::new(moved(*then, by)), otherwise: Box::new(moved(*otherwise, by)) }
        }
        Address::Nowhere => Address::Nowhere,
    }
}

/// An array into which an address may point.
pub fn first_object(address: &Address) -> Option<usize> {
    match address {
        Address::In { object, .. } => Some(*object),
        Address::Either { then, otherwise, .. } => first_object(then).or_else(|| first_object(otherwise)),
        Address::Nowhere => None,
    }
}

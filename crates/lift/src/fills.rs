//! Filling and copying memory become loops.

use crate::lift::{Address, Bound, Int, Lift};
use crate::memory::{first_object, moved};
use crate::poly::{Poly, Range};
use crate::request::Refusal;
use zymase_llvm::Value;

impl Lift {
    /// `for k in 0..count`, with a body that gets `k`.
    pub fn count_to(
        &mut self,
        count: &Poly,
        mut body: impl FnMut(&mut Lift, &Poly) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let range = self.symbols.range_of(count);
        let (zero, one, end) = (self.index_constant(0), self.index_constant(1), self.index(count));
        let variable = self.writer.named("k");
        let counter = Poly::symbol(self.symbols.of(&variable, Range::new(0, range.high - 1), true));
        self.writer.effect(format!("scf.for {variable} = {zero} to {end} step {one} {{"));
        self.open();
        body(self, &counter)?;
        let region = self.close();
        self.writer.append(region);
        self.writer.effect("}");
        Ok(())
    }

    fn one_object(&mut self, pointer: Value, place: Value) -> Result<(usize, Poly), Refusal> {
        match self.address_of(pointer)? {
            Address::In { object, offset } => Ok((object, offset)),
            _ => Err(Refusal::at(place, "memory is filled or copied through a pointer that may mean several arrays")),
        }
    }

    /// A count of elements for a count of bytes.
    fn count(&mut self, bytes: Value, object: usize, place: Value) -> Result<Poly, Refusal> {
        let size = self.objects[object].bytes;
        let poly = self.poly(bytes)?;
        poly.divided_by(size)
            .ok_or_else(|| Refusal::at(place, "a number of bytes is no multiple of the size of an element"))
    }

    /// `memset`
    pub fn fill(&mut self, call: Value) -> Result<(), Refusal> {
        let arguments = call.arguments();
        let (object, offset) = self.one_object(arguments[0], call)?;
        let count = self.count(arguments[2], object, call)?;
        let value = self.filled(object, arguments[1], call)?;
        let bytes = self.objects[object].bytes;
        self.count_to(&count, |lift, k| {
            let address = Address::In { object, offset: offset.plus(&k.times_constant(bytes)) };
            lift.store(&value, &address, call)
        })
    }

    /// The element all of whose bytes are the same.
    fn filled(&mut self, object: usize, byte: Value, place: Value) -> Result<Bound, Refusal> {
        let element = self.objects[object].element;
        match byte.as_integer() {
            Some(0) => self.bound(Value::null(element)),
            Some(byte) if element.is_integer() => {
                let bits = element.integer_bits();
                let value = (byte as u8 as u64).wrapping_mul(0x0101_0101_0101_0101) as i64;
                let value = if bits == 64 { value } else { value << (64 - bits) >> (64 - bits) };
                Ok(Bound::Int(Int { name: None, poly: Some(Poly::constant(value)), bits }))
            }
            _ => Err(Refusal::at(place, "memory is filled with bytes that are no number of its type")),
        }
    }

    /// Zeros in all of an object.
    pub fn fill_all(&mut self, object: usize, call: Value) -> Result<(), Refusal> {
        let count = match self.objects[object].elements() {
            Some(count) => Poly::constant(count),
            None => {
                let mut bytes = Poly::constant(1);
                for factor in call.arguments() {
                    bytes = bytes.times(&self.poly(factor)?);
                }
                bytes.divided_by(self.objects[object].bytes).unwrap_or_default()
            }
        };
        let value = self.bound(Value::null(self.objects[object].element))?;
        let bytes = self.objects[object].bytes;
        self.count_to(&count, |lift, k| {
            let address = Address::In { object, offset: k.times_constant(bytes) };
            lift.store(&value, &address, call)
        })
    }

    /// `memcpy`; of memory that overlaps, only what does not move is copied.
    pub fn copy(&mut self, call: Value) -> Result<(), Refusal> {
        let arguments = call.arguments();
        let (to, from) = (self.address_of(arguments[0])?, self.address_of(arguments[1])?);
        let Some(target) = first_object(&to) else {
            return Err(Refusal::at(call, "memory is copied to an array that is not known"));
        };
        let same = first_object(&from).is_some_and(|from| self.objects[from].element == self.objects[target].element);
        if !same {
            return Err(Refusal::at(call, "memory is copied between arrays of different types"));
        }
        let overlaps = call.called_function().is_some_and(|callee| callee.name().starts_with("llvm.memmove."));
        if overlaps && first_object(&from) == Some(target) {
            return Err(Refusal::at(call, "memory is moved within one array"));
        }
        let count = self.count(arguments[2], target, call)?;
        let (element, bytes) = (self.objects[target].element, self.objects[target].bytes);
        self.count_to(&count, |lift, k| {
            let by = k.times_constant(bytes);
            let value = lift.load_from(&moved(from.clone(), &by), element, call)?;
            lift.store(&value, &moved(to.clone(), &by), call)
        })
    }
}

//! The state of raising one function, and what values of LLVM stand for.

use crate::objects::{Object, Source};
use crate::poly::{Poly, Range, Symbols};
use crate::request::Refusal;
use crate::writer::Writer;
use std::collections::{BTreeMap, HashMap, HashSet};
use zymase_llvm::{Analyses, Block, Loop, Module, Type, Value};

/// An integer: as a value of its type, as a polynomial over `index`, or both.
#[derive(Clone, Debug, PartialEq)]
pub struct Int {
    pub name: Option<String>,
    pub poly: Option<Poly>,
    pub bits: u32,
}

/// Where a pointer points to.
#[derive(Clone, Debug, PartialEq)]
pub enum Address {
    /// An object, and the distance from its start in bytes.
    In {
        object: usize,
        offset: Poly,
    },
    /// One of two, by a condition.
    Either {
        condition: String,
        then: Box<Address>,
        otherwise: Box<Address>,
    },
    Nowhere,
}

/// What a value of LLVM is.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// A float, or a condition: a value with its type.
    Plain {
        name: String,
        ty: &'static str,
    },
    Int(Int),
    Address(Address),
    Parts(Vec<Bound>),
}

/// What values are bound to, with what they were bound to outside of the scopes that are open.
#[derive(Default)]
pub struct Environment {
    known: HashMap<Value, Bound>,
    replaced: Vec<Vec<(Value, Option<Bound>)>>,
}

impl Environment {
    pub fn open(&mut self) {
        self.replaced.push(Vec::new());
    }

    pub fn close(&mut self) {
        for (value, before) in self.replaced.pop().unwrap_or_default().into_iter().rev() {
            match before {
                Some(bound) => self.known.insert(value, bound),
                None => self.known.remove(&value),
            };
        }
    }

    pub fn bind(&mut self, value: Value, bound: Bound) {
        let before = self.known.insert(value, bound);
        if let Some(scope) = self.replaced.last_mut() {
            scope.push((value, before));
        }
    }

    pub fn get(&self, value: Value) -> Option<&Bound> {
        self.known.get(&value)
    }
}

/// Everything that raising one function needs.
pub struct Lift {
    pub module: Module,
    pub analyses: Analyses,
    pub loops: Vec<Loop>,
    /// Blocks in an order in which every definition comes before its uses.
    pub blocks: Vec<Block>,
    /// Blocks from which the function does not return.
    pub dead: HashSet<Block>,
    /// Branches that have been written.
    pub size: usize,
    pub writer: Writer,
    pub symbols: Symbols,
    pub environment: Environment,
    pub objects: Vec<Object>,
    pub by_source: BTreeMap<Source, usize>,
    /// How many elements each object must have, as far as subscripts say; none if they do not.
    pub extents: Vec<Option<i128>>,
    /// Loops over threads and blocks of a kernel, by their headers.
    pub marks: HashMap<Block, &'static str>,
    /// Threads wait for each other.
    pub has_barriers: bool,
    /// What was taken to hold.
    pub remarks: Vec<Refusal>,
}

/// The type of a float or a condition.
pub fn plain_type(ty: Type) -> Option<&'static str> {
    match () {
        () if ty.is_double() => Some("f64"),
        () if ty.is_single() => Some("f32"),
        () if ty.is_integer() && ty.integer_bits() == 1 => Some("i1"),
        () => None,
    }
}

/// A type of an integer that is not a condition.
pub fn int_bits(ty: Type) -> Option<u32> {
    (ty.is_integer() && [8, 16, 32, 64].contains(&ty.integer_bits())).then(|| ty.integer_bits())
}

impl Lift {
    /// Opens a region: what is bound and written in it belongs to it.
    pub fn open(&mut self) {
        self.writer.open();
        self.environment.open();
    }

    /// Closes a region; its text.
    pub fn close(&mut self) -> crate::writer::Region {
        self.environment.close();
        self.writer.close()
    }

    pub fn remark(&mut self, place: Value, text: impl Into<String>) {
        let remark = Refusal::at(place, text);
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// What a value stands for.
    pub fn bound(&mut self, value: Value) -> Result<Bound, Refusal> {
        if let Some(bound) = self.environment.get(value) {
            return Ok(bound.clone());
        }
        if value.ty().is_pointer() {
            return self.address_of(value).map(Bound::Address);
        }
        if value.is_undef() || value.is_constant() {
            return self.constant(value);
        }
        Err(Refusal::at(value, format!("the value `{value}` has no form with loops")))
    }

    fn constant(&mut self, value: Value) -> Result<Bound, Refusal> {
        let ty = value.ty();
        if let Some(bits) = int_bits(ty) {
            let number = if value.is_undef() { 0 } else { self.integer_constant(value)? };
            return Ok(Bound::Int(Int { name: None, poly: Some(Poly::constant(number)), bits }));
        }
        if ty.is_aggregate() {
            let parts: Result<Vec<Bound>, Refusal> = (0..ty.element_count() as u32)
                .map(|part| match value.constant_element(part) {
                    Some(element) => self.constant(element),
                    None => Err(Refusal::new(format!("the constant {value} is not known"))),
                })
                .collect();
            return parts.map(Bound::Parts);
        }
        let Some(text) = plain_type(ty) else {
            return Err(Refusal::new(format!("values of type {ty} do not exist at the loop level")));
        };
        let name = match text {
            "i1" => self.condition_constant(!value.is_undef() && value.as_integer().is_some_and(|bit| bit != 0)),
            _ => {
                let number = if value.is_undef() { 0.0 } else { value.as_real().unwrap_or(0.0) };
                self.float_constant(number, text)
            }
        };
        Ok(Bound::Plain { name, ty: text })
    }

    fn integer_constant(&self, value: Value) -> Result<i64, Refusal> {
        value.as_integer().ok_or_else(|| Refusal::new(format!("the constant {value} is computed by the linker")))
    }

    pub fn condition_constant(&mut self, value: bool) -> String {
        self.writer.constant(if value { "true" } else { "false" }, &format!("arith.constant {value}"))
    }

    pub fn float_constant(&mut self, value: f64, ty: &str) -> String {
        self.writer.constant("cst", &format!("arith.constant {} : {ty}", float_text(value, ty)))
    }

    pub fn index_constant(&mut self, value: i64) -> String {
        self.writer.constant(&format!("c{value}"), &format!("arith.constant {value} : index"))
    }

    /// The value of a float or a condition.
    pub fn plain(&mut self, value: Value) -> Result<String, Refusal> {
        match self.bound(value)? {
            Bound::Plain { name, .. } => Ok(name),
            _ => Err(Refusal::at(value, format!("`{value}` is not a number of one type"))),
        }
    }

    pub fn int(&mut self, value: Value) -> Result<Int, Refusal> {
        match self.bound(value)? {
            Bound::Int(int) => Ok(int),
            _ => Err(Refusal::at(value, format!("`{value}` is not an integer that the loop level has"))),
        }
    }

    pub fn poly(&mut self, value: Value) -> Result<Poly, Refusal> {
        let int = self.int(value)?;
        Ok(self.poly_of(&int))
    }

    /// An integer as a polynomial: a signed number.
    pub fn poly_of(&mut self, int: &Int) -> Poly {
        if let Some(poly) = &int.poly {
            return poly.clone();
        }
        let name = int.name.clone().unwrap_or_default();
        let cast = self.writer.pure(&format!("arith.index_cast {name} : i{} to index", int.bits));
        Poly::symbol(self.symbols.of(&cast, Range::of_bits(int.bits), false))
    }

    /// An integer as a value of its type.
    pub fn typed(&mut self, int: &Int) -> String {
        if let Some(name) = &int.name {
            return name.clone();
        }
        let poly = int.poly.clone().unwrap_or_default();
        if let Some(value) = poly.as_constant() {
            return self.typed_constant(value, int.bits);
        }
        let index = self.index(&poly);
        self.writer.pure(&format!("arith.index_cast {index} : index to i{}", int.bits))
    }

    pub fn typed_constant(&mut self, value: i64, bits: u32) -> String {
        let value = if bits == 64 { value } else { value << (64 - bits) >> (64 - bits) };
        self.writer.constant(&format!("c{value}_i{bits}"), &format!("arith.constant {value} : i{bits}"))
    }

    /// A polynomial as a value of type `index`: products of symbols first, the constant last.
    pub fn index(&mut self, poly: &Poly) -> String {
        let mut sum: Option<String> = None;
        // What is subtracted comes after something it can be subtracted from.
        let terms: Vec<(Vec<u32>, i64)> =
            poly.terms().filter(|(symbols, _)| !symbols.is_empty()).map(|(s, f)| (s.clone(), f)).collect();
        let (added, subtracted): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(_, factor)| *factor >= 0);
        for (symbols, factor) in added.into_iter().chain(subtracted) {
            let product = symbols.iter().fold(None, |product: Option<String>, symbol| {
                let name = self.symbols.name(*symbol).to_owned();
                Some(match product {
                    Some(product) => self.writer.pure(&format!("arith.muli {product}, {name} : index")),
                    None => name,
                })
            });
            let product = product.unwrap_or_default();
            let subtract = factor < 0 && sum.is_some() && factor != i64::MIN;
            let factor = if subtract { -factor } else { factor };
            let term = if factor == 1 {
                product
            } else {
                let factor = self.index_constant(factor);
                self.writer.pure(&format!("arith.muli {product}, {factor} : index"))
            };
            sum = Some(match sum {
                Some(sum) => {
                    let operation = if subtract { "subi" } else { "addi" };
                    self.writer.pure(&format!("arith.{operation} {sum}, {term} : index"))
                }
                None => term,
            });
        }
        let constant = poly.constant_part();
        match sum {
            None => self.index_constant(constant),
            Some(sum) if constant == 0 => sum,
            Some(sum) => {
                let constant = self.index_constant(constant);
                self.writer.pure(&format!("arith.addi {sum}, {constant} : index"))
            }
        }
    }

    /// A polynomial for the result of an operation on `index`.
    pub fn native(&mut self, text: &str, range: Range) -> Poly {
        let name = self.writer.pure(text);
        Poly::symbol(self.symbols.of(&name, range, true))
    }

    /// The larger, or the smaller, of two.
    pub fn extreme(&mut self, largest: bool, a: &Poly, b: &Poly) -> Poly {
        let (x, y) = (self.symbols.range_of(a), self.symbols.range_of(b));
        let difference = self.symbols.range_of(&a.minus(b));
        if difference.low >= 0 {
            return if largest { a.clone() } else { b.clone() };
        }
        if difference.high <= 0 {
            return if largest { b.clone() } else { a.clone() };
        }
        let (name, range) = if largest {
            ("maxsi", Range::new(x.low.max(y.low), x.high.max(y.high)))
        } else {
            ("minsi", Range::new(x.low.min(y.low), x.high.min(y.high)))
        };
        let (a, b) = (self.index(a), self.index(b));
        self.native(&format!("arith.{name} {a}, {b} : index"), range)
    }

    /// The quotient, rounded up; the divisor is positive.
    pub fn quotient_up(&mut self, a: &Poly, divisor: i64) -> Poly {
        if let Some(exact) = a.divided_by(divisor) {
            return exact;
        }
        if let Some(value) = a.as_constant() {
            let quotient = value.div_euclid(divisor) + i64::from(value.rem_euclid(divisor) != 0);
            return Poly::constant(quotient);
        }
        let range = self.symbols.range_of(a);
        let up = |value: i128| -(-value).div_euclid(divisor.into());
        let (a, by) = (self.index(a), self.index_constant(divisor));
        self.native(&format!("arith.ceildivsi {a}, {by} : index"), Range::new(up(range.low), up(range.high)))
    }
}

/// A number in MLIR's spelling.
pub fn float_text(value: f64, ty: &str) -> String {
    if !value.is_finite() {
        return match ty {
            "f32" => format!("0x{:08X}", (value as f32).to_bits()),
            _ => format!("0x{:016X}", value.to_bits()),
        };
    }
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    match exponent {
        0 => digits,
        _ => format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::float_text;

    #[test]
    fn numbers_are_spelled_exactly() {
        assert_eq!(float_text(1.0, "f64"), "1.0");
        assert_eq!(float_text(-2.5e-12, "f64"), "-2.5e-12");
        assert_eq!(float_text(1e20, "f64"), "1.0e+20");
        assert_eq!(float_text(f64::INFINITY, "f64"), "0x7FF0000000000000");
        assert_eq!(float_text(0.1f32.into(), "f32").parse::<f32>(), Ok(0.1));
    }
}

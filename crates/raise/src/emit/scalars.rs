//! Arithmetic of the program on lanes.
//!
//! Under a mask, operands of operations that are not finite everywhere are replaced by one where the mask does not hold, so that neither
//! values nor derivatives see what the program would not have computed.

use super::sums::Pending;
use super::{Emitter, Form, Lane};
use crate::analyse::facts::is_integer;
use crate::analyse::reductions::{Combine, choice};
use crate::tensor_of;
use std::rc::Rc;
use zymase_ir::{Attribute, Op, Result, Type, Value};

/// Operations of one operand with the operation of StableHLO or CHLO.
const UNARY: [(&str, &str); 33] = [
    ("arith.negf", "stablehlo.negate"),
    ("math.absf", "stablehlo.abs"),
    ("math.absi", "stablehlo.abs"),
    ("math.exp", "stablehlo.exponential"),
    ("math.expm1", "stablehlo.exponential_minus_one"),
    ("math.log", "stablehlo.log"),
    ("math.log1p", "stablehlo.log_plus_one"),
    ("math.sqrt", "stablehlo.sqrt"),
    ("math.rsqrt", "stablehlo.rsqrt"),
    ("math.cbrt", "stablehlo.cbrt"),
    ("math.sin", "stablehlo.sine"),
    ("math.cos", "stablehlo.cosine"),
    ("math.tan", "stablehlo.tan"),
    ("math.tanh", "stablehlo.tanh"),
    ("math.ceil", "stablehlo.ceil"),
    ("math.floor", "stablehlo.floor"),
    ("math.round", "stablehlo.round_nearest_afz"),
    ("math.roundeven", "stablehlo.round_nearest_even"),
    ("math.ctlz", "stablehlo.count_leading_zeros"),
    ("math.ctpop", "stablehlo.popcnt"),
    ("math.sinh", "chlo.sinh"),
    ("math.cosh", "chlo.cosh"),
    ("math.asin", "chlo.asin"),
    ("math.acos", "chlo.acos"),
    ("math.atan", "chlo.atan"),
    ("math.asinh", "chlo.asinh"),
    ("math.acosh", "chlo.acosh"),
    ("math.atanh", "chlo.atanh"),
    ("math.erf", "chlo.erf"),
    ("math.erfc", "chlo.erfc"),
    ("math.isfinite", "stablehlo.is_finite"),
    ("math.isinf", "chlo.is_inf"),
    ("arith.bitcast", "bitcast"),
];

/// Operations of two operands.
const BINARY: [(&str, &str); 27] = [
    ("arith.addf", "add"),
    ("arith.subf", "subtract"),
    ("arith.divf", "divide"),
    ("arith.remf", "remainder"),
    ("arith.maximumf", "maximum"),
    ("arith.minimumf", "minimum"),
    ("arith.addi", "add"),
    ("arith.subi", "subtract"),
    ("arith.muli", "multiply"),
    ("arith.divsi", "divide"),
    ("arith.remsi", "remainder"),
    ("arith.maxsi", "maximum"),
    ("arith.minsi", "minimum"),
    ("arith.andi", "and"),
    ("arith.ori", "or"),
    ("arith.xori", "xor"),
    ("arith.shli", "shift_left"),
    ("arith.shrsi", "shift_right_arithmetic"),
    ("arith.shrui", "shift_right_logical"),
    ("math.powf", "power"),
    ("math.atan2", "atan2"),
    ("index.add", "add"),
    ("index.sub", "subtract"),
    ("index.mul", "multiply"),
    ("index.divs", "divide"),
    ("index.rems", "remainder"),
    ("index.maxs", "maximum"),
];

/// Operands that a mask replaces: these operations have no value, or no derivative, at some arguments.
const GUARDED: [(&str, &[usize]); 15] = [
    ("arith.divf", &[1]),
    ("arith.divsi", &[1]),
    ("arith.remsi", &[1]),
    ("arith.divui", &[1]),
    ("arith.remui", &[1]),
    ("arith.remf", &[1]),
    ("math.log", &[0]),
    ("math.log2", &[0]),
    ("math.log10", &[0]),
    ("math.log1p", &[0]),
    ("math.sqrt", &[0]),
    ("math.rsqrt", &[0]),
    ("math.cbrt", &[0]),
    ("math.powf", &[0]),
    ("math.atan2", &[0, 1]),
];

impl Emitter<'_> {
    pub fn scalar(&mut self, op: Op) -> Result<()> {
        let [result] = self.ir[op].results().to_vec()[..] else { return Err(self.refuse(op)) };
        if is_integer(self.ir.ty(result)) && self.facts.known_sum(result).is_some() {
            return Ok(());
        }
        let operands: Vec<Value> = self.ir[op].operands().collect();
        let is_pending = |value: &Value| matches!(self.forms.get(value), Some(Form::Pending(_)));
        let form = if operands.iter().any(is_pending) {
            self.pending(op, &operands)?.map_or(Form::Nothing, Form::Pending)
        } else if operands.iter().any(|value| matches!(self.forms.get(value), Some(Form::Nothing))) {
            Form::Nothing
        } else if self.ir[op].name() == "arith.mulf" {
            Form::Product(Rc::new((self.form(operands[0])?, self.form(operands[1])?)))
        } else {
            let lanes = operands.iter().map(|value| self.lane(*value)).collect::<Result<Vec<_>>>()?;
            let lanes = self.guarded(op, lanes)?;
            Form::Lane(self.arithmetic(op, &lanes)?)
        };
        self.forms.insert(result, form);
        Ok(())
    }

    pub fn form(&mut self, value: Value) -> Result<Form> {
        match self.forms.get(&value) {
            Some(form) => Ok(form.clone()),
            None => self.lane(value).map(Form::Lane),
        }
    }

    fn guarded(&mut self, op: Op, mut lanes: Vec<Lane>) -> Result<Vec<Lane>> {
        let name = self.ir[op].name().as_str();
        let Some(mask) = self.mask() else { return Ok(lanes) };
        let Some((_, places)) = GUARDED.iter().find(|(other, _)| *other == name) else { return Ok(lanes) };
        for place in *places {
            let is_constant =
                self.ir.defining_op(lanes[*place].value).is_some_and(|op| self.ir[op].name() == "stablehlo.constant");
            if !is_constant {
                let one = self.number(1.0, &lanes[*place])?;
                lanes[*place] = self.select(&mask, &lanes[*place].clone(), &one)?;
            }
        }
        Ok(lanes)
    }

    /// What becomes of a value that is only combined; nothing for comparisons, which belong to a choice.
    fn pending(&mut self, op: Op, operands: &[Value]) -> Result<Option<Pending>> {
        let name = self.ir[op].name().clone();
        if matches!(name.as_str(), "arith.cmpf" | "arith.cmpi") {
            return Ok(None);
        }
        let held: Vec<Option<Pending>> = operands
            .iter()
            .map(|value| match self.forms.get(value) {
                Some(Form::Pending(pending)) => Some(pending.clone()),
                _ => None,
            })
            .collect();
        if name == "arith.select" {
            if let [None, Some(yes), Some(no)] = &held[..] {
                let condition = self.lane(operands[0])?;
                return self.merged(&condition, yes, no).map(Some);
            }
            let old = operands[1..].iter().find(|value| matches!(self.forms.get(value), Some(Form::Pending(_))));
            if let (Some(old), Some(pending)) = (old, held.iter().flatten().next())
                && let Some(choice) = choice(self.ir, op, *old)
            {
                let form = self.form(choice.new)?;
                return self.add_term(pending, &form, false).map(Some);
            }
            return Err(self.refuse(op));
        }
        let place = held.iter().position(Option::is_some).unwrap_or_default();
        let Some(pending) = held.into_iter().flatten().next() else { return Err(self.refuse(op)) };
        if Combine::of_op(name.as_str(), place) != Some(pending.combine) {
            return Err(self.refuse(op));
        }
        let others: Vec<Value> =
            operands.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, value)| *value).collect();
        let form = match others[..] {
            [one] => self.form(one)?,
            [one, two] => Form::Product(Rc::new((self.form(one)?, self.form(two)?))),
            _ => return Err(self.refuse(op)),
        };
        self.add_term(&pending, &form, name.as_str().starts_with("arith.sub")).map(Some)
    }

    /// A choice between two ways in which the same value was combined.
    pub fn merged(&mut self, condition: &Lane, yes: &Pending, no: &Pending) -> Result<Pending> {
        let mut merged = Pending { terms: Vec::new(), ..yes.clone() };
        let opposite = self.unary("not", condition)?;
        for (side, other, holds) in [(yes, no, condition), (no, yes, &opposite)] {
            for term in &side.terms {
                if other.terms.iter().any(|known| known.id == term.id) {
                    if !merged.terms.iter().any(|known| known.id == term.id) {
                        merged.terms.push(term.clone());
                    }
                    continue;
                }
                let mut chosen = term.clone();
                chosen.factors = self.masked(chosen.factors, Some(holds), yes.combine)?;
                merged.terms.push(chosen);
            }
        }
        Ok(merged)
    }

    fn arithmetic(&mut self, op: Op, lanes: &[Lane]) -> Result<Lane> {
        let name = self.ir[op].name().clone();
        let name = name.as_str();
        let result = self.ir[op].results()[0];
        let element = tensor_of(&[], self.ir.ty(result)).element().clone();
        if let Some((_, to)) = UNARY.iter().find(|(from, _)| *from == name) {
            return match *to {
                "bitcast" => self.reinterpret(&lanes[0], &element),
                "chlo.is_inf" => {
                    let ty = Type::tensor(self.shape(lanes[0].value), element);
                    let value = self.builder().typed(to, &[lanes[0].value], &[], ty)?;
                    Ok(Lane { value, axes: lanes[0].axes.clone() })
                }
                _ => {
                    let operand = lanes[0].value;
                    let key = format!("{to} {operand:?}");
                    let value = self.once(key, |builder| builder.value(to, &[operand], &[]))?;
                    Ok(Lane { value, axes: lanes[0].axes.clone() })
                }
            };
        }
        if let Some((_, to)) = BINARY.iter().find(|(from, _)| *from == name) {
            return self.binary(to, &lanes[0], &lanes[1]);
        }
        match name {
            "arith.constant" => self.number_constant(op, &element),
            "arith.select" => self.select(&lanes[0], &lanes[1], &lanes[2]),
            "arith.cmpi" | "index.cmp" => self.compare_integers(op, lanes),
            "arith.cmpf" => self.compare_floats(op, lanes),
            "math.fma" => {
                let product = self.binary("multiply", &lanes[0], &lanes[1])?;
                self.binary("add", &product, &lanes[2])
            }
            "arith.maxnumf" | "arith.minnumf" => self.extreme(name, lanes),
            "math.isnan" => self.compare("NE", &lanes[0], &lanes[0]),
            "arith.extf" | "arith.truncf" | "arith.sitofp" | "arith.fptosi" => {
                self.number_conversion(name, &lanes[0], &element)
            }
            _ => self.unusual(op, name, lanes, &element),
        }
    }

    fn number_constant(&mut self, op: Op, element: &Type) -> Result<Lane> {
        let scalar = Type::tensor([], element.clone());
        let width = element.element_bytes().unwrap_or_default();
        let bytes = match self.ir.attribute(op, "value") {
            Some(Attribute::Float { bits, .. }) => bits.to_le_bytes()[..width.min(16)].to_vec(),
            Some(Attribute::Integer { value, .. }) => {
                let value = if element.is_bool() { value & 1 } else { *value };
                value.to_le_bytes()[..width.min(16)].to_vec()
            }
            _ => return Err(self.refuse(op)),
        };
        Ok(Self::uniform(self.filled(&scalar, bytes)?))
    }

    /// The larger (or smaller) of two numbers, the other one where one is not a number.
    fn extreme(&mut self, name: &str, lanes: &[Lane]) -> Result<Lane> {
        let direction = if name == "arith.maxnumf" { "GE" } else { "LE" };
        let better = self.compare(direction, &lanes[0], &lanes[1])?;
        let is_constant =
            |lane: &Lane| self.ir.defining_op(lane.value).is_some_and(|op| self.ir[op].name() == "stablehlo.constant");
        let better = if is_constant(&lanes[1]) {
            better
        } else {
            let undefined = self.compare("NE", &lanes[1], &lanes[1])?;
            self.binary("or", &better, &undefined)?
        };
        self.select(&better, &lanes[0], &lanes[1])
    }

    fn number_conversion(&mut self, name: &str, lane: &Lane, element: &Type) -> Result<Lane> {
        if name == "arith.sitofp" && self.ir.ty(lane.value).element().is_bool() {
            let positive = self.convert(lane, element)?;
            return self.unary("negate", &positive);
        }
        self.convert(lane, element)
    }

    /// Integers as numbers without a sign.
    fn unsigned(&mut self, lane: &Lane) -> Result<Lane> {
        let element = self.ir.ty(lane.value).element().clone();
        if element.is_bool() {
            return Ok(lane.clone());
        }
        let bits = element.element_bytes().unwrap_or(8) as u32 * 8;
        self.reinterpret(lane, &Type::unsigned(bits))
    }

    fn compare_integers(&mut self, op: Op, lanes: &[Lane]) -> Result<Lane> {
        let predicate = self.ir.attribute(op, "predicate").and_then(Attribute::as_i64).unwrap_or(-1);
        let direction = match predicate {
            0 => "EQ",
            1 => "NE",
            2 | 6 => "LT",
            3 | 7 => "LE",
            4 | 8 => "GT",
            5 | 9 => "GE",
            _ => return Err(self.refuse(op)),
        };
        let is_bool = self.ir.ty(lanes[0].value).element().is_bool();
        if predicate >= 6 && !is_bool {
            let (a, b) = (self.unsigned(&lanes[0])?, self.unsigned(&lanes[1])?);
            return self.compare(direction, &a, &b);
        }
        if is_bool && (2..6).contains(&predicate) {
            // One bit with a sign is zero or minus one.
            return self.compare(direction, &lanes[1], &lanes[0]);
        }
        self.compare(direction, &lanes[0], &lanes[1])
    }

    fn compare_floats(&mut self, op: Op, lanes: &[Lane]) -> Result<Lane> {
        let predicate = self.ir.attribute(op, "predicate").and_then(Attribute::as_i64).unwrap_or(-1);
        let (a, b) = (&lanes[0].clone(), &lanes[1].clone());
        match predicate {
            0 | 15 => {
                let truth = self.integer(i64::from(predicate == 15), &Type::integer(1))?;
                Ok(Self::uniform(truth))
            }
            1 => self.compare("EQ", a, b),
            2 => self.compare("GT", a, b),
            3 => self.compare("GE", a, b),
            4 => self.compare("LT", a, b),
            5 => self.compare("LE", a, b),
            6 | 8 => {
                let (less, greater) = (self.compare("LT", a, b)?, self.compare("GT", a, b)?);
                let differ = self.binary("or", &less, &greater)?;
                if predicate == 6 { Ok(differ) } else { self.unary("not", &differ) }
            }
            7 | 14 => {
                let (x, y) = (self.compare("NE", a, a)?, self.compare("NE", b, b)?);
                let undefined = self.binary("or", &x, &y)?;
                if predicate == 14 { Ok(undefined) } else { self.unary("not", &undefined) }
            }
            9..=12 => {
                let opposite = ["LE", "LT", "GE", "GT"][(predicate - 9) as usize];
                let holds = self.compare(opposite, a, b)?;
                self.unary("not", &holds)
            }
            13 => self.compare("NE", a, b),
            _ => Err(self.refuse(op)),
        }
    }

    /// Operations that StableHLO has in other words only.
    fn unusual(&mut self, op: Op, name: &str, lanes: &[Lane], element: &Type) -> Result<Lane> {
        let (_, word) = name.split_once('.').unwrap_or_default();
        let first = &lanes[0].clone();
        match word {
            "divui" | "remui" | "maxui" | "minui" => {
                let to = match word {
                    "divui" => "divide",
                    "remui" => "remainder",
                    "maxui" => "maximum",
                    _ => "minimum",
                };
                let (a, b) = (self.unsigned(first)?, self.unsigned(&lanes[1])?);
                let found = self.binary(to, &a, &b)?;
                self.reinterpret(&found, element)
            }
            "mins" => self.binary("minimum", first, &lanes[1]),
            "index_cast" | "extsi" | "casts" => {
                let wide = self.convert(first, element)?;
                if self.ir.ty(first.value).element().is_bool() && !element.is_bool() {
                    self.unary("negate", &wide)
                } else {
                    Ok(wide)
                }
            }
            "extui" | "index_castui" | "uitofp" => {
                let plain = self.unsigned(first)?;
                self.convert(&plain, element)
            }
            "trunci" if element.is_bool() => {
                let one = self.number(1.0, first)?;
                let bit = self.binary("and", first, &one)?;
                let zero = self.number(0.0, first)?;
                self.compare("NE", &bit, &zero)
            }
            "trunci" => self.convert(first, element),
            "fptoui" => {
                let bits = element.element_bytes().unwrap_or(8) as u32 * 8;
                let plain = self.convert(first, &Type::unsigned(bits))?;
                self.reinterpret(&plain, element)
            }
            "floordivsi" | "ceildivsi" => self.rounded_division(word, first, &lanes[1]),
            "exp2" => self.scaled(first, std::f64::consts::LN_2, "exponential"),
            "log2" => self.scaled_after(first, std::f64::consts::LN_2),
            "log10" => self.scaled_after(first, std::f64::consts::LN_10),
            "trunc" => {
                let size = self.unary("abs", first)?;
                let whole = self.unary("floor", &size)?;
                self.with_sign_of(&whole, first)
            }
            "copysign" => {
                let size = self.unary("abs", first)?;
                self.with_sign_of(&size, &lanes[1])
            }
            "fpowi" | "ipowi" => {
                let kind = self.ir.ty(first.value).element().clone();
                let power = self.convert(&lanes[1], &kind)?;
                self.binary("power", first, &power)
            }
            _ => Err(self.refuse(op)),
        }
    }

    fn scaled(&mut self, lane: &Lane, by: f64, then: &str) -> Result<Lane> {
        let by = self.number(by, lane)?;
        let product = self.binary("multiply", lane, &by)?;
        self.unary(then, &product)
    }

    fn scaled_after(&mut self, lane: &Lane, by: f64) -> Result<Lane> {
        let log = self.unary("log", lane)?;
        let by = self.number(by, lane)?;
        self.binary("divide", &log, &by)
    }

    /// A number that is not negative with the sign bit of another.
    fn with_sign_of(&mut self, size: &Lane, sign: &Lane) -> Result<Lane> {
        let bits = self.ir.ty(sign.value).element().element_bytes().unwrap_or(8) as u32 * 8;
        let pattern = self.reinterpret(sign, &Type::integer(bits))?;
        let zero = self.number(0.0, &pattern)?;
        let is_negative = self.compare("LT", &pattern, &zero)?;
        let negative = self.unary("negate", size)?;
        self.select(&is_negative, &negative, size)
    }

    fn rounded_division(&mut self, word: &str, a: &Lane, b: &Lane) -> Result<Lane> {
        let quotient = self.binary("divide", a, b)?;
        let rest = self.binary("remainder", a, b)?;
        let zero = self.number(0.0, &rest)?;
        let is_uneven = self.compare("NE", &rest, &zero)?;
        // Towards minus infinity the quotient is one less where rest and divisor have different signs; towards plus infinity one
        // more where they have the same.
        let (rest_sign, divisor_sign) = (self.compare("LT", &rest, &zero)?, self.compare("LT", b, &zero)?);
        let (direction, step) = if word == "floordivsi" { ("NE", -1.0) } else { ("EQ", 1.0) };
        let signs = self.compare(direction, &rest_sign, &divisor_sign)?;
        let moves = self.binary("and", &is_uneven, &signs)?;
        let step = self.number(step, &quotient)?;
        let moved = self.binary("add", &quotient, &step)?;
        self.select(&moves, &moved, &quotient)
    }
}

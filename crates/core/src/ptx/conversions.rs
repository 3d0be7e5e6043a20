//! From one type to another.

use super::Writer;
use zymase_library::Operand;
use zymase_llvm::{Type, Value};

/// How numbers become whole ones.
fn rounding(word: &str) -> Option<&'static str> {
    Some(match word {
        "rni" => "llvm.rint",
        "rzi" => "llvm.trunc",
        "rmi" => "llvm.floor",
        "rpi" => "llvm.ceil",
        _ => return None,
    })
}

impl Writer<'_> {
    /// `cvt.rounding.to.from`
    pub(super) fn converted(&self, words: &[&str], operands: &[Operand]) -> Option<Value> {
        let [_, manners @ .., to, from] = words else { return None };
        if !manners.iter().all(|manner| matches!(*manner, "rn" | "ftz") || rounding(manner).is_some()) {
            return None;
        }
        let whole = manners.iter().find_map(|manner| rounding(manner));
        let (is_signed, from_signed) = (to.starts_with('s'), from.starts_with('s'));
        let (to, from) = (self.ty(to)?, self.ty(from)?);
        if to.is_vector() {
            return self.pair(to, from, operands);
        }
        let [operand] = operands else { return None };
        let value = self.read(operand, from)?;
        let builder = self.builder;
        Some(match (from.is_float(), to.is_float()) {
            (true, true) => {
                let value = whole.map_or(value, |round| self.elementwise(round, &[value]));
                self.between_numbers(value, to, manners.contains(&"rn"))?
            }
            (true, false) => {
                let rounded = self.elementwise(whole?, &[value]);
                let name = if is_signed { "llvm.fptosi.sat" } else { "llvm.fptoui.sat" };
                builder.call(builder.module().intrinsic(name, &[to, from]), &[rounded])
            }
            (false, true) if from_signed => builder.signed_to_float(value, to),
            (false, true) => builder.unsigned_to_float(value, to),
            (false, false) if from_signed => builder.integer_cast(value, to),
            (false, false) => builder.integer_resize(value, to),
        })
    }

    /// A number in another format; narrower ones must be the nearest.
    fn between_numbers(&self, value: Value, to: Type, is_nearest: bool) -> Option<Value> {
        let (has, wants) = (self.bits(value.ty()), self.bits(to));
        if has == wants && value.ty() != to || wants < has && !is_nearest {
            return None;
        }
        Some(self.builder.float_cast(value, to))
    }

    /// Two numbers side by side, the upper one first.
    fn pair(&self, to: Type, from: Type, operands: &[Operand]) -> Option<Value> {
        let [upper, lower] = operands else { return None };
        let index = self.builder.module().integer_type(32);
        let mut whole = Value::poison(to);
        for (k, operand) in [(0, lower), (1, upper)] {
            let narrow = self.between_numbers(self.read(operand, from)?, to.scalar(), true)?;
            whole = self.builder.insert_element(whole, narrow, Value::integer(index, k));
        }
        Some(whole)
    }
}

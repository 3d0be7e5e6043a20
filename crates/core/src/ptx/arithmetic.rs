//! What computes one value from others.
//!
//! Results are those of the machine: operations that round otherwise than to nearest are not written out, approximations stay what they are on a GPU.
//! Only `tanh.approx`, which LLVM has no name for, is computed more accurately.

use super::Writer;
use zymase_library::Operand;
use zymase_llvm::{IntPredicate, RealPredicate, Type, Value};

/// Manners in which numbers are computed that leave results what they are, but for denormal ones.
const MANNERS: [&str; 7] = ["rn", "ftz", "noftz", "approx", "full", "sat", "NaN"];

impl Writer<'_> {
    /// The value of an operation.
    pub(super) fn computed(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        let (&name, manners) = words.split_first()?;
        match name {
            "set" => return self.set(words, from),
            "setp" => {
                let ty = self.ty(words.last()?)?;
                return self.compared(words.get(1)?, ty, from);
            }
            "selp" => return self.chosen(words, from),
            _ => {}
        }
        let ty = self.ty(words.last()?)?;
        let values = |types: &[Type]| -> Option<Vec<Value>> {
            from.iter().zip(types).map(|(operand, ty)| self.read(operand, *ty)).collect()
        };
        if !ty.is_float_like() {
            // What is shifted says how many bits there are; by how many is a number of 32 bits.
            let by = if matches!(name, "shl" | "shr") { self.ty("u32")? } else { ty };
            return self.of_integers(words, ty, &values(&[ty, by, ty])?);
        }
        let manners = &manners[..manners.len() - 1];
        if !manners.iter().all(|manner| MANNERS.contains(manner)) {
            return None;
        }
        let result = self.of_numbers(name, manners, ty, &values(&[ty; 3])?)?;
        if !manners.contains(&"sat") {
            return Some(result);
        }
        let positive = self.elementwise("llvm.maxnum", &[result, self.number(ty, 0.0)]);
        Some(self.elementwise("llvm.minnum", &[positive, self.number(ty, 1.0)]))
    }

    fn of_numbers(&self, name: &str, manners: &[&str], ty: Type, values: &[Value]) -> Option<Value> {
        let builder = self.builder;
        let nan = manners.contains(&"NaN");
        Some(match (name, values) {
            ("add", [a, b]) => builder.fadd(*a, *b),
            ("sub", [a, b]) => builder.fsub(*a, *b),
            ("mul", [a, b]) => builder.fmul(*a, *b),
            ("fma" | "mad", [_, _, _]) => self.elementwise("llvm.fma", values),
            ("neg", [a]) => builder.fneg(*a),
            ("abs", [_]) => self.elementwise("llvm.fabs", values),
            ("min", [_, _]) => self.elementwise(if nan { "llvm.minimum" } else { "llvm.minnum" }, values),
            ("max", [_, _]) => self.elementwise(if nan { "llvm.maximum" } else { "llvm.maxnum" }, values),
            ("rcp", [a]) => builder.fdiv(self.number(ty, 1.0), *a),
            ("tanh", [_]) => self.in_single("llvm.tanh", ty, values),
            ("div" | "sqrt" | "rsqrt" | "sin" | "cos" | "ex2" | "lg2", _) => {
                self.approximation(name, manners, ty, values)?
            }
            _ => return None,
        })
    }

    /// What the machine only approximates for `float`.
    fn approximation(&self, name: &str, manners: &[&str], ty: Type, values: &[Value]) -> Option<Value> {
        let plain = match (name, values) {
            ("sqrt", [_]) => "llvm.sqrt",
            ("sin", [_]) => "llvm.sin",
            ("cos", [_]) => "llvm.cos",
            ("ex2", [_]) => "llvm.exp2",
            ("lg2", [_]) => "llvm.log2",
            ("div" | "rsqrt", _) => "",
            _ => return None,
        };
        let is_approximate = manners.iter().any(|manner| matches!(*manner, "approx" | "full"));
        if self.on_gpu && is_approximate && ty.is_single() {
            let flush = if manners.contains(&"ftz") { ".ftz" } else { "" };
            let intrinsic = match name {
                "ex2" => return Some(self.elementwise(&format!("llvm.nvvm.ex2.approx{flush}"), values)),
                "div" if manners.contains(&"full") => format!("llvm.nvvm.div.full{flush}"),
                _ => format!("llvm.nvvm.{name}.approx{flush}.f"),
            };
            return Some(self.builder.call(self.builder.module().intrinsic(&intrinsic, &[]), values));
        }
        Some(match (name, values) {
            ("div", [a, b]) => self.builder.fdiv(*a, *b),
            ("rsqrt", [_]) => self.builder.fdiv(self.number(ty, 1.0), self.elementwise("llvm.sqrt", values)),
            ("sqrt", _) => self.elementwise(plain, values),
            _ => self.in_single(plain, ty, values),
        })
    }

    /// A function that is computed in single precision, whatever comes in.
    fn in_single(&self, intrinsic: &str, ty: Type, values: &[Value]) -> Value {
        let single = ty.with_scalar(ty.float());
        let wide = self.builder.float_cast(values[0], single);
        self.builder.float_cast(self.elementwise(intrinsic, &[wide]), ty)
    }

    pub(super) fn elementwise(&self, name: &str, values: &[Value]) -> Value {
        self.builder.call(self.builder.module().intrinsic(name, &[values[0].ty()]), values)
    }

    fn number(&self, ty: Type, number: f64) -> Value {
        let one = Value::real(ty.scalar(), number);
        if !ty.is_vector() {
            return one;
        }
        let index = self.builder.module().integer_type(32);
        let lanes = 0..ty.element_count() as i64;
        lanes.fold(Value::poison(ty), |whole, k| self.builder.insert_element(whole, one, Value::integer(index, k)))
    }

    fn of_integers(&self, words: &[&str], ty: Type, values: &[Value]) -> Option<Value> {
        let builder = self.builder;
        let is_signed = words.last()?.starts_with('s');
        Some(match (words[..words.len() - 1].join(".").as_str(), values) {
            ("add", [a, b]) => builder.add(*a, *b),
            ("sub", [a, b]) => builder.sub(*a, *b),
            ("mul.lo", [a, b]) => builder.mul(*a, *b),
            ("mad.lo", [a, b, c]) => builder.add(builder.mul(*a, *b), *c),
            ("neg", [a]) => builder.sub(Value::null(ty), *a),
            ("and", [a, b]) => builder.and(*a, *b),
            ("or", [a, b]) => builder.or(*a, *b),
            ("xor", [a, b]) => builder.xor(*a, *b),
            ("not", [a]) => builder.not(*a),
            ("min", [_, _]) => self.elementwise(if is_signed { "llvm.smin" } else { "llvm.umin" }, values),
            ("max", [_, _]) => self.elementwise(if is_signed { "llvm.smax" } else { "llvm.umax" }, values),
            ("shl", [a, by]) => self.shifted(*a, *by, |a, by| builder.shl(a, by)),
            ("shr", [a, by]) if !is_signed => self.shifted(*a, *by, |a, by| builder.lshr(a, by)),
            ("popc", [a]) => self.elementwise("llvm.ctpop", &[*a]),
            _ => return None,
        })
    }

    /// By more bits than there are nothing is left.
    fn shifted(&self, value: Value, by: Value, shift: impl Fn(Value, Value) -> Value) -> Value {
        let width = i64::from(value.ty().integer_bits());
        let fits = self.builder.icmp(IntPredicate::LLVMIntULT, by, Value::integer(by.ty(), width));
        let by = self.builder.select(fits, by, Value::null(by.ty()));
        let shifted = shift(value, self.builder.integer_resize(by, value.ty()));
        self.builder.select(fits, shifted, Value::null(value.ty()))
    }

    fn compared(&self, how: &str, ty: Type, from: &[Operand]) -> Option<Value> {
        let [a, b] = [self.read(from.first()?, ty)?, self.read(from.get(1)?, ty)?];
        if from.len() != 2 {
            return None;
        }
        if !ty.is_float_like() {
            return Some(self.builder.icmp(integer_predicate(how)?, a, b));
        }
        Some(self.builder.fcmp(real_predicate(how)?, a, b))
    }

    /// The result of a comparison as a number, or as bits.
    fn set(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        let [_, how, manner @ .., to, of] = words else { return None };
        if !manner.iter().all(|word| *word == "ftz") {
            return None;
        }
        let (to, of) = (self.ty(to)?, self.ty(of)?);
        let holds = self.compared(how, of, from)?;
        if to.is_float_like() {
            return Some(self.builder.select(holds, self.number(to, 1.0), self.number(to, 0.0)));
        }
        Some(self.builder.select(holds, Value::integer(to, -1), Value::null(to)))
    }

    fn chosen(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        let [yes, no, condition] = from else { return None };
        let ty = self.ty(words.last()?)?;
        let condition = self.read(condition, self.ty("pred")?)?;
        Some(self.builder.select(condition, self.read(yes, ty)?, self.read(no, ty)?))
    }
}

fn real_predicate(how: &str) -> Option<RealPredicate> {
    use RealPredicate::*;
    Some(match how {
        "eq" => LLVMRealOEQ,
        "ne" => LLVMRealONE,
        "lt" => LLVMRealOLT,
        "le" => LLVMRealOLE,
        "gt" => LLVMRealOGT,
        "ge" => LLVMRealOGE,
        "equ" => LLVMRealUEQ,
        "neu" => LLVMRealUNE,
        "ltu" => LLVMRealULT,
        "leu" => LLVMRealULE,
        "gtu" => LLVMRealUGT,
        "geu" => LLVMRealUGE,
        "num" => LLVMRealORD,
        "nan" => LLVMRealUNO,
        _ => return None,
    })
}

/// Comparisons of integers without a sign.
fn integer_predicate(how: &str) -> Option<IntPredicate> {
    use IntPredicate::*;
    Some(match how {
        "eq" => LLVMIntEQ,
        "ne" => LLVMIntNE,
        "lo" => LLVMIntULT,
        "ls" => LLVMIntULE,
        "hi" => LLVMIntUGT,
        "hs" => LLVMIntUGE,
        _ => return None,
    })
}

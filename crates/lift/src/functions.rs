//! Functions of mathematics, by the names that C, Fortran and LLVM have for them.

use crate::lift::{Bound, Int, Lift, int_bits, plain_type};
use crate::poly::Poly;
use crate::request::Refusal;
use zymase_llvm::Value;

/// Operations of one number, by the name of C's function for `double`.
const UNARY: [(&str, &str); 29] = [
    ("sin", "math.sin"),
    ("cos", "math.cos"),
    ("tan", "math.tan"),
    ("asin", "math.asin"),
    ("acos", "math.acos"),
    ("atan", "math.atan"),
    ("sinh", "math.sinh"),
    ("cosh", "math.cosh"),
    ("tanh", "math.tanh"),
    ("asinh", "math.asinh"),
    ("acosh", "math.acosh"),
    ("atanh", "math.atanh"),
    ("exp", "math.exp"),
    ("exp2", "math.exp2"),
    ("expm1", "math.expm1"),
    ("log", "math.log"),
    ("log2", "math.log2"),
    ("log10", "math.log10"),
    ("log1p", "math.log1p"),
    ("sqrt", "math.sqrt"),
    ("cbrt", "math.cbrt"),
    ("erf", "math.erf"),
    ("erfc", "math.erfc"),
    ("fabs", "math.absf"),
    ("floor", "math.floor"),
    ("ceil", "math.ceil"),
    ("trunc", "math.trunc"),
    ("round", "math.round"),
    ("rint", "math.roundeven"),
];

const BINARY: [(&str, &str); 9] = [
    ("pow", "math.powf"),
    ("atan2", "math.atan2"),
    ("copysign", "math.copysign"),
    ("fmod", "arith.remf"),
    ("fmax", "arith.maxnumf"),
    ("fmin", "arith.minnumf"),
    ("maximum", "arith.maximumf"),
    ("minimum", "arith.minimumf"),
    ("fdim", "fdim"),
];

/// The name that C gives a function for `double`, of what LLVM's intrinsics, C for `float` and flang's run time call it.
fn plain_name(name: &str, is_single: bool) -> String {
    if let Some(rest) = name.strip_prefix("llvm.") {
        let base = rest.split('.').next().unwrap_or(rest);
        let known = [
            ("maxnum", "fmax"),
            ("minnum", "fmin"),
            ("maximumnum", "fmax"),
            ("minimumnum", "fmin"),
            ("roundeven", "rint"),
            ("nearbyint", "rint"),
        ];
        return known.iter().find(|(theirs, _)| *theirs == base).map_or(base, |(_, ours)| ours).to_owned();
    }
    let base = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_finite")).unwrap_or(name);
    let base = if is_single { base.strip_suffix('f').filter(|rest| is_known(rest)).unwrap_or(base) } else { base };
    match base {
        "nearbyint" | "roundeven" => "rint".to_owned(),
        other => other.to_owned(),
    }
}

fn is_known(name: &str) -> bool {
    UNARY.iter().chain(&BINARY).any(|(known, _)| *known == name)
        || ["fma", "hypot", "nearbyint", "roundeven"].contains(&name)
}

impl Lift {
    pub fn function_call(&mut self, call: Value, name: &str) -> Result<Bound, Refusal> {
        let arguments = call.arguments();
        if let Some(bound) = self.integer_function(call, name, &arguments)? {
            return Ok(bound);
        }
        let Some(ty) = plain_type(call.ty()).filter(|ty| *ty != "i1") else { return Err(unknown(call, name)) };
        let plain = plain_name(name, ty == "f32");
        if let Some(bound) = self.power(&plain, &arguments, ty)? {
            return Ok(bound);
        }
        if arguments.iter().any(|argument| plain_type(argument.ty()) != Some(ty)) {
            return Err(unknown(call, name));
        }
        let mut operands = Vec::new();
        for argument in &arguments {
            operands.push(self.plain(*argument)?);
        }
        let text = match (plain.as_str(), operands.as_slice()) {
            (name, [a]) if let Some((_, operation)) = UNARY.iter().find(|(known, _)| *known == name) => {
                format!("{operation} {a} : {ty}")
            }
            ("fdim", [a, b]) => return Ok(self.positive_difference(a, b, ty)),
            ("hypot", [a, b]) => return Ok(self.hypotenuse(a, b, ty)),
            (name, [a, b]) if let Some((_, operation)) = BINARY.iter().find(|(known, _)| *known == name) => {
                format!("{operation} {a}, {b} : {ty}")
            }
            ("fma", [a, b, c]) => format!("math.fma {a}, {b}, {c} : {ty}"),
            ("fmuladd", [a, b, c]) => {
                let product = self.writer.pure(&format!("arith.mulf {a}, {b} : {ty}"));
                format!("arith.addf {product}, {c} : {ty}")
            }
            _ => return Err(unknown(call, name)),
        };
        Ok(self.plain_result(&text, ty))
    }

    /// A number to the power of an integer.
    fn power(&mut self, name: &str, arguments: &[Value], ty: &'static str) -> Result<Option<Bound>, Refusal> {
        let [base, exponent] = arguments else { return Ok(None) };
        let is_power = name == "powi" || name.starts_with("_FortranAFPow") || name.starts_with("__powi");
        let (true, Some(_)) = (is_power, int_bits(exponent.ty())) else { return Ok(None) };
        let base = self.plain(*base)?;
        let exponent = self.int(*exponent)?;
        let bits = exponent.bits;
        let exponent = self.typed(&exponent);
        Ok(Some(self.plain_result(&format!("math.fpowi {base}, {exponent} : {ty}, i{bits}"), ty)))
    }

    fn positive_difference(&mut self, a: &str, b: &str, ty: &'static str) -> Bound {
        let zero = self.float_constant(0.0, ty);
        let difference = self.writer.pure(&format!("arith.subf {a}, {b} : {ty}"));
        let less = self.writer.pure(&format!("arith.cmpf ole, {a}, {b} : {ty}"));
        self.plain_result(&format!("arith.select {less}, {zero}, {difference} : {ty}"), ty)
    }

    /// Scaled by the longer side, so that no square is too large.
    fn hypotenuse(&mut self, a: &str, b: &str, ty: &'static str) -> Bound {
        let a = self.writer.pure(&format!("math.absf {a} : {ty}"));
        let b = self.writer.pure(&format!("math.absf {b} : {ty}"));
        let long = self.writer.pure(&format!("arith.maxnumf {a}, {b} : {ty}"));
        let short = self.writer.pure(&format!("arith.minnumf {a}, {b} : {ty}"));
        let (zero, one) = (self.float_constant(0.0, ty), self.float_constant(1.0, ty));
        let is_zero = self.writer.pure(&format!("arith.cmpf oeq, {long}, {zero} : {ty}"));
        let divisor = self.writer.pure(&format!("arith.select {is_zero}, {one}, {long} : {ty}"));
        let ratio = self.writer.pure(&format!("arith.divf {short}, {divisor} : {ty}"));
        let square = self.writer.pure(&format!("arith.mulf {ratio}, {ratio} : {ty}"));
        let sum = self.writer.pure(&format!("arith.addf {one}, {square} : {ty}"));
        let root = self.writer.pure(&format!("math.sqrt {sum} : {ty}"));
        self.plain_result(&format!("arith.mulf {long}, {root} : {ty}"), ty)
    }

    fn integer_function(&mut self, call: Value, name: &str, arguments: &[Value]) -> Result<Option<Bound>, Refusal> {
        let Some(bits) = int_bits(call.ty()) else { return self.questions(call, name, arguments) };
        let base = name.strip_prefix("llvm.").and_then(|rest| rest.split('.').next()).unwrap_or(name);
        let extreme = match base {
            "smax" => "maxsi",
            "smin" => "minsi",
            "umax" => "maxui",
            "umin" => "minui",
            _ => "",
        };
        if !extreme.is_empty() {
            return self.extreme_of(extreme, arguments[0], arguments[1]).map(Some);
        }
        match base {
            "abs" | "labs" | "llabs" => {
                let int = self.int(arguments[0])?;
                let name = self.typed(&int);
                let name = self.writer.pure(&format!("math.absi {name} : i{bits}"));
                Ok(Some(Bound::Int(Int { name: Some(name), poly: None, bits })))
            }
            "objectsize" => Ok(Some(Bound::Int(Int { name: None, poly: Some(Poly::constant(-1)), bits }))),
            "expect" => self.bound(arguments[0]).map(Some),
            _ => Err(unknown(call, name)),
        }
    }

    /// What kind of number it is.
    fn questions(&mut self, call: Value, name: &str, arguments: &[Value]) -> Result<Option<Bound>, Refusal> {
        if !name.starts_with("llvm.is.fpclass.") {
            return Ok(None);
        }
        let Some(ty) = plain_type(arguments[0].ty()) else { return Ok(None) };
        let operand = self.plain(arguments[0])?;
        let operation = match arguments[1].as_integer() {
            Some(3) => "math.isnan",
            Some(516) => "math.isinf",
            Some(504) => "math.isfinite",
            _ => return Err(unknown(call, name)),
        };
        Ok(Some(self.plain_result(&format!("{operation} {operand} : {ty}"), "i1")))
    }
}

fn unknown(call: Value, name: &str) -> Refusal {
    Refusal::at(
        call,
        format!(
            "`{name}` is called, whose body is not in this file and which is no function of mathematics that the loop level has"
        ),
    )
}

//! Arguments of routines in the conventions of their family: letters or enumerations, by address or by value.

use super::emitter::Emitter;
use zymase_calculus::linear::{Argument, Routine};
use zymase_library::{Convention, Linear, Parameter, ParameterKind};
use zymase_llvm::{Function, IntPredicate, Type, Value};
use zymase_prepare::routines::mark_function;

/// What a flag says when it is true and when it is false: letter and number of the enumeration.
struct Words {
    /// Every way to say "true".
    truths: &'static [i64],
    letters: (i64, i64),
    numbers: (i64, i64),
}

fn words(name: &str) -> Words {
    let letter = |c: char| i64::from(u32::from(c));
    match name {
        "uplo" => Words { truths: &[0x4c, 0x6c, 122], letters: (letter('L'), letter('U')), numbers: (122, 121) },
        "side" => Words { truths: &[0x4c, 0x6c, 141], letters: (letter('L'), letter('R')), numbers: (141, 142) },
        "diag" => Words { truths: &[0x55, 0x75, 132], letters: (letter('U'), letter('N')), numbers: (132, 131) },
        _ => Words {
            truths: &[0x54, 0x74, 0x43, 0x63, 112, 113],
            letters: (letter('T'), letter('N')),
            numbers: (112, 111),
        },
    }
}

/// Every way to name a triangle.
const TRIANGLES: [i64; 6] = [0x4c, 0x6c, 0x55, 0x75, 121, 122];
/// Matrices by rows.
const ROW_MAJOR: i64 = 101;

impl Emitter {
    fn is_any_of(&self, value: Value, of: &[i64]) -> Value {
        let test = |n: &i64| self.builder.icmp(IntPredicate::LLVMIntEQ, value, Value::integer(value.ty(), *n));
        of.iter().map(test).reduce(|a, b| self.builder.or(a, b)).expect("at least one")
    }

    /// Is the flag true? Flags have 32 bits once they were read.
    pub fn decode_flag(&self, name: &str, value: Value) -> Value {
        self.is_any_of(value, words(name).truths)
    }

    /// Does it name neither triangle?
    pub fn is_whole(&self, value: Value) -> Value {
        self.builder.not(self.is_any_of(value, &TRIANGLES))
    }

    pub fn is_row_major(&self, value: Value) -> Value {
        self.is_any_of(value, &[ROW_MAJOR])
    }

    fn encode_flag(&self, name: &str, flag: Value, ty: Type) -> Value {
        let words = words(name);
        let as_letter = self.linear.convention == Convention::Fortran || ty.integer_bits() == 8;
        let (yes, no) = if as_letter { words.letters } else { words.numbers };
        self.builder.select(flag, Value::integer(ty, yes), Value::integer(ty, no))
    }

    /// Runs another routine of the family.
    pub fn call_routine(&mut self, routine: Routine, arguments: &[Argument<Value, Value, Value, Value>]) {
        let linear = self.linear.with_routine(routine);
        let function = self.declared(&linear);
        let types = function.function_type().function_parameters();
        let mut given = arguments.iter();
        let mut distance = None;
        let mut operands = Vec::new();
        for (parameter, ty) in linear.parameters().iter().zip(&types) {
            let operand = match parameter.kind {
                ParameterKind::Layout => self.layout.expect("a routine of matrices has a layout"),
                ParameterKind::Increment | ParameterKind::LeadingDimension => {
                    distance.take().expect("a distance follows an array")
                }
                ParameterKind::Info => Value::integer(self.integer, 0),
                _ => match given.next().expect("as many arguments as parameters") {
                    Argument::Flag(flag) => self.flag_operand(&linear, *parameter, *flag, *ty),
                    Argument::Size(size) => *size,
                    Argument::Real(real) => *real,
                    Argument::Matrix(matrix) => {
                        distance = Some(matrix.leading);
                        matrix.data
                    }
                    Argument::Vector(vector) => {
                        distance = Some(vector.step);
                        vector.data
                    }
                    Argument::Pivots => self.pivots.expect("a routine with pivots").0,
                },
            };
            operands.push(self.passed(&linear, *parameter, operand, *ty));
        }
        // Fortran compilers pass the length of every flag behind everything else.
        operands.extend(types[operands.len()..].iter().map(|ty| Value::integer(*ty, 1)));
        self.builder.call_across_spaces(function, &operands);
    }

    fn flag_operand(&self, linear: &Linear, parameter: Parameter, flag: Value, ty: Type) -> Value {
        let ty = if linear.is_by_address(parameter) { self.module().integer_type(8) } else { ty };
        self.encode_flag(parameter.name, flag, ty)
    }

    /// An argument by address where the convention wants that. An integer is stored with 64 bits: whichever width the
    /// routine reads, it reads the same number.
    fn passed(&self, linear: &Linear, parameter: Parameter, value: Value, ty: Type) -> Value {
        if value.ty().is_pointer() {
            return value;
        }
        if linear.is_by_address(parameter) {
            let place = self.at_entry().alloca(value.ty(), parameter.name);
            self.builder.store(value, place);
            return place;
        }
        if value.ty().is_integer() { self.builder.integer_cast(value, ty) } else { value }
    }

    /// The declaration of a routine: the program's own, or one after the model of the routine that is differentiated.
    fn declared(&self, linear: &Linear) -> Function {
        let module = self.module();
        let symbol = linear.symbol();
        if let Some(known) = module.function(&symbol) {
            return known;
        }
        let model = self.original.function_type().function_parameters();
        let (pointer, i32_type) = (module.pointer_type(), module.integer_type(32));
        let like = |kind: ParameterKind| {
            let position = self.linear.parameters().iter().position(|p| p.kind == kind);
            position.map(|k| model[k]).filter(|ty| ty.is_integer())
        };
        let size = like(ParameterKind::Size).unwrap_or(i32_type);
        let flag = like(ParameterKind::Flag).or_else(|| like(ParameterKind::Layout)).unwrap_or(i32_type);
        let layout = like(ParameterKind::Layout).unwrap_or(i32_type);
        let mut types: Vec<Type> = linear
            .parameters()
            .iter()
            .map(|parameter| match parameter.kind {
                _ if linear.is_by_address(*parameter) => pointer,
                ParameterKind::Flag => flag,
                ParameterKind::Layout => layout,
                ParameterKind::Real => self.real,
                _ => size,
            })
            .collect();
        if let Some(length) = model.get(self.linear.parameters().len()) {
            let flags = linear.parameters().iter().filter(|p| p.kind == ParameterKind::Flag);
            types.extend(flags.map(|_| *length));
        }
        let function = module.declare(&symbol, Type::function(module.void_type(), &types, false));
        mark_function(function);
        function
    }
}

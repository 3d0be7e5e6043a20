//! The formulas of `calculus` as LLVM instructions.

pub use zymase_analysis::types::LEAST_NUMBER_BITS;
use zymase_calculus::{self as calculus, Constant, Emit, Function as Math, Predicate, libm_name};
use zymase_llvm::{Builder, Function, IntPredicate, Opcode, RealPredicate, Type, TypeKind, Value};

/// Bytes that the shadow of an access is aligned to. A pointer may be rounded up, or passed, so that whole vectors lie well;
/// its shadow keeps the distance, but what it belongs to was allocated, or passed, for numbers.
pub fn shadow_alignment(access: Value) -> u32 {
    let ty = if access.ty().is_void() { access.operand(0).ty() } else { access.ty() };
    let module = access.block().expect("placed").function().module();
    access.alignment().min(module.alignment(ty.scalar()))
}

/// C's library has no functions of numbers with fewer digits than a `float`.
const SINGLE_DIGITS: i32 = 24;

/// Digits of a `double`.
const DOUBLE_DIGITS: i32 = 53;

/// Realises formulas at the builder's position. Values are scalars or vectors of any floating-point width.
pub struct LlvmEmit<'a> {
    pub builder: &'a Builder,
    /// Whether derivatives that can be infinite are guarded.
    pub guards: bool,
    /// The value of a function at the operand of a formula that reads nothing else.
    pub relative: Option<(Math, Value)>,
    /// Whether products may be contracted with sums, and taken apart where a loop waits for them.
    pub contract: bool,
    /// Whether sines and cosines of a GPU may be its fast ones.
    pub fast: bool,
}

impl LlvmEmit<'_> {
    fn call_libm(&self, name: &str, args: &[Value], like: Value) -> Value {
        let module = self.builder.module();
        let is_short = like.ty().float_format().is_some_and(|format| format.digits < SINGLE_DIGITS);
        let wide = if is_short { like.ty().float() } else { like.ty() };
        let suffix = match wide.kind() {
            TypeKind::LLVMFloatTypeKind => "f",
            TypeKind::LLVMDoubleTypeKind => "",
            _ => "l",
        };
        let args: Vec<Value> =
            args.iter().map(|a| if a.ty().is_float() { self.builder.float_cast(*a, wide) } else { *a }).collect();
        let types: Vec<Type> = args.iter().map(|a| a.ty()).collect();
        let function = module.declare(&format!("{name}{suffix}"), Type::function(wide, &types, false));
        if function.is_declaration() {
            function.mark_pure();
        }
        self.builder.float_cast(self.builder.call(function, &args), like.ty())
    }

    /// Applies `scalar` to each lane of vectors of the shape of `like`; integer operands are shared by the lanes.
    fn by_lane(&mut self, args: &[Value], like: Value, scalar: &mut dyn FnMut(&mut Self, &[Value]) -> Value) -> Value {
        let index_type = self.builder.module().integer_type(32);
        let mut result = Value::poison(like.ty());
        for lane in 0..like.ty().element_count() {
            let index = Value::integer(index_type, lane as i64);
            let lanes: Vec<Value> = args
                .iter()
                .map(|a| if a.ty().is_vector() { self.builder.extract_element(*a, index) } else { *a })
                .collect();
            let value = scalar(self, &lanes);
            result = self.builder.insert_element(result, value, index);
        }
        result
    }
}

/// The largest relative error of rounding to a type: half the distance from 1 to the next number.
pub fn unit_roundoff(ty: Type) -> f64 {
    let format = ty.scalar().float_format().expect("numbers are rounded");
    2f64.powi(-format.digits)
}

/// The LLVM intrinsic that computes a function elementwise.
pub fn intrinsic_name(f: Math) -> Option<&'static str> {
    Some(match f {
        Math::Sqrt => "llvm.sqrt",
        Math::Sin => "llvm.sin",
        Math::Cos => "llvm.cos",
        Math::Tan => "llvm.tan",
        Math::Asin => "llvm.asin",
        Math::Acos => "llvm.acos",
        Math::Atan => "llvm.atan",
        Math::Atan2 => "llvm.atan2",
        Math::Sinh => "llvm.sinh",
        Math::Cosh => "llvm.cosh",
        Math::Tanh => "llvm.tanh",
        Math::Exp => "llvm.exp",
        Math::Exp2 => "llvm.exp2",
        Math::Exp10 => "llvm.exp10",
        Math::Log => "llvm.log",
        Math::Log2 => "llvm.log2",
        Math::Log10 => "llvm.log10",
        Math::Pow => "llvm.pow",
        Math::Fma => "llvm.fma",
        Math::Fabs => "llvm.fabs",
        Math::Copysign => "llvm.copysign",
        Math::MaxNum => "llvm.maxnum",
        Math::MinNum => "llvm.minnum",
        Math::Maximum => "llvm.maximum",
        Math::Minimum => "llvm.minimum",
        Math::MaximumNum => "llvm.maximumnum",
        Math::MinimumNum => "llvm.minimumnum",
        Math::Floor => "llvm.floor",
        Math::Ceil => "llvm.ceil",
        Math::Trunc => "llvm.trunc",
        Math::Rint => "llvm.rint",
        Math::Nearbyint => "llvm.nearbyint",
        Math::Round => "llvm.round",
        Math::RoundEven => "llvm.roundeven",
        _ => return None,
    })
}

/// Functions that cost about as much as an addition.
pub fn is_cheap(f: Math) -> bool {
    matches!(
        f,
        Math::Fma
            | Math::Fabs
            | Math::Copysign
            | Math::MaxNum
            | Math::MinNum
            | Math::Maximum
            | Math::Minimum
            | Math::MaximumNum
            | Math::MinimumNum
            | Math::Floor
            | Math::Ceil
            | Math::Trunc
            | Math::Rint
            | Math::Nearbyint
            | Math::Round
            | Math::RoundEven
    )
}

impl Emit for LlvmEmit<'_> {
    type Value = Value;
    type Condition = Value;

    fn constant(&mut self, like: Value, x: f64) -> Value {
        Value::real(like.ty(), x)
    }

    fn named(&mut self, like: Value, c: Constant) -> Value {
        Value::real_from_text(like.ty(), c.decimal())
    }

    fn neg(&mut self, a: Value) -> Value {
        let opposite = self.builder.fneg(a);
        if self.contract {
            opposite.set_contract();
        }
        opposite
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.builder.fadd(a, b)
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        self.builder.fsub(a, b)
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        let product = self.builder.fmul(a, b);
        if self.contract {
            product.set_contract();
        }
        product
    }

    fn div(&mut self, a: Value, b: Value) -> Value {
        let quotient = self.builder.fdiv(a, b);
        // Of shorter floats, too many reciprocals overflow.
        if self.contract && a.ty().scalar().float_format().is_some_and(|format| format.digits >= DOUBLE_DIGITS) {
            quotient.allow_reciprocal();
        }
        quotient
    }

    fn compare(&mut self, p: Predicate, a: Value, b: Value) -> Value {
        let predicate = match p {
            Predicate::Equal => RealPredicate::LLVMRealOEQ,
            Predicate::Less => RealPredicate::LLVMRealOLT,
            Predicate::LessEqual => RealPredicate::LLVMRealOLE,
            Predicate::Greater => RealPredicate::LLVMRealOGT,
            Predicate::GreaterEqual => RealPredicate::LLVMRealOGE,
            Predicate::NotGreater => RealPredicate::LLVMRealULE,
            Predicate::Unordered => RealPredicate::LLVMRealUNO,
        };
        self.builder.fcmp(predicate, a, b)
    }

    fn and(&mut self, a: Value, b: Value) -> Value {
        self.builder.and(a, b)
    }

    fn or(&mut self, a: Value, b: Value) -> Value {
        self.builder.or(a, b)
    }

    fn select(&mut self, c: Value, a: Value, b: Value) -> Value {
        self.builder.select(c, a, b)
    }

    fn guards(&self) -> bool {
        self.guards
    }

    fn select_rarely(&mut self, c: Value, a: Value, b: Value) -> Value {
        let chosen = self.builder.select(c, a, b);
        chosen.mark_unlikely();
        chosen
    }

    fn call(&mut self, f: Math, args: &[Value]) -> Value {
        if let Some((_, known)) = self.relative.filter(|(relative, _)| *relative == f) {
            return known;
        }
        let like = *args.iter().find(|a| a.ty().is_float_like()).expect("a floating-point operand");
        match f {
            Math::Sin | Math::Cos if self.fast && like.ty().is_single() => {
                let name = if f == Math::Sin { "llvm.nvvm.sin.approx.f" } else { "llvm.nvvm.cos.approx.f" };
                return self.builder.call(self.builder.module().intrinsic(name, &[]), args);
            }
            Math::Neg => return self.neg(args[0]),
            Math::Add => return self.add(args[0], args[1]),
            Math::Sub => return self.sub(args[0], args[1]),
            Math::Mul => return self.mul(args[0], args[1]),
            Math::Div => return self.div(args[0], args[1]),
            Math::Rem => return self.builder.frem(args[0], args[1]),
            Math::Recip => {
                let one = self.constant(like, 1.0);
                return self.div(one, like);
            }
            Math::Rsqrt => {
                let one = self.constant(like, 1.0);
                let root = self.call(Math::Sqrt, args);
                return self.div(one, root);
            }
            Math::Polygamma(order) => return calculus::polygamma(self, order, args[0]),
            Math::Powi | Math::Ldexp | Math::Scalbn | Math::Scalbln => {
                let name = if f == Math::Powi { "llvm.powi" } else { "llvm.ldexp" };
                let i32_type = self.builder.module().integer_type(32);
                let n = if args[1].ty().is_vector() {
                    return self.by_lane(args, like, &mut |e, lane| e.call(f, lane));
                } else {
                    clamp_to_i32(self.builder, args[1], i32_type)
                };
                let function = self.builder.module().intrinsic(name, &[like.ty(), i32_type]);
                return self.builder.call(function, &[args[0], n]);
            }
            _ => {}
        }
        if let Some(name) = intrinsic_name(f) {
            let function = self.builder.module().intrinsic(name, &[like.ty()]);
            return self.builder.call(function, args);
        }
        let name = libm_name(f).expect("a function with a name in C");
        if like.ty().is_vector() {
            return self.by_lane(args, like, &mut |e, lane| e.call(f, lane));
        }
        self.call_libm(name, args, like)
    }

    fn integer(&mut self, _: Value, n: i32) -> Value {
        Value::integer(self.builder.module().integer_type(32), i64::from(n))
    }

    fn int_offset(&mut self, n: Value, k: i32) -> Value {
        self.builder.add(n, Value::integer(n.ty(), i64::from(k)))
    }

    fn int_to_float(&mut self, n: Value, like: Value) -> Value {
        let scalar = self.builder.signed_to_float(n, like.ty().scalar());
        if like.ty().is_vector() && !n.ty().is_vector() { splat(self.builder, scalar, like.ty()) } else { scalar }
    }
}

/// An exponent of any width as `i32`, saturating: beyond that range the result is 0 or infinite anyway.
fn clamp_to_i32(builder: &Builder, n: Value, i32_type: Type) -> Value {
    if n.ty().integer_bits() <= 32 {
        return builder.integer_cast(n, i32_type);
    }
    let module = builder.module();
    let bound = |name: &str, limit: i64, n: Value| {
        let function: Function = module.intrinsic(name, &[n.ty()]);
        builder.call(function, &[n, Value::integer(n.ty(), limit)])
    };
    let low = bound("llvm.smax", i64::from(i32::MIN), n);
    let both = bound("llvm.smin", i64::from(i32::MAX), low);
    builder.trunc(both, i32_type)
}

/// The scalar in every lane.
pub fn splat(builder: &Builder, scalar: Value, ty: Type) -> Value {
    let index_type = builder.module().integer_type(32);
    (0..ty.element_count()).fold(Value::poison(ty), |vector, lane| {
        builder.insert_element(vector, scalar, Value::integer(index_type, lane as i64))
    })
}

/// No memory lies below: what points there was made up.
pub const FIRST_ADDRESS: u64 = 4096;

/// Below the addresses that programs are given on machines with addresses of 64 bits, and above most integers.
pub const LEAST_ADDRESS: u64 = 1 << 44;

/// Is what may be a number or a pointer ([`Kind::Either`](zymase_analysis::types::Kind::Either)) a pointer, and not null?
pub fn is_pointer_by_bits(builder: &Builder, bits: Value) -> Value {
    let before = builder.sub(bits, Value::integer(bits.ty(), 1));
    builder.icmp(IntPredicate::LLVMIntULT, before, Value::integer(bits.ty(), LEAST_NUMBER_BITS as i64 - 1))
}

/// What is in the shadow of the place that an integer is stored to, without its number: a pointer, an integer or 0.
pub fn without_number(builder: &Builder, store: Value, shadow: Value) -> Value {
    let old = builder.load(store.operand(0).ty(), shadow);
    old.set_alignment(shadow_alignment(store));
    let least = Value::integer(old.ty(), LEAST_NUMBER_BITS as i64);
    let is_number = builder.icmp(IntPredicate::LLVMIntUGE, old, least);
    builder.select(is_number, Value::null(old.ty()), old)
}

/// `pointer != other`, lane by lane for vectors.
pub fn pointers_differ(builder: &Builder, a: Value, b: Value) -> Value {
    builder.icmp(IntPredicate::LLVMIntNE, a, b)
}

/// The rule of an arithmetic instruction.
pub fn rule_of_instruction(i: Value) -> Option<Math> {
    Some(match i.opcode()? {
        Opcode::LLVMFNeg => Math::Neg,
        Opcode::LLVMFAdd => Math::Add,
        Opcode::LLVMFSub => Math::Sub,
        Opcode::LLVMFMul => Math::Mul,
        Opcode::LLVMFDiv => Math::Div,
        Opcode::LLVMFRem => Math::Rem,
        _ => return None,
    })
}

//! Calls in a function that is made narrower.

use super::Narrowing;
use zymase_library::{IntrinsicKnown, Known, Precision};
use zymase_llvm::{Builder, Function, Opcode, Type, TypeKind, Value};

impl Narrowing<'_> {
    pub(super) fn rewrite_call(&mut self, call: Value) {
        let Some(callee) = call.called_function() else { return self.round_after(call) };
        if !callee.is_declaration() {
            let copy = self.copy(callee);
            call.set_operand(call.operand_count() - 1, copy.value());
            return;
        }
        let done = if callee.is_intrinsic() { self.intrinsic(call, callee) } else { self.library(call, callee) };
        if !done && call.opcode() == Some(Opcode::LLVMCall) {
            self.round_after(call);
        }
    }

    /// An intrinsic of numbers is the same intrinsic of narrower ones.
    fn intrinsic(&self, call: Value, callee: Function) -> bool {
        let name = callee.name();
        if !self.is_wide(call.ty()) || !matches!(zymase_library::intrinsic(&name), Some(IntrinsicKnown::Math(_))) {
            return false;
        }
        let Some((base, _)) = name.rsplit_once(&format!(".{}", suffix(call.ty()))) else { return false };
        let rest = &name[base.len() + 1 + suffix(call.ty()).len()..];
        let computed = self.computed(call.ty());
        let builder = Builder::before(call);
        let arguments = self.arguments(&builder, call, computed);
        let types: Vec<Type> = arguments.iter().map(|a| a.ty()).collect();
        let narrower = format!("{base}.{}{rest}", suffix(computed));
        let function = self.module.declare(&narrower, Type::function(computed, &types, false));
        let result = builder.call(function, &arguments);
        self.replace(&builder, call, self.to_narrow(&builder, result));
        true
    }

    /// `sin` of `double` is `sinf` of `float`, where the library has it.
    fn library(&self, call: Value, callee: Function) -> bool {
        let name = callee.name();
        let Some(Known::Math(known)) = zymase_library::lookup(&name) else { return false };
        if !call.ty().is_float() || !self.is_wide(call.ty()) || !known.integer_outputs.is_empty() {
            return false;
        }
        let computed = self.computed(call.ty());
        let precision = match computed.kind() {
            TypeKind::LLVMFloatTypeKind => Precision::Single,
            TypeKind::LLVMDoubleTypeKind => Precision::Double,
            _ => return false,
        };
        let base = match known.precision {
            Precision::Extended => name.strip_suffix('l').unwrap_or(&name),
            Precision::Single => name.strip_suffix('f').unwrap_or(&name),
            Precision::Double => &name,
        };
        let sister = format!("{base}{}", if precision == Precision::Single { "f" } else { "" });
        let fits = |known: Known| matches!(known, Known::Math(m) if m.precision == precision);
        if !zymase_library::lookup(&sister).is_some_and(fits) {
            return false;
        }
        let builder = Builder::before(call);
        let arguments = self.arguments(&builder, call, computed);
        let types: Vec<Type> = arguments.iter().map(|a| a.ty()).collect();
        let function = self.module.declare(&sister, Type::function(computed, &types, false));
        let result = builder.call(function, &arguments);
        self.replace(&builder, call, self.to_narrow(&builder, result));
        true
    }

    /// The format a library function is computed in: there are none narrower than `float`.
    fn computed(&self, ty: Type) -> Type {
        let narrowest = if self.to.kind() == TypeKind::LLVMHalfTypeKind { self.to.float() } else { self.to };
        ty.with_scalar(narrowest)
    }

    /// Arguments rounded to the narrower format, in the format that is computed in.
    fn arguments(&self, builder: &Builder, call: Value, computed: Type) -> Vec<Value> {
        let argument = |value: Value| match self.is_wide(value.ty()) {
            true => builder.float_cast(self.narrow(builder, value), computed),
            false => value,
        };
        call.arguments().into_iter().map(argument).collect()
    }

    fn to_narrow(&self, builder: &Builder, value: Value) -> Value {
        builder.float_cast(value, value.ty().with_scalar(self.to))
    }
}

/// How the name of an intrinsic writes a type.
fn suffix(ty: Type) -> String {
    let scalar = ty.scalar().float_format().map_or("f64", |format| format.name);
    if ty.is_vector() { format!("v{}{scalar}", ty.element_count()) } else { scalar.to_owned() }
}

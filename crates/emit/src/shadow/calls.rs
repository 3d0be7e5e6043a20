//! What both modes ask about calls and stores in the forward sweep.

use super::Sweep;
use zymase_analysis::activity::{PointerClass, holds_pointer};
use zymase_analysis::callee::CALL_INACTIVE;
use zymase_analysis::writes::writes_numbers_through;
use zymase_core::Failure;
use zymase_library::{Extent, Overwrite};
use zymase_llvm::{Linkage, Value};
use zymase_support::Diagnostic;

/// A pointer with a shadow stored into memory without one would lose its shadow silently.
pub fn reject_hidden_pointer(sweep: &Sweep, value: Value, pointer: Value, at: Value) -> Result<(), Failure> {
    let loses = holds_pointer(sweep.types, value)
        && sweep.activity.class(value).may_have_shadow()
        && sweep.activity.class(pointer) == PointerClass::Constant;
    if !loses {
        return Ok(());
    }
    let diagnostic = Diagnostic::new("a pointer to active memory is stored into memory that was marked constant")
        .with_help("pass the memory it is stored into as enzyme_dup with a shadow of its own");
    Err(Failure::at(at, diagnostic))
}

/// A call that no derivative can reach: constant operands, no shadowed memory, nothing active returned, and no global
/// with a shadow that it could read or write behind our back.
pub fn call_is_inactive(sweep: &Sweep, i: Value) -> bool {
    let quiet = |a: &Value| {
        let shadowed = holds_pointer(sweep.types, *a) && sweep.activity.class(*a).may_have_shadow();
        !shadowed && !sweep.activity.is_varied(*a)
    };
    i.arguments().iter().all(quiet)
        && !holds_pointer(sweep.types, i)
        && (i.does_not_access_memory() || is_assembly_of_registers(i) || !uses_globals_of(sweep, i))
}

/// Inline assembly that is given no addresses and does not say that it touches memory, such as `cpuid`.
fn is_assembly_of_registers(call: Value) -> bool {
    let assembly = call.called_value().inline_assembly();
    assembly.is_some_and(|(_, constraints)| !constraints.contains("~{memory}"))
        && !call.arguments().iter().any(|a| a.ty().contains_pointer())
}

/// Does the function touch a mutable global that the callee can see too: any of this file, or one of other files?
fn uses_globals_of(sweep: &Sweep, call: Value) -> bool {
    let has_body = call.called_function().is_some_and(|callee| !callee.is_declaration());
    let visible = |global: Value| {
        use Linkage::*;
        global.is_global_variable()
            && sweep.activity.class(global).may_have_shadow()
            && (has_body || !matches!(global.global_linkage(), LLVMInternalLinkage | LLVMPrivateLinkage))
    };
    let of_operand =
        |operand: Value| operand.is_constant() && operand.ty().is_pointer() && visible(operand.underlying_object());
    sweep.prepared.function.instructions().into_iter().any(|i| i.operands().into_iter().any(of_operand))
}

/// Bytes of the object that a call returns through an argument; none if it returns nothing there.
pub fn returned_bytes(i: Value, overwrite: &Overwrite) -> i64 {
    let ty = i.call_argument_type_attribute(overwrite.argument, "sret");
    ty.zip(i.block()).map_or(0, |(ty, block)| block.function().module().allocation_size(ty) as i64)
}

/// Bytes of the real number that an inactive function stores.
pub fn real_bytes(extent: Extent) -> i64 {
    match extent {
        Extent::Real(zymase_library::Precision::Single) => 4,
        Extent::Real(zymase_library::Precision::Double) => 8,
        Extent::Real(zymase_library::Precision::Extended) => 16,
        _ => 0,
    }
}

impl Sweep<'_> {
    /// A function that the program calls inactive writes numbers where there are derivatives: the shadow keeps those of
    /// what was there before, which is what the program asked for and hardly what it wants.
    pub fn warn_of_lasting_shadows(&mut self, call: Value) {
        let mut arguments = call.arguments();
        let callee = match call.called_function() {
            Some(function) if function.name().contains(CALL_INACTIVE) && !arguments.is_empty() => {
                arguments.remove(0).as_function()
            }
            other => other,
        };
        let Some(callee) = callee.filter(|f| !f.is_declaration()) else { return };
        for (k, argument) in arguments.into_iter().enumerate() {
            let shadowed = argument.ty().is_pointer()
                && self.activity.class(argument) == PointerClass::Duplicated
                && self.types.of_memory(argument, None).map_or(true, |layout| layout.has_float());
            if !shadowed
                || !writes_numbers_through(callee, k)
                || !self.driver.session_mut().warns_first(callee.value(), k)
            {
                continue;
            }
            let diagnostic = Diagnostic::new(format!(
                "'{}' is inactive and writes floats through its parameter {}: their shadows keep the derivatives of what was overwritten",
                callee.name(),
                k + 1
            ))
            .with_help("clear the floats before the call, or register a derivative that clears the shadow");
            self.module().report(Some(call), &format!("zymase: {diagnostic}"), true);
        }
    }
}

//! Functions of generated code that walk over ranges of shadows: they move adjoints, clear numbers and copy pointers.

use crate::runs::{Run, moved_cells};
use zymase_analysis::types::{Cell, FloatKind, Kind, Layout};
use zymase_core::{Failure, formulas};
use zymase_llvm::{Builder, Function, Linkage, Module, Type, Value};

/// The LLVM type of a float, in the context of `any`.
pub fn float_type(any: Type, kind: FloatKind) -> Type {
    match kind {
        FloatKind::Half => any.half(),
        FloatKind::BFloat => any.bfloat(),
        FloatKind::Single => any.float(),
        FloatKind::Double => any.double(),
        FloatKind::Extended => any.x86_fp80(),
        FloatKind::Quad => any.fp128(),
        FloatKind::DoubleDouble => any.ppc_fp128(),
    }
}

/// A walk over `bytes` bytes at `to` and `from` in steps of `stride`, each step covering SIZE bytes, from the last one
/// to the first where BACKWARDS (`ugt`, `ult`) holds of the addresses of `to` and `from`: ranges may overlap.
const WALK: &str = "
define void @NAME(ptr %to, ptr %from, i64 %bytes, i64 %strideMORE) nounwind {
entry:
  %short = icmp ult i64 %bytes, SIZE
  br i1 %short, label %done, label %begin
begin:
  %spare = sub i64 %bytes, SIZE
  %last = udiv i64 %spare, %stride
  %to.int = ptrtoint ptr %to to i64
  %from.int = ptrtoint ptr %from to i64
  %backwards = icmp BACKWARDS i64 %to.int, %from.int
  br label %loop
loop:
  %i = phi i64 [ 0, %begin ], [ %next, %after ]
  %mirrored = sub i64 %last, %i
  %k = select i1 %backwards, i64 %mirrored, i64 %i
  %offset = mul i64 %k, %stride
  %at = getelementptr i8, ptr %to, i64 %offset
  %source = getelementptr i8, ptr %from, i64 %offset
STEP
  br label %after
after:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %i, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}
";

/// Reads, clears and passes on the adjoint of a copied number; `from` may have no shadow, then adjoints just end.
/// Each destination is read before anything is added to it.
const MOVE: &str = "
  %adjoint = load TYPE, ptr %at, align 1
  store TYPE zeroinitializer, ptr %at, align 1
  br i1 %pass, label %add, label %after
add:
  %old = load TYPE, ptr %source, align 1
  %sum = fadd TYPE %old, %adjoint
  store TYPE %sum, ptr %source, align 1";

/// The same where the number may be a pointer, whose shadow stays.
const MOVE_EITHER: &str = "
  %bits = load i64, ptr %at, align 1
  %number = icmp uge i64 %bits, LEAST
  br i1 %number, label %clear, label %after
clear:
  store i64 0, ptr %at, align 1
  br i1 %pass, label %add, label %after
add:
  %adjoint = bitcast i64 %bits to double
  %old = load double, ptr %source, align 1
  %sum = fadd double %old, %adjoint
  store double %sum, ptr %source, align 1";

/// What adds to the source while others do.
const ADD: &str = "  %old = atomicrmw fadd ptr %source, AMOUNT monotonic";

/// Copies the shadow of a pointer.
const COPY_POINTER: &str = "
  %shadow = load ptr, ptr %source, align 1
  store ptr %shadow, ptr %at, align 1";

/// The same where it may be a number, whose adjoint waits for the reverse sweep.
const COPY_EITHER: &str = "
  %shadow = load i64, ptr %source, align 1
  %before = sub i64 %shadow, 1
  %pointer = icmp ult i64 %before, MOST
  %old = load i64, ptr %at, align 1
  %old.before = sub i64 %old, 1
  %stale = icmp ult i64 %old.before, MOST
  %rest = select i1 %stale, i64 0, i64 %old
  %new = select i1 %pointer, i64 %shadow, i64 %rest
  store i64 %new, ptr %at, align 1";

/// What is moved as a number.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Number {
    Float(FloatKind),
    /// A `double`, unless it is a pointer or an integer, which stays in the shadow: lengths there are the caller's.
    Either,
}

impl Number {
    pub fn of(cell: &Cell) -> Option<Number> {
        match cell.kind {
            Kind::Float(FloatKind::Double) if cell.mixed => Some(Number::Either),
            Kind::Float(kind) => Some(Number::Float(kind)),
            Kind::Either => Some(Number::Either),
            _ => None,
        }
    }

    pub fn float(self) -> FloatKind {
        match self {
            Number::Float(kind) => kind,
            Number::Either => FloatKind::Double,
        }
    }
}

fn helper(module: Module, name: &str, text: &str) -> Result<Function, Failure> {
    if module.function(name).is_none() {
        module.link_text(text).map_err(Failure::internal)?;
    }
    let function = module.function(name).ok_or_else(|| Failure::internal(format!("{name} was not linked")))?;
    function.set_linkage(Linkage::LLVMInternalLinkage);
    Ok(function)
}

/// Copies shadows of cells of this kind, of pointers and of what may be one.
pub fn pointer_copier(module: Module, kind: Kind) -> Result<Function, Failure> {
    let (name, step) = match kind {
        Kind::Either => ("zymase.copy.either", COPY_EITHER),
        _ => ("zymase.copy.pointers", COPY_POINTER),
    };
    let step = step.replace("MOST", &(formulas::LEAST_NUMBER_BITS - 1).to_string());
    let walk = WALK.replace("MORE", "").replace("BACKWARDS", "ugt").replace("SIZE", "8");
    helper(module, name, &walk.replace("NAME", name).replace("STEP", &step))
}

/// Moves adjoints; `atomic`: others may add to the same place meanwhile.
pub fn mover(module: Module, number: Number, reassociate: bool, atomic: bool) -> Result<Function, Failure> {
    let kind = number.float();
    let ty = float_type(module.void_type(), kind).to_string();
    let (name, step) = match number {
        Number::Float(_) => (format!("zymase.move.{ty}"), MOVE),
        Number::Either => ("zymase.move.either".to_owned(), MOVE_EITHER),
    };
    let add = step.find("  %old = ").expect("a sum");
    let (name, step) = match (atomic, number) {
        (false, _) => (name, step.to_owned()),
        (true, Number::Float(_)) => {
            (format!("{name}.atomic"), format!("{}{}", &step[..add], ADD.replace("AMOUNT", "TYPE %adjoint")))
        }
        (true, Number::Either) => {
            (format!("{name}.atomic"), format!("{}{}", &step[..add], ADD.replace("AMOUNT", "double %adjoint")))
        }
    };
    let step = step.replace("LEAST", &formulas::LEAST_NUMBER_BITS.to_string());
    let sum = if reassociate { "fadd reassoc contract" } else { "fadd" };
    let walk =
        WALK.replace("MORE", ", i1 %pass").replace("BACKWARDS", "ult").replace("SIZE", &kind.bytes().to_string());
    let step = if atomic { step } else { step.replace("fadd", sum) }.replace("TYPE", &ty);
    helper(module, &name, &walk.replace("NAME", &name).replace("STEP", &step))
}

/// Clears the numbers among what lies in `bytes` bytes.
pub fn clear_numbers(builder: &Builder, layout: &Layout, at: Value, bytes: Value) -> Result<(), Failure> {
    let module = builder.module();
    let i64_type = module.integer_type(64);
    let bytes = builder.integer_cast(bytes, i64_type);
    for (number, run) in numbers_in(layout) {
        let place = builder.constant_offset(at, run.offset as i64);
        let stride = Value::integer(i64_type, run.stride as i64);
        let pass = Value::integer(module.integer_type(1), 0);
        let arguments = [place, place, run.covered(builder, bytes), stride, pass];
        builder.call_across_spaces(mover(module, number, false, false)?, &arguments);
    }
    Ok(())
}

/// The numbers of a layout, those of one kind at equal distances together.
pub fn numbers_in(layout: &Layout) -> Vec<(Number, Run)> {
    let layout = &moved_cells(layout, |cell| cell.kind.may_be_float());
    let mut found: Vec<(Number, Run)> = Vec::new();
    for cell in layout.cells().iter().filter(|cell| cell.kind.may_be_float()) {
        let number = Number::of(cell).unwrap_or(Number::Float(FloatKind::Double));
        let run = Run::of(layout, cell.offset, cell.size.max(number.float().bytes()));
        let before = found.last_mut().filter(|(last, _)| *last == number);
        if !before.is_some_and(|(_, before)| before.takes(run)) {
            found.push((number, run));
        }
    }
    found
}

//! Derivatives of launches of kernels on a GPU: calls of the run time (`prepare/bodies/launches.c`), which launches the companions of the kernel.
//!
//! Arguments are laid out in memory as the kernel has them, and their shadows in the same way: a pointer without a shadow is its own, a number without one has 0.

use crate::provider::DerivativeProvider;
use zymase_analysis::activity::Role;
use zymase_analysis::marks;
use zymase_analysis::runtime::{GPU_LAUNCH, GPU_LAUNCH_BACK};
use zymase_core::Failure;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_emit::driver::Driver;
use zymase_launches::{KEY, Kernel, Launched, Leaf, LeafKind, Place, launched};
use zymase_llvm::{Builder, Function, IntPredicate, Module, Type, Value};
use zymase_support::Diagnostic;

/// Gives the derivatives of launches.
pub struct Launches;

impl DerivativeProvider for Launches {
    fn gives(&self, key: &Key) -> bool {
        marks::is_launch(key.original)
    }

    fn forward(
        &self,
        _: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let launched = understood(key)?;
        let builder = Builder::at_end(signature.function.append_block("entry"));
        launch(&builder, key, &launched, signature, true);
        builder.ret(Some(pack(&builder, signature::result_type(builder.module(), key), &[])));
        Ok(())
    }

    fn split(
        &self,
        _: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let launched = understood(key)?;
        let builder = Builder::at_end(augmented.function.append_block("entry"));
        let module = builder.module();
        let tape = launch(&builder, key, &launched, augmented, false);
        let half = |kind| signature::result_type(module, &Key { kind, ..key.clone() });
        builder.ret(Some(pack(&builder, half(DerivativeKind::Augmented(SplitUse::Callee)), &[tape])));
        let builder = Builder::at_end(reversed.function.append_block("entry"));
        let tape = reversed.function.parameter(reversed.tape.expect("the second half takes a tape"));
        let numbers = block(&builder, &launched.kernel, "numbers");
        let pointer = module.pointer_type();
        builder.call(own(module, GPU_LAUNCH_BACK, module.void_type(), &[pointer, pointer]), &[tape, numbers]);
        let adjoints = take_numbers(&builder, key, &launched, reversed, numbers);
        builder.ret(Some(pack(&builder, half(DerivativeKind::Reverse(SplitUse::Callee)), &adjoints)));
        Ok(())
    }
}

fn refused(key: &Key, why: &str) -> Failure {
    let name = zymase_launches::kernel_of_stub(&key.original.name()).unwrap_or_default();
    let diagnostic = Diagnostic::new(format!("cannot differentiate a launch of the kernel '{name}': {why}"))
        .with_help("differentiate what does not launch it, or pass what it needs as arguments of type float or double, and pointers to these");
    Failure::user(diagnostic)
}

/// What is known of the kernel, if its launches with these roles have derivatives.
fn understood(key: &Key) -> Result<Launched, Failure> {
    let launched = launched(key.original).map_err(|why| refused(key, &why))?;
    if key.options.lanes != 1 {
        return Err(refused(key, "several derivatives at once are not carried through launches"));
    }
    if launched.places.len() != key.roles.len() {
        return Err(refused(key, "its stub has other parameters than it had"));
    }
    for ((place, role), parameter) in launched.places.iter().zip(&key.roles).zip(key.original.parameters()) {
        let ty = parameter.ty();
        let takes_part = *role != Role::Constant && !place.is_address && !ty.is_pointer();
        if takes_part && !ty.is_float_like() {
            return Err(refused(key, "a number is passed in a struct beside integers: pass it by itself"));
        }
    }
    Ok(launched)
}

fn own(module: Module, name: &str, result: Type, parameters: &[Type]) -> Function {
    let function = module.declare(name, Type::function(result, parameters, false));
    function.add_attribute("nounwind");
    function
}

/// Memory for all arguments of a kernel.
fn block(builder: &Builder, kernel: &Kernel, name: &str) -> Value {
    // In words, so that it is aligned for all of them.
    let words = builder.module().integer_type(64).array(kernel.bytes.div_ceil(8).max(1));
    builder.alloca(words, name)
}

fn number_type(module: Module, leaf: &Leaf) -> Type {
    if leaf.format == zymase_launches::Format::Single { module.void_type().float() } else { module.double_type() }
}

/// The numbers among the arguments.
fn numbers(kernel: &Kernel) -> impl Iterator<Item = &Leaf> {
    kernel.leaves.iter().filter(|leaf| leaf.kind == LeafKind::Number)
}

fn offset(launched: &Launched, place: &Place) -> u64 {
    launched.kernel.parameters[place.argument].0 + place.offset
}

/// Puts what the stub is given where the kernel has it.
fn lay_out(builder: &Builder, launched: &Launched, values: &[Option<Value>], memory: Value) {
    let module = builder.module();
    for (place, value) in launched.places.iter().zip(values) {
        let Some(value) = *value else { continue };
        let at = builder.constant_offset(memory, offset(launched, place) as i64);
        if place.is_address {
            let bytes = launched.kernel.parameters[place.argument].1;
            builder.copy_memory(at, value, Value::integer(module.integer_type(64), bytes as i64), 1);
        } else if value.ty() == module.integer_type(1) {
            builder.store(builder.integer_resize(value, module.integer_type(8)), at).set_alignment(1);
        } else {
            builder.store(value, at).set_alignment(4);
        }
    }
}

/// Calls the run time; the tape.
fn launch(builder: &Builder, key: &Key, launched: &Launched, signature: &Signature, is_forward: bool) -> Value {
    let module = builder.module();
    let (pointer, integer) = (module.pointer_type(), module.integer_type(32));
    let (arguments, shadows) =
        (block(builder, &launched.kernel, "arguments"), block(builder, &launched.kernel, "shadows"));
    let primals: Vec<Option<Value>> = signature.primals().into_iter().map(Some).collect();
    lay_out(builder, launched, &primals, arguments);
    lay_out(builder, launched, &primals, shadows);
    for leaf in numbers(&launched.kernel) {
        let at = builder.constant_offset(shadows, leaf.offset as i64);
        builder.store(Value::null(number_type(module, leaf)), at).set_alignment(4);
    }
    let given: Vec<Option<Value>> = (0..key.roles.len()).map(|k| signature.shadow(k, 0)).collect();
    keep_numbers_of_constants(builder, launched, signature, &given, shadows);
    let flag = |on| Value::integer(integer, i64::from(on));
    let context = signature.function.parameter(signature.context.expect("what is called has a context"));
    let wants = key.roles.iter().zip(&launched.places).any(|(role, place)| match role {
        Role::Active => true,
        Role::Constant => false,
        _ => place.is_address && numbers_of(launched, place).next().is_some(),
    });
    let function = own(module, GPU_LAUNCH, pointer, &[pointer, pointer, pointer, pointer, integer, integer]);
    let known = description(module, key.original, &launched.kernel);
    builder.call(function, &[context, known, arguments, shadows, flag(is_forward), flag(wants)])
}

/// Shadows; the numbers of a struct that is its own shadow stay 0.
fn keep_numbers_of_constants(
    builder: &Builder,
    launched: &Launched,
    signature: &Signature,
    given: &[Option<Value>],
    shadows: Value,
) {
    lay_out(builder, launched, given, shadows);
    let module = builder.module();
    for (k, place) in launched.places.iter().enumerate().filter(|(_, place)| place.is_address) {
        let Some(shadow) = given[k] else { continue };
        let same = builder.icmp(IntPredicate::LLVMIntEQ, shadow, signature.primal(k));
        for leaf in numbers_of(launched, place) {
            let at = builder.constant_offset(shadows, leaf.offset as i64);
            let ty = number_type(module, leaf);
            let value = builder.load(ty, at);
            value.set_alignment(4);
            builder.store(builder.select(same, Value::null(ty), value), at).set_alignment(4);
        }
    }
}

/// The numbers in an argument.
fn numbers_of<'a>(launched: &'a Launched, place: &Place) -> impl Iterator<Item = &'a Leaf> {
    let (start, bytes) = launched.kernel.parameters[place.argument];
    numbers(&launched.kernel).filter(move |leaf| (start..start + bytes).contains(&leaf.offset))
}

/// The adjoints of numbers that are parameters; those in structs are added to the shadows of these.
fn take_numbers(builder: &Builder, key: &Key, launched: &Launched, signature: &Signature, block: Value) -> Vec<Value> {
    let module = builder.module();
    let mut adjoints = Vec::new();
    for (k, place) in launched.places.iter().enumerate() {
        if key.roles[k] == Role::Active {
            let adjoint = builder
                .load(key.original.parameter(k).ty(), builder.constant_offset(block, offset(launched, place) as i64));
            adjoint.set_alignment(4);
            adjoints.push(adjoint);
        }
        let Some(shadow) = signature.shadow(k, 0).filter(|_| place.is_address) else { continue };
        let start = launched.kernel.parameters[place.argument].0;
        let same = builder.icmp(IntPredicate::LLVMIntEQ, shadow, signature.primal(k));
        for leaf in numbers_of(launched, place) {
            let ty = number_type(module, leaf);
            let adjoint = builder.load(ty, builder.constant_offset(block, leaf.offset as i64));
            adjoint.set_alignment(4);
            // A struct that is its own shadow gets what it has.
            let at = builder.constant_offset(shadow, (leaf.offset - start) as i64);
            let old = builder.load(ty, at);
            old.set_alignment(4);
            let new = builder.select(same, old, builder.fadd(old, adjoint));
            builder.store(new, at).set_alignment(4);
        }
    }
    adjoints
}

/// What the run time is told of a kernel: a `struct kernel` of `bodies/launches/kernels.h`.
fn description(module: Module, stub: Function, kernel: &Kernel) -> Value {
    let integer = module.integer_type(32);
    let number = |value: u64| Value::integer(integer, value as i64);
    let array = |name: &str, values: Vec<Value>| module.private_constant(name, Value::constant_array(integer, &values));
    let offsets = array("zymase.offsets", kernel.parameters.iter().map(|(offset, _)| number(*offset)).collect());
    let leaf = |leaf: &Leaf| {
        let kind = u64::from(leaf.kind == LeafKind::Number);
        let access = u64::from(leaf.access.reads) + 2 * u64::from(leaf.access.writes);
        [leaf.offset, kind, access, leaf.format as u64].map(number)
    };
    let leaves = array("zymase.leaves", kernel.leaves.iter().flat_map(leaf).collect());
    let key = |start: &str| {
        let name = format!("{KEY}{start}.{}", kernel.name);
        module.global(&name).unwrap_or_else(|| module.add_global(&name, module.integer_type(8)))
    };
    let fields = [
        module.string_constant(&format!("{}\0", kernel.name)),
        stub.value(),
        key("reverse"),
        key("forward"),
        number(kernel.bytes),
        number(kernel.parameters.len() as u64),
        number(kernel.leaves.len() as u64),
        number(u64::from(kernel.has_numbers)),
        number(u64::from(kernel.has_mixed)),
        offsets,
        leaves,
    ];
    module.private_constant("zymase.kernel", Value::constant_struct(module, &fields))
}

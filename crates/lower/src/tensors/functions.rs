//! Whole functions: tensors they are given and give become memory.

use super::builtin::*;
use super::control;
use super::elements::splat;
use super::lowering::{Held, Lowering};
use super::plan::Plan;
use super::regions::{hand_over, lower_block};
use super::{convolution, dot, linear, reduction, sorting, updates};
use crate::Options;
use crate::llvm::abi::ROLE;
use zymase_dialects::func::Func;
use zymase_ir::{
    Attribute, Builder, DenseElements, Dictionary, InsertionPoint, Ir, Location, Mapping, Op, Result, Type, Value,
};

/// Whether tensors are anywhere in a module.
pub fn has_tensors(ir: &Ir) -> bool {
    ir.walk(ir.module()).into_iter().any(|op| {
        let operation = &ir[op];
        let is_signature = Func(op).function_type(ir).and_then(Attribute::as_type).and_then(Type::as_function);
        let in_signature =
            is_signature.is_some_and(|(inputs, results)| inputs.iter().chain(results).any(Type::is_tensor));
        in_signature
            || operation.operands().chain(operation.results().iter().copied()).any(|value| ir.ty(value).is_tensor())
    })
}

/// How deep calls may be nested.
const MOST_DEPTH: usize = 100;

/// All functions of a module as functions on memory.
pub fn lower_all(mut ir: Ir, options: &Options) -> Result<Ir> {
    let functions: Vec<Op> = ir.block_ops(ir.module_block()).filter(|op| Func::of(&ir, *op).is_some()).collect();
    for function in &functions {
        inline_calls(&mut ir, *function)?;
    }
    for function in functions {
        let is_private = ir.attribute(function, "sym_visibility").and_then(Attribute::as_str) == Some("private");
        let is_main = ir.symbol_name(function) == Some("main");
        if is_private && !is_main {
            // What calls it has it within.
            ir.erase(function)?;
            continue;
        }
        lower(&mut ir, function, options)?;
    }
    if let Err(errors) = zymase_ir::verify(&ir)
        && let Some(error) = errors.into_iter().next()
    {
        return Err(error);
    }
    Ok(ir)
}

/// Puts what is called in the place of calls.
fn inline_calls(ir: &mut Ir, function: Op) -> Result<()> {
    for _ in 0..MOST_DEPTH {
        let calls: Vec<Op> = ir.walk(function).into_iter().filter(|op| ir[*op].name() == "func.call").collect();
        if calls.is_empty() {
            return Ok(());
        }
        for call in calls {
            inline(ir, call)?;
        }
    }
    Err(ir.refuse(function, "calls itself, or calls are nested too deep", "write the recursion as a loop"))
}

fn inline(ir: &mut Ir, call: Op) -> Result<()> {
    let path = ir.attribute(call, "callee").and_then(Attribute::as_symbol).map(<[_]>::to_vec).unwrap_or_default();
    let callee = ir.resolve_symbol(call, &path).filter(|found| Func::of(ir, *found).is_some());
    let region = callee.map(|callee| ir[callee].regions()[0]);
    let Some((block, end)) = region.and_then(|region| ir.single_block(region)) else {
        return Err(ir.refuse(call, "calls a function that is not one block", "define it here as one block"));
    };
    let operands: Vec<Value> = ir[call].operands().collect();
    let mut mapping = Mapping::default();
    let parameters = ir.arguments(block).to_vec();
    mapping.map_all(&parameters, &operands);
    for op in ir.block_ops(block).filter(|op| *op != end).collect::<Vec<_>>() {
        let copy = ir.clone_op(op, &mut mapping);
        ir.insert(copy, InsertionPoint::Before(call));
    }
    let results: Vec<Value> = ir[end].operands().map(|value| mapping.get(value)).collect();
    ir.replace(call, &results)
}

/// Marks of a parameter that is memory of a tensor.
fn marks(role: &str) -> Attribute {
    Attribute::Dictionary(Dictionary::new(vec![
        ("llvm.noalias".into(), Attribute::Unit),
        (ROLE.into(), Attribute::string(role)),
    ]))
}

fn refuse_type(ir: &Ir, function: Op, ty: &Type) -> Result<()> {
    let is_static = ty.as_tensor().is_some_and(|tensor| tensor.has_static_shape());
    if ty.is_tensor() && (!is_static || crate::llvm::is_scalar(ty.element()).is_none()) {
        let message = format!("has a tensor of type {ty}, which is not lowered");
        return Err(ir.refuse(function, message, "give it a shape that is known and elements that are plain numbers"));
    }
    Ok(())
}

fn lower(ir: &mut Ir, function: Op, options: &Options) -> Result<()> {
    let region = ir[function].regions()[0];
    let Some((old, end)) = ir.single_block(region) else {
        return Err(ir.refuse(function, "has tensors and several blocks", "use operations with regions"));
    };
    let Some((inputs, outputs)) = Func(function).signature(ir) else { return Ok(()) };
    let (inputs, outputs) = (inputs.to_vec(), outputs.to_vec());
    for ty in inputs.iter().chain(&outputs) {
        refuse_type(ir, function, ty)?;
    }
    let memory = |ty: &Type| if ty.is_tensor() { memory_of(ty) } else { ty.clone() };
    let mut types: Vec<Type> = inputs.iter().map(memory).collect();
    let results: Vec<Type> = outputs.iter().filter(|ty| ty.is_tensor()).map(memory).collect();
    types.extend(results.iter().cloned());
    let others: Vec<Type> = outputs.iter().filter(|ty| !ty.is_tensor()).cloned().collect();
    let plain = Attribute::Dictionary(Dictionary::default());
    let mut all_marks: Vec<Attribute> =
        inputs.iter().map(|ty| if ty.is_tensor() { marks("input") } else { plain.clone() }).collect();
    all_marks.extend(results.iter().map(|_| marks("result")));

    let plan = Plan::of(ir, function);
    let made = ir.create_region();
    let block = ir.create_block(made, &types);
    let mut lowering = Lowering::new(plan, block, lower_operation);
    lowering.blas = options.blas;
    let given = ir.arguments(old).to_vec();
    let new = ir.arguments(block).to_vec();
    for ((value, memory), ty) in given.iter().zip(&new).zip(&inputs) {
        let is_number = !ty.is_tensor();
        lowering.held.insert(*value, if is_number { Held::Number(*memory) } else { Held::Memory(*memory) });
    }
    let mut b = Builder::new(ir, InsertionPoint::End(block), Location::Unset);
    load_numbers(&mut lowering, &mut b, &given, &inputs);
    let returned: Vec<Value> = b.ir()[end].operands().collect();
    let homes = &new[inputs.len()..];
    let mut of_tensors = returned.iter().filter(|value| b.ir().ty(**value).is_tensor()).zip(homes);
    let pairs: Vec<(Value, Value)> = of_tensors.by_ref().map(|(value, home)| (*value, *home)).collect();
    for (value, home) in &pairs {
        let is_here = b.ir().defining_op(*value).is_some_and(|op| b.ir()[op].parent() == Some(old));
        let is_once = pairs.iter().filter(|(other, _)| other == value).count() == 1;
        if is_here && is_once && !shape_of(&b.ty(*value)).is_empty() {
            lowering.wishes.insert(*value, *home);
        }
    }
    lower_block(&mut lowering, &mut b, old)?;
    for (value, home) in &pairs {
        hand_over(&mut lowering, &mut b, *value, *home)?;
    }
    for memory in lowering.taken.clone() {
        b.build("memref.dealloc", &[memory], &[], &[]);
    }
    let mut values = Vec::new();
    for value in returned.iter().filter(|value| !b.ir().ty(**value).is_tensor()) {
        values.push(held_number(&lowering, &b, *value)?);
    }
    b.build("func.return", &values, &[], &[]);
    replace(ir, function, made, types, others, all_marks)
}

/// Tensors without dimensions that are given are numbers from the beginning.
fn load_numbers(lowering: &mut Lowering, b: &mut Builder, given: &[Value], types: &[Type]) {
    for (value, ty) in given.iter().zip(types) {
        if let Some(Held::Memory(memory)) = lowering.held.get(value).copied()
            && ty.is_tensor()
            && shape_of(ty).is_empty()
        {
            let number = load(b, memory, &[]);
            lowering.held.insert(*value, Held::Number(number));
        }
    }
}

fn held_number(lowering: &Lowering, b: &Builder, value: Value) -> Result<Value> {
    match lowering.held.get(&value) {
        Some(Held::Number(number) | Held::Memory(number)) => Ok(*number),
        None => Err(b.ir().error(b.ir().module(), "a value is read before it is computed")),
    }
}

/// Puts the new body in the place of a function's.
fn replace(
    ir: &mut Ir,
    function: Op,
    region: zymase_ir::Region,
    inputs: Vec<Type>,
    outputs: Vec<Type>,
    marks: Vec<Attribute>,
) -> Result<()> {
    let mut state = ir.state_of(function);
    state.regions = vec![region];
    state.set("function_type", Attribute::Type(Type::function(inputs, outputs)));
    state.set("arg_attrs", Attribute::array(marks));
    state.properties.remove("res_attrs");
    let made = ir.create(state);
    ir.insert(made, InsertionPoint::Before(function));
    ir.erase(function)
}

fn lower_operation(lowering: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let name = b.ir()[op].name().as_str().to_owned();
    for value in b.ir()[op].results().to_vec() {
        refuse_type(b.ir(), op, &b.ty(value))?;
    }
    let (dialect, short) = name.split_once('.').unwrap_or(("", &name));
    match (dialect, short) {
        ("stablehlo", "while") => control::repeat(lowering, b, op),
        ("stablehlo", "if" | "case") => control::choose(lowering, b, op),
        ("stablehlo", "dot_general" | "dot") => dot::product(lowering, b, op),
        ("stablehlo", "convolution") => convolution::convolve(lowering, b, op),
        ("stablehlo", "reduce") => reduction::reduce(lowering, b, op),
        ("stablehlo", "reduce_window") => reduction::reduce_window(lowering, b, op),
        ("stablehlo", "select_and_scatter") => reduction::select_and_scatter(lowering, b, op),
        ("stablehlo", "map") => reduction::map(lowering, b, op),
        ("stablehlo", "dynamic_update_slice") => updates::update_slice(lowering, b, op),
        ("stablehlo", "scatter") => updates::scatter(lowering, b, op),
        ("stablehlo", "sort") => sorting::sort(lowering, b, op),
        ("stablehlo", "cholesky") => linear::cholesky(lowering, b, op),
        ("stablehlo", "triangular_solve") => linear::triangular_solve(lowering, b, op),
        ("stablehlo", "optimization_barrier") => {
            for (value, result) in b.ir()[op].operands().zip(b.ir()[op].results().to_vec()).collect::<Vec<_>>() {
                let held = match lowering.held.get(&value) {
                    Some(held) => *held,
                    None => Held::Memory(lowering.memory(b, value)?),
                };
                // Memory of the operand is read as long as that of the result is: it stays.
                if let Some(open) = lowering.owned.last_mut() {
                    open.retain(|(owner, _)| *owner != value);
                }
                lowering.held.insert(result, held);
            }
            Ok(())
        }
        ("stablehlo" | "chlo", _) => placewise(lowering, b, op),
        ("arith" | "math" | "index" | "tensor", _) => arithmetic(lowering, b, op),
        ("check", _) => Err(lowering.refuse(b, op, "is a check, which only `zymase run` makes")),
        _ => Err(lowering.refuse(b, op, "is not lowered to loops")),
    }
}

/// What is computed element by element: stored now, or left for those that read it.
fn placewise(lowering: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let [value] = b.ir()[op].results() else { return Err(lowering.refuse(b, op, "is not lowered to loops")) };
    let value = *value;
    if lowering.plan.is_virtual(value) {
        return Ok(());
    }
    let shape = shape_of(&b.ty(value));
    if shape.is_empty() {
        let number = lowering.element(b, value, &[])?;
        lowering.held.insert(value, Held::Number(number));
        return Ok(());
    }
    if !super::plan::is_fusable(b.ir(), op) {
        return Err(lowering.refuse(b, op, "is not lowered to loops"));
    }
    if let Some(dense) = b.ir().attribute(op, "value").and_then(Attribute::as_dense).cloned()
        && !dense.is_splat()
    {
        return stored_constant(lowering, b, op, value, &dense);
    }
    let memory = lowering.place_for(b, value);
    lowering.write_to(b, value, memory)?;
    lowering.held.insert(value, Held::Memory(memory));
    Ok(())
}

/// A constant of several elements is memory of the module.
fn stored_constant(
    lowering: &mut Lowering,
    b: &mut Builder,
    op: Op,
    value: Value,
    dense: &DenseElements,
) -> Result<()> {
    let ty = memory_of(&b.ty(value));
    let plain = DenseElements::new(Type::tensor(shape_of(&ty), ty.element().clone()), dense.data().clone());
    let Some(plain) = plain else { return Err(lowering.refuse(b, op, "has elements that are not lowered")) };
    let table = zymase_ir::SymbolTable::new(b.ir(), b.ir().module());
    let name = table.free_name("zymase_constant");
    let module = b.ir().module_block();
    let mut top = Builder::new(b.ir, InsertionPoint::Start(module), Location::Unset);
    let attributes = [
        ("sym_name", Attribute::string(&name)),
        ("type", Attribute::Type(ty.clone())),
        ("sym_visibility", Attribute::string("private")),
        ("initial_value", Attribute::Dense(plain)),
        ("constant", Attribute::Unit),
    ];
    top.build("memref.global", &[], &attributes, &[]);
    let op = b.build("memref.get_global", &[], &[("name", Attribute::symbol(&name))], &[ty]);
    let memory = b.ir()[op].results()[0];
    lowering.held.insert(value, Held::Memory(memory));
    Ok(())
}

/// Operations on numbers beside tensors are copied; constants of tensors are as those of StableHLO.
fn arithmetic(lowering: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let results = b.ir()[op].results().to_vec();
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    if let [value] = results.as_slice()
        && let Some(dense) = b.ir().attribute(op, "value").and_then(Attribute::as_dense).cloned()
    {
        if shape_of(&b.ty(*value)).is_empty() {
            let number = splat(b, &dense, 0);
            let number = number.ok_or_else(|| lowering.refuse(b, op, "has elements that are not lowered"))?;
            lowering.held.insert(*value, Held::Number(number));
            return Ok(());
        }
        return stored_constant(lowering, b, op, *value, &dense);
    }
    if results.iter().chain(&operands).any(|value| b.ir().ty(*value).is_shaped()) {
        return Err(lowering.refuse(b, op, "is on tensors, which is not lowered"));
    }
    let mut state = b.ir().state_of(op);
    state.operands = operands.iter().map(|value| held_number(lowering, b, *value)).collect::<Result<_>>()?;
    let made = b.insert(state);
    let values = b.ir()[made].results().to_vec();
    for (result, value) in results.into_iter().zip(values) {
        lowering.held.insert(result, Held::Number(value));
    }
    Ok(())
}
